// SPDX-License-Identifier: Apache-2.0

/// What becomes of each column of a table.
public struct ColumnMapping: Sendable, Equatable {
    public enum Column: Sendable, Equatable {
        case role(WordRole)
        /// Anki's name of the note, by which a second import finds it.
        case guid
        /// Kept under this name, without a place on the card.
        case extra(String)
        case ignored
    }

    public var columns: [Column]

    /// Whether a column has the words.
    public var hasWords: Bool { columns.contains(.role(.word)) }

    public init(_ columns: [Column]) { self.columns = columns }

    /// Columns get the roles that their names say. Without names, the first is the word and the second its translation.
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
            let free = columns.firstIndex { if case .extra = $0 { true } else { false } }
            if let free { columns[free] = .role(role) }
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
