// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthChat

extension Store {
    /// Sessions and messages in which all words of `query` occur, the last as a beginning: titles, then messages; in
    /// each first what has the words side by side, then what has them anywhere, then what has the last one begun; in
    /// each of these the newest first.
    ///
    /// A rank that counts how often words occur would have to look at every message that has them, which for a frequent
    /// word is most of them. This order needs to look at no more than what is returned, because the index is read from
    /// its newest end.
    public func search(_ query: String, limit: Int) async throws -> [Finding] {
        let scan = TextScan(query)
        let query = SearchQuery(query)
        guard limit > 0 else { return [] }
        return try await read { database in
            var findings = try Self.titles(database, query, limit)
            try scan.map { try Self.scanTitles(database, $0, limit, &findings) }
            var texts = try Self.texts(database, query, limit - findings.count)
            try scan.map { try Self.scanTexts(database, $0, limit - findings.count, &texts) }
            return findings + texts
        }
    }

    /// Messages of a session in which all words of `query` occur, each as the beginning of one, the oldest first.
    ///
    /// These are read, and none of any other session: the index would find a word in all of them.
    public func search(_ query: String, in session: Session.ID, limit: Int) async throws -> [Finding] {
        guard limit > 0, let scan = TextScan(allOf: query) else { return [] }
        return try await read { database in
            guard let own = try SessionRecord.shown(database, session)?.session else { return [] }
            var (scan, findings): (TextScan, [Finding]) = (scan, [])
            let sql = "SELECT content, id FROM messages WHERE session = ? ORDER BY number"
            try scan.rows(database, sql, [session]) { row, excerpt in
                findings.append(Finding(session: own, message: row["id"], excerpt: excerpt))
                return findings.count < limit
            }
            return findings
        }
    }

    /// Adds titles that the index does not find.
    private static func scanTitles(
        _ database: Database, _ scan: TextScan, _ limit: Int, _ findings: inout [Finding]
    ) throws {
        var (scan, seen) = (scan, Set(findings.map(\.session.id)))
        guard findings.count < limit else { return }
        let sql = "SELECT title, * FROM sessions WHERE deletedAt IS NULL ORDER BY number DESC"
        try scan.rows(database, sql) { row, excerpt in
            let session = try SessionRecord(row: row).session
            if seen.insert(session.id).inserted {
                findings.append(Finding(session: session, message: nil, excerpt: excerpt))
            }
            return findings.count < limit
        }
    }

    /// Adds messages that the index does not find.
    private static func scanTexts(
        _ database: Database, _ scan: TextScan, _ limit: Int, _ findings: inout [Finding]
    ) throws {
        var (scan, seen) = (scan, Set(findings.compactMap(\.message)))
        guard findings.count < limit else { return }
        let sql = "SELECT content, id, session FROM messages ORDER BY number DESC"
        let session = try database.cachedStatement(
            sql: "SELECT * FROM sessions WHERE id = ? AND deletedAt IS NULL")
        try scan.rows(database, sql) { row, excerpt in
            let message: String = row["id"]
            guard seen.insert(message).inserted,
                let own = try Row.fetchOne(session, arguments: [row["session"] as String])
            else { return true }
            findings.append(
                Finding(session: try SessionRecord(row: own).session, message: message, excerpt: excerpt))
            return findings.count < limit
        }
    }

    private static func titles(_ database: Database, _ query: SearchQuery, _ limit: Int) throws -> [Finding] {
        let excerpt = SearchExcerpt.columns("snippet(session_title, 0, ?, ?, '…', 24)", of: "sessions.title")
        let sql = """
            SELECT sessions.*, \(excerpt), NULL AS message
            FROM session_title CROSS JOIN sessions ON sessions.number = session_title.rowid
            WHERE session_title MATCH ? AND session_title.rowid > ? AND sessions.deletedAt IS NULL
            ORDER BY session_title.rowid DESC LIMIT ?
            """
        return try findings(database, sql, query, limit, newest: newest("sessions", database))
    }

    private static func texts(_ database: Database, _ query: SearchQuery, _ limit: Int) throws -> [Finding] {
        let excerpt = SearchExcerpt.columns("snippet(message_text, 0, ?, ?, '…', 24)", of: "messages.content")
        let sql = """
            SELECT sessions.*, \(excerpt), messages.id AS message
            FROM message_text CROSS JOIN messages ON messages.number = message_text.rowid
            CROSS JOIN sessions ON sessions.id = messages.session
            WHERE message_text MATCH ? AND message_text.rowid > ? AND sessions.deletedAt IS NULL
            ORDER BY message_text.rowid DESC LIMIT ?
            """
        return try findings(database, sql, query, limit, newest: newest("messages", database))
    }

    /// Rows that are looked at only to put what stands side by side first: words that are frequent but seldom
    /// neighbours would have the whole index read for that.
    private static let rowsForOrder = 10_000

    private static func newest(_ table: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT max(number) FROM \(table)") ?? 0
    }

    /// Findings of all tiers, each thing once.
    ///
    /// - Parameter newest: the number of the newest row.
    private static func findings(
        _ database: Database, _ sql: String, _ query: SearchQuery, _ limit: Int, newest: Int
    ) throws -> [Finding] {
        var found: [Finding] = []
        var seen: Set<String> = []
        let marks = SearchMarks()
        let statement = try database.cachedStatement(sql: sql)
        for tier in query.tiers where found.count < limit {
            // What earlier tiers have found may come again, and must not take the place of something new.
            let first = tier.isForOrder ? newest - rowsForOrder : 0
            let arguments: StatementArguments = [
                marks.begin, marks.end, tier.expression, first, limit + found.count,
            ]
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while found.count < limit, let row = try rows.next() {
                let session = try SessionRecord(row: row).session
                let message: String? = row["message"]
                guard seen.insert(message ?? session.id).inserted else { continue }
                found.append(
                    Finding(session: session, message: message, excerpt: SearchExcerpt(query).of(row, marks)))
            }
        }
        return found
    }
}

/// The marks around what was sought.
///
/// A text may have U+E000 and U+E001 of its own; so that they are not taken for marks, SQLite writes others that no
/// text can foresee.
struct SearchMarks {
    let begin: String
    let end: String

    init() {
        let secret = UUID().uuidString
        (begin, end) = ("\u{E000}\(secret)", "\u{E001}\(secret)")
    }

    func placed(in excerpt: String) -> String {
        // By scalars: a mark and an accent behind it would be one character.
        let pieces = Array(excerpt.unicodeScalars).split(
            separator: Array(begin.unicodeScalars), omittingEmptySubsequences: false)
        let texts = pieces.map { piece in
            piece.split(separator: Array(end.unicodeScalars), omittingEmptySubsequences: false)
                .map(Self.withoutMarks).joined(separator: "\u{E001}")
        }
        return texts.joined(separator: "\u{E000}")
    }

    private static func withoutMarks(_ text: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(text.filter { $0 != "\u{E000}" && $0 != "\u{E001}" }))
    }
}
