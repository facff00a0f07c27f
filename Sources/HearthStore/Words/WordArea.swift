// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthWords

extension StoreArea {
    /// Decks, words, their cards and the log of answers, and the media of cards.
    static let words = StoreArea(
        name: "words",
        since: 8,
        tables: [
            "decks", "flashcards", "cards", "reviews", "review_days", "due_days", "undo_steps", "media", "media_uses",
            "deleted_words", "deleted_cards", "card_resets", "undone_answers", "due_counts", "split_words",
        ],
        counted: ["decks", "flashcards", "cards", "reviews", "media"],
        migrations: [
            Migration(8, "2026-11 words", createWords), Migration(17, "2026-11 answers by day", createReviewDays),
            Migration(18, "2026-11 due cards by day", createDays),
            Migration(19, "2026-11 cards counted in their indexes", widenIndexes),
            Migration(22, "2026-11 deleted words", hideDecks),
            Migration(23, "2026-11 exact undo", extendUndoSteps),
            Migration(27, "2026-11 cards counted by deck and day", DueCounts.create),
            Migration(29, "2026-11 places of new cards", addPlaces),
        ],
        firstRows: [
            "SELECT * FROM decks ORDER BY name LIMIT 1",
            "SELECT * FROM cards WHERE dueDay IS NOT NULL ORDER BY dueDay LIMIT 1",
        ],
        check: checkWords,
        erasing: .words,
        exports: wordExports)
}

/// Decks do not lie in themselves.
private func checkWords(_ database: Database) throws {
    let rows = try Row.fetchAll(database, sql: "SELECT id, parent FROM decks")
    let parents = Dictionary(rows.map { ($0[0] as Int64, $0[1] as Int64?) }, uniquingKeysWith: { first, _ in first })
    for deck in parents.keys {
        var next = parents[deck] ?? nil
        var steps = 0
        while let current = next {
            steps += 1
            guard steps <= parents.count else { throw StoreError(.damaged, "deck \(deck) lies in itself") }
            next = parents[current] ?? nil
        }
    }
}

/// Days are `UserDays`' numbers, `dueAt` and `createdAt` are `Timestamp`s, `time` is in seconds since 1970.
///
/// A card has `dueDay` when it is due on a day, `dueAt` when its step ends at a moment, and neither when it is new.
/// `shuffle` is a random order among cards of the same day. The deck of a review is its card's, so that statistics read
/// one index.
private func createWords(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE decks (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                parent INTEGER REFERENCES decks (id) ON DELETE CASCADE,
                name TEXT NOT NULL CHECK (name <> ''),
                settings TEXT,
                createdAt REAL NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX decks_by_name ON decks (ifnull(parent, 0), name);
            CREATE INDEX decks_by_parent ON decks (parent);

            CREATE TABLE flashcards (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                guid TEXT NOT NULL,
                deck INTEGER NOT NULL REFERENCES decks (id) ON DELETE CASCADE,
                word TEXT NOT NULL,
                definition TEXT NOT NULL,
                translation TEXT NOT NULL,
                phonetic TEXT NOT NULL,
                example TEXT NOT NULL,
                image TEXT,
                audio TEXT,
                -- Each with a space on both sides.
                tags TEXT NOT NULL,
                -- Synonyms, further fields and kind, as JSON; NULL where there are none.
                more TEXT,
                createdAt REAL NOT NULL,
                modifiedAt REAL NOT NULL
            ) STRICT;
            CREATE INDEX flashcards_by_guid ON flashcards (guid);
            CREATE INDEX flashcards_by_deck ON flashcards (deck, word);
            """)
    try createCards(database)
    try createWordLog(database)
}

/// A card is a word that is asked in one direction.
private func createCards(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE cards (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                flashcard INTEGER NOT NULL REFERENCES flashcards (id) ON DELETE CASCADE,
                deck INTEGER NOT NULL REFERENCES decks (id) ON DELETE CASCADE,
                direction INTEGER NOT NULL,
                phase INTEGER NOT NULL CHECK (phase BETWEEN 0 AND 3),
                step INTEGER NOT NULL,
                stability REAL,
                difficulty REAL,
                intervalDays INTEGER NOT NULL,
                dueDay INTEGER,
                dueAt REAL,
                lastReviewAt REAL,
                lastReviewDay INTEGER,
                firstReviewDay INTEGER,
                repetitions INTEGER NOT NULL,
                lapses INTEGER NOT NULL,
                isSuspended INTEGER NOT NULL CHECK (isSuspended IN (0, 1)),
                buriedOn INTEGER,
                flag INTEGER NOT NULL,
                shuffle INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX cards_by_flashcard ON cards (flashcard);
            CREATE INDEX cards_due ON cards (deck, dueDay, shuffle) WHERE dueDay IS NOT NULL;
            CREATE INDEX cards_in_steps ON cards (dueAt) WHERE dueAt IS NOT NULL;
            CREATE INDEX cards_new ON cards (deck, id) WHERE phase = 0;
            CREATE INDEX cards_load ON cards (dueDay) WHERE dueDay IS NOT NULL;
            CREATE INDEX cards_begun ON cards (firstReviewDay, deck) WHERE firstReviewDay IS NOT NULL;
            """)
}

/// Makes the tables of answers, of the steps by which they are undone, and of media.
private func createWordLog(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE reviews (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                card INTEGER NOT NULL REFERENCES cards (id) ON DELETE CASCADE,
                deck INTEGER NOT NULL,
                time INTEGER NOT NULL,
                day INTEGER NOT NULL,
                rating INTEGER,
                kind INTEGER NOT NULL,
                elapsedDays INTEGER NOT NULL,
                interval INTEGER NOT NULL,
                stability REAL,
                difficulty REAL,
                milliseconds INTEGER NOT NULL,
                key TEXT
            ) STRICT;
            CREATE INDEX reviews_by_card ON reviews (card, time);
            CREATE INDEX reviews_by_day ON reviews (deck, day, kind, rating, elapsedDays, milliseconds);
            CREATE UNIQUE INDEX reviews_by_key ON reviews (key) WHERE key IS NOT NULL;

            CREATE TABLE undo_steps (
                review INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
                -- The card and the siblings that were hidden with it, as JSON.
                before BLOB NOT NULL
            ) STRICT;

            CREATE TABLE media (
                name TEXT PRIMARY KEY,
                data BLOB NOT NULL
            ) STRICT;
            """)
}

/// Due cards by day, and steps by which answers are taken back as rows.
private func createDays(_ database: Database) throws {
    try createDueDays(database)
    try createUndoSteps(database)
}

/// Answers by day, which statistics read instead of the whole log. Triggers keep it in every transaction that changes
/// the log, whatever erases or moves a card. A change without a rating has rating 0.
private func createReviewDays(_ database: Database) throws {
    let add = """
        INSERT INTO review_days VALUES (NEW.deck, NEW.day, NEW.kind, ifnull(NEW.rating, 0), 1, NEW.milliseconds,
            NEW.elapsedDays >= 21)
        ON CONFLICT DO UPDATE SET answers = answers + 1, milliseconds = milliseconds + excluded.milliseconds,
            mature = mature + excluded.mature
        """
    let key = "deck = OLD.deck AND day = OLD.day AND kind = OLD.kind AND rating = ifnull(OLD.rating, 0)"
    let take = """
        UPDATE review_days SET answers = answers - 1, milliseconds = milliseconds - OLD.milliseconds,
            mature = mature - (OLD.elapsedDays >= 21) WHERE \(key);
        DELETE FROM review_days WHERE \(key) AND answers <= 0;
        """
    try database.execute(
        sql: """
            CREATE TABLE review_days (
                deck INTEGER NOT NULL,
                day INTEGER NOT NULL,
                kind INTEGER NOT NULL,
                rating INTEGER NOT NULL,
                answers INTEGER NOT NULL,
                milliseconds INTEGER NOT NULL,
                -- Answers after 21 days or more.
                mature INTEGER NOT NULL,
                PRIMARY KEY (deck, day, kind, rating)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO review_days SELECT deck, day, kind, ifnull(rating, 0), count(*), sum(milliseconds),
                sum(elapsedDays >= 21) FROM reviews GROUP BY deck, day, kind, ifnull(rating, 0);
            CREATE TRIGGER review_added AFTER INSERT ON reviews BEGIN \(add); END;
            CREATE TRIGGER review_removed AFTER DELETE ON reviews BEGIN \(take) END;
            CREATE TRIGGER review_moved AFTER UPDATE OF deck, day, kind, rating, milliseconds, elapsedDays ON reviews
                BEGIN \(take) \(add); END;
            -- A day's answers are found in the table above; the log itself is read by card.
            DROP INDEX reviews_by_day;
            CREATE INDEX reviews_by_day ON reviews (deck, day);
            """)
}

/// How many cards are due on a day, for those that have to choose one. Triggers keep it.
private func createDueDays(_ database: Database) throws {
    let add = "INSERT INTO due_days VALUES (NEW.dueDay, 1) ON CONFLICT DO UPDATE SET cards = cards + 1"
    let take = """
        UPDATE due_days SET cards = cards - 1 WHERE day = OLD.dueDay;
        DELETE FROM due_days WHERE day = OLD.dueDay AND cards <= 0;
        """
    try database.execute(
        sql: """
            DROP INDEX cards_load;
            CREATE TABLE due_days (day INTEGER PRIMARY KEY, cards INTEGER NOT NULL) STRICT;
            INSERT INTO due_days SELECT dueDay, count(*) FROM cards WHERE dueDay IS NOT NULL GROUP BY dueDay;
            CREATE TRIGGER card_due_added AFTER INSERT ON cards WHEN NEW.dueDay IS NOT NULL BEGIN \(add); END;
            CREATE TRIGGER card_due_removed AFTER DELETE ON cards WHEN OLD.dueDay IS NOT NULL BEGIN \(take) END;
            CREATE TRIGGER card_due_left AFTER UPDATE OF dueDay ON cards
                WHEN OLD.dueDay IS NOT NULL AND OLD.dueDay IS NOT NEW.dueDay BEGIN \(take) END;
            CREATE TRIGGER card_due_came AFTER UPDATE OF dueDay ON cards
                WHEN NEW.dueDay IS NOT NULL AND OLD.dueDay IS NOT NEW.dueDay BEGIN \(add); END;
            """)
}

/// The rows of cards as they were. Steps from before are given up: they were JSON, and were good for an undo.
private func createUndoSteps(_ database: Database) throws {
    try database.execute(
        sql: """
            DROP TABLE undo_steps;
            CREATE TABLE undo_steps (
                review INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
                -- The cards that were hidden because of the answer, with commas between.
                siblings TEXT NOT NULL,
                -- The word's tags, where the answer added one.
                tags TEXT,
                phase INTEGER NOT NULL,
                step INTEGER NOT NULL,
                stability REAL,
                difficulty REAL,
                intervalDays INTEGER NOT NULL,
                dueDay INTEGER,
                dueAt REAL,
                lastReviewAt REAL,
                lastReviewDay INTEGER,
                firstReviewDay INTEGER,
                repetitions INTEGER NOT NULL,
                lapses INTEGER NOT NULL,
                isSuspended INTEGER NOT NULL,
                buriedOn INTEGER
            ) STRICT;
            """)
}

/// With all that says whether a card is to be counted: after each answer, thousands may have to be.
private func widenIndexes(_ database: Database) throws {
    try database.execute(
        sql: """
            DROP INDEX cards_due;
            CREATE INDEX cards_due ON cards (deck, dueDay, shuffle, flashcard, isSuspended, buriedOn)
                WHERE dueDay IS NOT NULL;
            DROP INDEX cards_new;
            CREATE INDEX cards_new ON cards (deck, id, flashcard, isSuspended, buriedOn) WHERE phase = 0;
            """)
}

/// Deleted things are hidden until they are restored or erased: a deck by its own date, words by lying in a hidden deck
/// that was made for them, with a note of where they were. Every query by deck leaves them out, so.
///
/// `media_uses` says which words name a file: a file goes with the last of them.
private func hideDecks(_ database: Database) throws {
    try database.execute(
        sql: """
            ALTER TABLE decks ADD COLUMN deletedAt REAL;
            DROP INDEX decks_by_name;
            CREATE UNIQUE INDEX decks_by_name ON decks (ifnull(parent, 0), name) WHERE deletedAt IS NULL;
            CREATE INDEX decks_deleted ON decks (deletedAt) WHERE deletedAt IS NOT NULL;
            CREATE VIEW hidden_decks AS WITH RECURSIVE hidden (id) AS (
                SELECT id FROM decks WHERE deletedAt IS NOT NULL
                UNION SELECT decks.id FROM decks JOIN hidden ON decks.parent = hidden.id)
                SELECT id FROM hidden;

            CREATE TABLE deleted_words (
                flashcard INTEGER PRIMARY KEY REFERENCES flashcards (id) ON DELETE CASCADE,
                deck INTEGER NOT NULL,
                deletion INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX deleted_words_of_deletion ON deleted_words (deletion);
            CREATE TABLE deleted_cards (
                card INTEGER PRIMARY KEY REFERENCES cards (id) ON DELETE CASCADE,
                deck INTEGER NOT NULL,
                deletion INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX deleted_cards_of_deletion ON deleted_cards (deletion);

            CREATE TABLE media_uses (
                name TEXT NOT NULL,
                flashcard INTEGER NOT NULL REFERENCES flashcards (id) ON DELETE CASCADE,
                PRIMARY KEY (name, flashcard)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX media_uses_of_word ON media_uses (flashcard);
            """)
    let rows = try Row.fetchCursor(
        database,
        sql: """
            SELECT \(Flashcard.columns) FROM flashcards
            WHERE image IS NOT NULL OR audio IS NOT NULL OR more IS NOT NULL
            """)
    while let row = try rows.next() {
        let word = try Flashcard(row: row)
        try word.content.noteMedia(of: word.id, in: database)
    }
}

/// An answer is taken back only where nobody has changed since what it changed: `after` is the schedule as the answer
/// left it. `undone_answers` has the keys of answers that were taken back, so that a phone that sends one again does
/// not bring it back; `card_resets` when a card began anew, so that an answer from before it does not count after it.
private func extendUndoSteps(_ database: Database) throws {
    try database.execute(
        sql: """
            DELETE FROM undo_steps;
            ALTER TABLE undo_steps ADD COLUMN after TEXT NOT NULL DEFAULT '';
            -- What the word's mistakes were, where the answer added one.
            ALTER TABLE undo_steps ADD COLUMN mistake TEXT;
            CREATE TABLE undone_answers (
                key TEXT PRIMARY KEY,
                -- Seconds since 1970.
                time INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX undone_answers_by_time ON undone_answers (time);
            CREATE TABLE card_resets (
                card INTEGER PRIMARY KEY REFERENCES cards (id) ON DELETE CASCADE,
                at REAL NOT NULL
            ) STRICT;
            """)
}

/// New cards come by their position, and those of one position as they were added or shuffled. Each has 0 until
/// somebody puts it before the others.
private func addPlaces(_ database: Database) throws {
    try database.execute(
        sql: """
            ALTER TABLE cards ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
            DROP INDEX cards_new;
            CREATE INDEX cards_new ON cards (deck, position, id, flashcard, isSuspended, buriedOn) WHERE phase = 0;
            """)
}
