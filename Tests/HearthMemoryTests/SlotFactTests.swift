// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// What becomes of facts with slots: repetitions, new values, endings, and how many are asked about.
@Suite struct SlotFactTests {
    private let store = ListedFacts()

    private func fact(
        _ slot: String, _ value: String, day: Int, of person: String = "user", ended: Bool = false,
        negative: Bool = false, confidence: Double = 0.9
    ) throws -> Fact {
        let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
        let known = try #require(FactSlot.named(slot))
        var fact = Fact(
            id: "\(slot)-\(value)-\(day)", statement: known.line(value, of: person, .english), subject: person,
            kind: known.kind, isNegative: negative, time: nil, confidence: confidence, validFrom: date,
            validUntil: ended ? date : nil, supersededBy: nil,
            evidence: [FactEvidence(utterance: "m\(day)", session: "s", quote: value, date: date)])
        fact.slot = SlotValue(name: slot, value: value)
        return fact
    }

    private func learn(_ facts: Fact..., ending: Bool = false) async throws {
        var found = FactExtraction()
        found.stored = facts
        if ending { found.endings = Set(facts.map(\.id)) }
        try await FactLearning(store: store).learn(found)
    }

    private var current: [String] { store.facts(history: false).map(\.statement).sorted() }

    @Test func `a new value takes the place of the old one where only one can hold`() async throws {
        try await learn(fact("home", "Gdynia", day: 1))
        try await learn(fact("home", "Turku", day: 9))
        try await learn(fact("sibling", "Ana", day: 10), fact("sibling", "Jan", day: 10))
        #expect(current == ["Lives in: Turku", "Sibling: Ana", "Sibling: Jan"])
        let old = try #require(store.facts(history: true).first { $0.slot?.value == "Gdynia" })
        #expect(old.supersededBy == "home-Turku-9" && old.validUntil != nil)
    }

    /// A diary entry is one message for a whole day, and grows.
    @Test func `what an entry says later takes the place of what it said before`() async throws {
        var (first, second) = (try fact("home", "Gdynia", day: 3), try fact("home", "Turku", day: 3))
        (first.evidence, second.evidence) = (
            [FactEvidence(utterance: "e", session: "s", quote: "Gdynia", date: first.validFrom)],
            [FactEvidence(utterance: "e", session: "s", quote: "Turku", date: first.validFrom)]
        )
        try await learn(first)
        try await learn(second)
        #expect(current == ["Lives in: Turku"])
    }

    @Test func `the same value said again is one fact with two quotations`() async throws {
        try await learn(fact("allergy", "walnuts", day: 1))
        try await learn(fact("allergy", "Walnuts", day: 3))
        #expect(store.facts(history: true).map(\.evidence.count) == [2])
    }

    @Test func `an ending closes what it names, and nothing else`() async throws {
        try await learn(fact("employer", "Tesco", day: 1), fact("pet", "Biscuit", day: 1), fact("pet", "Rex", day: 1))
        try await learn(fact("employer", "Asda", day: 5, ended: true), ending: true)
        #expect(current.contains("Works at: Tesco"))
        try await learn(fact("employer", "Tesco", day: 6, ended: true), ending: true)
        try await learn(fact("pet", "Biscuit", day: 7, ended: true), ending: true)
        #expect(current == ["Pet: Rex"])
    }

    @Test func `an ending without a name closes what only one can be`() async throws {
        try await learn(fact("partner", "Deniz", day: 1), fact("pet", "Rex", day: 1))
        try await learn(fact("partner", "broke up", day: 8, ended: true), ending: true)
        #expect(current == ["Pet: Rex"])
    }

    @Test func `what was so long ago closes nothing`() async throws {
        try await learn(fact("home", "Turku", day: 1))
        try await learn(fact("home", "Leeds", day: 4, ended: true))
        #expect(current == ["Lives in: Turku"])
        #expect(store.facts(history: true).count == 2)
    }

    @Test func `what is denied takes the place of what was so, and comes back`() async throws {
        try await learn(fact("instrument", "cello", day: 1))
        try await learn(fact("instrument", "cello", day: 2, negative: true))
        #expect(store.facts(history: false).map(\.isNegative) == [true])
        try await learn(fact("instrument", "cello", day: 3))
        #expect(store.facts(history: false).map(\.isNegative) == [false])
    }

    @Test func `an uncertain ending counts where it names what is known, and is asked otherwise`() async throws {
        try await learn(fact("diet", "vegan", day: 1))
        for (day, value) in [(5, "vegan"), (6, "halal")] {
            var found = FactExtraction()
            found.queued = [try fact("diet", value, day: day, ended: true, confidence: 0.4)]
            found.endings = Set(found.queued.map(\.id))
            try await FactLearning(store: store).learn(found)
        }
        #expect(current == [])
        #expect(store.queuedFacts().map { $0.slot?.value } == ["halal"])
    }

    @Test func `at most three facts of a day and twenty at once wait, the likeliest ones`() async throws {
        let days = ["amber", "birch", "cedar", "dahlia", "ebony", "fern", "grape", "hazel", "iris"]
        for (day, word) in days.enumerated() {
            var found = FactExtraction()
            found.queued = try ["tea", "jazz", "snow", "figs", "opera"].enumerated().map { number, thing in
                try fact("likes", "\(thing) \(word)", day: day, confidence: 0.3 + 0.1 * Double(number))
            }
            try await FactLearning(store: store).learn(found)
            let ofDay = store.queuedFacts().filter { $0.id.hasSuffix("-\(day)") }
            #expect(ofDay.count <= 3 && ofDay.allSatisfy { $0.confidence > 0.45 })
        }
        #expect(store.queuedFacts().count <= 20)
        var later = FactExtraction()
        later.queued = [try fact("likes", "tea", day: 60)]
        try await FactLearning(store: store).learn(later)
        #expect(store.queuedFacts().map(\.id) == ["likes-tea-60"], "what waited for more than 30 days is dropped")
    }

    // MARK: What is told

    @Test func `facts are told by what a message is about`() throws {
        var mother = try fact("parent", "mother", day: 1)
        mother.slot?.relation = "mother"
        let all = [
            try fact("allergy", "walnuts", day: 1), try fact("vehicle", "an old Volvo", day: 1), mother,
            try fact("person_death", "died", day: 2, of: "mother"), try fact("home", "Leeds", day: 3),
            try fact("home", "Turku", day: 4, ended: true),
        ]
        func told(_ message: String) -> Set<String> {
            Set(FactTopics(message).facts(among: all).compactMap { $0.slot?.name })
        }
        #expect(told("What could I cook for a birthday dinner with chicken?").contains("allergy"))
        #expect(told("Can I take amoxicillin?").contains("allergy"))
        #expect(told("Should I call my mother?") == ["parent", "person_death"])
        #expect(told("Which car should I buy?") == ["vehicle"])
        #expect(told("What is the capital of Norway?") == [])
        let bio = FactTopics("Write a short bio of me.").facts(among: all)
        #expect(bio.contains { $0.slot?.value == "Leeds" } && !bio.contains { $0.slot?.value == "Turku" })
    }

    @Test func `every slot of the reader has a line in both languages`() {
        for language in MemoryLanguage.allCases {
            for (name, slot) in FactSlot.all {
                let line = slot.line("X", of: "Y", language)
                #expect(line.contains("X") || name == "person_death", "\(name)")
                #expect(!line.contains("{"), "\(name)")
            }
        }
        #expect(SlotReader.shared.slots.allSatisfy { FactSlot.named($0) != nil })
    }
}
