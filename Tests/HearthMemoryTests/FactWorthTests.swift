// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// What is no fact by itself, and the marks of Markdown around one.
@Suite struct FactWorthTests {
    private func message(_ text: String, number: Int = 0) -> Utterance {
        Utterance(
            id: "m\(number)", session: "s", speaker: .user, text: text,
            date: Date(timeIntervalSinceReferenceDate: Double(number) * 60))
    }

    private func found(_ text: String) async throws -> FactExtraction {
        try await FactExtractor().extract(message(text))
    }

    private static let junk = [
        "next year", "Next year.", "last week", "today", "every day", "in the spring", "two years ago",
        "on Monday morning",
        "the day after tomorrow", "a lot", "something", "a bit of everything", "2026", "at 10:30", "all the time",
        "l'année prochaine", "L’année prochaine", "la semaine dernière", "aujourd'hui", "tous les jours",
        "il y a deux ans",
        "au printemps", "quelque chose", "beaucoup", "tout le temps", "**next year**",
    ]

    @Test(arguments: junk)
    func `a time or an amount alone says nothing`(words: String) async throws {
        #expect(!FactWorth.saysSomething(words))
        let found = try await found(words)
        #expect(found.stored.isEmpty && found.queued.isEmpty)
    }

    @Test(arguments: [
        "I work nights", "my birthday is in May", "I'm off on Mondays", "I'm 34", "I love autumn", "my sister Mara",
        "Je déteste le lundi", "J'ai trente ans", "mon anniversaire est en mai", "I play chess every week",
        "Dentist on Friday",
    ])
    func `a time beside something else is kept`(words: String) { #expect(FactWorth.saysSomething(words)) }

    @Test func `what follows a comma and is only a time is no fact of its own`() async throws {
        for text in ["I want to plant an orchard, next year.", "Je veux apprendre le gallois, l'année prochaine."] {
            let all = try await found(text)
            #expect(!(all.stored + all.queued).isEmpty)
            #expect((all.stored + all.queued).allSatisfy { FactWorth.saysSomething($0.statement) }, "\(text)")
        }
    }

    @Test func `the store's door lets no such fact in, whoever found it`() async throws {
        let store = ListedFacts()
        var extraction = FactExtraction()
        for (number, words) in Self.junk.enumerated() {
            let said = FactEvidence(utterance: "m\(number)", session: "s", quote: words, date: .distantPast)
            let fact = Fact(
                id: "f\(number)", statement: words, subject: "user", kind: .plans, isNegative: false, time: nil,
                confidence: 1, validFrom: .distantPast, validUntil: nil, supersededBy: nil, evidence: [said])
            if number.isMultiple(of: 2) { extraction.stored.append(fact) } else { extraction.queued.append(fact) }
        }
        #expect(try await FactLearning(store: store).learn(extraction).isEmpty)
        #expect(store.facts(history: true).isEmpty && store.queuedFacts().isEmpty)
        #expect(MemoryCommands.fact("next year", from: message("Remember this: next year")) == nil)
    }

    // MARK: Markdown

    @Test(arguments: [
        ("**Good** day", "Good day"), ("Good** day", "Good day"), ("- I sing *alto*.", "I sing alto."),
        ("3. __Mara__ came", "Mara came"), ("## A *good* day", "A good day"),
        ("- [x] ~~paint~~ the shed", "paint the shed"),
        ("I moved to [Lyon](https://lyon.example/a?b=c).", "I moved to Lyon."),
        ("![the sea](sea.jpg) I swam", "I swam"),
        ("3 * 4 is 12, 3*4 too", "3 * 4 is 12, 3*4 too"), ("snake_case and a 4* hotel", "snake_case and a 4* hotel"),
        ("> quoted\n\n* one\n* two", "quoted\n\none\ntwo"), ("I said [maybe] (no)", "I said [maybe] (no)"),
        ("2024. A year", "2024. A year"), ("-5 degrees", "-5 degrees"),
        ("Je l’aime **beaucoup** !", "Je l’aime beaucoup !"),
    ])
    func `marks of Markdown go, and what only looks like them stays`(text: String, plain: String) {
        #expect(Markup.plain(text) == plain)
    }

    @Test func `a value reads without marks, and its quotation is exact`() async throws {
        let text = "- I'm allergic to **walnuts**."
        let all = try await found(text)
        let fact = try #require((all.stored + all.queued).first { $0.statement == "Allergic to: walnuts" })
        #expect(fact.evidence.first?.quote == "I'm allergic to **walnuts" && text.contains("I'm allergic to **walnuts"))
    }

    // MARK: Repetitions

    @Test func `one sentence is kept once, however often and in whatever dress it is remembered`() async throws {
        let store = ListedFacts()
        let ways = [
            "the boiler man comes on Tuesday", "The boiler man comes on Tuesday.",
            "the **boiler man** comes on Tuesday!",
            "the boiler man comes on Tuesday",
        ]
        for (number, way) in ways.enumerated() {
            var extraction = FactExtraction()
            extraction.stored = [try #require(MemoryCommands.fact(way, from: message(way, number: number)))]
            try await FactLearning(store: store).learn(extraction)
        }
        let facts = store.facts(history: true)
        #expect(facts.map(\.statement) == ["the boiler man comes on Tuesday"])
        #expect(facts.first?.evidence.count == ways.count)
    }
}
