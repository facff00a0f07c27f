// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthTesting
import Testing

/// A temporary chat is gone when it says so: when it is ended, when it was left, and with the program.
@Suite struct TemporaryTests {
    private let clock = StepClock()
    private let talk: Conversations

    init() {
        talk = Conversations(
            store: MemoryStore(), models: ScriptedModel(saying: "Yes."), settings: MemorySettings(), clock: clock)
    }

    private func isGone(_ answer: Message) async throws -> Bool {
        try await talk.session(answer.session) == nil
    }

    @Test func `one that is ended is gone, with its answer and its draft`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        try await talk.saveDraft("More", of: answer.session)
        try await talk.end(answer.session)
        #expect(try await isGone(answer))
        #expect(await talk.events(of: answer.id).first { _ in true } == nil)
        await expect(.notFound) { _ = try await talk.ask("And?", in: answer.session) }
        await expect(.notFound) { _ = try await talk.regenerate(answer.id) }
        await expect(.notFound) { try await talk.end(answer.session) }
    }

    @Test func `one that is ended while it answers stops answering`() async throws {
        let pen = Pen()
        let talk = Conversations(store: MemoryStore(), models: pen.model, settings: MemorySettings())
        let answer = try await talk.ask("Secret?", isTemporary: true)
        pen.write("Half")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "Half" }
        try await talk.end(answer.session)
        #expect(try await talk.session(answer.session) == nil)
    }

    @Test func `one that was left is gone a little later`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        await talk.leave(answer.session)
        try await eventually("the time runs") { clock.sleepers == 1 }
        clock.advance(by: .seconds(9.9))
        #expect(try await !isGone(answer))
        clock.advance(by: .seconds(0.1))
        try await eventually("it is gone") { try await isGone(answer) }
    }

    @Test func `one that is open elsewhere, or was come back to, stays`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        var page: AsyncStream<Int>? = talk.allChanges(of: answer.session)
        for _ in 0..<6 {
            await talk.leave(answer.session)
            try await eventually("the time runs") { clock.sleepers == 1 }
            clock.advance(by: .seconds(10))
        }
        #expect(page != nil)
        #expect(try await !isGone(answer))
        // The connection of a page that was left may be noticed to be gone only later.
        page = nil
        try await eventually("it is gone") {
            clock.advance(by: .seconds(10))
            return try await isGone(answer)
        }
    }

    @Test func `what is kept is neither ended nor left`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        await expect(.unsupported) { try await talk.end(answer.session) }
        await talk.leave(answer.session)
        #expect(clock.sleepers == 0)
        #expect(try await talk.texts(of: answer.session) == ["Is it?", "Yes."])
    }
}
