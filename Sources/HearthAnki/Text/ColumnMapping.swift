// SPDX-License-Identifier: Apache-2.0

/// Role of each column of a table.
public struct ColumnMapping: Sendable, Equatable {
    public enum Column: Sendable, Equatable {
        case role(WordRole)
        /// Anki's name of the note, by which a second import finds it.
        case guid
        /// Kept under this name, without a place of its own on the card.
        case extra(String)
        case ignored
    }

    public var columns: [Column]

    /// Whether a column has the words.
    public var hasWords: Bool { columns.contains(.role(.word)) }

    /// Role that two columns have, though a card has it once; lists such as tags may be in several.
    public var doubled: WordRole? { Self.doubled(columns, lists: [.tags, .synonyms, .sentences]) }

    static func doubled(_ columns: [Column], lists: Set<WordRole>) -> WordRole? {
        var seen: Set<WordRole> = []
        for case .role(let role) in columns where !lists.contains(role) {
            if !seen.insert(role).inserted { return role }
        }
        return nil
    }

    public init(_ columns: [Column]) { self.columns = columns }

    /// Columns get the roles that their names say. Without names, the first is the word and the next its translation;
    /// of two languages, the first is the one that is learned.
    init(names: [String], count: Int, _ directives: TextDirectives) {
        columns = (0..<count).map { place in
            let name = place < names.count ? names[place] : ""
            switch place + 1 {
            case directives.guidColumn: return .guid
            case directives.deckColumn: return .role(.deck)
            case directives.tagsColumn: return .role(.tags)
            case directives.notetypeColumn: return .ignored
            default: return .extra(name.isEmpty ? "\(place + 1)" : name)
            }
        }
        var taken: Set<WordRole> = []
        for (place, name) in names.enumerated() where place < count {
            guard case .extra = columns[place], let role = WordRole(named: name), taken.insert(role).inserted else {
                continue
            }
            columns[place] = .role(role)
        }
        for role in [WordRole.word, .translation]
        where taken.isDisjoint(with: role == .word ? [.word] : [.translation, .definition]) {
            let free = columns.indices.filter { if case .extra = columns[$0] { true } else { false } }
            let language = free.first { $0 < names.count && HeaderNames.isLanguage(names[$0]) }
            let word = columns.firstIndex(of: .role(.word)) ?? -1
            if let place = language ?? free.first(where: { $0 > word }) ?? free.first { columns[place] = .role(role) }
        }
    }
}

extension ColumnMapping.Column {
    /// How forms and commands write it: a role, `guid`, `extra` or `ignored`.
    public var text: String {
        switch self {
        case .role(let role): role.rawValue
        case .guid: "guid"
        case .extra: "extra"
        case .ignored: "ignored"
        }
    }

    /// - Parameters:
    ///   - text: as `text` has it.
    ///   - name: what the column is called, under which an extra one is kept.
    public init?(_ text: String, column name: String) {
        switch text {
        case "guid": self = .guid
        case "extra": self = .extra(name)
        case "ignored": self = .ignored
        default:
            guard let role = WordRole(rawValue: text) else { return nil }
            self = .role(role)
        }
    }
}
