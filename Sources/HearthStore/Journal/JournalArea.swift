// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StoreArea {
    /// Entries that the user wrote about their days, with photos, drafts, and the looks back that they kept.
    static let journal = StoreArea(
        name: "journal",
        since: 13,
        tables: [
            "journal_entries", "journal_photos", "journal_drafts", "journal_reflections", "journal_reflection_lines",
        ],
        searchIndexes: ["journal_text"],
        counted: ["journal_entries", "journal_photos", "journal_drafts", "journal_reflections"],
        migrations: [Migration(13, "2026-11 journal", createJournal)],
        firstRows: ["SELECT * FROM journal_entries ORDER BY day DESC LIMIT 1"],
        check: checkJournal,
        erasing: .journal,
        exports: journalExports)
}

/// `day` is the number of a `JournalDay`, `minute` what clocks showed; dates are `Timestamp`s.
///
/// Photos and drafts belong to an entry that may not be there yet: it gets its identifier when somebody begins to write
/// it. The sentences of a reflection go with the entries that they were made of.
private func createJournal(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE journal_entries (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                day INTEGER NOT NULL,
                minute INTEGER CHECK (minute BETWEEN 0 AND 1439),
                text TEXT NOT NULL,
                mood INTEGER CHECK (mood BETWEEN 1 AND 5),
                -- One a line.
                tags TEXT NOT NULL,
                language TEXT,
                createdAt REAL NOT NULL,
                changedAt REAL NOT NULL,
                deletedAt REAL
            ) STRICT;
            CREATE INDEX journal_entries_by_day ON journal_entries (day, minute);
            CREATE INDEX journal_entries_deleted ON journal_entries (deletedAt) WHERE deletedAt IS NOT NULL;

            CREATE TABLE journal_photos (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                entry TEXT NOT NULL,
                kind TEXT NOT NULL,
                width INTEGER NOT NULL,
                height INTEGER NOT NULL,
                data BLOB NOT NULL
            ) STRICT;
            CREATE INDEX journal_photos_of_entry ON journal_photos (entry);

            CREATE TABLE journal_drafts (
                entry TEXT PRIMARY KEY,
                day INTEGER NOT NULL,
                text TEXT NOT NULL,
                mood INTEGER CHECK (mood BETWEEN 1 AND 5),
                -- A guided talk, as JSON.
                talk TEXT,
                changedAt REAL NOT NULL
            ) STRICT;
            """)
    try createReflections(database)
    try createJournalIndex(database)
}

private func createReflections(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE journal_reflections (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                period TEXT NOT NULL CHECK (period IN ('week', 'month')),
                firstDay INTEGER NOT NULL,
                question TEXT,
                createdAt REAL NOT NULL
            ) STRICT;
            CREATE INDEX journal_reflections_by_day ON journal_reflections (firstDay);

            CREATE TABLE journal_reflection_lines (
                reflection TEXT NOT NULL REFERENCES journal_reflections (id) ON DELETE CASCADE,
                place INTEGER NOT NULL,
                text TEXT NOT NULL,
                entry TEXT REFERENCES journal_entries (id) ON DELETE CASCADE,
                PRIMARY KEY (reflection, place)
            ) STRICT;
            CREATE INDEX journal_reflection_lines_of_entry ON journal_reflection_lines (entry) WHERE entry IS NOT NULL;
            """)
}

/// The full-text index, and the triggers that keep it and what belongs to an entry.
private func createJournalIndex(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE VIRTUAL TABLE journal_text USING fts5(
                text, tags, content='journal_entries', content_rowid='number',
                tokenize='unicode61 remove_diacritics 2', prefix='2 3');
            CREATE TRIGGER journal_entries_inserted AFTER INSERT ON journal_entries BEGIN
                INSERT INTO journal_text (rowid, text, tags) VALUES (new.number, new.text, new.tags);
            END;
            CREATE TRIGGER journal_entries_updated AFTER UPDATE OF text, tags ON journal_entries
            WHEN old.text <> new.text OR old.tags <> new.tags BEGIN
                INSERT INTO journal_text (journal_text, rowid, text, tags)
                    VALUES ('delete', old.number, old.text, old.tags);
                INSERT INTO journal_text (rowid, text, tags) VALUES (new.number, new.text, new.tags);
            END;
            CREATE TRIGGER journal_entries_removed AFTER DELETE ON journal_entries BEGIN
                INSERT INTO journal_text (journal_text, rowid, text, tags)
                    VALUES ('delete', old.number, old.text, old.tags);
                DELETE FROM journal_photos WHERE entry = old.id;
                DELETE FROM journal_drafts WHERE entry = old.id;
            END;
            CREATE TRIGGER journal_reflection_lines_removed AFTER DELETE ON journal_reflection_lines
            WHEN NOT EXISTS (SELECT 1 FROM journal_reflection_lines WHERE reflection = old.reflection) BEGIN
                DELETE FROM journal_reflections WHERE id = old.reflection;
            END;
            """)
}

/// Days are those of calendars.
private func checkJournal(_ database: Database) throws {
    let strays = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM journal_entries WHERE day NOT BETWEEN ? AND ?",
        arguments: [JournalRows.firstDay, JournalRows.lastDay])
    guard strays == 0 else { throw StoreError(.damaged, "\(strays ?? 0) entries are on days of no calendar") }
}
