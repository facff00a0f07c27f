// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import HearthTesting
import Synchronization
import Testing

@Suite struct StopTests {
    /// Models that do not care whether they are stopped, and end when a test lets go of them.
    enum Deaf: CaseIterable {
        /// Has said half of it, and falls silent.
        case silent
        /// Is asked, and does not even begin.
        case absent
        /// Goes on talking.
        case talkative

        func model(until release: Release) -> ScriptedModel {
            switch self {
            case .silent:
                ScriptedModel { _ in
                    AsyncThrowingStream { stream in
                        stream.yield(.text("Half an ans"))
                        Task {
                            await release.wait()
                            stream.finish()
                        }
                    }
                }
            case .absent:
                ScriptedModel { _ in
                    await release.wait()
                    return .of([.text("Too late."), .finished(summary())])
                }
            case .talkative:
                ScriptedModel { _ in
                    AsyncThrowingStream { stream in
                        stream.yield(.text("Half an ans"))
                        Task {
                            while !release.isOpen {
                                stream.yield(.text("wer and so on"))
                                await Task.yield()
                            }
                            stream.finish()
                        }
                    }
                }
            }
        }
    }

    /// A gate at which a test holds a model back. Cancelling a task does not open it.
    final class Release: Sendable {
        private struct State {
            var isOpen = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }
        private let state = Mutex(State())

        var isOpen: Bool { state.withLock(\.isOpen) }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                defer { state = State(isOpen: true) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// The model is let go of after the stop has taken effect, never before: a stop that waits for the model would wait
    /// for ever.
    @Test(arguments: Deaf.allCases)
    func `a stop takes effect while the model still does what it likes`(deaf: Deaf) async throws {
        let (release, store) = (Release(), MemoryStore())
        defer { release.open() }
        let talk = Conversations(store: store, models: deaf.model(until: release), settings: InMemorySettings())
        let answer = try await talk.ask("Hello?")
        if deaf != .absent {
            try await eventually("it came") { try await talk.texts(of: answer.session).last?.isEmpty == false }
        }
        let hasStopped = Atomic(false)
        let stopping = Task {
            await talk.stop(answer.session)
            hasStopped.store(true, ordering: .sequentiallyConsistent)
        }
        try await eventually("the stop waits for the model") { hasStopped.load(ordering: .sequentiallyConsistent) }
        #expect(!release.isOpen)
        // Readers have been told, the store has it, and the session can be written to: all before the model is let go
        // of.
        let end = try await talk.finished(answer)
        #expect(end.state == .stopped)
        #expect(await store.message(answer.id) == end)
        let again = try await talk.ask("Again?", in: answer.session)
        await talk.stop(again.session)
        switch deaf {
        case .absent: #expect(end.content == "")
        case .silent: #expect(end.content == "Half an ans")
        case .talkative: #expect(end.content.hasPrefix("Half an ans"))
        }

        release.open()
        await stopping.value
        #expect(await store.message(answer.id) == end)
        #expect(await store.message(again.id)?.state == .stopped)
    }

    @Test func `the work ends with the stop, and nothing is added`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings())
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

    @Test func `what is noted with an answer while it is written outlives its end`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings())
        let answer = try await talk.ask("Hello?")
        pen.write("One")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "One" }
        try await talk.note("forgotten", with: answer.id)
        pen.write(" two")
        pen.finish()
        #expect(try await talk.finished(answer).deed == "forgotten")
        try await eventually("it is saved") { await store.message(answer.id)?.state == .complete }
        let saved = await store.message(answer.id)
        #expect(saved?.deed == "forgotten" && saved?.content == "One two")
        try await talk.note("undone", with: answer.id)
        #expect(await store.message(answer.id)?.deed == "undone")
    }

    @Test func `a stop whose asker has left is saved all the same`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings())
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
            store: MemoryStore(), models: ScriptedModel(saying: "Yes."), settings: InMemorySettings())
        let answer = try await talk.answer(to: "Is it?")
        await talk.stop(answer.session)
        await talk.stop("nobody's")
        #expect(try await talk.path(of: answer.session).last?.message == answer)
    }

    @Test func `at the end of the program answers are marked as interrupted`() async throws {
        let (pen, store) = (Pen(), MemoryStore())
        let talk = Conversations(store: store, models: pen.model, settings: InMemorySettings())
        let answer = try await talk.ask("Hello?")
        pen.write("One")
        try await eventually("it came") { try await talk.texts(of: answer.session).last == "One" }
        await talk.end()
        #expect(await store.message(answer.id)?.state == .interrupted)
        #expect(await store.message(answer.id)?.content == "One")
    }
}
