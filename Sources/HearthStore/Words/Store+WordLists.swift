// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation
import GRDB
public import HearthWords

extension Store {
    public func flashcards(_ query: FlashcardQuery) async throws -> FlashcardPage {
        try await readWords { database in
            var filter = try WordFilter(query, DeckTree.fetch(from: database))
            try filter.find(query, in: database)
            let total = try filter.found ?? filter.count(in: database)
            let rows = try Row.fetchAll(
                database,
                sql:
                    "SELECT \(Flashcard.columns) FROM flashcards \(filter.condition) ORDER BY \(filter.order) LIMIT ? OFFSET ?",
                arguments: filter.values + filter.orderValues + [min(max(query.limit, 1), 1_000), max(query.offset, 0)])
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
    private(set) var condition: String
    private(set) var values: StatementArguments
    let order: String
    /// Arguments of the order.
    let orderValues: StatementArguments
    /// How many words have the texts that are sought; `nil` where none are.
    private(set) var found: Int?

    init(_ query: FlashcardQuery, _ tree: DeckTree) {
        var (parts, values): ([String], StatementArguments) = ([], [])
        if let deck = query.deck {
            let decks = tree.subtree(of: deck)
            parts.append("deck IN (\(databaseQuestionMarks(count: decks.count)))")
            values += StatementArguments(decks)
        } else {
            parts.append("deck NOT IN (SELECT id FROM hidden_decks)")
        }
        if let tag = query.tag {
            parts.append("(instr(tags, ?) > 0 OR instr(tags, ?) > 0)")
            values += [" \(tag.withoutNulls) ", " \(tag.withoutNulls)\(TagTree.separator)"]
        }
        if let state = query.state {
            parts.append(Self.condition(state))
            if state == .buried { values += [query.moment?.today ?? .min] }
        }
        condition = parts.isEmpty ? "" : "WHERE " + parts.joined(separator: " AND ")
        self.values = values
        order = Self.order(query.order)
        orderValues = query.order == .due ? Self.dueValues(query.moment) : []
    }

    /// Looks through texts, where some are sought: SQL knows the case of A–Z alone, and no accents.
    mutating func find(_ query: FlashcardQuery, in database: Database) throws {
        if let word = query.word {
            var folding = TextFolding(keepsAccents: true)
            let sought = folding.folded(word.withoutNulls)
            try keep(["word"], folding, in: database) { $0.elementsEqual(sought) }
        }
        let words = query.text.split(whereSeparator: \.isWhitespace).prefix(10)
        guard !words.isEmpty else { return }
        var folding = TextFolding(keepsAccents: false)
        let sought = words.map { folding.folded(String($0).withoutNulls) }
        let texts = ["word", "definition", "translation", "example"]
        try keep(texts, folding, in: database) { text in sought.allSatisfy { text.contains($0) } }
    }

    func count(in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM flashcards \(condition)", arguments: values) ?? 0
    }

    /// Leaves the words whose texts are wanted.
    /// - Parameters:
    ///   - texts: columns.
    ///   - isWanted: is given the folded texts, a line for each: what is sought has no line break, so that it is found
    ///     in none of them by half.
    private mutating func keep(
        _ texts: [String], _ folding: TextFolding, in database: Database,
        where isWanted: (UnsafeBufferPointer<UInt8>) -> Bool
    ) throws {
        var (folding, folded, words) = (folding, [UInt8](), [String]())
        let statement = try database.makeStatement(
            sql: "SELECT id, \(texts.joined(separator: ", ")) FROM flashcards \(condition)")
        try statement.setArguments(values)
        // A row costs more than what is done with it, so rows are taken from SQLite as they are.
        let rows = statement.sqliteStatement
        var status = sqlite3_step(rows)
        while status == SQLITE_ROW {
            folded.removeAll(keepingCapacity: true)
            for column in 1...Int32(texts.count) {
                if column > 1 { folded.append(UInt8(ascii: "\n")) }
                let text = sqlite3_column_blob(rows, column)
                folding.fold(
                    UnsafeRawBufferPointer(start: text, count: Int(sqlite3_column_bytes(rows, column))), into: &folded)
            }
            if folded.withUnsafeBufferPointer(isWanted) { words.append(String(sqlite3_column_int64(rows, 0))) }
            status = sqlite3_step(rows)
        }
        let message = status == SQLITE_DONE ? nil : database.lastErrorMessage
        sqlite3_reset(rows)
        guard status == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: status), message: message)
        }
        (condition, found) = ("WHERE id IN (SELECT value FROM json_each(?))", words.count)
        values = ["[\(words.joined(separator: ","))]"]
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
            case .buried, .leech, .untranslated: "buriedOn >= ?"
            }
        return "EXISTS (SELECT 1 FROM cards WHERE cards.flashcard = flashcards.id AND \(test))"
    }

    private static func dueValues(_ moment: StudyMoment?) -> StatementArguments {
        guard let moment else { return [0, 0] }
        return [moment.today, moment.days.start(of: moment.today).timeIntervalSinceReferenceDate]
    }

    private static func order(_ order: FlashcardQuery.Order) -> String {
        switch order {
        case .added: "id DESC"
        case .word: "word COLLATE NOCASE, id"
        case .due:
            // A step ends today, at its moment; what is new or suspended comes last.
            """
            ifnull((SELECT min(ifnull(dueDay, ? + min(max((dueAt - ?) / 86400, 0), 0.999))) FROM cards
                WHERE flashcard = flashcards.id AND isSuspended = 0 AND phase > 0), 1e9), id
            """
        case .difficulty: "(SELECT max(difficulty) FROM cards WHERE flashcard = flashcards.id) DESC, id"
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes stand somewhere among them.
    fileprivate func contains(_ sought: [UInt8]) -> Bool {
        guard let first = sought.first else { return true }
        guard let start = baseAddress, count >= sought.count else { return false }
        var place = 0
        let last = count - sought.count
        while place <= last, let hit = memchr(start + place, Int32(first), last - place + 1) {
            place = UnsafeRawPointer(hit) - UnsafeRawPointer(start)
            if memcmp(start + place, sought, sought.count) == 0 { return true }
            place += 1
        }
        return false
    }
}
