// SPDX-License-Identifier: Apache-2.0

public import HearthModels
import Synchronization

/// A model that says what a test has it say, and whose state a test sets.
public final class ScriptedModel: ModelHost {
    public typealias Script =
        @Sendable (CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error>

    private struct State {
        var model: ModelState
        var requests: [CompletionRequest] = []
        var watchers: [AsyncStream<ModelState>.Continuation] = []
        var others: [ModelSummary] = []
        /// All models that there are, where a test says so.
        var installed: [ModelSummary]?
        var choices: [String] = []
    }
    private let inside: Mutex<State>
    private let script: Script

    public init(state: ModelState = .small, _ script: @escaping Script) {
        inside = Mutex(State(model: state))
        self.script = script
    }

    /// Answers at once: the same text each time.
    public convenience init(state: ModelState = .small, saying text: String) {
        self.init(state: state) { _ in .of([.text(text), .finished(.sample)]) }
    }

    public var state: ModelState { inside.withLock(\.model) }
    /// Requests to the model, in order.
    public var requests: [CompletionRequest] { inside.withLock(\.requests) }
    /// Names that were chosen, also those to choose once they are installed.
    public var choices: [String] { inside.withLock(\.choices) }

    public func set(_ state: ModelState) {
        let watchers = inside.withLock { inside in
            inside.model = state
            return inside.watchers
        }
        for watcher in watchers { watcher.yield(state) }
    }

    /// Adds models beside the chosen one.
    public func add(_ models: [ModelSummary]) { inside.withLock { $0.others += models } }
    /// Says which models there are, and no others.
    public func install(_ models: [ModelSummary]) { inside.withLock { $0.installed = models } }
    /// Has another model be the chosen one.
    public func choose(another name: String) { inside.withLock { $0.model.name = name } }
    /// Has the chosen model be at a host elsewhere.
    public func move(to host: String) { inside.withLock { $0.model.remoteHost = host } }

    public func complete(
        _ request: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        inside.withLock { $0.requests.append(request) }
        return try await script(request)
    }

    /// A token for each letter of the turns.
    public func promptTokens(of request: CompletionRequest) -> Int {
        inside.withLock { $0.requests.append(request) }
        return request.turns.reduce(0) { $0 + $1.content.count }
    }

    public func models() -> [ModelSummary] {
        let (others, installed) = inside.withLock { ($0.others, $0.installed) }
        if let installed { return installed }
        guard let name = state.name else { return others }
        var model = ModelSummary(
            name: name, bytes: 1_000_000_000, memory: 1_400_000_000, remoteHost: state.remoteHost)
        model.isBuiltIn = state.isBuiltIn
        return others + [model]
    }

    public func states() -> AsyncStream<ModelState> {
        let (stream, continuation) = AsyncStream.makeStream(of: ModelState.self)
        inside.withLock {
            $0.watchers.append(continuation)
            continuation.yield($0.model)
        }
        return stream
    }

    /// As without any consent besides that of conversations.
    public func mayAsk(_ name: String, for purpose: RequestPurpose) -> Bool {
        models().first { $0.name == name }?.remoteHost.map(RemoteModel.isHere) ?? true
    }

    public func choose(_ name: String) throws {
        guard models().contains(where: { $0.name == name }) else {
            throw ModelError(.noModel, "There is no model \(name).")
        }
        inside.withLock { $0.choices.append(name) }
        var state = ModelState.small
        state.name = name
        set(state)
    }

    public func chooseOnceHere(_ name: String) { inside.withLock { $0.choices.append(name) } }

    public func wake() {
        var state = state
        if state.phase == .idle { state.phase = .loaded }
        set(state)
    }

    public func unload() { set(ModelState(name: state.name, phase: .idle)) }
}

/// A model whose answer a test writes piece by piece.
public final class Pen: Sendable {
    public let stream = AsyncThrowingStream.makeStream(of: CompletionEvent.self)

    public init() {}

    public var model: ScriptedModel { ScriptedModel { _ in self.stream.stream } }

    public func write(_ event: CompletionEvent) { stream.continuation.yield(event) }

    public func write(_ text: String) { write(.text(text)) }

    public func finish(_ reason: CompletionSummary.Reason = .stop) {
        stream.continuation.yield(.finished(.ended(reason)))
        stream.continuation.finish()
    }

    public func fail(_ error: any Error) { stream.continuation.finish(throwing: error) }
}

extension ModelState {
    /// A small model in memory.
    public static var small: ModelState {
        var state = ModelState(name: "someone/small", phase: .loaded)
        state.weightBytes = 1_000_000_000
        state.cacheBytes = 400_000_000
        return state
    }
}

extension CompletionSummary {
    public static var sample: CompletionSummary { .ended() }

    public static func ended(_ reason: Reason = .stop) -> CompletionSummary {
        CompletionSummary(
            reason: reason, promptTokens: 3_000, cachedPromptTokens: 0, tokens: 120, tokensPerSecond: 14.2,
            contextLength: 8_192)
    }
}

extension AsyncThrowingStream where Element == CompletionEvent, Failure == any Error {
    public static func of(_ events: [CompletionEvent]) -> Self {
        Self { stream in
            for event in events { stream.yield(event) }
            stream.finish()
        }
    }
}
