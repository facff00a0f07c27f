// SPDX-License-Identifier: Apache-2.0

import HearthChat
import Testing

@Suite struct StopTests {
    /// One that answers as it likes, and one that is asked and never even begins.
    private static let deaf: [@Sendable () -> ScriptedModel] = [
        { ScriptedModel { _ in AsyncThrowingStream { $0.yield(.text("Half an ans")) } } },
        {
            ScriptedModel { _ in
                await withCheckedContinuation { (never: CheckedContinuation<Void, Never>) in
                    Task {
                        try? await Task.sleep(for: .seconds(60))
                        never.resume()
                    }
                }
                return .of([])
            }
        },
    ]

    @Test(arguments: [0, 1])
    func `a stop takes effect within 100 ms, whatever the model does`(kind: Int) async throws {
        var fastest = Duration.seconds(60)
        // The machine may be busy with other tests; that is not the stop's doing.
        for _ in 0..<100 where fastest >= .milliseconds(100) {
            let talk = Conversations(store: MemoryStore(), models: Self.deaf[kind](), settings: MemorySettings())
            let answer = try await talk.ask("Hello?")
            if kind == 0 {
                try await eventually("it came") { try await talk.texts(of: answer.session).last == "Half an ans" }
            }
            let begun = ContinuousClock.now
            await talk.stop(answer.session)
            fastest = min(fastest, .now - begun)
            let end = try await talk.finished(answer)
            #expect(end.state == .stopped)
            #expect(end.content == (kind == 0 ? "Half an ans" : ""))
        }
        #expect(fastest < .milliseconds(100))
    }

    @Test func `the work ends with the stop, and nothing is added`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: MemorySettings())
        let answer = try await talk.ask("Hello?")
        pen.write("One")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "One" }
        await talk.stop(answer.session)
        pen.write(" two")
        pen.finish()
        #expect(await store.message(answer.id)?.content == "One")
        #expect(await store.message(answer.id)?.state == .stopped)
        // And the session may be written to again.
        _ = try await talk.ask("Again?", in: answer.session)
    }

    @Test func `a stop whose asker has left is saved all the same`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: MemorySettings())
        let answer = try await talk.ask("Hello?")
        let gone = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await talk.stop(answer.session)
        }
        await gone.value
        #expect(await store.message(answer.id)?.state == .stopped)
    }

    @Test func `to stop what is not being written changes nothing`() async throws {
        let talk = Conversations(
            store: MemoryStore(), models: ScriptedModel(saying: "Yes."), settings: MemorySettings())
        let answer = try await talk.answer(to: "Is it?")
        await talk.stop(answer.session)
        await talk.stop("nobody's")
        #expect(try await talk.path(of: answer.session).last?.message == answer)
    }

    @Test func `at the end of the program answers are marked as interrupted`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: MemorySettings())
        let answer = try await talk.ask("Hello?")
        pen.write("One")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "One" }
        await talk.end()
        #expect(await store.message(answer.id)?.state == .interrupted)
        #expect(await store.message(answer.id)?.content == "One")
    }
}
