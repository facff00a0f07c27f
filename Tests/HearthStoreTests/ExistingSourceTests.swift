// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import Testing

@testable import HearthStore

/// A text erased while somebody reads it leaves nothing; rows that an older Hearth left behind so are found and
/// removed.
@Suite struct ExistingSourceTests {
    private let told = Utterance(
        id: "s-question", session: "s", speaker: .user, text: "I fly a zeppelin.", date: date())
    private let written = Utterance(
        id: "e", session: JournalEntry.thread, speaker: .user, text: "Élodie let me fly her zeppelin.", date: date())

    private func say(in store: Store) async throws {
        try await converse(store, "s", question: told.text)
        try await store.save(journalEntry(written.text, id: written.id))
    }

    private func fact(_ utterance: Utterance, id: String = "f") -> Fact {
        Fact(
            id: id, statement: utterance.text, subject: "user", kind: .events, isNegative: false, time: nil,
            confidence: 1, validFrom: date(), validUntil: nil, supersededBy: nil,
            evidence: [
                FactEvidence(
                    utterance: utterance.id, session: utterance.session, quote: utterance.text, date: utterance.date)
            ])
    }

    /// Learns from a text as a reader does who has held it for a while.
    private func learn(_ utterance: Utterance, as kind: Passage.Kind, in store: Store) async throws {
        try await Recall(store).remember([utterance], as: kind)
        try await store.noteIndexed([utterance], as: kind)
        var extraction = FactExtraction()
        extraction.stored = [fact(utterance, id: "f-\(utterance.id)")]
        let facts = try await FactLearning(store: store, profile: Profile(store: store)).learn(extraction).facts
        try await Recall(store).remember(
            facts.map { Utterance(id: $0.id, session: "s", speaker: .user, text: $0.statement, date: date()) },
            as: .fact)
    }

    private func rows(in store: Store) async throws -> [String: Int] {
        try await store.read { database in
            let tables = [
                "passages", "passage_vectors", "learned", "recalled", "facts", "fact_evidence", "profile_lines",
            ]
            return try Dictionary(uniqueKeysWithValues: tables.map { ($0, try StoreArea.rows(of: $0, in: database)) })
                .filter { $0.value > 0 }
        }
    }

    static let ways = [
        "clear", "delete", "erase session", "delete entry", "erase entry", "erase journal", "everything",
    ]

    @Test(arguments: ways) func `nothing comes of what is erased while it is read`(way: String) async throws {
        try await withStore { store, folder in
            try await say(in: store)
            switch way {
            case "clear": try await store.clear("s")
            case "delete": try await store.delete("s", at: date())
            case "erase session":
                try await store.delete("s", at: date())
                try await store.erase(deletedBefore: date(1))
            case "delete entry": try await store.deleteEntries(["e"], at: date())
            case "erase entry": try await store.eraseEntries(["e"])
            case "erase journal": try await store.eraseJournal()
            default: try await store.eraseEverything()
            }
            if !way.contains("entry"), way != "erase journal" {
                try await learn(told, as: .message, in: store)
                #expect(try await rows(in: store) == [:])
            } else {
                try await learn(written, as: .entry, in: store)
                #expect(try await rows(in: store) == [:])
            }
            // What can be brought back stands where it stood.
            let isErased = !way.hasPrefix("delete")
            let isJournal = way.hasSuffix("entry") || way.hasSuffix("journal")
            let left = try files(below: folder, with: isJournal ? "her zeppelin" : "fly a zeppelin")
            #expect(left.isEmpty == isErased, "\(left)")
        }
    }

    @Test func `what is there is learned`() async throws {
        let store = try Store()
        try await say(in: store)
        try await learn(told, as: .message, in: store)
        try await learn(written, as: .entry, in: store)
        let rows = try await rows(in: store)
        // Of each a passage and a quotation, whatever the two facts have to do with one another.
        #expect(rows["learned"] == 2 && rows["fact_evidence"] == 2, "\(rows)")
        #expect(rows["passages", default: 0] >= 3 && rows["facts", default: 0] >= 1, "\(rows)")
    }

    @Test func `an entry that was changed while it was read keeps what its new words came to`() async throws {
        let store = try Store()
        try await say(in: store)
        let new = Utterance(
            id: "e", session: JournalEntry.thread, speaker: .user, text: "I baked bread.", date: date())
        try await store.save(journalEntry(new.text, id: "e"))
        try await Recall(store).remember([new], as: .entry)
        try await store.noteIndexed([new], as: .entry)
        // The reader of the old words comes last.
        try await Recall(store).remember([written], as: .entry)
        try await store.noteIndexed([written], as: .entry)
        #expect(try await store.passages([1, 2]).map(\.text) == [new.text])
        #expect(try await store.unread(limit: 9).map(\.utterance.text) == [new.text])
    }

    @Test(arguments: [true, false])
    func `with an entry goes all that was made of it, in every file`(isWholeJournal: Bool) async throws {
        try await withStore { store, folder in
            try await say(in: store)
            try await learn(written, as: .entry, in: store)
            try await store.save(
                Reflection(
                    id: "r", period: .week, firstDay: try #require(JournalDay("2026-11-16")),
                    lines: [.init("A quiet week", entry: nil)], question: "Élodie let me fly her zeppelin",
                    createdAt: date()))
            _ = try await store.backUpDaily(at: date(), calendar: gregorian)
            #expect(try files(below: folder, with: "her zeppelin").contains { $0.hasPrefix("backups/") })
            if isWholeJournal { try await store.eraseJournal() } else { try await store.eraseEntries(["e"]) }
            #expect(try files(below: folder, with: "her zeppelin") == [])
            #expect(try await rows(in: store) == [:])
            #expect(try store.erasuresToFinish() == 0)
        }
    }

    @Test func `with a day goes what was just deleted of it, and its draft, and no other day`() async throws {
        try await withStore { store, folder in
            try await say(in: store)
            try await learn(written, as: .entry, in: store)
            let day = try #require(JournalDay("2026-11-20"))
            try await store.save(journalEntry("A zeppelin, deleted", id: "deleted"))
            try await store.deleteEntries(["deleted"], at: date())
            try await store.save(JournalDraft(entry: "draft", day: day, text: "A zeppelin, begun", changedAt: date()))
            try await store.save(journalEntry("Another day", "2026-11-21", id: "other"))
            #expect(try await store.unseenCount(of: day) == 2)
            try await Journal(store, recall: Recall(store)).eraseDay(day)
            #expect(try files(below: folder, with: "her zeppelin") == [])
            #expect(try files(below: folder, with: "A zeppelin") == [])
            try await store.undeleteEntries(["deleted"])
            #expect(try await store.entries(JournalQuery()).map(\.id) == ["other"])
            #expect(try await rows(in: store) == [:])
        }
    }

    @Test func `facts of many entries go in one go, and what stays says what it said`() async throws {
        let store = try Store()
        var changes = FactChanges()
        changes.facts = (0..<6).map { number in
            let said = Utterance(
                id: "e\(number)", session: JournalEntry.thread, speaker: .user, text: "I own boat \(number).",
                date: date())
            var fact = fact(said, id: "f\(number)")
            // The last one rests on an entry that stays, too.
            if number == 5 {
                fact.evidence.append(
                    FactEvidence(utterance: "stays", session: JournalEntry.thread, quote: "my boat", date: date(1)))
            }
            return fact
        }
        try await store.keep(changes)
        try await store.eraseEvidence(from: (0..<6).map { "e\($0)" } + ["none"])
        #expect(try await store.facts(history: true).map(\.statement) == ["my boat"])
        #expect(try await rows(in: store)["fact_evidence"] == 1)
    }

    @Test func `an entry that is deleted while it is read for facts is read when it is back`() async throws {
        let store = try Store()
        try await say(in: store)
        try await Recall(store).remember([written], as: .entry)
        try await store.noteIndexed([written], as: .entry)
        #expect(try await store.isUnread("e", as: .entry))
        try await store.deleteEntries(["e"], at: date())
        #expect(try await !store.isUnread("e", as: .entry))
        try await store.undeleteEntries(["e"])
        #expect(try await store.isUnread("e", as: .entry))
    }

    // MARK: What an older Hearth left

    private func leaveBehind(in store: Store) async throws {
        try await converse(store, "other", question: "Something else")
        try await store.write { database in
            for (kind, source) in [("message", "gone"), ("entry", "gone"), ("fact", "gone")] {
                try database.execute(
                    sql: """
                        INSERT INTO passages (kind, source, part, thread, speaker, saidAt, text, stems, stemCount, wordCount,
                            isQuestion, namesTime)
                        VALUES (?, ?, 0, 's', 'user', 0, 'a zeppelin', 'zeppelin', 1, 2, 0, 0)
                        """, arguments: [kind, source])
            }
            try database.execute(
                sql: "INSERT INTO learned VALUES ('entry', 'gone', 'journal', 0, 'user', 'en', 'her zeppelin', 0)")
            try database.execute(
                sql: """
                    INSERT INTO recalled (session, question, isAtBeginning, kind, source, thread, saidAt, language, text)
                    VALUES ('other', 'other-question', 1, 'entry', 'gone', 'journal', 0, 'en', 'that zeppelin')
                    """)
        }
    }

    @Test func `the doctor finds what was left behind, and it goes here and in backups`() async throws {
        try await withStore { store, folder in
            try await say(in: store)
            try await learn(written, as: .entry, in: store)
            let living = try await rows(in: store)
            try await leaveBehind(in: store)
            _ = try await store.backUpDaily(at: date(), calendar: gregorian)
            let finding = try #require(StoreHealth(folder: folder).findings().first { $0.subject == "memory" })
            #expect(finding.level == .warning && finding.detail.hasPrefix("5 pieces"))
            #expect(finding.remedy?.contains("--mend") == true)
            try await store.mend()
            #expect(try files(below: folder, with: "that zeppelin") == [])
            #expect(try await rows(in: store) == living)
            #expect(StoreHealth(folder: folder).findings().first { $0.subject == "memory" }?.level == .good)
            #expect(try await store.removeOrphans() == 0)
            #expect(try store.erasuresToFinish() == 0)
        }
    }

    // MARK: Deleting and bringing back

    @Test func `a deleted entry hides what was learned from it, and brings it back as the user left it`() async throws {
        let store = try Store()
        try await say(in: store)
        try await learn(written, as: .entry, in: store)
        var known = try #require(try await store.facts(history: true).first)
        (known.statement, known.isPinned) = ("Élodie owns a zeppelin", true)
        known.evidence.append(
            FactEvidence(
                utterance: "you-1", session: FactEvidence.ownSession, quote: known.statement, date: date(5)))
        let other = fact(written, id: "other")
        var changes = FactChanges()
        changes.facts = [known, other]
        try await store.keep(changes)
        try await store.deleteEntries(["e"], at: date(10))
        #expect(try await store.facts(history: true).map(\.id) == [known.id], "the user's own words stand elsewhere")
        #expect(try await store.facts(history: true).first?.evidence.map(\.utterance) == ["you-1"])
        #expect(
            try await Recall(store).search(MemoryQuestion("zeppelin", now: date(20)), limit: 9).allSatisfy {
                $0.passage.source == known.id
            })
        try await store.undeleteEntries(["e"])
        let back = try await store.facts(history: true)
        #expect(back.count == 2 && back.first == known && back.last == other)
        try await store.deleteEntries(["e"], at: date(30))
        try await store.erase(deletedBefore: date(31))
        #expect(try await store.facts(history: true).map(\.id) == [known.id])
        #expect(try await rows(in: store)["fact_evidence"] == 1)
        #expect(try await rows(in: store)["learned"] == nil)
    }

    // MARK: What was taken down before

    @Test func `an undo does not bring back words whose source was erased meanwhile`() async throws {
        let store = try Store()
        try await say(in: store)
        try await learn(told, as: .message, in: store)
        let id = try #require(try await store.facts(history: true).first?.id)
        let curation = FactCuration(store: store, now: { date(50) })
        let pin = try #require(try await curation.pin(id, true))
        let correct = try #require(try await curation.correct(id, to: "I flew an airship"))
        try await store.clear("s")
        #expect(try await curation.undo(correct))
        #expect(try await curation.undo(pin))
        for fact in try await store.facts(history: true) {
            #expect(!fact.statement.contains("zeppelin") && !fact.evidence.contains { $0.quote.contains("zeppelin") })
        }
    }

    @Test func `an undo that fails can be tried again`() async throws {
        let store = try Store()
        try await say(in: store)
        try await learn(told, as: .message, in: store)
        let before = try await store.facts(history: true)
        let curation = FactCuration(store: store, now: { date(50) })
        _ = try await curation.forget(.sources([told.id]), holdingAs: "answer")
        try await store.write {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE INSERT ON facts BEGIN SELECT RAISE(FAIL, 'the disk is full'); END")
        }
        await #expect(throws: (any Error).self) { try await curation.bringBack("answer") }
        try await store.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(try await curation.bringBack("answer"))
        #expect(try await store.facts(history: true).contains(before[0]))
        #expect(try await !curation.bringBack("answer"))
    }

    @Test func `a refusal whose undo fails can still be taken back`() async throws {
        let store = try Store()
        try await say(in: store)
        try await learn(told, as: .message, in: store)
        let before = try await store.facts(history: true)
        let curation = FactCuration(store: store, now: { date(50) })
        let key = try #require(try await curation.refuse(before[0].id))
        #expect(try await store.facts(history: true) == [])
        try await store.write {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE UPDATE ON facts BEGIN SELECT RAISE(FAIL, 'the disk is full'); END")
        }
        await #expect(throws: (any Error).self) { try await curation.undo(key) }
        try await store.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(try await curation.undo(key))
        #expect(try await store.facts(history: true) == before)
    }
}
