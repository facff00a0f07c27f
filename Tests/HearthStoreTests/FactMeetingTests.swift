// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import Testing

@testable import HearthStore

/// Facts meet edits, deletions, and acts that happen at the same time.
@Suite struct FactMeetingTests {
    private func fact(
        _ id: String, _ statement: String, from message: String, in session: String = "s", at seconds: Double = 0
    ) -> Fact {
        Fact(
            id: id, statement: statement, subject: "user", kind: .places, isNegative: false, time: nil, confidence: 0.9,
            validFrom: date(seconds), validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: message, session: session, quote: statement, date: date(seconds))])
    }

    private func keep(_ facts: Fact..., in store: Store) async throws {
        var changes = FactChanges()
        changes.facts = facts
        try await store.keep(changes)
    }

    private func known(_ store: Store) async throws -> [String: Fact] {
        Dictionary(uniqueKeysWithValues: try await store.facts(history: true).map { ($0.id, $0) })
    }

    /// A store that knows that the user has moved, with the chats that say so.
    private func moved() async throws -> Store {
        let store = try Store()
        for (id, text) in [("old", "I live in Bergen"), ("new", "I live in Oslo")] {
            try await converse(store, id, question: text)
        }
        var before = fact("before", "I live in Bergen", from: "old-question", in: "old")
        (before.validUntil, before.supersededBy) = (date(100), "after")
        try await keep(before, fact("after", "I live in Oslo", from: "new-question", in: "new", at: 100), in: store)
        return store
    }

    @Test func `a fact holds again when the chat that corrected it is gone`() async throws {
        let store = try await moved()
        try await store.delete("new", at: date())
        try await store.erase(deletedBefore: .distantFuture)
        let facts = try await known(store)
        #expect(facts.keys.sorted() == ["before"] && facts["before"]?.isCurrent == true)
        #expect(facts["before"]?.supersededBy == nil)
    }

    @Test func `a fact stays closed where what corrected it was corrected itself`() async throws {
        let store = try await moved()
        try await converse(store, "third", question: "I live in Molde")
        var after = try #require(try await known(store)["after"])
        let read = after
        (after.validUntil, after.supersededBy) = (date(200), "last")
        var changes = FactChanges([FactEdit(read, to: after)])
        changes.facts.append(fact("last", "I live in Molde", from: "third-question", in: "third", at: 200))
        try await store.keep(changes)
        try await store.delete("new", at: date())
        try await store.erase(deletedBefore: .distantFuture)
        let facts = try await known(store)
        #expect(facts["before"]?.isCurrent == false && facts["before"]?.supersededBy == "last")
        #expect(facts["last"]?.isCurrent == true)
    }

    @Test func `learning and an act of the user keep both of what they change`() async throws {
        let store = try await moved()
        let read = try #require(try await known(store)["after"])
        // While somebody learns from another message, the user pins the fact.
        let curation = FactCuration(store: store)
        _ = try await curation.pin("after", true)
        try await converse(store, "again", question: "I live in Oslo")
        var learned = read
        learned.evidence.append(
            FactEvidence(utterance: "again-question", session: "again", quote: "I live in Oslo", date: date(5)))
        try await store.keep(FactChanges([FactEdit(read, to: learned)]))
        let now = try #require(try await known(store)["after"])
        #expect(now.isPinned && now.evidence.count == 2)
    }

    @Test func `a fact that was erased while somebody learned does not come back`() async throws {
        let store = try await moved()
        let read = try #require(try await known(store)["after"])
        try await store.delete("new", at: date())
        try await store.erase(deletedBefore: .distantFuture)
        var learned = read
        learned.confidence = 1
        try await store.keep(FactChanges([FactEdit(read, to: learned)]))
        #expect(try await known(store)["after"] == nil)
    }

    @Test func `an older act is undone beside later ones, and not over them`() async throws {
        let store = try await moved()
        let curation = FactCuration(store: store)
        let pinned = try #require(try await curation.pin("after", true))
        let corrected = try #require(try await curation.correct("after", to: "I live in Oslo now"))
        #expect(try await curation.undo(pinned))
        let now = try #require(try await known(store)["after"])
        #expect(!now.isPinned && now.statement == "I live in Oslo now")
        _ = try await curation.correct("after", to: "I live near Oslo")
        #expect(try await !curation.undo(corrected), "somebody has said it in other words since")
        #expect(try await known(store)["after"]?.statement == "I live near Oslo")
    }

    @Test func `confirming is undone, and the fact waits again as it was decided meanwhile`() async throws {
        let store = try Store()
        try await converse(store, "s", question: "I live in Bergen")
        var changes = FactChanges()
        changes.queued = [fact("f", "I live in Bergen", from: "s-question")]
        try await store.keep(changes)
        let curation = FactCuration(store: store)
        let key = try #require(try await curation.confirm("f"))
        _ = try await curation.pin("f", true)
        #expect(try await curation.undo(key))
        let waiting = try await store.queuedFacts()
        #expect(waiting.map(\.id) == ["f"] && waiting[0].isPinned && waiting[0].confidence == 0.9)
    }

    // MARK: Texts that change

    private let diary = "I live in Bergen. My brother is called Jonas. I play the cello."

    private func learned(_ store: Store) async throws -> Learning {
        let learning = Learning(
            store: store, recall: Recall(store), settings: store,
            backgroundJobs: BackgroundJobs())
        try await store.save(entry(diary))
        try await learning.learn([utterance(diary)], as: .entry)
        let facts = ["I live in Bergen", "My brother is called Jonas", "I play the cello"].enumerated().map {
            fact("f\($0)", $1, from: "e", in: JournalEntry.thread)
        }
        var changes = FactChanges()
        changes.facts = facts
        try await store.keep(changes)
        let curation = FactCuration(store: store)
        _ = try await curation.pin("f0", true)
        _ = try await curation.hide("f1", true)
        return learning
    }

    private func entry(_ text: String) throws -> JournalEntry {
        JournalEntry(id: "e", day: try #require(JournalDay("2026-11-21")), text: text, createdAt: date())
    }

    private func utterance(_ text: String) -> Utterance {
        Utterance(id: "e", session: JournalEntry.thread, speaker: .user, text: text, date: date())
    }

    @Test func `an edit of one sentence keeps the decisions about the others`() async throws {
        let store = try Store()
        let learning = try await learned(store)
        let edited = "I live in Bergen. My brother is called Jonas. I play the viola."
        try await store.save(entry(edited))
        try await learning.learn([utterance(edited)], as: .entry)
        let facts = try await known(store)
        #expect(facts.keys.sorted() == ["f0", "f1"])
        #expect(facts["f0"]?.isPinned == true && facts["f1"]?.isHidden == true)
        // Read again, the sentences that stayed give nothing new.
        var extraction = FactExtraction()
        extraction.stored = [
            fact("e-0-16", "I live in Bergen", from: "e", in: JournalEntry.thread),
            fact("f0", "I play the viola", from: "e", in: JournalEntry.thread),
        ]
        let changes = try await FactLearning(store: store).learn(extraction)
        #expect(changes.facts.map(\.statement) == ["I play the viola"])
        #expect(changes.facts.map(\.id) == ["f0-2"], "it does not take the place of another fact")
        #expect(try await known(store)["f0"]?.isPinned == true)
    }

    @Test func `a message that is asked anew in other words keeps what still stands in it`() async throws {
        let store = try Store()
        let learning = try await learned(store)
        try await converse(store, "s", question: "I live in Bergen, and I play the cello. What now?")
        try await keep(
            fact("p", "I live in Bergen", from: "s-question"), fact("q", "I play the cello", from: "s-question"),
            in: store)
        _ = try await FactCuration(store: store).pin("p", true)
        try await store.save(
            [message("edited", in: "s", .user, "I live in Bergen. What now?")],
            in: try #require(try await store.session("s")))
        try await learning.replace(
            "s-question",
            by: Utterance(id: "edited", session: "s", speaker: .user, text: "I live in Bergen. What now?", date: date())
        )
        let facts = try await known(store)
        #expect(facts["q"] == nil && facts["p"]?.isPinned == true)
        #expect(facts["p"]?.evidence.map(\.utterance) == ["edited"])
    }

    @Test func `a photo of an entry that was never saved is found and goes`() async throws {
        try await withStore { store, folder in
            let photo = try samplePhoto()
            try await store.add(
                [photo], with: JournalDraft(entry: "d", day: entry("").day, text: "", changedAt: date()))
            #expect(try await store.draft("d") != nil, "a photo comes with a draft")
            #expect(try await store.removeOrphans() == 0)
            _ = try await store.add(photo, to: "lost")
            #expect(try store.orphanedRows() == 1)
            #expect(try await store.removeOrphans() == 1)
            #expect(try await store.photos(of: "lost").isEmpty)
            #expect(try await store.photos(of: "d").count == 1)
        }
    }
}

/// No model is there.
private struct NoModelHost: ModelHost {
    var state: ModelState { get async { ModelState(name: nil, phase: .none) } }
    func models() async -> [ModelSummary] { [] }
    func states() async -> AsyncStream<ModelState> { AsyncStream { $0.finish() } }
    func choose(_ name: String) async throws {}
    func chooseOnceHere(_ name: String) async throws {}
    func wake() async {}
    func unload() async {}
    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        AsyncThrowingStream { $0.finish() }
    }
}
