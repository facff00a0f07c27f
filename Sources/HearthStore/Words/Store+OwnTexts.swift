// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory
public import HearthWords

extension Store {
    public func ownTexts(with beginning: String, limit: Int) async throws -> [OwnText] {
        let letters = beginning.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        guard limit > 0, !letters.isEmpty else { return [] }
        let expression = "\"\(String(String.UnicodeScalarView(letters)))\"*"
        return try await readWords { database in
            let found =
                try Self.messages(expression, limit, in: database) + Self.entries(expression, limit, in: database)
            return Array(found.sorted { $0.date > $1.date }.prefix(limit))
        }
    }

    /// Tokens of a snippet around a word; the most that FTS5 gives.
    private static let tokens = 64

    /// Rows that are looked at for each text that is wanted: most of what is found may be shown.
    private static let rowsForText = 8

    private static func messages(_ expression: String, _ limit: Int, in database: Database) throws -> [OwnText] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT messages.session AS thread, messages.id, messages.createdAt AS saidAt, messages.content AS text,
                    snippet(message_text, 0, '', '', '…', \(tokens)) AS excerpt
                FROM message_text CROSS JOIN messages ON messages.number = message_text.rowid
                CROSS JOIN sessions ON sessions.id = messages.session
                WHERE message_text MATCH ? AND messages.role = 'user' AND messages.isUnremembered IS NULL
                    AND sessions.deletedAt IS NULL
                    AND NOT EXISTS (
                        SELECT 1 FROM messages AS answers WHERE answers.parent = messages.id AND answers.care IS NOT NULL)
                ORDER BY message_text.rowid DESC LIMIT ?
                """)
        return try texts(statement, expression, limit, in: database) { .message(session: $0["thread"], id: $0["id"]) }
    }

    private static func entries(_ expression: String, _ limit: Int, in database: Database) throws -> [OwnText] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT '\(JournalEntry.thread)' AS thread, journal_entries.id, journal_entries.createdAt AS saidAt,
                    journal_entries.text,
                    day, minute, snippet(journal_text, 0, '', '', '…', \(tokens)) AS excerpt
                FROM journal_text CROSS JOIN journal_entries ON journal_entries.number = journal_text.rowid
                WHERE journal_text MATCH ? AND journal_entries.deletedAt IS NULL
                ORDER BY journal_text.rowid DESC LIMIT ?
                """)
        return try texts(statement, "text : \(expression)", limit, in: database) { .entry($0["id"]) }
    }

    /// Reads the texts that a statement finds, without those that the user wants forgotten, and without those that
    /// speak of harming oneself: a card must never come back to either.
    private static func texts(
        _ statement: Statement, _ expression: String, _ limit: Int, in database: Database,
        source: (Row) -> OwnText.Source
    ) throws -> [OwnText] {
        let rows = try Row.fetchCursor(statement, arguments: [expression, limit * rowsForText])
        var found: [OwnText] = []
        while found.count < limit, let row = try rows.next() {
            guard try !database.isForgotten(row), !Care.concerns(row["text"]) else { continue }
            found.append(
                OwnText(
                    excerpt: row["excerpt"], source: source(row),
                    date: Date(timeIntervalSinceReferenceDate: row["saidAt"])))
        }
        return found
    }
}

extension Database {
    /// An entry counts as said on the day that it is about.
    fileprivate func isForgotten(_ row: Row) throws -> Bool {
        var date = Date(timeIntervalSinceReferenceDate: row["saidAt"])
        if row.hasColumn("day") { date = JournalDay(number: row["day"]).date(at: row["minute"], in: .current) }
        return try isForgotten(row["id"], in: row["thread"], at: date)
    }
}
