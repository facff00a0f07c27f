// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import Synchronization
import Testing

/// A model that says what a test has it say.
actor ScriptedModel: ModelHost {
    typealias Script = @Sendable (CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error>
    var state = ModelState(name: "someone/small", phase: .loaded)
    private(set) var requests: [CompletionRequest] = []
    private var installed: [ModelSummary] = []
    private let script: Script

    init(_ script: @escaping Script) { self.script = script }

    /// Answers at once: the same text each time.
    init(saying text: String) {
        self.init { _ in .of([.text(text), .finished(summary())]) }
    }

    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        requests.append(request)
        return try await script(request)
    }
    func models() -> [ModelSummary] { installed }
    func states() -> AsyncStream<ModelState> { AsyncStream { $0.finish() } }
    func choose(_ name: String) {}
    func chooseOnceHere(_ name: String) {}
    func wake() {}
    func unload() {}
    func install(_ models: [ModelSummary]) { installed = models }
    func choose(another name: String) { state.name = name }
    func move(to host: String) { state.remoteHost = host }
}

func summary(_ reason: CompletionSummary.Reason = .stop) -> CompletionSummary {
    CompletionSummary(
        reason: reason, promptTokens: 20, cachedPromptTokens: 5, tokens: 7, tokensPerSecond: 11, contextLength: 100)
}

extension AsyncThrowingStream where Element == CompletionEvent, Failure == any Error {
    static func of(_ events: [CompletionEvent]) -> Self {
        Self { stream in
            for event in events { stream.yield(event) }
            stream.finish()
        }
    }
}

/// A model whose answer a test writes piece by piece.
final class Pen: Sendable {
    private let stream = AsyncThrowingStream.makeStream(of: CompletionEvent.self)
    var model: ScriptedModel { ScriptedModel { _ in self.stream.stream } }
    func write(_ text: String) { stream.continuation.yield(.text(text)) }
    func write(_ event: CompletionEvent) { stream.continuation.yield(event) }
    func finish(_ reason: CompletionSummary.Reason = .stop) {
        stream.continuation.yield(.finished(summary(reason)))
        stream.continuation.finish()
    }
    func fail(_ error: any Error) { stream.continuation.finish(throwing: error) }
}

actor MemorySettings: SettingsStore {
    private var settings: AppSettings
    init(_ edit: (inout AppSettings) -> Void = { _ in }) {
        var settings = AppSettings()
        // A title is one more question to the model; who tests titles asks for them.
        settings.namesSessions = false
        edit(&settings)
        self.settings = settings
    }
    func load() -> AppSettings { settings }
    func change<Value: Sendable>(_ edit: (inout AppSettings) -> Value) -> Value { edit(&settings) }
}

/// Dates that follow one another, a second each.
final class Calendar: Sendable {
    private let seconds = Atomic(0)
    var next: @Sendable () -> Date {
        { Date(timeIntervalSince1970: Double(self.seconds.add(1, ordering: .relaxed).newValue)) }
    }
}

/// A store whose disk is full when a test says so.
actor FullDisk: ConversationStore {
    struct Full: StorageError, Equatable { var room: MissingRoom? = MissingRoom(needed: 10_000_000, free: 1_000) }
    let memory = MemoryStore()
    var isFull = false
    func fill() { isFull = true }
    func makeRoom() { isFull = false }
    private func check() throws { if isFull { throw Full() } }

    func sessions(before date: Date?, limit: Int) async -> [Session] {
        await memory.sessions(before: date, limit: limit)
    }
    func session(_ id: Session.ID) async -> Session? { await memory.session(id) }
    func messages(of session: Session.ID) async -> [Message] { await memory.messages(of: session) }
    func message(_ id: Message.ID) async -> Message? { await memory.message(id) }
    func search(_ query: String, limit: Int) async -> [Finding] { await memory.search(query, limit: limit) }
    func save(_ session: Session) async throws {
        try check()
        await memory.save(session)
    }
    func save(_ new: [Message], in session: Session) async throws {
        try check()
        await memory.save(new, in: session)
    }
    func update(_ message: Message) async throws {
        try check()
        await memory.update(message)
    }
    func delete(_ session: Session.ID, at date: Date) async throws {
        try check()
        await memory.delete(session, at: date)
    }
    func undelete(_ session: Session.ID) async throws { try check() }
    func erase(deletedBefore date: Date) async throws {
        try check()
        await memory.erase(deletedBefore: date)
    }
    func clear(_ session: Session.ID) async throws {
        try check()
        await memory.clear(session)
    }
    func draft(of session: Session.ID) -> String? { nil }
    func saveDraft(_ text: String?, of session: Session.ID) {}
    func markInterrupted() -> Int { 0 }
}

extension Conversations {
    /// Follows an answer to its end.
    @discardableResult
    func finished(_ answer: Message) async throws -> Message {
        for await event in events(of: answer.id) {
            if case .finished(let message) = event.change { return message }
        }
        throw Expectation(description: "an answer has an end")
    }

    /// Asks and waits for the answer.
    @discardableResult
    func answer(
        to text: String, in session: Session.ID? = nil, isTemporary: Bool = false
    ) async throws -> Message {
        try await finished(try await ask(text, in: session, isTemporary: isTemporary))
    }

    func texts(of session: Session.ID) async throws -> [String] {
        try await path(of: session).map(\.message.content)
    }
}

struct Expectation: Error { let description: String }

/// Waits until something holds.
func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !holds() {
        guard ContinuousClock.now < deadline else { throw Expectation(description: what) }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Whether `body` throws the error of this code.
func expect(_ code: ConversationError.Code, _ body: () async throws -> Void) async {
    do {
        try await body()
        Issue.record("nothing was thrown, expected \(code)")
    } catch {
        #expect((error as? ConversationError)?.code == code, "\(error)")
    }
}
