// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A row of `erasures`: a session that has been erased, or its messages up to one.
struct Erasure: Codable, Equatable, FetchableRecord {
    let session: String
    /// The last number of any message when the session was cleared; `nil` where the session itself goes. What has a greater number was
    /// written later.
    let upTo: Int?

    /// Removes several from a database, and their words from its index.
    /// - Returns: whether there was anything of them.
    static func apply(_ erasures: [Erasure], to database: Database) throws -> Bool {
        var isChanged = false
        for erasure in erasures where try erasure.apply(to: database) { isChanged = true }
        if isChanged { try SearchIndex.forgetErased(in: database) }
        return isChanged
    }

    /// Removes it from a database, this one or a backup.
    /// - Returns: whether there was anything of it.
    @discardableResult
    func apply(to database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try letGo(in: database)
        if let upTo {
            try clear(upTo, in: database)
        } else {
            try database.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [session])
        }
        return database.totalChangesCount > before
    }

    /// Messages that stay do not answer one that goes. There are such where a backup has another past than the database.
    private func letGo(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE messages SET parent = NULL
                WHERE parent IN (SELECT id FROM messages WHERE session = ?1 AND number <= ?2)
                    AND NOT (session = ?1 AND number <= ?2)
                """, arguments: [session, upTo ?? .max])
    }

    private func clear(_ last: Int, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM messages WHERE session = ? AND number <= ?", arguments: [session, last])
        if database.changesCount > 0 {
            // The title was made of what is gone.
            try database.execute(
                sql: """
                    UPDATE sessions SET title = '', leaf = (SELECT id FROM messages WHERE id = sessions.leaf) WHERE id = ?
                    """, arguments: [session])
        }
        // Beside newer messages, the draft is newer too.
        try database.execute(
            sql: """
                DELETE FROM drafts WHERE session = ?1 AND NOT EXISTS (SELECT 1 FROM messages WHERE session = ?1)
                """, arguments: [session])
    }

    /// Whether a database has something of it.
    func isUnfinished(in database: Database) throws -> Bool {
        let isHere = "SELECT 1 FROM sessions WHERE id = ? AND ? > 0"
        let isSaid = "SELECT 1 FROM messages WHERE session = ? AND number <= ?"
        let rows = upTo == nil ? isHere : isSaid
        return try Bool.fetchOne(database, sql: "SELECT EXISTS (\(rows))", arguments: [session, upTo ?? .max]) ?? false
    }

    /// Notes it until nothing of it is left. More of a session may have been erased before.
    func note(in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO erasures VALUES (?, ?) ON CONFLICT DO UPDATE SET upTo = max(upTo, excluded.upTo)
                """, arguments: [session, upTo])
    }

    /// Strikes it from the list, unless more of the session has been erased since.
    func settle(in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM erasures WHERE session = ? AND upTo IS ?", arguments: [session, upTo])
    }
}
