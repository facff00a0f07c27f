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
            store: MemoryStore(), models: ScriptedModel(saying: "Yes."), settings: InMemorySettings(), clock: clock)
    }

    private func isGone(_ answer: Message) async throws -> Bool {
        try await talk.session(answer.session) == nil
    }

    /// A page that has a session open, when the time of readers without script is over.
    private func page(on answer: Message) async throws -> AsyncStream<Int> {
        let page = talk.allChanges(of: answer.session)
        clock.advance(by: Conversations.readingTime)
        try await eventually("nothing waits") { clock.sleepers == 0 }
        // Calls off what that time has begun, should it not have looked yet who is there.
        await talk.visit(answer.session)
        return page
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
        let talk = Conversations(store: MemoryStore(), models: pen.model, settings: InMemorySettings())
        let answer = try await talk.ask("Secret?", isTemporary: true)
        pen.write("Half")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "Half" }
        try await talk.end(answer.session)
        #expect(try await talk.session(answer.session) == nil)
    }

    @Test func `one that was left is gone a little later`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        await talk.leave(answer.session)
        try await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(19_900))
        #expect(try await !isGone(answer))
        clock.advance(by: .milliseconds(100))
        try await eventually("it is gone") { try await isGone(answer) }
    }

    /// A page's goodbye may be lost; the end of its connection is enough.
    @Test func `one whose last watcher goes without a word is gone a little later`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        var pages: [AsyncStream<Int>] = [talk.allChanges(of: answer.session), talk.allChanges(of: answer.session)]
        pages.removeLast()
        clock.advance(by: .seconds(3_599))
        #expect(try await !isGone(answer), "another page has it open")
        clock.advance(by: .seconds(1))
        try await eventually("the time of readers without script is over") { clock.sleepers == 0 }
        await talk.visit(answer.session)
        #expect(try await !isGone(answer), "it is open")
        pages.removeLast()
        try await clock.waitForSleeper(within: Conversations.returnTime)
        clock.advance(by: .milliseconds(19_900))
        #expect(try await !isGone(answer))
        clock.advance(by: .milliseconds(100))
        try await eventually("it is gone") { try await isGone(answer) }
    }

    @Test func `one that is loaded again in time stays, and is gone after that page`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        var page: AsyncStream<Int>? = try await page(on: answer)
        for _ in 0..<3 {
            page = nil
            try await clock.waitForSleeper(within: Conversations.returnTime)
            clock.advance(by: .seconds(19))
            // The page that comes asks for the text before it follows the changes, which may take it long.
            await talk.visit(answer.session)
            try await clock.waitForSleeper(within: Conversations.returnTime)
            clock.advance(by: .seconds(19))
            page = talk.allChanges(of: answer.session)
            try await eventually("the time is over") {
                clock.advance(by: Conversations.returnTime)
                return clock.sleepers == 0
            }
            await talk.visit(answer.session)
            #expect(try await !isGone(answer))
        }
        #expect(page != nil)
        page = nil
        try await eventually("it is gone") {
            clock.advance(by: Conversations.returnTime)
            return try await isGone(answer)
        }
    }

    @Test(arguments: [[0.0, 0], [0, 5], [19], [30], [0, 30]])
    func `what a page says when it goes may come twice, late, or after the end`(secondsBefore: [Double]) async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        var page: AsyncStream<Int>? = try await page(on: answer)
        #expect(page != nil)
        page = nil
        for seconds in secondsBefore {
            try await clock.waitForSleeper(within: Conversations.returnTime)
            clock.advance(by: .seconds(seconds))
            if seconds >= 20 { try await eventually("it is gone") { try await isGone(answer) } }
            await talk.leave(answer.session)
        }
        if try await !isGone(answer) {
            try await clock.waitForSleeper(within: Conversations.returnTime)
            clock.advance(by: .seconds(20))
        }
        try await eventually("it is gone") { try await isGone(answer) }
        #expect(clock.sleepers == 0, "nothing waits for one that is gone")
    }

    @Test func `one that was left while it answers is gone, and its answer ends`() async throws {
        let pen = Pen()
        let talk = Conversations(
            store: MemoryStore(), models: pen.model, settings: InMemorySettings(), clock: clock)
        let answer = try await talk.ask("Secret?", isTemporary: true)
        pen.write("Half")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "Half" }
        var page: AsyncStream<Int>? = talk.allChanges(of: answer.session)
        #expect(page != nil)
        page = nil
        // The answer is saved every now and then; what that waits for is no sign that the time runs.
        try await eventually("it is gone") {
            clock.advance(by: .seconds(1))
            return try await talk.session(answer.session) == nil
        }
        pen.write("More")
        await expect(.notFound) { _ = try await talk.path(of: answer.session) }
        #expect(await talk.events(of: answer.id).first { _ in true } == nil, "nobody is told of it any more")
    }

    @Test func `a question that comes after the page has gone begins the time anew, and too late finds nothing`()
        async throws
    {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        await talk.leave(answer.session)
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(19))
        let other = try await talk.answer(to: "And?", in: answer.session)
        #expect(other.session == answer.session)
        try await eventually("the time runs") { clock.sleepers == 1 }
        clock.advance(by: .seconds(19))
        #expect(try await !isGone(answer))
        clock.advance(by: .seconds(1))
        try await eventually("it is gone") { try await isGone(answer) }
        await expect(.notFound) { _ = try await talk.ask("And?", in: answer.session) }
    }

    @Test func `one that no page follows stays for an hour after it was read last`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        for _ in 0..<3 {
            try await clock.waitForSleepers(1)
            clock.advance(by: .seconds(3_000))
            await talk.visit(answer.session)
        }
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3_600))
        try await eventually("it is gone") { try await isGone(answer) }
    }

    @Test func `one that another goes on from stays for that one's sake, and goes with it`() async throws {
        let answer = try await talk.answer(to: "Secret?", isTemporary: true)
        await talk.leave(answer.session)
        let next = try await talk.continue(from: answer.session)
        var page: AsyncStream<Int>? = talk.allChanges(of: next.id)
        #expect(page != nil)
        try await clock.waitForSleepers(2)
        clock.advance(by: .seconds(3_600))
        try await eventually("the times are over") { clock.sleepers == 0 }
        await talk.visit(next.id)
        #expect(try await talk.former(of: next)?.turns.count == 2)
        page = nil
        try await clock.waitForSleeper(within: Conversations.returnTime)
        clock.advance(by: .seconds(20))
        try await eventually("both are gone") {
            let isGone = try await isGone(answer)
            return try await talk.session(next.id) == nil && isGone
        }
        #expect(clock.sleepers == 0)
    }

    @Test func `what is kept is neither ended nor left`() async throws {
        let answer = try await talk.answer(to: "Is it?")
        await expect(.unsupported) { try await talk.end(answer.session) }
        await talk.leave(answer.session)
        #expect(clock.sleepers == 0)
        #expect(try await talk.texts(of: answer.session) == ["Is it?", "Yes."])
    }
}
