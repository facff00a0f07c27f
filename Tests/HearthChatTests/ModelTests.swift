// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import HearthTesting
import Testing

/// A conversation keeps its model.
@Suite struct ModelTests {
    private let model = ScriptedModel(saying: "Yes.")
    private let store = MemoryStore()
    private let talk: Conversations

    init() {
        let small = ModelSummary(name: "someone/small", bytes: 1, memory: 1)
        let large = ModelSummary(name: "someone/large", bytes: 2, memory: 2)
        let far = ModelSummary(name: "https://far.example/v1/huge", bytes: 0, memory: 0, remoteHost: "far.example")
        model.install([small, large, far])
        talk = Conversations(store: store, models: model, settings: InMemorySettings())
    }

    @Test func `the model that was chosen when it began answers in it, whatever is chosen later`() async throws {
        let first = try await talk.answer(to: "One?")
        model.choose(another: "someone/large")
        let second = try await talk.answer(to: "Two?", in: first.session)
        #expect(second.model == "someone/small")
        #expect(model.requests.last?.model == "someone/small")
        #expect(await store.session(first.session)?.model == "someone/small")
        #expect(try await talk.answer(to: "Elsewhere?").model == "someone/large")
        // One that goes on from it does so with its model.
        let next = try await talk.continue(from: first.session)
        #expect(try await talk.answer(to: "Three?", in: next.id).model == "someone/small")
    }

    @Test func `the user takes another one for it, and the choice stays as it is`() async throws {
        let first = try await talk.answer(to: "One?")
        let changes = talk.changes(of: first.session)
        try await talk.setModel(of: first.session, to: "someone/large")
        #expect(talk.changes(of: first.session) == changes + 1)
        #expect(try await talk.answer(to: "Two?", in: first.session).model == "someone/large")
        #expect(model.choices.isEmpty && model.state.name == "someone/small")
        await #expect(throws: ModelError.self) { try await talk.setModel(of: first.session, to: "someone/gone") }
        #expect(try await talk.session(first.session)?.model == "someone/large")
    }

    @Test func `a new conversation begins with the model that it is given`() async throws {
        let given = try await talk.ask("One?", model: "someone/large")
        #expect(try await talk.finished(given).model == "someone/large")
        let gone = try await talk.ask("One?", model: "someone/gone")
        #expect(try await talk.finished(gone).model == "someone/small")
    }

    @Test func `where its model is gone, the chosen one answers`() async throws {
        let first = try await talk.ask("One?", model: "someone/large")
        try await talk.finished(first)
        model.install([ModelSummary(name: "someone/small", bytes: 1, memory: 1)])
        #expect(try await talk.answer(to: "Two?", in: first.session).model == "someone/small")
    }

    @Test func `the one that comes with Hearth is kept only where it was taken`() async throws {
        var state = ModelState.small
        state.isBuiltIn = true
        model.set(state)
        let first = try await talk.answer(to: "One?")
        #expect(try await talk.session(first.session)?.model == nil)
        let taken = try await talk.ask("One?", model: "someone/small")
        try await talk.finished(taken)
        model.set(ModelState(name: "someone/large", phase: .loaded))
        #expect(try await talk.answer(to: "Two?", in: first.session).model == "someone/large")
        #expect(try await talk.answer(to: "Two?", in: taken.session).model == "someone/small")
    }

    @Test func `another model's answer stands beside the first, and each says whose it is`() async throws {
        let first = try await talk.answer(to: "One?")
        #expect(try await talk.path(of: first.session).allSatisfy { !$0.isOfSeveralModels })
        let other = try await talk.finished(talk.regenerate(first.id, by: "https://far.example/v1/huge"))
        #expect(other.model == "https://far.example/v1/huge" && other.remoteHost == "far.example")
        #expect(other.parent == first.parent)
        let path = try await talk.path(of: first.session)
        #expect(path.last?.siblings == [first.id, other.id])
        #expect(path.map(\.isOfSeveralModels) == [false, true])
        // The next answer comes from the conversation's own, and leaves nothing.
        let next = try await talk.answer(to: "Two?", in: first.session)
        #expect(next.model == "someone/small" && next.remoteHost == nil)
        await #expect(throws: ModelError.self) { try await talk.regenerate(first.id, by: "someone/gone") }
    }
}
