// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthWords

extension Store {
    public func flashcards(_ query: FlashcardQuery) async throws -> FlashcardPage {
        try await readWords { database in
            let filter = try WordFilter(query, DeckTree.fetch(from: database))
            let total =
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM flashcards \(filter.condition)", arguments: filter.values) ?? 0
            let rows = try Row.fetchAll(
                database,
                sql:
                    "SELECT \(Flashcard.columns) FROM flashcards \(filter.condition) ORDER BY \(filter.order) LIMIT ? OFFSET ?",
                arguments: filter.values + [min(max(query.limit, 1), 1_000), max(query.offset, 0)])
            let words = try rows.map { try Flashcard(row: $0) }
            let cards = try Row.fetchAll(
                database,
                sql: """
                    SELECT \(StudyCard.columns) FROM cards
                    WHERE flashcard IN (\(databaseQuestionMarks(count: words.count))) ORDER BY flashcard, direction, id
                    """, arguments: StatementArguments(words.map(\.id)))
            return FlashcardPage(flashcards: words, cards: cards.map(StudyCard.init), total: total)
        }
    }
}

extension DeckTree {
    /// A deck and those in it, or all.
    func chosen(_ deck: Int64?) -> [Int64] { deck.map { subtree(of: $0) } ?? decks.map(\.id) }
}

/// A query as SQL.
private struct WordFilter {
    let condition: String
    let values: StatementArguments
    let order: String

    init(_ query: FlashcardQuery, _ tree: DeckTree) {
        var (parts, values): ([String], StatementArguments) = ([], [])
        if let deck = query.deck {
            let decks = tree.subtree(of: deck)
            parts.append("deck IN (\(databaseQuestionMarks(count: decks.count)))")
            values += StatementArguments(decks)
        }
        for word in query.text.split(whereSeparator: \.isWhitespace).prefix(10) {
            let columns = ["word", "definition", "translation", "example"]
            parts.append("(" + columns.map { "\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ") + ")")
            values += StatementArguments(Array(repeating: "%\(Self.escaped(String(word)))%", count: columns.count))
        }
        if let word = query.word {
            parts.append("word = ? COLLATE NOCASE")
            values += [word.withoutNulls]
        }
        if let tag = query.tag {
            parts.append("tags LIKE ? ESCAPE '\\'")
            values += ["% \(Self.escaped(tag)) %"]
        }
        if let state = query.state {
            parts.append(Self.condition(state))
        }
        condition = parts.isEmpty ? "" : "WHERE " + parts.joined(separator: " AND ")
        self.values = values
        order = Self.order(query.order)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    private static func condition(_ state: FlashcardQuery.State) -> String {
        if state == .leech { return "tags LIKE '% \(FlashcardContent.leechTag) %'" }
        if state == .untranslated { return "translation = ''" }
        let test =
            switch state {
            case .new: "phase = 0"
            case .learning: "phase IN (1, 3)"
            case .review: "phase = 2"
            case .suspended: "isSuspended = 1"
            case .buried, .leech, .untranslated: "buriedOn IS NOT NULL"
            }
        return "EXISTS (SELECT 1 FROM cards WHERE cards.flashcard = flashcards.id AND \(test))"
    }

    private static func order(_ order: FlashcardQuery.Order) -> String {
        switch order {
        case .added: "id DESC"
        case .word: "word COLLATE NOCASE, id"
        case .due:
            "(SELECT min(dueDay) FROM cards WHERE flashcard = flashcards.id) IS NULL, "
                + "(SELECT min(dueDay) FROM cards WHERE flashcard = flashcards.id), id"
        case .difficulty: "(SELECT max(difficulty) FROM cards WHERE flashcard = flashcards.id) DESC, id"
        }
    }
}
