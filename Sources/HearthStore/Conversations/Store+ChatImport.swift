// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthChat

extension Store: ChatImportStore {
    /// When sessions were deleted that an import has not shown yet: in the year 3000. Nobody sees a deleted session; a
    /// start erases all of them, and what erases those that a user has deleted does not reach these.
    static let unseen = 31_525_200_000.0

    public func importedOrigins(of kind: ChatImport.Kind) async throws -> [String: Date] {
        let prefix = kind.originPrefix
        return try await read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT origin, max(importedAt) FROM imported_sessions JOIN sessions ON sessions.id = session
                    WHERE deletedAt IS NULL AND origin > ?1 AND substr(origin, 1, length(?1)) = ?1 GROUP BY origin
                    """, arguments: [prefix])
            var origins: [String: Date] = [:]
            while let row = try rows.next() {
                origins[row[0]] = Date(timeIntervalSinceReferenceDate: row[1])
            }
            return origins
        }
    }

    public func addUnseen(_ sessions: [ImportedSession], at date: Date) async throws {
        try await write { database in
            try RowWriter.withoutTriggers(in: database) {
                let statements = try ImportStatements(database)
                for session in sessions { try statements.insert(session, at: date) }
            }
        }
    }

    public func showImported() async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE sessions SET deletedAt = NULL WHERE deletedAt = ?", arguments: [Self.unseen])
        }
    }

    public func eraseUnseen() async throws {
        var isAny = false
        while try await maintain({ [self] in try eraseSomeUnseen() }) { isAny = true }
        if isAny { try await cleanUpAfterErasing() }
    }

    /// - Returns: whether there were any.
    private func eraseSomeUnseen() throws -> Bool {
        try database.write { database in
            let erasures = try String.fetchAll(
                database, sql: "SELECT id FROM sessions WHERE deletedAt = ? LIMIT 50", arguments: [Self.unseen]
            ).map { Erasure.session($0) }
            try Erasure.remove(erasures, from: database)
            try Erasure.note(erasures, in: database)
            return !erasures.isEmpty
        }
    }
}

/// Statements that write many sessions with their messages and what finds them.
///
/// Records would name each column again for each row, and a trigger that fills a search index has it written to the
/// disk for each row, which takes four times as long (2026-11-29).
private struct ImportStatements {
    private let database: Database
    private let session: Statement
    private let origin: Statement
    private let message: Statement
    private let titles: Statement
    private let texts: Statement

    init(_ database: Database) throws {
        session = try database.makeStatement(
            sql: """
                INSERT INTO sessions (id, createdAt, lastMessageAt, title, leaf, deletedAt) VALUES (?, ?, ?, ?, ?, ?)
                """)
        origin = try database.makeStatement(sql: "INSERT INTO imported_sessions VALUES (?, ?, ?)")
        message = try database.makeStatement(
            sql: """
                INSERT INTO messages (id, session, parent, role, content, createdAt, state, thoughts, model, isUnremembered)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        titles = try database.makeStatement(sql: "INSERT INTO session_title (rowid, title) VALUES (?, ?)")
        texts = try database.makeStatement(sql: "INSERT INTO message_text (rowid, content) VALUES (?, ?)")
        self.database = database
    }

    func insert(_ imported: ImportedSession, at date: Date) throws {
        let new = imported.session
        try session.execute(arguments: [
            new.id, Timestamp(new.createdAt), Timestamp(new.lastMessageAt), new.title.withoutNulls, new.leaf,
            Store.unseen,
        ])
        try titles.execute(arguments: [database.lastInsertedRowID, new.title.withoutNulls])
        try origin.execute(arguments: [new.id, imported.origin.withoutNulls, Timestamp(date)])
        for one in imported.messages {
            let text = one.content.withoutNulls
            try message.execute(arguments: [
                one.id, one.session, one.parent, one.role.rawValue, text,
                Timestamp(one.createdAt), one.state.rawValue, one.thoughts?.withoutNulls, one.model?.withoutNulls,
                one.isUnremembered ? true : nil,
            ])
            try texts.execute(arguments: [database.lastInsertedRowID, text])
        }
    }
}
