// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension AreaErasing {
    static let conversations = AreaErasing(
        hidden: { date, database in
            let hidden = try String.fetchAll(
                database, sql: "SELECT id FROM sessions WHERE deletedAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return hidden.map { Erasure(session: $0, upTo: nil) }
        },
        showHidden: { try $0.execute(sql: "UPDATE sessions SET deletedAt = NULL WHERE deletedAt IS NOT NULL") },
        erase: { erasures, database in
            for erasure in erasures { try erasure.eraseSessionOrMessages(in: database) }
        },
        isUnfinished: { try $0.hasSessionOrMessages(in: $1) })
}

extension Erasure {
    fileprivate func eraseSessionOrMessages(in database: Database) throws {
        try letGo(in: database)
        if let upTo {
            try clear(upTo, in: database)
        } else {
            try database.erase("DELETE FROM sessions WHERE id = ?", [session])
        }
    }

    /// Messages that stay do not answer one that goes. There are such where a backup has another past than the
    /// database.
    private func letGo(in database: Database) throws {
        try database.erase(
            """
            UPDATE messages SET parent = NULL
            WHERE parent IN (SELECT id FROM messages WHERE session = ?1 AND number <= ?2)
                AND NOT (session = ?1 AND number <= ?2)
            """, [session, upTo ?? .max])
    }

    private func clear(_ last: Int, in database: Database) throws {
        try database.erase("DELETE FROM messages WHERE session = ? AND number <= ?", [session, last])
        if database.changesCount > 0 {
            // The title was made of what is gone.
            try database.erase(
                """
                UPDATE sessions SET title = '', leaf = (SELECT id FROM messages WHERE id = sessions.leaf) WHERE id = ?
                """, [session])
        }
        // Beside newer messages, the draft is newer too.
        try database.erase(
            """
            DELETE FROM drafts WHERE session = ?1 AND NOT EXISTS (SELECT 1 FROM messages WHERE session = ?1)
            """, [session])
    }

    fileprivate func hasSessionOrMessages(in database: Database) throws -> Bool {
        let isHere = "SELECT 1 FROM sessions WHERE id = ? AND ? > 0"
        let isSaid = "SELECT 1 FROM messages WHERE session = ? AND number <= ?"
        let rows = upTo == nil ? isHere : isSaid
        return try Bool.fetchOne(database, sql: "SELECT EXISTS (\(rows))", arguments: [session, upTo ?? .max]) ?? false
    }
}
