// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import Testing

@testable import HearthStore

/// Facts that users write by slot, and what else happens to them meanwhile.
@Suite struct OwnFactTests {
    private func entry(
        _ slot: String, _ value: String, person: String = "", relation: String = "", since: String = "",
        until: String = ""
    ) throws -> FactEntry {
        var draft = FactEntry.Draft()
        (draft.value, draft.person, draft.relation) = (value, person, relation)
        (draft.since, draft.until) = (since, until)
        return try FactEntry(try #require(FactSlot.named(slot)), draft, now: date(), .english, in: .gmt)
    }

    private func learned(_ slot: String, _ value: String, from message: String, quote: String, at seconds: Double = 1)
        -> Fact
    {
        var fact = Fact(
            id: "\(message)-\(slot)", statement: FactSlot.named(slot)?.line(value, .english) ?? value, subject: "user",
            kind: .places, isNegative: false, time: nil, confidence: 0.95, validFrom: date(seconds), validUntil: nil,
            supersededBy: nil,
            evidence: [
                FactEvidence(utterance: "\(message)-question", session: message, quote: quote, date: date(seconds))
            ])
        fact.slot = SlotValue(name: slot, value: value)
        return fact
    }

    private func learn(_ fact: Fact, in store: Store) async throws {
        var found = FactExtraction()
        found.stored = [fact]
        try await FactLearning(store: store, profile: Profile(store: store)).learn(found)
    }

    private func lines(_ store: Store, history: Bool = false) async throws -> [String] {
        try await store.facts(history: history).map(\.statement)
    }

    @Test func `several facts are written and taken back at once`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        let (ids, key) = try await curation.add(
            [entry("name", "Ana"), entry("allergy", "walnuts")], .english, and: "I row on Sundays")
        #expect(try await lines(store) == ["Name: Ana", "Allergic to: walnuts", "I row on Sundays"])
        #expect(ids.count == 3)
        #expect(try await store.profileLines().map(\.section) == [.identity, .health, .said])
        #expect(try await curation.undo(key))
        #expect(try await lines(store, history: true) == [])
        #expect(try await store.profileLines().isEmpty)
    }

    @Test func `a corrected value is evidence, and is undone exactly`() async throws {
        let store = try Store()
        try await converse(store, "s", question: "I live in Bergen")
        try await learn(learned("home", "Bergen", from: "s", quote: "I live in Bergen"), in: store)
        let before = try await store.facts(history: true)
        let curation = FactCuration(store: store, now: { date(5) })
        let key = try #require(try await curation.correct("s-home", to: entry("home", "Oslo", since: "2019"), .english))
        let now = try #require(try await store.facts(history: false).first)
        #expect(now.statement == "Lives in: Oslo" && now.time == "2019/.." && now.isOwn && now.evidence.count == 2)
        #expect(try await store.profileLines().map(\.text) == ["Lives in: Oslo"])
        #expect(try await curation.correct("s-home", to: entry("home", "Oslo", since: "2019"), .english) == nil)
        #expect(try await curation.undo(key))
        #expect(try await store.facts(history: true) == before)
    }

    @Test func `what has changed stays as history, and what ended is history itself`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        let job = try #require(try await curation.add([entry("employer", "Tesco")], .english).0.first)
        let moved = try #require(
            try await curation.correct(job, to: entry("employer", "Asda"), .english, hasChanged: true))
        #expect(try await lines(store) == ["Works at: Asda"])
        #expect(try await lines(store, history: true).count == 2)
        #expect(try await curation.undo(moved))
        #expect(try await lines(store, history: true) == ["Works at: Tesco"])
        let ended = try #require(try await curation.end(job))
        #expect(try await lines(store) == [])
        #expect(try await store.profileLines().isEmpty)
        #expect(try await curation.undo(ended))
        let until = try await curation.correct(job, to: entry("employer", "Tesco", until: "2019"), .english)
        #expect(until != nil)
        #expect(try await lines(store) == [])
        #expect(try await lines(store, history: true) == ["Works at: Tesco"])
    }

    @Test func `a fact that waits is confirmed with another value`() async throws {
        let store = try Store()
        try await converse(store, "s", question: "I live in Bergen")
        var changes = FactChanges()
        changes.queued = [learned("home", "Bergen", from: "s", quote: "I live in Bergen")]
        try await store.keep(changes)
        let curation = FactCuration(store: store, now: { date(5) })
        let key = try #require(try await curation.confirm("s-home", as: entry("home", "Oslo"), .english))
        #expect(try await lines(store) == ["Lives in: Oslo"])
        #expect(try await store.facts(history: false).allSatisfy { $0.isOwn && $0.isConfirmed })
        #expect(try await curation.undo(key))
        #expect(try await store.queuedFacts() == changes.queued)
    }

    @Test func `a corrected typo leaves in the past what is past`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        let id = try #require(try await curation.add([entry("name", "Anna")], .english).0.first)
        _ = try await curation.correct(id, to: entry("name", "Eva"), .english, hasChanged: true)
        let plan = try #require(try await curation.add([entry("plan", "Oslo", since: "2027-05")], .english).0.first)
        _ = try await curation.end(plan)
        _ = try await curation.correct(id, to: entry("name", "Ana"), .english)
        _ = try await curation.correct(plan, to: entry("plan", "Bergen", since: "2027-05"), .english)
        #expect(try await lines(store) == ["Name: Eva"])
        let history = try await store.facts(history: true).filter { !$0.isCurrent }
        #expect(history.map(\.slot?.value) == ["Ana", "Bergen"] && history.map(\.time) == [nil, "2027-05"])
        #expect(history[0].supersededBy != nil)
    }

    @Test func `what is taken back leaves what others have said meanwhile`() async throws {
        let store = try Store()
        try await converse(store, "s", question: "I live in Bergen")
        let curation = FactCuration(store: store, now: { date(5) })
        let (ids, key) = try await curation.add([entry("home", "Bergen")], .english)
        try await learn(learned("home", "Bergen", from: "s", quote: "I live in Bergen", at: 9), in: store)
        #expect(try await curation.undo(key))
        let left = try await store.facts(history: true)
        #expect(left.map(\.id) == ids && left.flatMap(\.evidence).map(\.quote) == ["I live in Bergen"])
        #expect(left.map(\.slot?.value) == ["Bergen"])
    }

    @Test func `what is known already takes what is written, and is seen again`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        _ = try await curation.add([entry("sibling", "Ana")], .english)
        let before = try await store.facts(history: true)
        let hidden = try await curation.hide(before[0].id, true)
        #expect(hidden != nil)
        let added = try await curation.add([entry("sibling", "Ana", relation: "my sister", since: "1990")], .english)
        let now = try #require(try await store.facts(history: true).first)
        #expect(now.slot?.relation == "sister" && now.time == "1990/.." && !now.isHidden && now.evidence.count == 2)
        #expect(try await curation.undo(added.1))
        #expect(try await store.facts(history: true).first?.slot == before[0].slot)
    }

    @Test func `a fact that moves closes what cannot hold beside it, or joins what says the same`() async throws {
        for (value, isSame) in [("Bergen", false), ("Oslo", true)] {
            let store = try Store()
            let curation = FactCuration(store: store, now: { date(5) })
            let ids = try await curation.add([entry("home", "Oslo"), entry("origin", value)], .english).0
            let before = try await store.facts(history: true)
            let key = try #require(try await curation.correct(ids[1], to: entry("home", value), .english))
            #expect(try await lines(store) == ["Lives in: \(value)"])
            let left = try #require(try await store.facts(history: false).first)
            #expect(left.id == ids[isSame ? 0 : 1] && left.evidence.count == (isSame ? 3 : 2))
            #expect(try await lines(store, history: true).count == 2)
            #expect(try await curation.undo(key))
            #expect(try await store.facts(history: true) == before)
        }
    }

    @Test func `a fact that the user wrote is found when the chat that says it is gone`() async throws {
        let store = try Store()
        try await converse(store, "s", question: "I live in Bergen")
        try await learn(learned("home", "Bergen", from: "s", quote: "I live in Bergen"), in: store)
        _ = try await FactCuration(store: store, now: { date(5) }).add([entry("home", "Bergen")], .english)
        try await Recall(store).remember(try await store.facts(history: false))
        try await store.delete("s", at: date(9))
        try await store.erase(deletedBefore: .distantFuture)
        #expect(try await lines(store) == ["Lives in: Bergen"])
        #expect(try await store.unindexedFacts().isEmpty)
    }

    // MARK: Meetings

    @Test func `an edit and a learning that runs meanwhile both count`() async throws {
        let store = try Store()
        for id in ["s", "t", "u"] { try await converse(store, id, question: "I live in Bergen") }
        let first = learned("home", "Bergen", from: "s", quote: "I live in Bergen")
        try await learn(first, in: store)
        let read = try #require(try await store.facts(history: true).first)
        // The user corrects the value while a second message is learned from.
        let curation = FactCuration(store: store, now: { date(5) })
        _ = try await curation.correct(read.id, to: entry("home", "Oslo"), .english)
        var again = read
        again.evidence.append(
            FactEvidence(utterance: "t-question", session: "t", quote: "I live in Bergen", date: date(2)))
        try await store.keep(FactChanges([FactEdit(read, to: again)]))
        let now = try #require(try await store.facts(history: true).first)
        #expect(now.statement == "Lives in: Oslo" && now.slot?.value == "Oslo" && now.evidence.count == 3)
        // From now on it is the user's, and a guess waits.
        try await learn(learned("home", "Bergen", from: "u", quote: "I live in Bergen", at: 9), in: store)
        #expect(try await lines(store, history: true) == ["Lives in: Oslo"])
        #expect(try await store.queuedFacts().count == 1)
    }

    @Test func `an act is not undone over a later one`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        let id = try #require(try await curation.add([entry("home", "Bergen")], .english).0.first)
        let first = try #require(try await curation.correct(id, to: entry("home", "Oslo"), .english))
        let ended = try #require(try await curation.end(id))
        _ = try await curation.correct(id, to: entry("home", "Molde"), .english)
        #expect(try await !curation.undo(first))
        #expect(try await !curation.undo(ended))
        #expect(try await lines(store) == ["Lives in: Molde"])
    }

    @Test func `a line that is written by hand outlives the chat, and one that loses its words is told anew`()
        async throws
    {
        let store = try Store()
        for id in ["s", "t"] { try await converse(store, id, question: "I live in \(id == "s" ? "Bergen" : "BERGEN")") }
        var both = learned("home", "Bergen", from: "s", quote: "I live in Bergen")
        both.evidence.append(
            FactEvidence(utterance: "t-question", session: "t", quote: "I live in BERGEN", date: date(2)))
        var pet = learned("pet", "Rex", from: "s", quote: "our dog Rex")
        pet.evidence.append(FactEvidence(utterance: "t-question", session: "t", quote: "the dog", date: date(2)))
        var changes = FactChanges()
        changes.facts = [both, pet]
        try await store.keep(changes)
        try await store.delete("s", at: date(3))
        try await store.erase(deletedBefore: .distantFuture)
        let left = try await store.facts(history: true)
        #expect(left.map(\.statement) == ["Lives in: Bergen", "the dog"])
        #expect(left.map(\.slot) == [both.slot, nil], "nothing of what is gone is left in the slot")
    }

    @Test func `forgetting a person finds them by each of their names`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        _ = try await curation.add(
            [entry("sibling", "Ana", relation: "sister"), entry("sibling", "Ana Silva")], .english)
        for (id, words) in [("s", "Ana came by"), ("t", "Eva came by")] {
            try await converse(store, id, question: words)
            let said = Utterance(id: "\(id)-question", session: id, speaker: .user, text: words, date: date())
            try await Recall(store).remember([said], as: .message)
        }
        #expect(try await store.count(of: .person("Ana Silva")).passages == 1)
    }

    @Test func `forgetting a person takes their card`() async throws {
        let store = try Store()
        let curation = FactCuration(store: store, now: { date(5) })
        _ = try await curation.add(
            [
                entry("sibling", "Ana", relation: "sister"), entry("person_home", "Leeds", person: "Ana"),
                entry("person_work", "nurse", person: "my sister"), entry("sibling", "Jan"),
            ], .english)
        #expect(try await store.profileLines().map(\.facts.count) == [3, 1])
        _ = try await curation.forget(.person("ana"), refusing: true)
        #expect(try await lines(store, history: true) == ["Sibling: Jan"])
        #expect(try await store.profileLines().map(\.text) == ["Sibling: Jan"])
    }

    // MARK: Facts of deleted chats

    /// A chat with two facts that the user has confirmed and one that they have not.
    private func told() async throws -> Store {
        let store = try Store()
        try await converse(store, "s", question: "I live in Bergen with Rex and play the cello")
        try await converse(store, "t", question: "Rex again")
        var changes = FactChanges()
        changes.facts = ["home": "Bergen", "pet": "Rex", "instrument": "cello"].sorted { $0.key < $1.key }.map {
            learned($0.key, $0.value, from: "s", quote: $0.value)
        }
        changes.facts[0].confidence = 1
        changes.facts[2].confidence = 1
        try await store.keep(changes)
        try await Profile(store: store).rebuild()
        return store
    }

    @Test func `confirmed facts go with their chat, as ever`() async throws {
        let store = try await told()
        #expect(try await store.confirmedFacts(onlyIn: ["s"]) == ["s-home", "s-pet"])
        #expect(try await store.factsToKeep(of: ["s"]) == [])
        #expect(try await store.keepFacts(of: ["s"]) == [], "the chat is there")
        try await store.delete("s", at: date(3))
        #expect(try await store.factsToKeep(of: ["s", "t"]) == ["s-home", "s-pet"], "it can still be said")
        try await store.erase(deletedBefore: .distantFuture)
        #expect(try await lines(store, history: true) == [])
        #expect(try await FactCuration(store: store).keepFacts(of: ["s"]) == 0, "it is too late")
    }

    @Test func `what another chat says does not go`() async throws {
        let store = try await told()
        var again = try #require(try await store.facts(history: true).first { $0.id == "s-pet" })
        let read = again
        again.evidence.append(FactEvidence(utterance: "t-question", session: "t", quote: "Rex", date: date(2)))
        try await store.keep(FactChanges([FactEdit(read, to: again)]))
        #expect(try await store.confirmedFacts(onlyIn: ["s"]) == ["s-home"])
        #expect(try await store.confirmedFacts(onlyIn: ["s", "t"]) == ["s-home", "s-pet"])
        try await store.delete("t", at: date(3))
        #expect(try await store.confirmedFacts(onlyIn: ["s"]) == ["s-home", "s-pet"])
    }

    @Test func `a chat that a backup shows again says itself what was copied`() async throws {
        let store = try await told()
        let before = try await store.facts(history: true)
        try await store.delete("s", at: date(3))
        _ = try await store.keepFacts(of: ["s"])
        try await store.write { database in
            for area in try AreaErasing.all(in: database) { try area.showHidden(database) }
        }
        #expect(try await store.facts(history: true) == before)
    }

    @Test func `kept facts outlive their chat with their words, and come back as they were with it`() async throws {
        for isRestored in [false, true] {
            let store = try await told()
            let before = try await store.facts(history: true)
            try await store.delete("s", at: date(3))
            #expect(try await FactCuration(store: store).keepFacts(of: ["s"]) == 2)
            #expect(try await store.facts(history: true).map(\.statement) == ["Lives in: Bergen", "Pet: Rex"])
            #expect(try await store.profileLines().count == 2)
            if isRestored {
                try await store.undelete("s")
                #expect(try await store.facts(history: true) == before)
            } else {
                try await store.erase(deletedBefore: .distantFuture)
                let left = try await store.facts(history: true)
                #expect(left.flatMap(\.evidence).map(\.quote) == ["Bergen", "Rex"])
                #expect(left.flatMap(\.evidence).allSatisfy { $0.session == FactEvidence.keptSession && !$0.isOwn })
                // Forgetting still reaches them.
                _ = try await FactCuration(store: store).forget(.everything, refusing: false)
                #expect(try await lines(store, history: true) == [])
            }
        }
    }
}
