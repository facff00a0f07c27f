// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension AreaErasing {
    static let conversations = AreaErasing(
        hidden: { date, database in
            let hidden = try String.fetchAll(
                database, sql: "SELECT id FROM sessions WHERE deletedAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return hidden.map { .session($0) }
        },
        showHidden: { database in
            // What an import had not finished goes with the next start.
            let shown = try String.fetchAll(
                database,
                sql: "UPDATE sessions SET deletedAt = NULL WHERE deletedAt < ? RETURNING id", arguments: [Store.unseen])
            guard try database.tableExists("fact_evidence") else { return }
            for session in shown { try database.removeCopiedEvidence(of: session) }
        },
        erase: { erasures, database in
            for erasure in erasures {
                switch erasure {
                case .session(let id):
                    try database.detachAnswers(to: id, upTo: .max)
                    try database.erase("DELETE FROM sessions WHERE id = ?", [id])
                case .messages(let session, let last):
                    try database.detachAnswers(to: session, upTo: last)
                    try database.clear(session, upTo: last)
                case .folder, .fact, .evidence, .quotation, .passages, .learned, .entry, .draft, .photo, .reflection,
                    .journal,
                    .word, .card, .deck,
                    .media, .orphans, .everything:
                    break
                }
            }
        },
        isUnfinished: { erasure, database in
            switch erasure {
            case .session(let id): try ErasedRows("sessions", "id = ?", [id]).exist(in: database)
            case .messages(let session, let last):
                try ErasedRows("messages", "session = ? AND number <= ?", [session, last]).exist(in: database)
            case .folder, .fact, .evidence, .quotation, .passages, .learned, .entry, .draft, .photo, .reflection,
                .journal,
                .word, .card, .deck,
                .media, .orphans, .everything:
                false
            }
        })
}

extension Database {
    /// Messages that stay do not answer one that goes. There are such where a backup has another past than the
    /// database.
    fileprivate func detachAnswers(to session: String, upTo last: Int) throws {
        try erase(
            """
            UPDATE messages SET parent = NULL
            WHERE parent IN (SELECT id FROM messages WHERE session = ?1 AND number <= ?2)
                AND NOT (session = ?1 AND number <= ?2)
            """, [session, last])
    }

    fileprivate func clear(_ session: String, upTo last: Int) throws {
        try erase("DELETE FROM messages WHERE session = ? AND number <= ?", [session, last])
        if changesCount > 0 {
            // The title was made of what is gone.
            try erase(
                """
                UPDATE sessions SET title = '', leaf = (SELECT id FROM messages WHERE id = sessions.leaf) WHERE id = ?
                """, [session])
        }
        // Beside newer messages, the draft is newer too.
        try erase(
            """
            DELETE FROM drafts WHERE session = ?1 AND NOT EXISTS (SELECT 1 FROM messages WHERE session = ?1)
            """, [session])
    }
}
