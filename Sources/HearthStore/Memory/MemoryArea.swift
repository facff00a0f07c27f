// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StoreArea {
    /// Passages of what was said and written, with what they are found by.
    ///
    /// They are made of messages, entries and facts, so no backup is made for their sake, and exports have those, and a
    /// list of what passages were made of.
    static let memory = StoreArea(
        name: "memory",
        since: 9,
        tables: ["passages", "passage_vectors", "passage_removals"],
        searchIndexes: ["passage_stems"],
        migrations: memoryMigrations,
        check: checkMemory,
        erasing: .memory,
        exports: [ExportStep(rowsOf: ["passages"], write: writeSources)])
}

let memoryMigrations = [Migration(9, "2026-11 passages of the memory", createPassages)]

/// Passages, their stems as an index, and their vectors.
///
/// A passage is added and removed, never changed. The index knows only which passages have a stem (`detail=none`); its
/// tokenizer takes each of the stems, which have neither spaces nor punctuation, as it is. `passage_removals` counts,
/// so that what is kept in memory of the passages notices that some are gone.
private func createPassages(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE passages (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL CHECK (kind IN ('message', 'entry', 'fact')),
                source TEXT NOT NULL,
                part INTEGER NOT NULL,
                thread TEXT NOT NULL,
                speaker TEXT NOT NULL,
                saidAt REAL NOT NULL,
                text TEXT NOT NULL,
                stems TEXT NOT NULL,
                stemCount INTEGER NOT NULL,
                wordCount INTEGER NOT NULL,
                isQuestion INTEGER NOT NULL CHECK (isQuestion IN (0, 1)),
                namesTime INTEGER NOT NULL CHECK (namesTime IN (0, 1)),
                UNIQUE (source, kind, part)
            ) STRICT;
            CREATE INDEX passages_of_thread ON passages (thread);

            CREATE TABLE passage_vectors (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                passage INTEGER NOT NULL UNIQUE REFERENCES passages (number) ON DELETE CASCADE,
                model TEXT NOT NULL,
                scale REAL NOT NULL,
                numbers BLOB NOT NULL
            ) STRICT;

            CREATE TABLE passage_removals (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                count INTEGER NOT NULL
            ) STRICT;
            INSERT INTO passage_removals VALUES (1, 0);

            CREATE VIRTUAL TABLE passage_stems USING fts5(
                stems, content='passages', content_rowid='number', tokenize='ascii', detail=none);
            CREATE TRIGGER passages_inserted AFTER INSERT ON passages BEGIN
                INSERT INTO passage_stems (rowid, stems) VALUES (new.number, new.stems);
            END;
            CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
                INSERT INTO passage_stems (passage_stems, rowid, stems) VALUES ('delete', old.number, old.stems);
                UPDATE passage_removals SET count = count + 1;
            END;
            """)
}

/// Vectors of one model have one width.
private func checkMemory(_ database: Database) throws {
    let widths = try Int.fetchOne(
        database,
        sql: """
            SELECT count(*) FROM (
                SELECT model FROM passage_vectors GROUP BY model HAVING min(length(numbers)) <> max(length(numbers)))
            """)
    guard widths == 0 else {
        throw StoreError(.damaged, "vectors of \(widths ?? 0) embedding models have different widths")
    }
}

/// Writes the sources of passages, one object a line.
private func writeSources(to export: ExportWriter) throws {
    try export.writeLines(
        PassageSource.self,
        """
        SELECT kind, source, thread, speaker, min(saidAt) AS saidAt, count(*) AS passages FROM passages
        WHERE thread NOT IN (SELECT id FROM sessions WHERE deletedAt IS NOT NULL)
        GROUP BY kind, source ORDER BY min(number)
        """, to: "remembered.jsonl")
}

private struct PassageSource: Encodable, FetchableRecord {
    let kind: String
    let source: String
    let thread: String
    let speaker: String
    let saidAt: Timestamp
    let passages: Int

    /// By place, as in `MessageRecord`: there is one for each message.
    init(row: Row) throws {
        kind = try row.decode(atIndex: 0)
        source = try row.decode(atIndex: 1)
        thread = try row.decode(atIndex: 2)
        speaker = try row.decode(atIndex: 3)
        saidAt = try row.decode(atIndex: 4)
        passages = try row.decode(atIndex: 5)
    }
}
