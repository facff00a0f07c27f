// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension Store: LearningStore {
    public func noteIndexed(_ utterances: [Utterance], as kind: Passage.Kind) async throws {
        try await write { database in
            for utterance in utterances where try database.isThere(kind, utterance.id, saying: utterance.text) {
                if kind == .entry { try database.forgetOldWords(of: utterance) }
                // What was forgotten meanwhile is not looked at.
                let isForgotten = try database.isForgotten(utterance.id, in: utterance.session, at: utterance.date)
                try database.execute(
                    sql: """
                        INSERT INTO learned VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                        ON CONFLICT DO UPDATE SET thread = excluded.thread, saidAt = excluded.saidAt,
                            language = excluded.language, text = excluded.text, isRead = excluded.isRead
                        """,
                    arguments: [
                        kind.rawValue, utterance.id, utterance.session, Timestamp(utterance.date),
                        utterance.speaker.rawValue, utterance.language,
                        // Messages have their own.
                        kind == .message || isForgotten ? nil : utterance.text.withoutNulls, isForgotten,
                    ])
            }
        }
    }

    public func noteLookedAt(_ sources: [String], as kind: Passage.Kind) async throws {
        try await write { database in
            for source in sources {
                try database.execute(
                    sql: "UPDATE learned SET isRead = 1, text = NULL WHERE kind = ? AND source = ?",
                    arguments: [kind.rawValue, source])
            }
        }
    }

    public func noteUnknown(_ sources: [String]) async throws {
        try await write { database in
            for source in sources {
                try database.execute(
                    sql: "DELETE FROM learned WHERE kind = 'message' AND source = ?", arguments: [source])
            }
        }
    }

    public func unindexed(
        after last: String?, limit: Int
    ) async throws -> [(kind: Passage.Kind, utterance: Utterance)] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT 'message' AS kind, messages.id AS source, session AS thread, messages.createdAt AS saidAt,
                        role AS speaker, NULL AS language, content AS text
                    FROM messages JOIN sessions ON sessions.id = messages.session
                    WHERE messages.number > coalesce((SELECT number FROM messages WHERE id = ?), 0)
                        AND deletedAt IS NULL AND state <> 'arriving' AND content <> ''
                        AND (care IS NULL OR care LIKE '%soft%')
                        AND isUnremembered IS NULL
                        AND NOT EXISTS (
                            SELECT 1 FROM messages AS answers
                            WHERE answers.parent = messages.id AND answers.care NOT LIKE '%soft%')
                        AND NOT EXISTS (SELECT 1 FROM learned WHERE kind = 'message' AND source = messages.id)
                    ORDER BY messages.number LIMIT ?
                    """, arguments: [last, limit])
            return try rows.map(Self.utterance)
        }
    }

    public func unread(limit: Int) async throws -> [(kind: Passage.Kind, utterance: Utterance)] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT kind, source, thread, saidAt, speaker, language, coalesce(learned.text, messages.content) AS text
                    FROM learned LEFT JOIN messages ON learned.kind = 'message' AND messages.id = source
                        LEFT JOIN sessions ON sessions.id = thread
                    WHERE isRead = 0 AND deletedAt IS NULL
                        AND source NOT IN (SELECT id FROM journal_entries WHERE deletedAt IS NOT NULL)
                        AND coalesce(learned.text, messages.content) IS NOT NULL
                    ORDER BY saidAt LIMIT ?
                    """, arguments: [limit])
            return try rows.map(Self.utterance)
        }
    }

    public func isUnread(_ source: String, as kind: Passage.Kind) async throws -> Bool {
        try await read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM learned LEFT JOIN sessions ON sessions.id = thread
                    WHERE kind = ? AND source = ? AND isRead = 0 AND deletedAt IS NULL
                        AND source NOT IN (SELECT id FROM journal_entries WHERE deletedAt IS NOT NULL))
                    """, arguments: [kind.rawValue, source]) ?? false
        }
    }

    public func said(before utterance: Utterance, limit: Int) async throws -> [Utterance] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT 'message' AS kind, id AS source, session AS thread, createdAt AS saidAt, role AS speaker,
                        NULL AS language, content AS text
                    FROM messages WHERE session = ? AND number < (SELECT number FROM messages WHERE id = ?)
                    ORDER BY number DESC LIMIT ?
                    """, arguments: [utterance.session, utterance.id, limit])
            return try rows.map { try Self.utterance($0).utterance }.reversed()
        }
    }

    public func unindexedFacts() async throws -> [Fact] {
        let known = try await read { database in
            try String.fetchSet(database, sql: "SELECT source FROM passages WHERE kind = 'fact'")
        }
        return try await facts(history: false).filter { !known.contains($0.id) }
    }

    public func eraseEvidence(from sources: [String]) async throws {
        try await erase { _ in (sources.map { .evidence(of: $0) }, ()) }
    }

    private static func utterance(_ row: Row) throws -> (kind: Passage.Kind, utterance: Utterance) {
        guard let kind = Passage.Kind(rawValue: row["kind"]), let speaker = Utterance.Speaker(rawValue: row["speaker"])
        else { throw StoreError(.damaged, "\(row["source"] as String) is of no kind that is learned from") }
        return (
            kind,
            Utterance(
                id: row["source"], session: row["thread"], speaker: speaker, text: row["text"],
                date: Date(timeIntervalSinceReferenceDate: row["saidAt"]), language: row["language"])
        )
    }
}

extension Database {
    /// Removes an entry's former words from prompts, once it has been changed.
    fileprivate func forgetOldWords(of entry: Utterance) throws {
        try execute(
            sql: "DELETE FROM recalled WHERE kind = 'entry' AND source = ? AND instr(?, rtrim(text, '…')) = 0",
            arguments: [entry.id, entry.text.withoutNulls])
    }
}
