// SPDX-License-Identifier: Apache-2.0

/// The care that is kept with an answer, so that its numbers are shown whenever it is: such as `fr-violence-soft-tu`.
public struct CareMark: RawRepresentable, Sendable, Equatable {
    public enum Level: String, Sendable {
        /// The app answers, with numbers.
        case card
        /// A model answers, with a line and numbers under it.
        case soft
        /// After a card: the numbers stay in sight.
        case after
    }

    public let language: MemoryLanguage
    public let kind: Care.Kind
    public let level: Level
    /// Whether it says « tu »; English does not tell.
    public let isFamiliar: Bool

    public init(
        _ language: MemoryLanguage, _ kind: Care.Kind = .danger, _ level: Level = .card, isFamiliar: Bool = false
    ) {
        (self.language, self.kind, self.level, self.isFamiliar) = (language, kind, level, isFamiliar)
    }

    public init?(rawValue: String) {
        let parts = rawValue.split(separator: "-").map(String.init)
        guard let code = parts.first, let language = MemoryLanguage(rawValue: code) else { return nil }
        self.init(
            language, parts.contains(Care.Kind.violence.rawValue) ? .violence : .danger,
            parts.lazy.compactMap(Level.init).first ?? .card, isFamiliar: parts.contains("tu"))
    }

    public var rawValue: String {
        var parts = [language.rawValue]
        if kind != .danger { parts.append(kind.rawValue) }
        if level != .card { parts.append(level.rawValue) }
        if isFamiliar { parts.append("tu") }
        return parts.joined(separator: "-")
    }
}
