// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
package import HearthChat
import Pocket

/// The models of the models folder, one of them in memory at a time.
///
/// A model is loaded when it is chosen or asked. It is let go after some idle minutes, and before that when the machine's memory runs
/// short, but never while it is answering.
package actor EmberModels: ModelHost {
    private let installed: InstalledModels
    private let settings: any SettingsStore
    private let machine: MemoryPressure
    private let clock: any Clock<Duration>
    private let log: @Sendable (String) -> Void

    private nonisolated let watched = Watched(ModelState(name: nil, phase: .none))
    private var model: (name: String, loading: Task<ModelContainer, any Error>)?
    /// Answers that are being written.
    private var answers = 0
    private var isReading = false
    private var waitingForRest: [CheckedContinuation<Void, Never>] = []
    private var resting: Task<Void, Never>?

    /// How often a model that rests looks whether it may stay.
    private static let interval = Duration.seconds(5)

    /// - Parameters:
    ///   - clock: what idle minutes are measured with.
    ///   - log: is given what people who run the program may want to know; people who use it are told elsewhere.
    package init(
        locator: ModelLocator, settings: any SettingsStore, machine: MemoryPressure = MemoryPressure(),
        clock: any Clock<Duration> = ContinuousClock(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        installed = InstalledModels(locator)
        self.settings = settings
        self.machine = machine
        self.clock = clock
        self.log = log
    }

    package var state: ModelState { watched.value }
    package func states() -> AsyncStream<ModelState> { watched.changes }

    package func models() async -> [ModelSummary] {
        // One may have been put there while there was none but the small one.
        if watched.value.isBuiltIn { await begin() }
        return await installed.summaries()
    }

    // MARK: Choosing

    /// To be called at first, and when a model has come or gone: finds out which one answers. It is loaded when somebody wants it.
    package func begin() async {
        guard let found = try? await wanted() else { return }
        let state = watched.value
        let remains = !state.isBuiltIn && state.name.flatMap { installed[$0] } != nil
        guard !remains, state.name != found.name else { return }
        unload()
        watched.change { $0 = ModelState(found, .idle) }
    }

    /// The chosen model, or the one that is meant where none was chosen or it is gone.
    private func wanted() async throws -> ModelLocator.Found {
        let wish = try await settings.load().model
        return wish.flatMap { installed[$0] } ?? installed.first
    }

    package func choose(_ name: String) async throws {
        guard let found = installed[name] else {
            throw ConversationError(.noModel, "There is no model \(name) on this machine.")
        }
        try await settings.change { $0.model = name }
        load(found)
    }

    package func unload() {
        resting?.cancel()
        guard model != nil else { return }
        model = nil
        watched.change { state in
            state.phase = .idle
            (state.weightBytes, state.cacheBytes) = (0, 0)
            state.peakBytes = ProcessMemory.peak
        }
    }

    // MARK: Loading

    /// The model, which may still be loading. One that failed is tried again.
    @discardableResult
    private func load(_ found: ModelLocator.Found) -> Task<ModelContainer, any Error> {
        if let model, model.name == found.name { return model.loading }
        resting?.cancel()
        model = nil
        watched.change { state in
            let peak = state.peakBytes
            state = ModelState(found, .loading(0))
            state.peakBytes = peak
        }
        let loading = Task {
            do {
                let container = try await read(found)
                await loaded(found.name, container)
                return container
            } catch {
                throw failed(found.name, error)
            }
        }
        model = (found.name, loading)
        return loading
    }

    /// Reads a model when the one before it has been read and has written its last answer: there is not memory for two.
    private func read(_ found: ModelLocator.Found) async throws -> ModelContainer {
        while answers > 0 || isReading { await withCheckedContinuation { waitingForRest.append($0) } }
        guard model?.name == found.name else {
            throw ConversationError(.noModel, "Another model was chosen before \(found.name) could answer.")
        }
        isReading = true
        defer {
            isReading = false
            tellOfRest()
        }
        if let need = installed.summary(of: found)?.memory, let room = machine.available, need > room {
            throw ConversationError(
                .memory,
                "\(found.name) needs \(Self.gigabytes(need)) of memory, and \(Self.gigabytes(room)) are free. "
                    + "Close other programs, or choose a smaller model.")
        }
        return try await loadModelContainer(directory: found.folder) { [watched] fraction in
            watched.change { state in
                // Not of a model that nobody waits for any more.
                guard state.name == found.name, case .loading(let before) = state.phase else { return }
                // A hundred steps are enough to see.
                if fraction - before >= 0.01 { state.phase = .loading(min(1, fraction)) }
            }
        }
    }

    private func loaded(_ name: String, _ container: ModelContainer) async {
        let bytes = await container.perform(\.weightBytes)
        guard model?.name == name else { return }
        watched.change { state in
            state.phase = .loaded
            state.weightBytes = bytes
            state.peakBytes = ProcessMemory.peak
        }
        log("loaded \(name), \(Self.gigabytes(bytes))")
        beginRest()
    }

    private func failed(_ name: String, _ error: any Error) -> ConversationError {
        let fault = ConversationError(error, model: name)
        log("\(name) cannot be loaded: \(error)")
        if model?.name == name {
            model = nil
            watched.change { $0.phase = .failed(fault.detail) }
        }
        return fault
    }

    private static func gigabytes(_ bytes: Int) -> String { String(format: "%.1f GB", Double(bytes) / 1e9) }

    // MARK: Resting

    private func tellOfRest() {
        for waiter in waitingForRest { waiter.resume() }
        waitingForRest = []
    }

    /// Lets the model go when it has been idle for long enough, or when the machine needs its memory.
    private func beginRest() {
        resting?.cancel()
        resting = Task {
            var idle = Duration.zero
            while (try? await clock.sleep(for: Self.interval)) != nil {
                idle += Self.interval
                // Settings that cannot be read now are read in a moment.
                let minutes = (try? await settings.load().idleMinutes) ?? 0
                guard !Task.isCancelled else { return }
                let isShort = machine.isShort
                guard isShort || minutes > 0 && idle >= .seconds(60 * minutes) else { continue }
                log(isShort ? "memory is short: the model is let go" : "the model was idle and is let go")
                unload()
            }
        }
    }

    // MARK: Answering

    package func complete(
        _ request: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        let found = try await wanted()
        let request = found.isBuiltIn ? try await taught(request) : request
        let container = try await load(found).value
        try Task.checkCancellation()
        beginAnswer()
        let answer: EmberAnswer
        do {
            answer = try await EmberAnswer(request, await container.perform { $0 })
        } catch {
            await endAnswer(container)
            throw ConversationError(asking: error, model: found.name)
        }
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await answer.write { continuation.yield($0) }
                    continuation.finish()
                } catch is CancellationError {
                    continuation.finish()
                } catch {
                    self.log("an answer failed: \(error)")
                    continuation.finish(throwing: ConversationError(error, model: found.name))
                }
                await self.endAnswer(container)
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The same request in the words that the small model was taught. What its user has left as it was is for it to choose.
    private func taught(_ request: CompletionRequest) async throws -> CompletionRequest {
        let (defaults, prompts) = (AppSettings(), try Pocket.prompts())
        let language = try await settings.load().language == .french ? "fr" : "en"
        var request = request
        if request.instructions == defaults.instructions { request.instructions = prompts.system[language] }
        if request.temperature == defaults.temperature { request.temperature = nil }
        if request.purpose == .title, let last = request.turns.indices.last, let title = prompts.title[language] {
            request.turns[last].content = title
        }
        return request
    }

    private func beginAnswer() {
        resting?.cancel()
        answers += 1
    }

    private func endAnswer(_ container: ModelContainer) async {
        answers -= 1
        guard answers == 0 else { return }
        tellOfRest()
        let bytes = await container.perform { await $0.cacheBytes() }
        guard answers == 0, watched.value.phase == .loaded else { return }
        watched.change { state in
            state.cacheBytes = bytes
            state.peakBytes = ProcessMemory.peak
        }
        beginRest()
    }
}

extension ModelState {
    fileprivate init(_ found: ModelLocator.Found, _ phase: Phase) {
        self.init(name: found.name, phase: phase)
        isBuiltIn = found.isBuiltIn
    }
}
