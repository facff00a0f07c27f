// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthMemory

extension StoreArea {
    /// Notes of the texts that were indexed and read for facts, and memories that models were told.
    static let learning = StoreArea(
        name: "learning",
        since: 12,
        tables: ["learned", "recalled"],
        migrations: [
            Migration(12, "2026-11 what was learned and recalled", createLearning),
            Migration(21, "2026-11 prompts by source", indexSources),
        ],
        erasing: .learning)
}

/// `learned` names messages and entries that have been indexed; those with `isRead` have been looked at for facts too.
/// `recalled` has what stands in prompts beside a question. It is made of other messages, and goes with them.
private func createLearning(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE learned (
                kind TEXT NOT NULL CHECK (kind IN ('message', 'entry')),
                source TEXT NOT NULL,
                thread TEXT NOT NULL,
                saidAt REAL NOT NULL,
                speaker TEXT NOT NULL,
                language TEXT,
                text TEXT,
                isRead INTEGER NOT NULL CHECK (isRead IN (0, 1)),
                PRIMARY KEY (kind, source)
            ) STRICT;
            CREATE INDEX learned_unread ON learned (saidAt) WHERE isRead = 0;
            CREATE INDEX learned_of_thread ON learned (thread);

            CREATE TABLE recalled (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
                question TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
                isAtBeginning INTEGER NOT NULL CHECK (isAtBeginning IN (0, 1)),
                kind TEXT NOT NULL,
                source TEXT NOT NULL,
                thread TEXT NOT NULL,
                saidAt REAL NOT NULL,
                language TEXT NOT NULL,
                text TEXT NOT NULL
            ) STRICT;
            CREATE INDEX recalled_in_session ON recalled (session);
            CREATE INDEX recalled_of_thread ON recalled (thread);
            """)
}

/// Erasing a source finds what was made of it by these.
private func indexSources(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE INDEX recalled_of_source ON recalled (source);
            CREATE INDEX fact_evidence_of_utterance ON fact_evidence (utterance);
            CREATE INDEX facts_superseded ON facts (supersededBy) WHERE supersededBy IS NOT NULL;
            """)
}

extension AreaErasing {
    /// Notes and prompts that were made of a source go with it. Deleted sessions that can still be restored have
    /// nothing hidden here.
    static let learning = AreaErasing(
        hidden: { _, _ in [] },
        showHidden: { _ in },
        erase: { erasures, database in
            for erasure in erasures {
                // What is not to be learned from is not looked at again either.
                if let (rows, arguments) = unlearned(erasure) {
                    try database.erase(
                        "UPDATE learned SET isRead = 1, text = NULL WHERE \(rows) AND (isRead = 0 OR text IS NOT NULL)",
                        arguments)
                }
                for rows in learnedRows(erasure) { try rows.erase(in: database) }
            }
        },
        isUnfinished: { erasure, database in
            // That something is to be looked at is no trace; a text that waits to be looked at is one.
            let texts = unlearned(erasure).map { ErasedRows("learned", "\($0.sql) AND text IS NOT NULL", $0.arguments) }
            return try (learnedRows(erasure) + [texts].compactMap { $0 }).contains { try $0.exist(in: database) }
        })

    /// Notes of sources that are not learned from any more although they stay.
    private static func unlearned(_ erasure: Erasure) -> (sql: String, arguments: StatementArguments)? {
        switch erasure {
        case .learned(let span): (span.condition("thread"), span.arguments)
        case .evidence(let source): ("kind IN ('message', 'entry') AND source = ?", [source])
        case .passages(let source, let kind): ("kind = ? AND source = ?", [kind.rawValue, source])
        case .session, .messages, .folder, .fact, .quotation, .entry, .draft, .photo, .reflection, .journal, .word,
            .card, .deck, .media, .orphans, .everything:
            nil
        }
    }

    private static func learnedRows(_ erasure: Erasure) -> [ErasedRows] {
        func both(
            _ condition: String, _ arguments: StatementArguments, reading other: String? = nil
        ) -> [ErasedRows] {
            ["learned", "recalled"].map { ErasedRows($0, condition, arguments, reading: other) }
        }
        return switch erasure {
        case .session(let id): both("thread = ?", [id])
        case .messages(let session, let last):
            both(
                """
                thread = ? AND kind = 'message'
                    AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = source AND messages.number > ?)
                """, [session, last])
        case .entry(let id): both("source = ? AND kind = 'entry'", [id])
        // Entries are still there: the journal's area comes after this one.
        case .journal(let last):
            both(
                "source IN (SELECT id FROM journal_entries WHERE number <= ?) AND kind = 'entry'", [last],
                reading: "journal_entries")
        case .learned(let span): [ErasedRows("recalled", span.condition("thread"), span.arguments)]
        case .fact(let id): [ErasedRows("recalled", "source = ? AND kind = 'fact'", [id])]
        case .evidence(let source): [ErasedRows("recalled", "source = ? AND kind <> 'fact'", [source])]
        case .passages(let source, let kind):
            [ErasedRows("recalled", "source = ? AND kind = ?", [source, kind.rawValue])]
        case .folder, .quotation, .draft, .photo, .reflection, .word, .card, .deck, .media, .orphans, .everything: []
        }
    }
}

extension Database {
    /// A message or entry waits no longer to be looked at for facts.
    func endLearning(of source: String) throws {
        try execute(
            sql: "UPDATE learned SET isRead = 1, text = NULL WHERE kind IN ('message', 'entry') AND source = ?",
            arguments: [source])
    }
}
