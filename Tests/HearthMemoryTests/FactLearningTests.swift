// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization
import Testing

@testable import HearthMemory

/// Facts in memory.
final class ListedFacts: FactStore {
    private let all = Mutex<(facts: [Fact], queued: [Fact])>(([], []))

    func facts(history: Bool) -> [Fact] { all.withLock { $0.facts.filter { history || $0.isCurrent } } }
    func queuedFacts() -> [Fact] { all.withLock { $0.queued } }

    func keep(_ changes: FactChanges) {
        all.withLock { all in
            let settled = changes.settled + changes.facts.map(\.id)
            all.queued.removeAll { settled.contains($0.id) }
            for fact in changes.facts {
                if let index = all.facts.firstIndex(where: { $0.id == fact.id }) {
                    all.facts[index] = fact
                } else {
                    all.facts.append(fact)
                }
            }
            all.queued += changes.queued
        }
    }

    func forgetFact(_ id: String) -> Bool {
        all.withLock { all in
            let count = all.facts.count + all.queued.count
            all.facts.removeAll { $0.id == id }
            all.queued.removeAll { $0.id == id }
            return all.facts.count + all.queued.count < count
        }
    }

}

@Suite struct FactLearningTests {
    private func fact(_ statement: String, day: Int, subject: String = "user", isNegative: Bool = false) -> Fact {
        let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
        return Fact(
            id: "m\(day)-\(statement)", statement: statement, subject: subject, kind: .events, isNegative: isNegative,
            time: nil, confidence: 0.9,
            validFrom: date, validUntil: nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "m\(day)", session: "s", quote: statement, date: date)])
    }

    private func learned(_ facts: [Fact]) async throws -> ListedFacts {
        let store = ListedFacts()
        for fact in facts {
            var extraction = FactExtraction()
            extraction.stored = [fact]
            try await FactLearning(store: store).learn(extraction)
        }
        return store
    }

    @Test(arguments: [
        ("I'm allergic to birch pollen", "still allergic to birch pollen"),
        ("je suis allergique aux graminées", "Toujours allergique aux graminées"),
        ("I sing alto in the choir", "I sing alto in our choir"),
    ])
    func `a repetition is more evidence, not another fact`(first: String, second: String) async throws {
        let store = try await learned([fact(first, day: 1), fact(second, day: 2)])
        #expect(store.facts(history: true).count == 1)
        #expect(store.facts(history: true).first?.evidence.map(\.utterance) == ["m1", "m2"])
    }

    @Test(arguments: [
        ("I live in Hackney", "we moved to Walthamstow", false), ("j'habite à Lyon", "j'ai déménagé à Nantes", false),
        ("I love the piano", "I hate the piano", false), ("je déteste le piano", "j'aime le piano", false),
        ("I eat meat", "I don't eat meat", true), ("my name is Sam", "my name is Alex", false),
    ])
    func `a contradiction closes what held before`(first: String, second: String, isNegative: Bool) async throws {
        let store = try await learned([fact(first, day: 1), fact(second, day: 9, isNegative: isNegative)])
        let all = store.facts(history: true)
        #expect(all.map(\.isCurrent) == [false, true])
        #expect(all[0].validUntil == all[1].validFrom && all[0].supersededBy == all[1].id)
    }

    @Test func `what is known is read once, however many facts are compared with it`() async {
        let facts = (0..<200).map { fact("I have the hobby number \($0)", day: $0) }
        let waiting = (0..<20).map { fact("I moved to town number \($0)", day: 300 + $0) }
        let one = await StepCounter.steps { _ = KnownFacts(facts).closed(by: waiting[0]) }
        let all = await StepCounter.steps {
            let known = KnownFacts(facts)
            for fact in waiting { _ = known.closed(by: fact) }
        }
        #expect(one > 0 && all < one + one / 2)
    }

    /// A move ends the home before it, and not the one that the same message names.
    @Test func `a fact never closes another one of its message`() async throws {
        var extraction = FactExtraction()
        extraction.stored = [fact("j'habite maintenant à Rennes", day: 9)]
        extraction.queued = [fact("j'ai déménagé", day: 9)]
        let store = try await learned([fact("j'habite à Nantes", day: 1)])
        let learning = FactLearning(store: store)
        try await learning.learn(extraction)
        let waiting = try #require(store.queuedFacts().first)
        #expect(KnownFacts(store.facts(history: false)).closed(by: waiting).isEmpty)
        try await learning.confirm(waiting.id)
        #expect(
            store.facts(history: false).map(\.statement) == ["j'habite maintenant à Rennes", "j'ai déménagé"])
        #expect(store.facts(history: true).first?.isCurrent == false)
    }

    @Test(arguments: [
        ("I sing alto", "I play the cello"), ("I live in Oslo", "I grew up in Bergen"),
        ("I have two cats", "I have two jobs"),
        ("my brother Anselm", "my brother Tobias"), ("I moved to Oslo in 2019", "I like Oslo"),
    ])
    func `what both can hold stays`(first: String, second: String) async throws {
        #expect(try await learned([fact(first, day: 1), fact(second, day: 9)]).facts(history: false).count == 2)
    }

    @Test func `what waits is taken when it is confirmed or said again`() async throws {
        let store = ListedFacts()
        var extraction = FactExtraction()
        extraction.queued = [fact("I sing alto in a choir", day: 1), fact("I own a red canoe", day: 1)]
        let learning = FactLearning(store: store)
        try await learning.learn(extraction)
        try await learning.learn(extraction)
        #expect(store.queuedFacts().count == 2)
        try await learning.confirm(store.queuedFacts()[0].id)
        #expect(store.facts(history: false).map(\.confidence) == [1] && store.queuedFacts().count == 1)
        var again = FactExtraction()
        again.stored = [fact("I still own a red canoe", day: 4)]
        try await learning.learn(again)
        #expect(store.facts(history: false).count == 2 && store.queuedFacts().isEmpty)
    }
}
