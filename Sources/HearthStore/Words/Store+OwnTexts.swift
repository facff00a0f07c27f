// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
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

    /// What a snippet has around a word, in tokens; the most that FTS5 gives.
    private static let tokens = 64

    private static func messages(_ expression: String, _ limit: Int, in database: Database) throws -> [OwnText] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT messages.session, messages.id, messages.createdAt, snippet(message_text, 0, '', '', '…', \(tokens))
                FROM message_text CROSS JOIN messages ON messages.number = message_text.rowid
                CROSS JOIN sessions ON sessions.id = messages.session
                WHERE message_text MATCH ? AND messages.role = 'user' AND messages.isUnremembered IS NULL
                    AND sessions.deletedAt IS NULL
                ORDER BY message_text.rowid DESC LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [expression, limit]).map { row in
            OwnText(
                excerpt: row[3], source: .message(session: row[0], id: row[1]),
                date: Date(timeIntervalSinceReferenceDate: row[2]))
        }
    }

    private static func entries(_ expression: String, _ limit: Int, in database: Database) throws -> [OwnText] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT journal_entries.id, journal_entries.createdAt, snippet(journal_text, 0, '', '', '…', \(tokens))
                FROM journal_text CROSS JOIN journal_entries ON journal_entries.number = journal_text.rowid
                WHERE journal_text MATCH ? AND journal_entries.deletedAt IS NULL
                ORDER BY journal_text.rowid DESC LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: ["text : \(expression)", limit]).map { row in
            OwnText(excerpt: row[2], source: .entry(row[0]), date: Date(timeIntervalSinceReferenceDate: row[1]))
        }
    }
}
