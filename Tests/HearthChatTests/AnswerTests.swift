// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Testing

@Suite struct AnswerTests {
    private func conversations(_ model: ScriptedModel, _ store: any ConversationStore = MemoryStore()) -> Conversations
    {
        Conversations(store: store, models: model, settings: InMemorySettings())
    }

    /// Readers come at all times, from the beginning and from some event on, while the answer is being written.
    @Test func `every reader gets every event once`() async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("Count.")
        let pieces = (0..<600).map { " \($0)" }
        let readings = try await withThrowingTaskGroup(of: (after: Int, events: [AnswerEvent]).self) { group in
            for (index, piece) in pieces.enumerated() {
                pen.write(piece)
                if index.isMultiple(of: 12) { await Task.yield() }
                if index.isMultiple(of: 15) {
                    let after = index.isMultiple(of: 2) ? 0 : index / 3
                    group.addTask {
                        // Who asks for what has not happened yet would not be told what happens before.
                        try await eventually("the event came") {
                            await talk.events(of: answer.id).first { $0.id >= after } != nil
                        }
                        var events: [AnswerEvent] = []
                        for await event in talk.events(of: answer.id, after: after) { events.append(event) }
                        return (after, events)
                    }
                }
            }
            pen.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(readings.count == 40)
        for (after, events) in readings {
            #expect(events.map(\.id) == Array(after + 1...pieces.count + 1))
            let text = events.compactMap { if case .piece(.text(let text)) = $0.change { text } else { nil } }
            #expect(text == Array(pieces[after...]))
            guard case .finished(let message) = events.last?.change else {
                Issue.record("the last event is the end")
                continue
            }
            #expect(message.content == pieces.joined())
            #expect(message.state == .complete)
        }
    }

    @Test func `an answer goes on when its readers leave`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = conversations(pen.model, store)
        let answer = try await talk.ask("Hello?")
        pen.write("One")
        let first = await talk.events(of: answer.id).first { _ in true }
        #expect(first == AnswerEvent(id: 1, change: .piece(.text("One"))))
        pen.write(" two")
        pen.finish()
        try await eventually("it ended") { await store.message(answer.id)?.state == .complete }
        #expect(await store.message(answer.id)?.content == "One two")
    }

    @Test func `what it took is kept with it`() async throws {
        var end = summary()
        end.instructionTokens = 4
        let talk = conversations(ScriptedModel { [end] _ in .of([.text("Yes."), .finished(end)]) })
        let answer = try await talk.answer(to: "Is it?")
        #expect(answer.model == "someone/small")
        #expect(answer.remoteHost == nil)
        #expect(answer.tokens == 7)
        #expect(answer.tokensPerSecond == 11)
        #expect(answer.contextTokens == 27)
        #expect(answer.contextLength == 100)
        #expect(answer.instructionTokens == 4)
    }

    @Test func `an answer from elsewhere says from where`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        model.move(to: "far.example")
        #expect(try await conversations(model).answer(to: "Is it?").remoteHost == "far.example")
    }

    @Test func `an answer that ended long ago has its end`() async throws {
        let talk = conversations(ScriptedModel(saying: "Yes."))
        let old = try await talk.answer(to: "Is it?")
        // Meanwhile so many others that its events are no longer kept.
        for index in 0..<40 { try await talk.answer(to: "And \(index)?", isTemporary: true) }
        let events = await talk.events(of: old.id, after: 1).reduce(into: []) { $0.append($1) }
        #expect(events == [AnswerEvent(id: 2, change: .finished(old))])
        #expect(await talk.events(of: "nobody's").first { _ in true } == nil)
    }

    @Test(arguments: [CompletionSummary.Reason.length, .context])
    func `an answer at a limit is cut off`(reason: CompletionSummary.Reason) async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("All of it, please.")
        pen.write("As much as")
        pen.finish(reason)
        #expect(try await talk.finished(answer).state == .cutOff)
    }

    @Test func `thoughts are apart, with the time they took`() async throws {
        let pen = Pen()
        let calendar = Calendar()
        let talk = Conversations(
            store: MemoryStore(), models: pen.model, settings: InMemorySettings(), now: calendar.next)
        let answer = try await talk.ask("Well?")
        let use = ContextUse(tokens: 20, length: 100)
        for event: CompletionEvent in [.thought("Hm. "), .thought("Ah."), .context(use), .text("Yes.")] {
            pen.write(event)
        }
        pen.finish()
        let end = try await talk.finished(answer)
        #expect(end.thoughts == "Hm. Ah.")
        #expect(end.content == "Yes.")
        #expect(end.thinkingSeconds == 3)  // The calendar goes on by a second with each event.
        let changes = await talk.events(of: answer.id).reduce(into: []) { $0.append($1.change) }
        #expect(
            changes == [
                .piece(.thought("Hm. ")), .piece(.thought("Ah.")), .context(use, readsFrom: nil), .piece(.text("Yes.")),
                .finished(end),
            ])
    }

    @Test func `readers are told how much of a long prompt has been read`() async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("All of it, please.")
        for fraction in [0, 0.5] { pen.write(.reading(fraction)) }
        pen.write("Yes.")
        pen.finish()
        let end = try await talk.finished(answer)
        let changes = await talk.events(of: answer.id).reduce(into: []) { $0.append($1.change) }
        #expect(changes == [.reading(0), .reading(0.5), .piece(.text("Yes.")), .finished(end)])
    }

    @Test func `an answer knows how full the context is, and what the model read, before it ends`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = conversations(pen.model, store)
        let first = try await talk.ask("One?")
        pen.write("Yes.")
        pen.finish()
        _ = try await talk.finished(first)
        let second = Pen()
        let other = conversations(second.model, store)
        let answer = try await other.ask("Two?", in: first.session)
        // The first question and its answer have no room.
        let use = ContextUse(tokens: 80, length: 100, instructionTokens: 3, omittedTurns: 2)
        second.write(.context(use))
        second.write("Be")
        try await eventually("it came") { try await other.texts(of: answer.session).last == "Be" }
        await other.stop(answer.session)
        let stopped = try #require(try await other.path(of: answer.session).last?.message)
        #expect(stopped.state == .stopped)
        #expect(stopped.readsFrom == answer.parent)
        #expect(stopped.contextTokens == 80 && stopped.contextLength == 100 && stopped.instructionTokens == 3)
        // Who follows the answer is told, too.
        let told = await other.events(of: answer.id).reduce(into: []) { $0.append($1.change) }
        #expect(told.contains(.context(use, readsFrom: answer.parent)))
    }

    @Test(arguments: [
        (2048, true, 300), (2048, false, 2048), (1000, true, 1000), (200, true, 200), (4096, true, 4096),
    ])
    func `a tiny model's answer is short, unless the user has said how long it may be`(
        limit: Int, isTiny: Bool, asked: Int
    ) async throws {
        let model = ScriptedModel(saying: "Yes.")
        var small = ModelSummary(name: "someone/small", bytes: 1, memory: 1)
        small.isTiny = isTiny
        model.install([small])
        let talk = Conversations(
            store: MemoryStore(), models: model, settings: InMemorySettings { $0.answers.maxTokens = limit })
        _ = try await talk.answer(to: "Well?")
        #expect(model.requests.map(\.maxTokens) == [asked])
    }

    @Test func `what turns out to be a thought is one`() async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("Well?")
        for event: CompletionEvent in [.text("Let me see."), .textWasThought, .text("Yes.")] { pen.write(event) }
        pen.finish()
        let end = try await talk.finished(answer)
        #expect(end.thoughts == "Let me see.")
        #expect(end.content == "Yes.")
    }

    @Test func `an empty thought leaves none`() async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("Well?")
        for event: CompletionEvent in [.thought("\n\n"), .text("Yes.")] { pen.write(event) }
        pen.finish()
        let end = try await talk.finished(answer)
        #expect(end.thoughts == nil)
        #expect(end.thinkingSeconds == nil)
    }

    @Test func `a growing answer is saved more often than twice a second`() async throws {
        let (pen, store, clock) = (Pen(), MemoryStore(), StepClock())
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings(), clock: clock)
        let answer = try await talk.ask("Hello?")
        for text in ["One", "One two", "One two three"] {
            pen.write(text == "One" ? text : String(text.split(separator: " ").last.map { " " + $0 } ?? ""))
            try await eventually("it has come") { try await talk.texts(of: answer.session).last == text }
            try await eventually("the saver waits") { clock.sleepers == 1 }
            clock.advance(by: .milliseconds(499))
            try await eventually("it is saved") { await store.message(answer.id)?.content == text }
            #expect(await store.message(answer.id)?.state == .arriving)
        }
        pen.finish()
        try await talk.finished(answer)
        #expect(await store.message(answer.id)?.state == .complete)
        #expect(clock.sleepers == 0)
    }

    @Test func `a model that fails says why, and what it wrote is kept`() async throws {
        let pen = Pen()
        let talk = conversations(pen.model)
        let answer = try await talk.ask("Hello?")
        pen.write("Half an ans")
        pen.fail(ModelError(.memory, "There is not enough memory for this model."))
        let end = try await talk.finished(answer)
        #expect(end.state == .failed)
        #expect(end.content == "Half an ans")
        #expect(end.fault == "There is not enough memory for this model.")
    }

    @Test func `of other errors people are spared the details`() async throws {
        struct Inner: Error, CustomStringConvertible { let description = "/home/nora/secret: EIO" }
        let talk = conversations(ScriptedModel { _ in throw Inner() })
        let end = try await talk.answer(to: "Hello?")
        #expect(end.state == .failed)
        #expect(end.fault?.contains("secret") == false)
    }

    @Test func `a model that just ends has failed`() async throws {
        let talk = conversations(ScriptedModel { _ in .of([.text("Half")]) })
        let end = try await talk.answer(to: "Hello?")
        #expect(end.state == .failed)
        #expect(end.content == "Half")
        #expect(end.fault != nil)
    }
}
