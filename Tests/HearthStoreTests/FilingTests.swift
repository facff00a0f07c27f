// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import HearthModels
import Testing

@testable import HearthStore

/// Sentences that older versions kept as facts are read into slots.
@Suite struct FilingTests {
    private func sentence(_ id: String, _ text: String, _ kind: Fact.Kind = .places, confidence: Double = 0.9) -> Fact {
        Fact(
            id: id, statement: text, subject: "user", kind: kind, isNegative: false, time: nil, confidence: confidence,
            validFrom: date(), validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "\(id)-question", session: id, quote: text, date: date())])
    }

    private func learning(_ store: Store) -> Learning {
        Learning(
            store: store, recall: Recall(store), settings: store, backgroundJobs: BackgroundJobs(),
            profile: Profile(store: store))
    }

    private let odd = "the light over the harbour was strange"

    /// Sentences with decisions of the user's.
    private func older(in store: Store) async throws {
        var changes = FactChanges()
        changes.facts = [
            sentence("home", "I live in Gdynia"), sentence("odd", odd, .events),
            sentence("dog", "my dog is called Rex"),
            sentence("said", "Remember the blue door", .events, confidence: 1),
        ]
        changes.facts[0].isPinned = true
        changes.facts[2].isHidden = true
        for fact in changes.facts { try await converse(store, fact.id, question: fact.statement) }
        try await store.keep(changes)
        try await Profile(store: store).rebuild()
    }

    private func known(_ store: Store) async throws -> [String: Fact] {
        Dictionary(uniqueKeysWithValues: try await store.facts(history: true).map { ($0.id, $0) })
    }

    @Test func `decisions and evidence survive, and what fits no slot is asked about once`() async throws {
        let store = try Store()
        try await older(in: store)
        let before = try await known(store)
        let learning = learning(store)
        try await learning.fileAll()
        let facts = try await known(store)
        #expect(facts["home"]?.statement == "Lives in: Gdynia" && facts["home"]?.isPinned == true)
        #expect(facts["dog"]?.slot?.value == "Rex" && facts["dog"]?.isHidden == true)
        #expect(facts["odd"]?.alsoSaid == .undecided && facts["said"]?.alsoSaid == .kept)
        for (id, fact) in facts {
            #expect(fact.evidence == before[id]?.evidence && fact.confidence == before[id]?.confidence)
        }
        let lines = try await store.profileLines()
        #expect(lines.filter { $0.section == .said }.flatMap(\.facts).sorted() == ["odd", "said"])
        #expect(lines.flatMap(\.facts).count == 3, "what is hidden stays so, and nothing is shown twice")
        // A second run finds nothing to do.
        #expect(try await store.unfiledFacts(limit: 9).isEmpty)
        try await learning.fileAll()
        #expect(try await known(store) == facts)
    }

    @Test func `the user keeps one and drops another`() async throws {
        let store = try Store()
        try await older(in: store)
        try await learning(store).fileAll()
        let curation = FactCuration(store: store, now: { date(5) })
        let kept = try #require(try await curation.keep("odd"))
        #expect(try await known(store)["odd"]?.alsoSaid == .kept)
        #expect(try await curation.undo(kept))
        #expect(try await known(store)["odd"]?.alsoSaid == .undecided)
        let dropped = try #require(try await curation.refuse("odd"))
        #expect(try await known(store)["odd"] == nil)
        #expect(try await curation.undo(dropped))
        #expect(try await store.profileLines().contains { $0.facts == ["odd"] && $0.section == .said })
    }

    @Test func `the words that the user gave a line stay`() async throws {
        let store = try Store()
        try await older(in: store)
        let line = try #require(try await store.profileLines().first { $0.facts == ["home"] })
        _ = try await FactCuration(store: store).change(line: line.id) { ($0.text, $0.isEdited) = ("By the sea", true) }
        try await learning(store).fileAll()
        let now = try #require(try await store.profileLines().first { $0.id == line.id })
        #expect(now.text == "By the sea" && now.isEdited)
        #expect(try await known(store)["home"]?.slot?.value == "Gdynia")
    }

    @Test func `sentences that say the same become one fact, and of two homes the first is history`() async throws {
        let store = try Store()
        var changes = FactChanges()
        changes.facts = [
            sentence("a", "I live in Gdynia"), sentence("b", "we live in Gdynia now"), sentence("c", "I live in Turku"),
        ]
        changes.facts[1].isPinned = true
        changes.facts[2].validFrom = date(99)
        for fact in changes.facts { try await converse(store, fact.id, question: fact.statement) }
        try await store.keep(changes)
        try await learning(store).fileAll()
        let facts = try await known(store)
        #expect(facts.count == 2)
        #expect(facts["a"]?.evidence.count == 2 && facts["a"]?.isPinned == true)
        #expect(facts["a"]?.supersededBy == "c" && facts["c"]?.isCurrent == true)
    }

    @Test func `nothing is read while the memory is paused, and the rest when it goes on`() async throws {
        let store = try Store()
        try await older(in: store)
        try await store.change { $0.memory.pausesMemory = true }
        let learning = learning(store)
        try await learning.fileAll()
        #expect(try await store.unfiledFacts(limit: 9).count == 4)
        try await store.change { $0.memory.pausesMemory = false }
        try await learning.fileAll()
        #expect(try await store.unfiledFacts(limit: 9).isEmpty)
    }

    // MARK: Meetings

    @Test func `what was read of words that are gone, or corrected since, is not kept`() async throws {
        let store = try Store()
        try await older(in: store)
        let read = try await known(store)
        func filed(_ id: String) throws -> FactEdit {
            let before = try #require(read[id])
            var after = before
            (after.slot, after.statement) = (SlotValue(name: "home", value: "Gdynia"), "Lives in: Gdynia")
            return FactEdit(before, to: after)
        }
        _ = try await FactCuration(store: store).correct("home", to: "I live in Sopot")
        #expect(try await !store.file(filed("home"), into: nil, closing: []))
        #expect(try await known(store)["home"]?.statement == "I live in Sopot")
        _ = try await store.forget(.facts(["dog"]), refusing: false, at: date(9))
        #expect(try await !store.file(filed("dog"), into: nil, closing: []))
        try await store.delete("odd", at: date(3))
        #expect(try await !store.file(filed("odd"), into: nil, closing: []))
        _ = try await store.forget(.everything, refusing: false, at: date(9))
        #expect(try await !store.file(filed("said"), into: read["home"], closing: []))
        #expect(try await known(store).isEmpty)
        try await learning(store).fileAll()
    }

    @Test func `facts that are brought in are read in their turn, and keep how they stand`() async throws {
        let store = try Store()
        try await older(in: store)
        let old = try await MemoryFile(of: store)
        try await learning(store).fileAll()
        let new = try await MemoryFile(of: store)
        for file in [old, new] {
            let other = try Store()
            let read = try MemoryFile(file.json)
            try await other.take(read.facts, lines: read.lines)
            try await learning(other).fileAll()
            let facts = try await known(other)
            #expect(facts["home"]?.slot?.value == "Gdynia" && facts["home"]?.isPinned == true)
            #expect(facts["odd"]?.alsoSaid == .undecided && facts["said"]?.alsoSaid == .kept)
            #expect(facts["dog"]?.isHidden == true)
        }
    }

    @Test func `facts of a backup from before are read when it is restored`() async throws {
        try await withStore { store, _ in
            try await older(in: store)
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            let learning = learning(store)
            try await learning.fileAll()
            _ = try await store.restore(backup, at: date(60))
            #expect(try await store.unfiledFacts(limit: 9).count == 4)
            try await learning.fileAll()
            #expect(try await known(store)["home"]?.statement == "Lives in: Gdynia")
            #expect(try await known(store)["dog"]?.isHidden == true)
        }
    }

    @Test func `a database from before has its facts read`() async throws {
        try await withTemporaryFolder { folder in
            let queue = try DatabaseQueue(path: folder.appending(path: "hearth.sqlite").path)
            try migrate(queue, upTo: 29)
            try await queue.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO facts (id, statement, subject, kind, isNegative, confidence, validFrom, waits, isPinned)
                        VALUES ('home', 'I live in Gdynia', 'user', 'places', 0, 0.9, 0, 0, 1);
                        INSERT INTO fact_evidence VALUES ('home', 'm', 's', 'I live in Gdynia', 0);
                        """)
            }
            try queue.close()
            let store = try openStore(folder)
            defer { try? store.close() }
            try await learning(store).fileAll()
            let home = try #require(try await known(store)["home"])
            #expect(home.slot == SlotValue(name: "home", value: "Gdynia") && home.isPinned)
        }
    }
}
