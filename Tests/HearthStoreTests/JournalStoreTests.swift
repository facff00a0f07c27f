// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory
import Testing

@testable import HearthStore

/// An entry as a test needs it.
func journalEntry(
    _ text: String, _ day: String = "2026-11-20", at minute: Int? = 1_272, mood: Mood? = nil, tags: [String] = [],
    id: String = UUID().uuidString
) throws -> JournalEntry {
    JournalEntry(
        id: id, day: try #require(JournalDay(day)), minute: minute, text: text, mood: mood, tags: tags,
        createdAt: date())
}

/// The smallest picture that is one: a GIF would be refused.
func samplePhoto() throws -> PhotoFile {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/journal/place.png")
    return try PhotoFile(Data(contentsOf: file))
}

@Suite struct JournalStoreTests {
    private let store: Store

    init() throws { store = try Store() }

    @Test func `an entry is read back as it was saved, and changed in its place`() async throws {
        var entry = try journalEntry("Half a violin\n\nShe laughed.\0", mood: .bright, tags: ["music", "home, sweet"])
        try await store.save(entry)
        let photo = try await store.add(samplePhoto(), to: entry.id)
        entry.text = "Half a violin\n\nShe laughed.\u{FFFD}"
        entry.photos = [photo]
        #expect(try await store.entry(entry.id) == entry)
        (entry.text, entry.mood, entry.minute) = ("Other", nil, nil)
        entry.changedAt = date(60)
        try await store.save(entry)
        #expect(try await store.entry(entry.id) == entry)
        #expect(try await store.entries(JournalQuery()).count == 1)
    }

    @Test func `entries come by day and time, and within days that are asked for`() async throws {
        for (text, day, minute) in [("c", "2026-11-20", 1_200), ("a", "2025-11-20", 60), ("b", "2026-11-20", 60)] {
            try await store.save(journalEntry(text, day, at: minute))
        }
        var query = JournalQuery()
        #expect(try await store.entries(query).map(\.text) == ["c", "b", "a"])
        query.newestFirst = false
        #expect(try await store.entries(query).map(\.text) == ["a", "b", "c"])
        query.days = [try #require(JournalDay("2025-11-20"))]
        #expect(try await store.entries(query).map(\.text) == ["a"])
        let range = JournalQuery(from: JournalDay("2026-01-01"), until: JournalDay("2026-12-31"))
        #expect(try await store.entries(range).map(\.text) == ["c", "b"])
        let overview = try await store.overview()
        #expect(overview.entries == 3 && overview.first?.description == "2025-11-20")
    }

    @Test func `a day has its last mood`() async throws {
        try await store.save(journalEntry("a", at: 60, mood: .low))
        try await store.save(journalEntry("b", at: 90, mood: .good))
        try await store.save(journalEntry("c", at: 99))
        let day = try #require(JournalDay("2026-11-20"))
        #expect(try await store.days(day...day) == [JournalDaySummary(day: day, entries: 3, mood: .good)])
    }

    @Test func `words are found, without accents and begun, and what is deleted is not`() async throws {
        let entry = try journalEntry("L’été à la plage", tags: ["vacances"])
        try await store.save(entry)
        try await store.save(journalEntry("Winter"))
        #expect(try await store.searchEntries("ete pla", limit: 5).map(\.entry.id) == [entry.id])
        #expect(try await store.searchEntries("VACANCES", limit: 5).count == 1)
        #expect(try await store.searchEntries("\"été à\" OR *", limit: 5).isEmpty)
        let found = try #require(try await store.searchEntries("plage", limit: 5).first)
        #expect(found.excerpt.contains("\u{E000}plage\u{E001}"))
        try await store.deleteEntries([entry.id], at: date())
        #expect(try await store.searchEntries("ete", limit: 5).isEmpty)
        #expect(try await store.entry(entry.id) == nil)
        #expect(try await store.overview().entries == 1)
        try await store.undeleteEntries([entry.id])
        #expect(try await store.entry(entry.id) == entry)
        try await store.write { try SearchIndex.check(in: $0) }
    }

    @Test func `a draft waits until its entry is saved, and one that comes late is none`() async throws {
        let day = try #require(JournalDay("2026-11-20"))
        var talk = GuidedTalk(language: "en", exchanges: [])
        talk.ask("What stayed with you today?")
        let draft = JournalDraft(entry: "d", day: day, text: "Half", mood: .good, changedAt: date())
        let other = JournalDraft(entry: "t", day: day, text: "", talk: talk, changedAt: date(1))
        try await store.save(draft)
        try await store.save(other)
        #expect(try await store.newestDraft(isTalk: false) == draft)
        #expect(try await store.newestDraft(isTalk: true) == other)
        try await store.save(journalEntry("Half", mood: .good, id: "d"))
        #expect(try await store.draft("d") == nil)
        try await store.save(draft)
        #expect(try await store.draft("d") == nil)
    }

    @Test func `an entry has so many photos, and those of a draft go with it`() async throws {
        let photo = try samplePhoto()
        for _ in 0..<PhotoFile.mostOfEntry { _ = try await store.add(photo, to: "e") }
        await #expect(throws: JournalError.self) { try await store.add(photo, to: "e") }
        let first = try #require(try await store.photos(of: "e").first)
        #expect(try await store.photo(first.id) == photo)
        try await store.erasePhoto(first.id)
        #expect(try await store.photo(first.id) == nil)
        try await store.discardDraft("e")
        #expect(try await store.photos(of: "e").isEmpty)
        try await store.save(journalEntry("kept", id: "k"))
        let kept = try await store.add(photo, to: "k")
        try await store.discardDraft("k")
        #expect(try await store.photo(kept.id) == photo)
        try await store.deleteEntries(["k"], at: date())
        #expect(try await store.photo(kept.id) == nil)
    }

    @Test func `sentences of a reflection go with their entries, and the last takes it along`() async throws {
        let (one, two) = (try journalEntry("one"), try journalEntry("two"))
        try await store.save(one)
        try await store.save(two)
        let reflection = Reflection(
            period: .week, firstDay: try #require(JournalDay("2026-11-16")),
            lines: [.init("a", entry: one.id), .init("b", entry: two.id), .init("c", entry: one.id)],
            question: "Why?", createdAt: date())
        try await store.save(reflection)
        #expect(try await store.reflection(reflection.id) == reflection)
        try await store.eraseEntries([one.id])
        #expect(try await store.reflection(reflection.id)?.lines.map(\.text) == ["b"])
        try await store.eraseEntries([two.id])
        let range = JournalDay.first...JournalDay.last
        #expect(try await store.reflections(range).isEmpty)
        #expect(try await store.read { try StoreArea.rows(of: "journal_reflections", in: $0) } == 0)
    }

    @Test func `an import that another one was quicker than adds nothing twice`() async throws {
        let store = try Store()
        func bring(_ texts: [String]) async throws -> Int {
            let entries = try texts.map { try journalEntry($0) }
            nonisolated(unsafe) var next = 0
            return try await store.importEntries {
                guard next < entries.count else { return nil }
                next += 1
                return (entries[next - 1], [])
            }.count
        }
        // What a file says twice, it says twice.
        #expect(try await bring(["one", "two", "two"]) == 0)
        #expect(try await bring(["one", "two", "three", " two"]) == 3)
        #expect(try await store.overview().entries == 4)
    }

    @Test func `an import is added whole or not at all`() async throws {
        let entries = try (0..<5).map { try journalEntry("entry \($0)") }
        struct Stop: Error {}
        for place in [3, 5] {
            nonisolated(unsafe) var next = 0
            let photo = try samplePhoto()
            do {
                _ = try await store.importEntries {
                    guard next < place else { if place == 5 { return nil } else { throw CancellationError() } }
                    next += 1
                    return (entries[next - 1], [photo])
                }
            } catch is CancellationError {}
            #expect(try await store.overview().entries == (place == 5 ? 5 : 0))
        }
        let day = try #require(JournalDay("2026-11-20"))
        let known = try await store.known([(day, " entry\n1 ", 0), (day, "entry 9", 0), (day.adding(1), "entry 1", 0)])
        #expect(known == [0])
    }

    @Test func `what is erased is in no file and no backup`() async throws {
        try await withStore { store, folder in
            let day = try #require(JournalDay("2026-11-20"))
            func fill(_ word: String) async throws -> JournalEntry {
                let entry = try journalEntry("\(word) by the sea", tags: [word])
                try await store.save(entry)
                try await store.save(
                    Reflection(
                        period: .week, firstDay: day, lines: [.init("\(word)s", entry: entry.id)], question: nil,
                        createdAt: date()))
                return entry
            }
            let entry = try await fill("xylophone")
            try await store.save(JournalDraft(entry: "d", day: day, text: "zither", changedAt: date()))
            _ = try await fill("theremin")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await store.deleteEntries([entry.id], at: date())
            try await store.erase(deletedBefore: date(1))
            #expect(try files(below: folder, with: "xylophon") == [])
            try await store.discardDraft("d")
            #expect(try files(below: folder, with: "zither") == [])
            #expect(try files(below: folder, with: "theremin").contains { $0.hasPrefix("backups/") })
            try await store.eraseJournal()
            #expect(try files(below: folder, with: "theremin") == [])
            let last = try await store.read { try RestoreCarryOver.lastNumber(of: "journal_entries", in: $0) }
            _ = try await fill("celesta")
            // The note of the erasure takes nothing of what is written later.
            try await store.write { try Erasure.remove([.journal(upTo: last)], from: $0) }
            #expect(try await store.overview().entries == 1)
            #expect(try store.erasuresToFinish() == 0)
        }
    }

    @Test func `an export has nothing of an entry that was just deleted`() async throws {
        try await withStore { store, folder in
            let entry = try journalEntry("Half a violin")
            try await store.save(entry)
            try await store.save(
                JournalDraft(entry: entry.id, day: entry.day, text: "a whole violin", changedAt: date()))
            try await store.save(
                Reflection(
                    period: .month, firstDay: entry.day.monthStart, lines: [.init("A violin.", entry: entry.id)],
                    createdAt: date()))
            try await store.deleteEntries([entry.id], at: date())
            let export = folder.appending(path: "export")
            try await store.export(to: export)
            #expect(try files(below: export, with: "violin") == [])
        }
    }

    @Test(arguments: [true, false])
    func `the question of a look back goes with the entry that it was made of`(isElsewhere: Bool) async throws {
        let store = try Store()
        let (one, other) = (try journalEntry("Half a violin"), try journalEntry("Who plays it? Not me."))
        for entry in [one, other] { try await store.save(entry) }
        let question = isElsewhere ? "Who plays it?" : "Do you still want to play?"
        let lookBack = Reflection(
            period: .month, firstDay: one.day.monthStart,
            lines: [.init("A violin.", entry: one.id), .init("Nobody.", entry: other.id)], question: question,
            createdAt: date())
        try await store.save(lookBack)
        try await store.eraseEntries([one.id])
        let left = try await store.reflections(one.day.monthStart...one.day).first
        #expect(left?.lines.count == 1 && left?.question == (isElsewhere ? question : nil))
    }

    @Test func `passages of what an entry said go in the same step in which it says something else`() async throws {
        let store = try Store()
        var entry = try journalEntry("Half a violin")
        try await store.save(entry)
        try await Recall(store).remember([entry.utterance(in: .gmt)], as: .entry)
        try await store.save(entry)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM passages") } == 1)
        entry.text = "A whole one"
        try await store.save(entry)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM passages") } == 0)
        #expect(try await store.unrecalledEntries(limit: 9).map(\.id) == [entry.id])
    }

    @Test func `an export has entries, drafts, reflections and photos`() async throws {
        try await withStore { store, folder in
            let entry = try journalEntry("Half a violin", mood: .bright, tags: ["music"])
            try await store.save(entry)
            let photo = try await store.add(samplePhoto(), to: entry.id)
            try await store.save(JournalDraft(entry: "d", day: entry.day, text: "begun", changedAt: date()))
            try await store.save(
                Reflection(
                    period: .month, firstDay: entry.day.monthStart, lines: [.init("A violin.", entry: entry.id)],
                    createdAt: date()))
            let export = folder.appending(path: "export")
            _ = try await store.export(to: export) { _ in }
            let line = try String(contentsOf: export.appending(path: "journal.jsonl"), encoding: .utf8)
            #expect(line.contains("\"date\":\"2026-11-20\"") && line.contains("Half a violin"))
            for name in ["journal-drafts.jsonl", "journal-reflections.jsonl", "journal-photos/\(photo.id).png"] {
                #expect(FileManager.default.fileExists(atPath: export.appending(path: name).path), "\(name)")
            }
        }
    }
}
