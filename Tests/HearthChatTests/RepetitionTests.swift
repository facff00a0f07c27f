// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import HearthTesting
import Testing

/// Answers that have become loops, and what a model is told of spaces.
@Suite struct RepetitionTests {
    private func answer(_ pieces: [String], isTiny: Bool) async throws -> Message {
        let events = pieces.map { CompletionEvent.text($0) } + [.finished(.sample)]
        let model = ScriptedModel { _ in .of(events) }
        var summary = ModelSummary(name: ModelState.small.name ?? "", bytes: 1, memory: 1)
        summary.isTiny = isTiny
        model.install([summary])
        let talk = Conversations(store: MemoryStore(), models: model, settings: InMemorySettings())
        return try await talk.answer(to: "Hello?")
    }

    @Test(arguments: [
        ["Pourquoi les plong"] + Array(repeating: "eurs", count: 200), Array(repeating: " trop", count: 200),
        Array(repeating: "Je suis là pour vous écouter, et je vous écoute. ", count: 40),
        Array(repeating: "好", count: 200), Array(repeating: "да", count: 200),
    ])
    func `a tiny model that repeats itself is stopped, and that is said`(pieces: [String]) async throws {
        let stuck = try await answer(pieces, isTiny: true)
        #expect(stuck.state == .failed && stuck.faultCode == .repeating)
        #expect(stuck.fault?.contains("repeat") == true && !stuck.canGoOn)
        #expect(stuck.content.count < pieces.joined().count / 2 && stuck.content.hasPrefix(pieces[0]))
    }

    @Test func `a larger model may repeat what it was asked to, and loops in the end as well`() async throws {
        let asked = try await answer(Array(repeating: " hello", count: 50), isTiny: false)
        #expect(asked.state == .complete)
        let stuck = try await answer(Array(repeating: " hello", count: 2_000), isTiny: false)
        #expect(stuck.state == .failed && stuck.faultCode == .repeating)
    }

    private static let round = [
        "I am here to help you with that. ", "What would you like to know about gardens?\n",
        "There are many kinds of gardens in the world. ", "Please tell me more about what you need. ",
    ]

    @Test(arguments: [
        // All of it once more, and the same sentence behind others.
        round + round + round,
        (1...9).flatMap { ["I understand how you feel today. ", "And number \($0) comes with other words. "] },
        (1...9).flatMap { ["\($0). Drink a glass of water first.\n", "\($0). Go for a walk in the park.\n"] },
    ])
    func `a tiny model that goes round in sentences is stopped`(sentences: [String]) async throws {
        let stuck = try await answer(sentences.flatMap { $0.map(String.init) }, isTiny: true)
        #expect(stuck.state == .failed && stuck.faultCode == .repeating)
        #expect(stuck.content.count < sentences.joined().count)
        #expect(stuck.content.count >= sentences.prefix(4).joined().count)
        #expect(try await answer(sentences, isTiny: false).state == .complete)
    }

    @Test func `a larger model is stopped after many rounds, and may write code and verses`() async throws {
        let rounds = (0..<20).flatMap { _ in Self.round }
        #expect(try await answer(rounds, isTiny: false).faultCode == .repeating)
        let code =
            "```swift\n" + String(repeating: "    print(someValueOfSomething)\n    other += 1\n", count: 6) + "```\n"
        let verses = (1...3).map { "Verse \($0) has a line of its own.\nAnd then the same refrain again.\n" }.joined()
        for text in [code, verses] { #expect(try await answer([text], isTiny: true).state == .complete, "\(text)") }
    }

    @Test(arguments: [
        String(repeating: "-", count: 900), String(repeating: "| 0 | 0 |\n", count: 90),
        String(repeating: "─", count: 300), String(repeating: "⬜⬜⬜⬜⬜⬜⬜⬜\n", count: 30),
        String(repeating: "│   │   │\n", count: 90), String(repeating: "… ", count: 200),
        String(repeating: "ha ", count: 9), (1...300).map { "Line \($0)" }.joined(separator: "\n"),
    ])
    func `rules, tables and lists are no loops`(text: String) async throws {
        #expect(try await answer(text.map(String.init), isTiny: true).state == .complete)
    }

    @Test func `no-break spaces of the user are plain for a model, and stay in what is kept`() async throws {
        let (model, store) = (ScriptedModel(saying: "Oui\u{202F}!"), MemoryStore())
        let talk = Conversations(store: store, models: model, settings: InMemorySettings())
        let question = "Que sais-tu faire\u{202F}? Dis\u{A0}: tout."
        let answer = try await talk.answer(to: question)
        _ = try await talk.ask("Et\u{A0}demain\u{202F}?", in: answer.session)
        try await eventually("it was asked") { model.requests.count == 2 }
        #expect(model.requests[0].turns.map(\.content) == ["Que sais-tu faire ? Dis : tout."])
        #expect(model.requests[1].turns.map(\.content).last == "Et demain ?")
        #expect(model.requests[1].turns[1].content == "Oui\u{202F}!")
        #expect(await store.message(answer.parent ?? "")?.content == question)
    }
}
