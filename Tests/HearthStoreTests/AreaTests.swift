// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthChat
import HearthMemory
import HearthModels
import HearthWords
import Testing

@testable import HearthStore

/// Rules for every area, also for those to come.
@Suite struct AreaTests {
    @Test func `each table, index and trigger belongs to one area`() async throws {
        try await Store().read { (database: Database) throws in
            #expect(try strays(in: database, StoreArea.all) == [])
            for area in StoreArea.all {
                for table in area.tables + area.searchIndexes {
                    #expect(try database.tableExists(table), "\(area.name) says that it has \(table)")
                }
                let named = Set(area.counted + area.exports.flatMap(\.rowsOf))
                #expect(named.isSubset(of: area.tables), "\(area.name)")
            }
            let virtual = "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
            #expect(try String.fetchSet(database, sql: virtual) == Set(StoreArea.all.flatMap(\.searchIndexes)))
        }
    }

    @Test func `what no area has, and what two have, is found`() async throws {
        try await Store().write { database in
            try database.execute(
                sql: """
                    CREATE TABLE recipes (id TEXT PRIMARY KEY, name TEXT);
                    CREATE INDEX recipes_by_name ON recipes (name);
                    CREATE TRIGGER recipes_removed AFTER DELETE ON recipes BEGIN DELETE FROM drafts; END;
                    """)
            #expect(try strays(in: database, StoreArea.all) == ["recipes", "recipes_by_name", "recipes_removed"])
            let recipes = StoreArea(name: "recipes", since: 9, tables: ["recipes"])
            #expect(try strays(in: database, StoreArea.all + [recipes]) == [])
            let others = StoreArea(name: "others", since: 9, tables: ["recipes", "drafts"])
            #expect(try strays(in: database, StoreArea.all + [others]) == ["drafts"])
        }
    }

    /// Databases remember migrations by their names, and count them. A name is never changed, and no place is given
    /// twice.
    @Test func `migrations keep their names and places`() {
        #expect(migrations.map(\.version) == Array(1...migrations.count))
        #expect(
            migrations.prefix(13).map(\.name) == [
                "2026-11 conversations", "2026-11 settings, models and erasures", "2026-11 thinking of a session",
                "2026-11 faults as codes", "2026-11 tokens of instructions", "2026-11 where a model begins to read",
                "2026-11 no list of models", "2026-11 words", "2026-11 passages of the memory",
                "2026-11 facts about the user", "2026-11 modes and memory of sessions",
                "2026-11 what was learned and recalled", "2026-11 journal",
            ])
    }

    @Test func `each area says with which version it came`() async throws {
        for area in StoreArea.all {
            for (version, isThere) in [(area.since - 1, false), (area.since, true)] {
                let queue = try DatabaseQueue(configuration: Store.configuration())
                try migrate(queue, upTo: version)
                let tables = try await queue.read { database in
                    try area.tables.filter { try database.tableExists($0) }
                }
                #expect(tables.isEmpty != isThere, "\(area.name) in version \(version)")
                let names = try await queue.read { database in try StoreArea.all(in: database).map(\.name) }
                #expect(names.contains(area.name) == isThere)
            }
        }
    }

    /// A backup from which tables have gone must not pass for one in which nothing is left to erase.
    @Test func `a backup that has lost its tables is not taken for a clean one`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            let queue = try DatabaseQueue(path: backup.file.path)
            try await queue.write {
                try $0.execute(sql: "DROP TABLE recalled; DROP TABLE drafts; DROP TABLE messages; DROP TABLE sessions")
            }
            try queue.close()
            let copies = CleaningCopies(
                files: StoreFiles(folder: folder), notes: [Erasure.Note(number: nil, erasure: .session("s"))])
            #expect(copies.unclean().map(\.file.lastPathComponent) == [backup.file.lastPathComponent])
        }
    }

    @Test func `a database without any area is one in which there is nothing`() async throws {
        let queue = try DatabaseQueue(configuration: Store.configuration())
        try await queue.write { database in
            #expect(try StoreArea.counts(in: database) == [:])
            #expect(try StoreArea.isEmpty(database))
            #expect(try AreaErasing.hidden(before: .distantFuture, in: database) == [])
            let erasure = Erasure.session("s")
            #expect(try !erasure.isUnfinished(in: database))
            #expect(try !Erasure.apply([erasure], to: database))
            try SearchIndex.forgetErased(in: database)
            try DatabaseCheck.references(database)
        }
    }

    /// It has no settings, which came with version 2.
    @Test func `a backup of version 1 is exported with what it has`() async throws {
        try await withTemporaryFolder { folder in
            let files = StoreFiles(folder: folder)
            let released = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/store/version-1.sqlite")
            try PrivateFiles.makeFolder(files.backups)
            let backup = files.backups.appending(path: "hearth-2026-11-01.sqlite")
            try FileManager.default.copyItem(at: released, to: backup)
            try Data("rubbish".utf8).write(to: files.database)
            let export = folder.appending(path: "export")
            let counts = try openRecovery(folder).export(to: export)
            #expect(counts.sessions == 1 && counts.messages == 3)
            let names = try FileManager.default.contentsOfDirectory(atPath: export.path)
            #expect(names.sorted() == ["conversations", "messages.jsonl", "sessions.jsonl"])
        }
    }

    // MARK: Erasing

    /// Puts a word into every table of every area that can have it.
    ///
    /// The tests below fail where a new area is missing here.
    private func fill(_ store: Store) async throws {
        try await converse(
            store, "xylophon", question: "xylophonist", answer: "xylophonists", title: "xylophonic")
        try await store.saveDraft("xylophonically", of: "xylophon")
        try await store.write {
            try $0.execute(sql: "INSERT INTO imported_sessions VALUES ('xylophon', 'claude:xylophon', 0)")
        }
        try await store.save(SessionFolder(id: "xylophon", name: "xylophones", createdAt: date()))
        try await store.move(["xylophon"], to: "xylophon")
        let deck = try await store.makeDeck("xylophons", at: date())
        var content = FlashcardContent(word: "xylophone")
        content.image = "xylophone.png"
        _ = try await store.add(MediaFile(name: "xylophone.png", data: Data("xylophones".utf8)))
        let word = try await store.add([content], to: deck.id, at: date())[0]
        let card = try await store.cards(of: word.id)[0]
        try await store.answer(
            [StudyAnswer(card: card.id, rating: .easy, date: date(), key: "xylophonous")],
            days: UserDays(timeZone: .gmt))
        try await fillDeletions(store, deck)
        try await store.add([
            PassageDraft(
                kind: .message, source: "xylophon-question", thread: "xylophon", speaker: "user", date: date(),
                text: "xylophonist")
        ])
        let passages = try await store.unembedded(by: ["xylophonic"], limit: 10)
        try await store.add(passages.map { PassageVector(passage: $0.number, [0.6, 0.8]) }, of: "xylophonic")
        var learned = FactChanges()
        learned.facts = [
            Fact(
                id: "xylophonist", statement: "xylophonist", subject: "user", kind: .work, isNegative: false, time: nil,
                confidence: 1, validFrom: date(), validUntil: nil, supersededBy: nil,
                evidence: [
                    FactEvidence(
                        utterance: "xylophon-question", session: "xylophon", quote: "xylophonist", date: date())
                ])
        ]
        try await store.keep(learned)
        try await fillPortrait(store, learned)
        try await store.save(
            [
                RecalledMemory(
                    question: "xylophon-question", isAtBeginning: true, kind: .message, source: "xylophon-question",
                    thread: "xylophon", date: date(), language: "en", text: "xylophonist")
            ], in: "xylophon")
        try await fillJournal(store)
        try await store.noteIndexed(
            [Utterance(id: "xylophon", session: "xylophon", speaker: .user, text: "xylophonist", date: date())],
            as: .entry)
    }

    /// A word that is deleted and can still be restored, a card that began anew, and an answer that was taken back.
    private func fillDeletions(_ store: Store, _ deck: Deck) async throws {
        let words = try await store.add(
            [FlashcardContent(word: "xylophonia"), FlashcardContent(word: "xylophonium")], to: deck.id, at: date())
        _ = try await store.deleteFlashcards([words[0].id], at: date())
        let card = try await store.cards(of: words[1].id)[0]
        try await store.answer(
            [StudyAnswer(card: card.id, rating: .good, date: date(), key: "undone")], days: UserDays(timeZone: .gmt))
        _ = try await store.undoAnswer("undone")
        try await store.set(.forget, on: [card.id], at: date())
        // Of some words that come from Anki, cards lie in several decks.
        let other = try await store.makeDeck("zither", at: date())
        try await store.write { database in
            try database.execute(
                sql: """
                    INSERT INTO cards SELECT NULL, flashcard, ?, 1, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0, 0, 0,
                        NULL, 0, 0, 0 FROM cards WHERE id = ?
                    """, arguments: [other.id, card.id])
        }
    }

    private func fillJournal(_ store: Store) async throws {
        let entry = try journalEntry("xylophonist", tags: ["xylophon"], id: "xylophon")
        try await store.save(entry)
        _ = try await store.add(samplePhoto(), to: entry.id)
        try await store.save(JournalDraft(entry: "xylophon", day: entry.day, text: "xylophone", changedAt: date()))
        try await store.save(
            Reflection(
                id: "xylophon", period: .week, firstDay: entry.day, lines: [.init("xylophones", entry: "xylophon")],
                question: "xylophone?", createdAt: date()))
    }

    private func fillPortrait(_ store: Store, _ learned: FactChanges) async throws {
        var portrait = ProfileChanges()
        portrait.lines = [ProfileLine(id: "xylophonist", section: .work, text: "xylophonist", facts: ["xylophonist"])]
        try await store.keep(portrait)
        try await store.write { [fact = learned.facts[0]] database in
            try FactRefusal(fact).save(database)
            try database.exclude("xylophon-gone", session: "xylophon", since: 0, until: 1)
        }
    }

    private func fillRest(_ store: Store) async throws {
        try await store.change { $0.answers.instructions = "xylophonish" }
        try await store.write { database in
            try Erasure.note([.session("xylophon-gone")], in: database)
            try database.execute(sql: "INSERT INTO fact_calibrations VALUES ('xylophon', '{}')")
        }
    }

    @Test func `when everything is erased, no area has a row, and no file a byte`() async throws {
        try await withStore { store, folder in
            try await fill(store)
            // A word that was deleted cannot come back any more.
            try await store.backUpDaily(at: date(3_600), calendar: gregorian)
            try await fillRest(store)
            #expect(try await tablesWithout("xylophon", store, StoreArea.all) == [])
            #expect(try files(below: folder, with: "xylophon").contains { $0.hasPrefix("backups/") })

            #expect(try await store.eraseEverything() == 0)
            #expect(try await rows(store) == rows(Store()))
            #expect(try files(below: folder, with: "xylophon") == [])
            try await store.write { try SearchIndex.check(in: $0) }
        }
    }

    @Test func `when a conversation is erased, no file has a byte of what areas made of it`() async throws {
        try await withStore { store, folder in
            try await fill(store)
            // A word that was deleted cannot come back any more.
            try await store.backUpDaily(at: date(3_600), calendar: gregorian)
            #expect(try await tablesWithout("xylophon", store, StoreArea.all.filter { $0.erasing != nil }) == [])
            try await store.delete("xylophon", at: date())
            try await store.delete(folder: "xylophon", at: date())
            try await store.erase(deletedBefore: .distantFuture)
            try await store.eraseDeck(try #require(try await store.decks().decks.first).id)
            try await store.eraseEntries(["xylophon"])
            #expect(try store.erasuresToFinish() == 0)
            #expect(try files(below: folder, with: "xylophon") == [])
            #expect(try store.backups().count == 1)
        }
    }

    /// Tables and indexes in which no value has a word; of tables without texts, those without a row.
    private func tablesWithout(_ word: String, _ store: Store, _ areas: [StoreArea]) async throws -> [String] {
        try await store.read { database in
            let tables = try areas.flatMap(\.tables).filter { (table) throws -> Bool in
                let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
                // Texts of an undo step are numbers, a mistake, and tags where a word became a leech; those of undone
                // answers are keys that say nothing.
                let hasTexts =
                    try !["undo_steps", "undone_answers"].contains(table)
                    && database.columns(in: table).contains { $0.type == "TEXT" }
                return hasTexts ? !rows.contains { "\($0)".contains(word) } : rows.isEmpty
            }
            let indexes = try areas.flatMap(\.searchIndexes).filter { index in
                try Row.fetchOne(
                    database, sql: "SELECT rowid FROM \(index) WHERE \(index) MATCH ?", arguments: [word + "*"]) == nil
            }
            return tables + indexes
        }
    }

    /// How many rows each table has.
    private func rows(_ store: Store) async throws -> [String: Int] {
        try await store.read { database in
            let tables = StoreArea.all.flatMap { $0.tables + $0.searchIndexes.map { "\($0)_docsize" } }
            let counts = try tables.map { ($0, try StoreArea.rows(of: $0, in: database)) }
            return Dictionary(uniqueKeysWithValues: counts)
        }
    }
}

/// Names the tables, indexes and triggers that belong to no area or to several, by the table that they are part of.
/// Views have no rows of their own; the tables of SQLite and of the migrator are left out.
private func strays(in database: Database, _ areas: [StoreArea]) throws -> [String] {
    let rows = try Row.fetchAll(
        database,
        sql: """
            SELECT name, tbl_name FROM sqlite_schema
            WHERE type <> 'view' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'grdb_*' ORDER BY name
            """)
    return rows.filter { row in areas.filter { $0.has(row["tbl_name"]) }.count != 1 }.map { $0["name"] }
}

extension StoreArea {
    /// FTS5 keeps each index in tables that have its name and an ending.
    fileprivate func has(_ table: String) -> Bool {
        tables.contains(table) || searchIndexes.contains { table == $0 || table.hasPrefix($0 + "_") }
    }
}
