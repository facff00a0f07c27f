// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

@Suite struct BranchTests {
    private let store = MemoryStore()
    private let talk: Conversations

    init() {
        let model = ScriptedModel { request in
            .of([.text("Re: \(request.turns.last?.content ?? "")"), .finished(summary())])
        }
        talk = Conversations(store: store, models: model, settings: InMemorySettings(), now: Calendar().next)
    }

    @Test func `an edited question stands beside the first, and nothing is lost`() async throws {
        let a = try await talk.answer(to: "A")
        let session = a.session
        let b = try await talk.answer(to: "B", in: session)
        let question = try #require(b.parent)
        let c = try await talk.finished(try await talk.edit(question, to: "C"))
        #expect(try await talk.texts(of: session) == ["A", "Re: A", "C", "Re: C"])

        let turn = try await talk.path(of: session)[2]
        #expect(turn.siblings == [question, try #require(c.parent)])
        #expect(turn.index == 1)

        try await talk.choose(branch: question)
        #expect(try await talk.texts(of: session) == ["A", "Re: A", "B", "Re: B"])
        #expect(try await talk.path(of: session)[2].index == 0)
        #expect(await store.messages(of: session).count == 6)
    }

    @Test func `the first question can be edited too`() async throws {
        let a = try await talk.answer(to: "A")
        try await talk.finished(try await talk.edit(try #require(a.parent), to: "B"))
        #expect(try await talk.texts(of: a.session) == ["B", "Re: B"])
        #expect(try await talk.path(of: a.session)[0].siblings.count == 2)
    }

    @Test func `a second answer stands beside the first`() async throws {
        let a = try await talk.answer(to: "A")
        let second = try await talk.finished(try await talk.regenerate(a.id))
        #expect(second.parent == a.parent)
        let turns = try await talk.path(of: a.session)
        #expect(turns.map(\.message.content) == ["A", "Re: A"])
        #expect(turns[1].siblings == [a.id, second.id])
        #expect(turns[1].index == 1)
        #expect(turns[0].siblings.count == 1)
    }

    @Test func `a branch is shown to its newest end`() async throws {
        let a = try await talk.answer(to: "A")
        let b = try await talk.answer(to: "B", in: a.session)
        try await talk.finished(try await talk.regenerate(b.id))
        let second = try await talk.finished(try await talk.regenerate(a.id))
        try await talk.answer(to: "C", in: a.session)
        #expect(try await talk.texts(of: a.session) == ["A", "Re: A", "C", "Re: C"])
        try await talk.choose(branch: a.id)
        let turns = try await talk.path(of: a.session)
        #expect(turns.map(\.message.content) == ["A", "Re: A", "B", "Re: B"])
        #expect(turns[3].index == 1)
        try await talk.choose(branch: second.id)
        #expect(try await talk.texts(of: a.session).last == "Re: C")
    }

    @Test func `the model is told its own branch only`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let talk = Conversations(store: store, models: model, settings: InMemorySettings())
        let a = try await talk.answer(to: "A")
        let b = try await talk.answer(to: "B", in: a.session)
        try await talk.finished(try await talk.edit(try #require(b.parent), to: "C"))
        #expect(model.requests.last?.turns.map(\.content) == ["A", "Yes.", "C"])
        try await talk.finished(try await talk.regenerate(b.id))
        #expect(model.requests.last?.turns.map(\.content) == ["A", "Yes.", "B"])
    }

    @Test func `only questions are edited, and only answers given again`() async throws {
        let a = try await talk.answer(to: "A")
        await expect(.wrongMessage) { _ = try await talk.edit(a.id, to: "B") }
        await expect(.wrongMessage) { _ = try await talk.regenerate(try #require(a.parent)) }
    }

    /// Imported or damaged messages may have any parents.
    @Test func `messages in a circle or without a parent are shown as far as they go`() async throws {
        func message(_ id: String, after parent: String?) -> Message {
            Message(id: id, session: "odd", parent: parent, role: .user, content: id, createdAt: .now)
        }
        var session = Session(id: "odd", createdAt: .now)
        session.leaf = "b"
        await store.save(
            [message("a", after: "b"), message("b", after: "a"), message("c", after: "gone")], in: session)
        #expect(try await talk.texts(of: "odd") == ["a", "b"])
        try await talk.choose(branch: "a")
        session.leaf = "not there"
        await store.save(session)
        #expect(try await talk.texts(of: "odd") == ["c"])
    }
}
