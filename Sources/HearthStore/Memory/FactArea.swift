// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StoreArea {
    /// Facts about the user, and the words of theirs that say them.
    static let facts = StoreArea(
        name: "facts",
        since: 10,
        tables: ["facts", "fact_evidence"],
        counted: ["facts"],
        migrations: [
            Migration(10, "2026-11 facts about the user", createFacts),
            Migration(14, "2026-11 what users say about facts", addWishes),
            Migration(30, "2026-11 slots of facts", addSlots),
            Migration(31, "2026-11 facts that fit no slot", addAlsoSaid),
        ],
        check: checkFacts,
        erasing: .facts,
        exports: [ExportStep(rowsOf: ["facts"], write: writeFacts)])

    /// Measurements of models by older versions, which asked models about facts. Nothing reads them any more.
    static let calibrations = StoreArea(name: "calibrations", since: 10, tables: ["fact_calibrations"])
}

/// Facts, those among them that wait for the user, their evidence, and what models' likelihoods mean.
///
/// A fact lives as long as one of its quotations: there is none without.
private func createFacts(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE facts (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                statement TEXT NOT NULL,
                subject TEXT NOT NULL,
                kind TEXT NOT NULL,
                isNegative INTEGER NOT NULL CHECK (isNegative IN (0, 1)),
                time TEXT,
                confidence REAL NOT NULL,
                validFrom REAL NOT NULL,
                validUntil REAL,
                supersededBy TEXT,
                waits INTEGER NOT NULL CHECK (waits IN (0, 1))
            ) STRICT;

            CREATE TABLE fact_evidence (
                fact TEXT NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
                utterance TEXT NOT NULL,
                session TEXT NOT NULL,
                quote TEXT NOT NULL,
                saidAt REAL NOT NULL,
                PRIMARY KEY (fact, utterance)
            ) STRICT;
            CREATE INDEX fact_evidence_of_session ON fact_evidence (session);

            CREATE TABLE fact_calibrations (
                model TEXT PRIMARY KEY,
                value TEXT NOT NULL
            ) STRICT;
            """)
}

/// Adds columns for pinned facts, for hidden ones, and for the time since which a fact is deleted, to be erased soon.
private func addWishes(_ database: Database) throws {
    try database.execute(
        sql: """
            ALTER TABLE facts ADD COLUMN isPinned INTEGER NOT NULL DEFAULT 0 CHECK (isPinned IN (0, 1));
            ALTER TABLE facts ADD COLUMN isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1));
            ALTER TABLE facts ADD COLUMN asideAt REAL;
            """)
}

/// Which question a fact answers, with what, and what somebody is to the user.
private func addSlots(_ database: Database) throws {
    try database.execute(
        sql: """
            ALTER TABLE facts ADD COLUMN slot TEXT;
            ALTER TABLE facts ADD COLUMN slotValue TEXT;
            ALTER TABLE facts ADD COLUMN relation TEXT;
            """)
}

/// How facts stand that fit no slot: `undecided` or `kept`; `NULL` for one that has a slot or was not read for one.
private func addAlsoSaid(_ database: Database) throws {
    try database.execute(sql: "ALTER TABLE facts ADD COLUMN alsoSaid TEXT")
}

private func checkFacts(_ database: Database) throws {
    let without = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM facts WHERE NOT EXISTS (SELECT 1 FROM fact_evidence WHERE fact = facts.id)"
    )
    guard without == 0 else { throw StoreError(.damaged, "\(without ?? 0) facts have no evidence") }
}

/// One object a line, with the quotations.
private func writeFacts(to export: ExportWriter) throws {
    try export.writeLines(FactRecord.self, FactRecord.shown(in: export.database), to: "facts.jsonl")
    let facts = try FactRecord.fetchAll(export.database, sql: FactRecord.shown(in: export.database))
    if !facts.isEmpty { try export.write(FactsDocument(facts).text, to: "facts.md") }
}
