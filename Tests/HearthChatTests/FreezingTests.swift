// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

@Suite struct FreezingTests {
    private let store = MemoryStore()
    private let model = ScriptedModel { request in
        .of([.text("Re: \(request.turns.last?.content ?? "")"), .finished(summary())])
    }
    private let talk: Conversations

    init() {
        talk = Conversations(store: store, models: model, settings: InMemorySettings(), now: Calendar().next)
    }

    @Test func `a new session leaves the others open, in one tab as in two`() async throws {
        let (a, b) = (try await talk.answer(to: "A"), try await talk.answer(to: "B"))
        #expect(try await talk.sessions(limit: 9).allSatisfy { $0.frozenAt == nil })
        try await talk.answer(to: "A?", in: a.session)
        try await talk.answer(to: "B?", in: b.session)
        #expect(try await talk.texts(of: a.session) == ["A", "Re: A", "A?", "Re: A?"])
        #expect(model.requests.last?.turns.map(\.content) == ["B", "Re: B", "B?"])
    }

    @Test func `a frozen session takes nothing`() async throws {
        let a = try await talk.answer(to: "A")
        try await talk.freeze(a.session)
        await expect(.frozen) { _ = try await talk.ask("A?", in: a.session) }
        await expect(.frozen) { _ = try await talk.regenerate(a.id) }
        await expect(.frozen) { _ = try await talk.edit(try #require(a.parent), to: "A?") }
        await expect(.frozen) { try await talk.clear(a.session) }
        #expect(try await talk.texts(of: a.session) == ["A", "Re: A"])
    }

    @Test func `an answer goes on in a session that is frozen meanwhile`() async throws {
        let pen = Pen()
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings())
        let a = try await talk.ask("A")
        try await talk.freeze(a.session)
        pen.write("Yes.")
        pen.finish()
        #expect(try await talk.finished(a).content == "Yes.")
        #expect(try await talk.session(a.session)?.frozenAt != nil)
    }

    @Test func `a session goes on in a new one that knows what was said`() async throws {
        let a = try await talk.answer(to: "A")
        try await talk.rename(a.session, to: "Letters")
        let other = try await talk.answer(to: "B")
        #expect(try await talk.former(of: #require(talk.session(a.session))) == nil)
        let next = try await talk.continue(from: a.session)
        #expect(next.continues == a.session)
        #expect(next.title == "Letters")
        // The one that is continued is frozen, and no other.
        let open = try await talk.sessions(limit: 9).filter { $0.frozenAt == nil }
        #expect(Set(open.map(\.id)) == [next.id, other.session])
        #expect(try await talk.path(of: next.id).isEmpty)
        let former = try #require(try await talk.former(of: next))
        #expect(former.session.id == a.session && former.turns.map(\.message.content) == ["A", "Re: A"])
        try await talk.answer(to: "C", in: next.id)
        #expect(model.requests.last?.turns.map(\.content) == ["A", "Re: A", "C"])

        let third = try await talk.continue(from: next.id)
        try await talk.answer(to: "D", in: third.id)
        #expect(model.requests.last?.turns.map(\.content) == ["A", "Re: A", "C", "Re: C", "D"])
        #expect(try await talk.texts(of: third.id) == ["D", "Re: D"])
    }

    @Test func `asked twice to continue, it is the same session, until something was said in it`() async throws {
        let a = try await talk.answer(to: "A")
        let first = try await talk.continue(from: a.session)
        let again = try await talk.continue(from: a.session)
        #expect(first.id == again.id)
        #expect(try await talk.sessions(limit: 9).count == 2)
        try await talk.answer(to: "B", in: first.id)
        #expect(try await talk.continue(from: a.session).id != first.id)
    }

    @Test func `what was not sent goes along to the session that continues`() async throws {
        let a = try await talk.answer(to: "A")
        try await talk.saveDraft("half a thought", of: a.session)
        let next = try await talk.continue(from: a.session)
        #expect(try await talk.draft(of: next.id) == "half a thought")
        #expect(try await talk.draft(of: a.session) == nil)
        // A tab that still shows the first saves something there; what is in the other stays.
        try await talk.saveDraft("late", of: a.session)
        _ = try await talk.continue(from: a.session)
        #expect(try await talk.draft(of: next.id) == "half a thought")
        #expect(try await talk.draft(of: a.session) == "late")
    }

    @Test func `sessions that go on from each other in a circle are told once`() async throws {
        let a = try await talk.answer(to: "A")
        let b = try await talk.continue(from: a.session)
        var first = try #require(await store.session(a.session))
        first.continues = b.id
        await store.save(first)
        try await talk.answer(to: "B", in: b.id)
        #expect(model.requests.last?.turns.map(\.content) == ["A", "Re: A", "B"])
    }

    @Test func `a session whose beginning was erased goes on without it`() async throws {
        let a = try await talk.answer(to: "A")
        let b = try await talk.continue(from: a.session)
        await store.delete(a.session, at: .distantPast)
        await store.erase(deletedBefore: .now)
        try await talk.answer(to: "B", in: b.id)
        #expect(model.requests.last?.turns.map(\.content) == ["B"])
    }

    @Test func `nothing of a temporary session reaches the store`() async throws {
        let active = try await talk.answer(to: "A")
        let before = await store.messages(of: active.session)
        let secret = try await talk.answer(to: "Secret", isTemporary: true)
        try await talk.answer(to: "More", in: secret.session)
        try await talk.saveDraft("And", of: secret.session)
        try await talk.rename(secret.session, to: "Hidden")
        try await talk.finished(try await talk.regenerate(secret.id))
        let next = try await talk.continue(from: secret.session)
        #expect(try await talk.draft(of: next.id) == "And")
        try await talk.answer(to: "On", in: next.id)
        #expect(model.requests.last?.turns.map(\.content) == ["Secret", "Re: Secret", "On"])
        #expect(next.isTemporary)

        #expect(await store.sessions(in: .all, before: nil, limit: 99).map(\.id) == [active.session])
        #expect(await store.session(secret.session) == nil)
        #expect(await store.messages(of: secret.session).isEmpty)
        #expect(await store.messages(of: next.id).isEmpty)
        #expect(await store.draft(of: secret.session) == nil)
        #expect(await store.messages(of: active.session) == before)
        #expect(try await talk.sessions(limit: 99).map(\.id) == [active.session])
        #expect(try await talk.search("Secret", limit: 9).isEmpty)

        // It is there all the same, and does not freeze the other.
        #expect(try await talk.session(secret.session)?.title == "Hidden")
        #expect(try await talk.session(secret.session)?.isTemporary == true)
        try await talk.answer(to: "B", in: active.session)
    }
}
