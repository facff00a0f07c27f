// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

@Suite struct AskingTests {
    private let store = MemoryStore()

    private func conversations(_ model: ScriptedModel, _ settings: InMemorySettings = InMemorySettings())
        -> Conversations
    {
        Conversations(store: store, models: model, settings: settings, now: Calendar().next)
    }

    @Test func `a question and its answer are saved before it returns`() async throws {
        let talk = conversations(Pen().model)
        let answer = try await talk.ask("  Why is the sky blue? ")
        let messages = await store.messages(of: answer.session)
        #expect(messages.map(\.role) == [.user, .assistant])
        #expect(messages.map(\.content) == ["  Why is the sky blue? ", ""])
        #expect(messages[1] == answer)
        #expect(answer.parent == messages[0].id)
        #expect(answer.state == .arriving)
        let session = try #require(await store.session(answer.session))
        #expect(session.leaf == answer.id)
        #expect(session.lastMessageAt == answer.createdAt)
        #expect(session.title == "Why is the sky blue?")
    }

    @Test(arguments: ["", " ", "\n\t\u{A0}\u{2003}"])
    func `a blank message is refused`(text: String) async throws {
        let talk = conversations(ScriptedModel(saying: "Yes."))
        await expect(.blank) { _ = try await talk.ask(text) }
        let answer = try await talk.answer(to: "Is it?")
        await expect(.blank) { _ = try await talk.ask(text, in: answer.session) }
        await expect(.blank) { _ = try await talk.edit(try #require(answer.parent), to: text) }
        #expect(await store.messages(of: answer.session).count == 2)
    }

    @Test func `the model is told the settings and all that was said`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let settings = InMemorySettings {
            ($0.answers.temperature, $0.answers.maxTokens, $0.answers.seed, $0.answers.thinks) = (0.25, 99, 7, false)
            $0.answers.instructions = "Be brief."
        }
        let talk = conversations(model, settings)
        let first = try await talk.answer(to: "Is it?")
        try await talk.answer(to: "Really?", in: first.session)
        try await talk.instruct(first.session, "Be long.")
        try await talk.answer(to: "Sure?", in: first.session)
        let requests = model.requests
        #expect(requests.map(\.instructions) == ["Be brief.", "Be brief.", "Be long."])
        #expect(requests[1].turns.map(\.content) == ["Is it?", "Yes.", "Really?"])
        #expect(requests[1].turns.map(\.role) == [.user, .assistant, .user])
        #expect(requests[1].temperature == 0.25)
        #expect(requests[1].maxTokens == 99)
        #expect(requests[1].seed == 7)
        #expect(!requests[1].thinks)
    }

    @Test func `empty instructions are none`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let talk = conversations(model, InMemorySettings { $0.answers.instructions = " " })
        try await talk.answer(to: "Is it?")
        #expect(model.requests[0].instructions == nil)
    }

    /// Templates refuse two questions in a row.
    @Test func `a question that was never answered joins the next`() async throws {
        let model = ScriptedModel { request in
            if request.turns.count == 1, request.turns[0].content == "Hello?" {
                throw ModelError(.modelFailed, "No.")
            }
            return .of([.text("Yes."), .finished(summary())])
        }
        let talk = conversations(model)
        let failed = try await talk.answer(to: "Hello?")
        #expect(failed.state == .failed)
        try await talk.answer(to: "Still there?", in: failed.session)
        #expect(model.requests.last?.turns == [.init(role: .user, content: "Hello?\n\nStill there?")])
    }

    @Test func `one question at a time`() async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("Hello?")
        await expect(.answering) { _ = try await talk.ask("Hello??", in: answer.session) }
        await expect(.answering) { _ = try await talk.regenerate(answer.id) }
        await expect(.answering) { _ = try await talk.edit(try #require(answer.parent), to: "Hm?") }
        pen.finish()
        try await talk.finished(answer)
        #expect(await store.messages(of: answer.session).count == 2)
    }

    /// Twenty taps on the same button.
    @Test func `of many questions at once one is taken`() async throws {
        let talk = conversations(Pen().model)
        let session = try await talk.continue(from: conversations(ScriptedModel(saying: "A")).answer(to: "B").session)
        let taken = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<20 {
                group.addTask { (try? await talk.ask("Number \(index)", in: session.id)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 1)
        #expect(await store.messages(of: session.id).count == 2)
    }

    @Test func `several sessions are answered at once, up to a limit`() async throws {
        let model = ScriptedModel { _ in AsyncThrowingStream { _ in } }
        let talk = conversations(model)
        var answers: [Message] = []
        for index in 0..<32 { answers.append(try await talk.ask("Number \(index)", isTemporary: index > 0)) }
        await expect(.busy) { _ = try await talk.ask("One more") }
        try await eventually("all are asked") { model.requests.count == 32 }
        await talk.stop(answers[3].session)
        _ = try await talk.ask("One more")
    }

    @Test func `what is not there is not found`() async throws {
        let talk = conversations(ScriptedModel(saying: "Yes."))
        await expect(.notFound) { _ = try await talk.ask("Hello?", in: "nowhere") }
        await expect(.notFound) { _ = try await talk.path(of: "nowhere") }
        await expect(.notFound) { _ = try await talk.edit("nothing", to: "Hello?") }
        await expect(.notFound) { _ = try await talk.regenerate("nothing") }
        await expect(.notFound) { try await talk.choose(branch: "nothing") }
        await expect(.notFound) { try await talk.rename("nowhere", to: "Somewhere") }
        await expect(.notFound) { try await talk.delete("nowhere") }
        await expect(.notFound) { try await talk.clear("nowhere") }
        await expect(.notFound) { _ = try await talk.continue(from: "nowhere") }
        #expect(try await talk.session("nowhere") == nil)
        #expect(try await talk.sessions(limit: 9).isEmpty)
    }

    @Test func `a sent draft is gone`() async throws {
        let talk = conversations(ScriptedModel(saying: "Yes."))
        let answer = try await talk.answer(to: "Is it?")
        try await talk.saveDraft("And wh", of: answer.session)
        #expect(try await talk.draft(of: answer.session) == "And wh")
        try await talk.answer(to: "And why?", in: answer.session)
        #expect(try await talk.draft(of: answer.session) == nil)
    }
}
