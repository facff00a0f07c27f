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
        erase: { erasure, database in
            // What is not to be learned from is not looked at again either.
            if let span = LearnedSpan(erasure) {
                try database.execute(
                    sql: "UPDATE learned SET isRead = 1, text = NULL WHERE \(span.condition("thread"))",
                    arguments: span.arguments)
            }
            for rows in erasure.learnedRows {
                try database.execute(sql: "DELETE FROM \(rows.table) WHERE \(rows.sql)", arguments: rows.arguments)
            }
        },
        isUnfinished: { erasure, database in
            try erasure.learnedRows.contains { rows in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM \(rows.table) WHERE \(rows.sql))",
                    arguments: rows.arguments) ?? false
            }
        })
}

extension Erasure {
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
        if session.hasPrefix(Self.passageMark) {
            let parts = session.dropFirst(Self.passageMark.count).split(separator: " ", maxSplits: 1).map(String.init)
            return [("recalled", "kind = ? AND source = ?", [parts.first, parts.count > 1 ? parts[1] : ""]), facts]
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
