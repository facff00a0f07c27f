// SPDX-License-Identifier: Apache-2.0

/// The values of `format` that are enforced, as expressions that match the whole string.
///
/// Sources: RFC 3339, section 5.6 (date, time, date-time), RFC 4122, section 3 (uuid), RFC 2673, section 3.2
/// (ipv4); an e-mail address is the dot-string form of RFC 5321, section 4.1.2, at a host name.
enum StringFormat: String, CaseIterable, Sendable {
    case date, time, email, uuid, ipv4
    case dateTime = "date-time"

    var expression: String {
        switch self {
        case .date: Self.fullDate
        case .time: Self.fullTime
        case .dateTime: "(?:\(Self.fullDate))[Tt](?:\(Self.fullTime))"
        case .email:
            "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64})*@\(Self.label)(?:\\.\(Self.label))*"
        case .ipv4: "(?:\(Self.byte)\\.){3}(?:\(Self.byte))"
        case .uuid: "[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
        }
    }

    /// 0…255, without zeros before it: some programs read those as octal.
    private static let byte = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])"
    private static let label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"

    /// Days that exist: the 29th of February only in leap years.
    private static let fullDate =
        "\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))"
        + "|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29"

    /// A leap second is the last of a day in UTC; it is written in UTC here.
    private static let fullTime =
        "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)"
        + "|23:59:60(?:\\.\\d+)?(?:[Zz]|[+-]00:00)"

    func language() throws(GrammarError) -> StringLanguage {
        let pattern = try PatternParser.parse(expression, at: "/format")
        do {
            return .automaton(try CharacterAutomaton(pattern, anywhere: false))
        } catch {
            throw GrammarError(.tooLarge, "/format", "needs too many states")
        }
    }
}
