// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

@Suite struct KeepingTests {
    private let store = MemoryStore()
    private let clock = StepClock()
    private let talk: Conversations

    init() {
        talk = Conversations(
            store: store, models: ScriptedModel(saying: "Yes."), settings: InMemorySettings(), clock: clock,
            now: Calendar().next)
    }

    @Test func `whoever watches a session is told what others do to it`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        let other = try await talk.answer(to: "And now?")
        var seen = talk.allChanges(of: answer.session).makeAsyncIterator()
        var count = await seen.next()
        let changes: [() async throws -> Void] = [
            { try await talk.rename(answer.session, to: "A name") },
            { try await talk.choose(branch: answer.id) },
            { try await talk.delete(answer.session) },
            { try await talk.undelete(answer.session) },
            { _ = try await talk.continue(from: answer.session) },
        ]
        for change in changes {
            try await change()
            let next = await seen.next()
            #expect(next != count && next == talk.changes(of: answer.session))
            count = next
        }
        try await talk.rename(other.session, to: "Another name")
        try await talk.answer(to: "Something else")
        #expect(talk.changes(of: answer.session) == count)
    }

    @Test func `a deleted session is hidden, and erased after 8 seconds`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        try await talk.delete(answer.session)
        #expect(try await talk.session(answer.session) == nil)
        #expect(try await talk.sessions(limit: 9).isEmpty)
        await expect(.notFound) { _ = try await talk.ask("Hello?", in: answer.session) }
        await expect(.notFound) { _ = try await talk.regenerate(answer.id) }
        try await eventually("the eraser waits") { clock.sleepers == 1 }
        clock.advance(by: .seconds(7.9))
        #expect(await store.messages(of: answer.session).count == 2)
        clock.advance(by: .seconds(0.1))
        try await eventually("it is erased") { await store.messages(of: answer.session).isEmpty }
        await expect(.notFound) { try await talk.undelete(answer.session) }
    }

    @Test func `a deleted session can be brought back`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        try await talk.delete(answer.session)
        try await eventually("the eraser waits") { clock.sleepers == 1 }
        try await talk.undelete(answer.session)
        try await eventually("the eraser gave up") { clock.sleepers == 0 }
        clock.advance(by: .seconds(60))
        #expect(try await talk.texts(of: answer.session) == ["Is it?", "Yes."])
        #expect(try await talk.session(answer.session)?.frozenAt == nil)
    }

    @Test func `what was deleted is erased although a backup could not take over meanwhile`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        try await talk.delete(answer.session)
        try await eventually("the eraser waits") { clock.sleepers == 1 }
        await expect(.notSaved) {
            try await talk.replaceEverything { throw ConversationError(.notSaved, "This backup is not whole.") }
        }
        clock.advance(by: .seconds(8))
        try await eventually("it is erased") { await store.messages(of: answer.session).isEmpty }
    }

    @Test func `one that comes back after another was begun is as it was`() async throws {
        let old = try await talk.answer(to: "Is it?")
        try await talk.delete(old.session)
        try await talk.answer(to: "Something else")
        try await talk.undelete(old.session)
        #expect(try await talk.session(old.session)?.frozenAt == nil)
        try await talk.answer(to: "And on?", in: old.session)
    }

    @Test func `to delete a session stops its answer`() async throws {
        let pen = Pen()
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings(), clock: clock)
        let answer = try await talk.ask("Hello?")
        try await talk.delete(answer.session)
        #expect(try await talk.finished(answer).state == .stopped)
    }

    @Test func `a start erases what was deleted and marks what was interrupted`() async throws {
        let pen = Pen()
        let before = Conversations(store: store, models: pen.model, settings: InMemorySettings(), clock: clock)
        let gone = try await before.ask("Gone?")
        try await before.delete(gone.session)
        let broken = try await before.ask("Broken?")

        let after = Conversations(store: store, models: pen.model, settings: InMemorySettings(), clock: clock)
        try await after.begin()
        #expect(await store.messages(of: gone.session).isEmpty)
        let turns = try await after.path(of: broken.session)
        #expect(turns.map(\.message.state) == [.complete, .interrupted])
        let end = await after.events(of: broken.id).first { _ in true }
        #expect(end?.change == .finished(turns[1].message))
        // Without its pen the first would take its answer for broken off.
        withExtendedLifetime(before) {}
    }

    @Test func `an empty session takes the place of a cleared one, which can be brought back`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        try await talk.instruct(answer.session, "Be brief.")
        let empty = try await talk.clear(answer.session)
        #expect(empty.instructions == "Be brief." && empty.title.isEmpty && empty.leaf == nil)
        #expect(try await talk.session(answer.session) == nil)
        #expect(try await talk.path(of: empty.id).isEmpty)
        try await talk.undelete(answer.session)
        #expect(try await talk.texts(of: answer.session) == ["Is it?", "Yes."])
        try await talk.discardEmpty(empty.id)
        #expect(try await talk.session(empty.id) == nil)
        // What has something in it stays.
        try await talk.discardEmpty(answer.session)
        #expect(try await talk.session(answer.session) != nil)
    }

    @Test func `a cleared session is erased when it can no longer be brought back`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        let empty = try await talk.clear(answer.session)
        try await talk.answer(to: "Something else?", in: empty.id)
        try await eventually("it waits") { clock.sleepers > 0 }
        clock.advance(by: Conversations.undoTime)
        try await eventually("it is erased") { await store.messages(of: answer.session).isEmpty }
        #expect(try await talk.texts(of: empty.id) == ["Something else?", "Yes."])
        #expect(try await talk.session(empty.id)?.title == "Something else?")
        await expect(.notFound) { try await talk.undelete(answer.session) }
    }

    @Test func `a conversation is exported as it is shown`() async throws {
        let answer = try await talk.answer(to: "Is *it*?")
        #expect(
            try await talk.export(answer.session) == """
                # Is *it*?

                ## You, 1970-01-01T00:00:02Z

                Is *it*?

                ## someone/small, 1970-01-01T00:00:03Z

                Yes.

                """)
    }
}
