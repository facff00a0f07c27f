// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StoreArea {
    /// What has been indexed and looked at for facts, and what models were told of the memory.
    static let learning = StoreArea(
        name: "learning",
        since: 12,
        tables: ["learned", "recalled"],
        migrations: [Migration(12, "2026-11 what was learned and recalled", createLearning)],
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

extension AreaErasing {
    /// What was made of a session or of its messages goes with them, wherever it was used. Deleted sessions that can
    /// still be brought back have nothing hidden here.
    static let learning = AreaErasing(
        hidden: { _, _ in [] },
        showHidden: { _ in },
        erase: { erasures, database in
            for erasure in erasures { try erasure.eraseLearned(in: database) }
        },
        isUnfinished: { erasure, database in
            // That something is to be looked at is no trace; what waits to be looked at is one.
            let texts = erasure.unlearned.map { ("learned", "\($0.sql) AND text IS NOT NULL", $0.arguments) }
            return try (erasure.learnedRows + [texts].compactMap { $0 }).contains { rows in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM \(rows.0) WHERE \(rows.1))",
                    arguments: rows.2) ?? false
            }
        })
}

extension Database {
    /// A message or entry waits no longer to be looked at for facts.
    func endLearning(of source: String) throws {
        try execute(sql: "UPDATE learned SET isRead = 1, text = NULL WHERE source = ?", arguments: [source])
    }
}

extension Erasure {
    fileprivate func eraseLearned(in database: Database) throws {
        // What is not to be learned from is not looked at again either.
        if let (rows, arguments) = unlearned {
            try database.erase(
                "UPDATE learned SET isRead = 1, text = NULL WHERE \(rows) AND (isRead = 0 OR text IS NOT NULL)",
                arguments)
        }
        for rows in learnedRows {
            try database.erase("DELETE FROM \(rows.table) WHERE \(rows.sql)", rows.arguments)
        }
    }

    /// What is not learned from any more: all of a span, a message or entry, or one whose passages go.
    fileprivate var unlearned: (sql: String, arguments: StatementArguments)? {
        if let span = LearnedSpan(self) { return (span.condition("thread"), span.arguments) }
        if session.hasPrefix(Self.evidenceMark) {
            return ("source = ?", [String(session.dropFirst(Self.evidenceMark.count))])
        }
        return passageSource.map { ("kind = ? AND source = ?", [$0.kind, $0.id]) }
    }

    private var passageSource: (kind: String, id: String)? {
        guard session.hasPrefix(Self.passageMark) else { return nil }
        let parts = session.dropFirst(Self.passageMark.count).split(separator: " ", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    fileprivate typealias Rows = (table: String, sql: String, arguments: StatementArguments)

    fileprivate var learnedRows: [Rows] {
        let orphaned = "kind = 'fact' AND source NOT IN (SELECT id FROM facts)"
        let facts: Rows = ("recalled", orphaned, [])
        if session.hasPrefix(Self.factMark) { return [facts] }
        if let span = LearnedSpan(self) { return [("recalled", span.condition("thread"), span.arguments), facts] }
        if session.hasPrefix(Self.evidenceMark) {
            let source = String(session.dropFirst(Self.evidenceMark.count))
            return [("recalled", "kind <> 'fact' AND source = ?", [source]), facts]
        }
        if let passageSource {
            return [("recalled", "kind = ? AND source = ?", [passageSource.kind, passageSource.id]), facts]
        }
        guard let upTo else {
            return [("learned", "thread = ?", [session]), ("recalled", "thread = ?", [session]), facts]
        }
        let isGone =
            "thread = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = source AND messages.number > ?)"
        return [
            ("learned", "kind = 'message' AND \(isGone)", [session, upTo]),
            ("recalled", "kind = 'message' AND \(isGone)", [session, upTo]), facts,
        ]
    }
}
