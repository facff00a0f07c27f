// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import HearthTesting
import Synchronization
import Testing

@Suite struct TitleTests {
    private let store = MemoryStore()

    private func title(after question: String) async throws -> String? {
        let talk = Conversations(store: store, models: ScriptedModel(saying: "Yes."), settings: InMemorySettings())
        let answer = try await talk.answer(to: question)
        return try await talk.session(answer.session)?.title
    }

    @Test(arguments: [
        ("Why is the sky blue?", "Why is the sky blue?"),
        ("\n\n  Why  is\tthe sky blue?\nI wondered.", "Why is the sky blue?"),
        (
            "Tell me, please, everything that is known about foxes in the north",
            "Tell me, please, everything that is known about…"
        ),
        (String(repeating: "a", count: 60), String(repeating: "a", count: 48) + "…"),
        ("猫はなぜ箱が好きですか", "猫はなぜ箱が好きですか"),
    ])
    func `the first words of the first question`(question: String, expected: String) async throws {
        #expect(try await title(after: question) == expected)
    }

    @Test(arguments: [
        ("The blue sky", "The blue sky"), ("\"The Blue Sky.\"\n\nIt is blue because", "The Blue Sky"),
        ("Title: **Le ciel bleu**", "Le ciel bleu"), ("« Le ciel »", "Le ciel"),
        (" fight with my sister", "Fight with my sister"), ("école de musique", "École de musique"),
        ("iPhone repair", "iPhone repair"),
    ])
    func `later the model finds a better one`(suggestion: String, expected: String) async throws {
        let (talk, model) = naming(suggestion)
        let answer = try await talk.answer(to: "Why is it blue?")
        try await eventually("it is named") { try await talk.session(answer.session)?.title == expected }
        // It was asked in the same words, so that the beginning has been read already.
        let requests = model.requests
        #expect(requests[1].turns.prefix(2).map(\.content) == ["Why is it blue?", "Because."])
        #expect(requests[1].instructions == requests[0].instructions)
        #expect(requests[1].temperature == 0)
        #expect(!requests[1].thinks)
        // Once.
        try await talk.answer(to: "And green?", in: answer.session)
        #expect(model.requests.count == 3)
    }

    @Test func `a title is asked for with the same spaces as the answer`() async throws {
        let (talk, model) = naming("Que sais-tu")
        let answer = try await talk.answer(to: "«\u{A0}Que sais-tu\u{202F}?\u{A0}»")
        try await eventually("it is named") { try await talk.session(answer.session)?.title == "Que sais-tu" }
        #expect(model.requests.map { $0.turns[0].content } == ["« Que sais-tu ? »", "« Que sais-tu ? »"])
    }

    @Test(arguments: [
        "", "\n \n", "***", "I would be happy to help you find a title for this conversation.", "?!",
    ])
    func `what is no title is not taken`(suggestion: String) async throws {
        let (talk, model) = naming(suggestion)
        let answer = try await talk.answer(to: "Why is it blue?")
        try await eventually("it was asked") { model.requests.count == 2 }
        // The next change waits for one that is under way.
        try await talk.saveDraft("x", of: answer.session)
        try await talk.instruct(answer.session, nil)
        #expect(try await talk.session(answer.session)?.title == "Why is it blue?")
    }

    @Test func `a name that a person gave stays`() async throws {
        let (talk, _) = naming("The blue sky", waits: true)
        let answer = try await talk.answer(to: "Why is it blue?")
        try await talk.rename(answer.session, to: "  Mine \n own ")
        try await Task.sleep(for: .milliseconds(80))
        #expect(try await talk.session(answer.session)?.title == "Mine own")
        await expect(.blank) { try await talk.rename(answer.session, to: " ") }
    }

    @Test func `clearing a conversation calls the search for its title off`() async throws {
        let isCalledOff = Atomic(false)
        let model = ScriptedModel { request in
            guard request.turns.count > 1 else { return .of([.text("Because."), .finished(summary())]) }
            do { try await Task.sleep(for: .seconds(60)) } catch {
                isCalledOff.store(true, ordering: .relaxed)
                throw error
            }
            return .of([])
        }
        let settings = InMemorySettings { $0.answers.namesSessions = true }
        let talk = Conversations(store: store, models: model, settings: settings)
        let answer = try await talk.answer(to: "Why is it blue?")
        try await eventually("it was asked") { model.requests.count == 2 }
        try await talk.clear(answer.session)
        try await eventually("it is called off") { isCalledOff.load(ordering: .relaxed) }
    }

    @Test(arguments: ["127.0.0.1:11434", "far.example"])
    func `an endpoint names what it has answered, and may think first`(host: String) async throws {
        let (talk, model) = naming("The blue sky")
        model.move(to: host)
        let answer = try await talk.answer(to: "Why is it blue?")
        try await eventually("it is named") { try await talk.session(answer.session)?.title == "The blue sky" }
        let (asked, named) = (model.requests[0], model.requests[1])
        #expect(named.maxTokens == 400 && !named.thinks)
        // It is told nothing that it has not heard.
        #expect(named.turns.dropLast().map(\.content) == asked.turns.map(\.content) + [answer.content])
        #expect((named.model, named.instructions, named.memory) == (asked.model, asked.instructions, asked.memory))
    }

    @Test func `a conversation whose first answer failed is named after the first that did not`() async throws {
        let model = ScriptedModel { request in
            guard request.turns[0].content.contains("Please") else { throw ModelError(.memory, "No room.") }
            let isTitle = request.turns.last?.content.contains("title") == true
            return .of([.text(isTitle ? "The blue sky" : "Because."), .finished(summary(isTitle ? .stop : .length))])
        }
        let settings = InMemorySettings { $0.answers.namesSessions = true }
        let talk = Conversations(store: store, models: model, settings: settings)
        let answer = try await talk.answer(to: "Why is it blue?")
        #expect(answer.state == .failed)
        try await talk.answer(to: "Please, why?", in: answer.session)
        try await eventually("it is named") { try await talk.session(answer.session)?.title == "The blue sky" }
    }

    @Test func `a tiny model is not asked for names`() async throws {
        let (talk, model) = naming("Can can't do")
        var tiny = ModelSummary(name: "someone/small", bytes: 1, memory: 1)
        tiny.isTiny = true
        model.install([tiny])
        let answer = try await talk.answer(to: "What can you do?")
        try await talk.answer(to: "And then?", in: answer.session)
        #expect(model.requests.count == 2)
        #expect(try await talk.session(answer.session)?.title == "What can you do?")
    }

    /// Answers a first question, and a later one with `suggestion`.
    private func naming(_ suggestion: String, waits: Bool = false) -> (Conversations, ScriptedModel) {
        let model = ScriptedModel { request in
            let isFirst = request.turns.count == 1
            if waits, !isFirst { try await Task.sleep(for: .milliseconds(40)) }
            return .of([.text(isFirst ? "Because." : suggestion), .finished(summary())])
        }
        let settings = InMemorySettings { $0.answers.namesSessions = true }
        return (Conversations(store: store, models: model, settings: settings), model)
    }
}
