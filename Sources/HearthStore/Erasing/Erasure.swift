// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A row of `erasures`: a session that has been erased, or its messages up to one.
struct Erasure: Codable, FetchableRecord {
    let session: String
    /// The newest message that goes; `nil` where the session itself does.
    let upTo: Int?

    /// Removes it from a database, this one or a backup.
    /// - Returns: whether there was anything of it.
    @discardableResult
    func apply(to database: Database) throws -> Bool {
        let before = database.totalChangesCount
        if let upTo {
            try database.execute(
                sql: "DELETE FROM messages WHERE session = ? AND number <= ?", arguments: [session, upTo])
            // The title was made of what is gone.
            if database.changesCount > 0 {
                try database.execute(
                    sql: "UPDATE sessions SET title = '', leaf = NULL WHERE id = ?", arguments: [session])
            }
            try database.execute(sql: "DELETE FROM drafts WHERE session = ?", arguments: [session])
        } else {
            try database.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [session])
        }
        return database.totalChangesCount > before
    }

    /// Strikes it from the list, unless more of the session has been erased since.
    func settle(in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM erasures WHERE session = ? AND upTo IS ?", arguments: [session, upTo])
    }
}
