// SPDX-License-Identifier: Apache-2.0

/// A number to call, from a table by country.
public struct CareLine: Sendable, Equatable {
    public enum Kind: String, Sendable { case listening, violence, emergency }

    public let number: String
    public let kind: Kind
    /// The service that answers, by its own name; `nil` for emergency services.
    public let name: String?

    /// The same without spaces, for a link.
    public var dialled: String { number.filter { $0.isNumber || $0 == "+" } }
}

/// The numbers of a country: one that listens, one for emergencies.
public struct CareCountry: Sendable, Equatable {
    /// ISO 3166.
    public let code: String
    public let lines: [CareLine]
    private let linesOfViolence: [CareLine]

    /// National lines, most of them answered day and night. Numbers change: docs/care.md has where each comes from, and
    /// when it was compared with that.
    public static let all: [CareCountry] = [
        .init(
            "AU", "13 11 14", "Lifeline", ("1800 737 732", "1800RESPECT"),
            emergency: "000"),
        .init(
            "AT", "142", "Telefonseelsorge", ("0800 222 555", "Frauenhelpline gegen Gewalt"),
            emergency: "112", police: "133"),
        .init(
            "BE", "0800 32 123", "Centre de prévention du suicide", ("0800 30 030", "Écoute violences conjugales"),
            emergency: "112", police: "101"),
        .init("CA", "988", "Suicide Crisis Helpline", emergency: "911"),
        .init(
            "CH", "143", "La Main Tendue, Die Dargebotene Hand", ("142", "Aide aux victimes, Opferhilfe"),
            emergency: "144", police: "117"),
        .init(
            "DE", "0800 111 0 111", "TelefonSeelsorge", ("116 016", "Hilfetelefon Gewalt gegen Frauen"),
            emergency: "112", police: "110"),
        .init(
            "ES", "024", "Línea 024", ("016", "Línea 016"),
            emergency: "112"),
        .init(
            "FR", "3114", "Numéro national de prévention du suicide", ("3919", "Violences Femmes Info"),
            emergency: "112", police: "17"),
        .init(
            "GB", "116 123", "Samaritans", ("0808 2000 247", "National Domestic Abuse Helpline, England"),
            emergency: "999"),
        .init(
            "IE", "116 123", "Samaritans", ("1800 341 900", "Women’s Aid"),
            emergency: "112"),
        .init(
            "LU", "45 45 45", "SOS Détresse, 11–23 h", ("2060 1060", "Helpline Violence, 12–20 h"),
            emergency: "112", police: "113"),
        .init(
            "NL", "113", "113 Zelfmoordpreventie", ("0800 2000", "Veilig Thuis"),
            emergency: "112"),
        .init(
            "NZ", "1737", "Need to talk?", ("0800 456 450", "Family violence line"),
            emergency: "111"),
        .init(
            "US", "988", "988 Suicide & Crisis Lifeline", ("1 800 799 7233", "National Domestic Violence Hotline"),
            emergency: "911"),
    ]

    /// - Parameters:
    ///   - violence: a line for people who are hurt by others; the first one answers them where there is none.
    ///   - police: where it is not called by the number for all emergencies.
    private init(
        _ code: String, _ number: String, _ name: String, _ violence: (number: String, name: String)? = nil,
        emergency: String, police: String? = nil
    ) {
        let listening = CareLine(number: number, kind: .listening, name: name)
        self.code = code
        lines = [listening, CareLine(number: emergency, kind: .emergency, name: nil)]
        linesOfViolence = [
            violence.map { CareLine(number: $0.number, kind: .violence, name: $0.name) } ?? listening,
            CareLine(number: police ?? emergency, kind: .emergency, name: nil),
        ]
    }

    /// The numbers for somebody in danger of one kind.
    public func lines(for kind: Care.Kind) -> [CareLine] { kind == .violence ? linesOfViolence : lines }

    /// The numbers of a country; `nil` for one that is not in the table.
    public static func named(_ code: String?) -> CareCountry? {
        all.first { $0.code == code?.uppercased() }
    }
}
