// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthChat

extension Store {
    public func recalled(in session: Session.ID) async throws -> [RecalledMemory] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM recalled
                    WHERE session = ? AND thread NOT IN (SELECT id FROM sessions WHERE deletedAt IS NOT NULL)
                        AND source NOT IN (SELECT id FROM journal_entries WHERE deletedAt IS NOT NULL)
                        AND (
                            kind <> 'fact' OR EXISTS (
                                SELECT 1 FROM fact_evidence WHERE fact = source AND \(FactRecord.isShown)))
                    ORDER BY number
                    """, arguments: [session])
            return rows.map { RecalledMemory(row: $0) }
        }
    }

    /// Saves memories that a model was told, but for those that were forgotten after they were found.
    public func save(_ memories: [RecalledMemory], in session: Session.ID) async throws {
        try await write { database in
            for memory in memories {
                try database.execute(
                    sql: """
                        INSERT INTO recalled (session, question, isAtBeginning, kind, source, thread, saidAt, language, text)
                        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
                        WHERE EXISTS (SELECT 1 FROM passages WHERE kind = ?4 AND source = ?5)
                        """,
                    arguments: [
                        session, memory.question, memory.isAtBeginning, memory.kind.rawValue, memory.source,
                        memory.thread, Timestamp(memory.date), memory.language, memory.text.withoutNulls,
                    ])
            }
        }
    }
}

extension RecalledMemory {
    fileprivate init(row: Row) {
        self.init(
            question: row["question"], isAtBeginning: row["isAtBeginning"],
            kind: Kind(rawValue: row["kind"]) ?? .message, source: row["source"], thread: row["thread"],
            date: Date(timeIntervalSinceReferenceDate: row["saidAt"]), language: row["language"], text: row["text"])
    }
}
