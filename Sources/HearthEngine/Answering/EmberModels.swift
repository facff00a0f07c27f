// SPDX-License-Identifier: Apache-2.0

package import Ember
package import Foundation
package import HearthModels
import Pocket

/// The models of the models folder, one of them in memory at a time.
///
/// A model is loaded when somebody asks it. Requests for several models take turns. A model is let go when another
/// one's turn comes, after some idle minutes, or when the machine's memory runs short, but never while it is answering.
package actor EmberModels: HomeModels {
    private let folder: ModelsFolder
    private let settings: @Sendable () async throws -> EngineSettings
    private let machine: MemoryPressure
    private let clock: any Clock<Duration>
    private let reader: Reader
    private let log: @Sendable (String) -> Void

    private nonisolated let watched = Watched(ModelMemory())
    private let turns = ModelTurns()
    private var model: Loading?
    private var loadsSoFar = 0
    /// Loads that were given up and have not ended: they may still hold memory.
    private var abandoned: Set<Int> = []
    /// A load that was unloaded while requests waited for it; they still get it.
    private var unloaded: Loading?
    private var awaited: [String: Waiting] = [:]
    /// Loads a model that nobody has asked yet.
    private var preloading: Task<Void, Never>?
    private var resting: Task<Void, Never>?

    /// Reads a model's folder, and tells the fraction of the weights that has been read.
    package typealias Reader =
        @Sendable (_ folder: URL, _ progress: @escaping @Sendable (Double) -> Void) async throws -> ModelContainer

    /// How many wait for a model, or for it to be loaded.
    private struct Waiting {
        var requests = 0
        var preloads = 0
    }

    /// A model that is in memory, or on its way there. The number tells it from one of the same name before it.
    private struct Loading {
        let name: String
        let number: Int
        let task: Task<ModelContainer, any Error>
        var hasEnded = false
    }

    /// How often a model that rests looks whether it may stay.
    private static let interval = Duration.seconds(5)

    /// - Parameters:
    ///   - settings: what they are now.
    ///   - clock: what idle minutes are measured with.
    ///   - reader: loads a model.
    ///   - log: is given what people who run the program may want to know; people who use it are told elsewhere.
    package init(
        folder: ModelsFolder, settings: @escaping @Sendable () async throws -> EngineSettings,
        machine: MemoryPressure = MemoryPressure(), clock: any Clock<Duration> = ContinuousClock(),
        reader: @escaping Reader = { try await loadModelContainer(directory: $0, progress: $1) },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = folder
        self.settings = settings
        self.machine = machine
        self.clock = clock
        self.reader = reader
        self.log = log
    }

    package nonisolated var memory: ModelMemory { watched.value }
    package nonisolated var memoryChanges: AsyncStream<ModelMemory> { watched.changes }

    package func models() async -> [ModelSummary] { await folder.summaries() }
    package func has(_ name: String) -> Bool { folder[name] != nil }
    package var preferred: String? { folder.preferred?.name }
    package var first: String { folder.first.name }

    // MARK: Loading

    package func load(_ name: String) {
        preloading?.cancel()
        guard let found = folder[name] else { return }
        expect(name, preloads: 1)
        preloading = Task {
            // What goes wrong is told by the state.
            if let container = try? await enter(found, isPreload: true) { await leave(container) }
            expect(name, preloads: -1)
        }
    }

    package func unload() {
        preloading?.cancel()
        resting?.cancel()
        turns.close()
        guard let former = model else { return }
        if awaited[former.name, default: Waiting()].requests > 0 { unloaded = former } else { abandon(former) }
        model = nil
        watched.change { memory in
            memory.name = nil
            memory.phase = .idle
            (memory.weightBytes, memory.cacheBytes) = (0, 0)
            memory.peakBytes = ProcessMemory.peak
        }
    }

    /// Waits for a model's turn and loads it. `leave` ends the turn.
    private func enter(_ found: LocalModel, isPreload: Bool = false) async throws -> ModelContainer {
        let requests = isPreload ? 0 : 1
        expect(found.name, requests: requests)
        defer { expect(found.name, requests: -requests) }
        try await turns.take(found.name)
        resting?.cancel()
        do {
            try Task.checkCancellation()
            let container = try await Self.value(of: loading(found))
            try Task.checkCancellation()
            return container
        } catch {
            await leave(nil)
            throw error
        }
    }

    /// Waits for a load, and stops waiting when the task is cancelled. The load itself goes on, however long it takes,
    /// and is given up when another model's turn comes.
    private static func value(of load: Task<ModelContainer, any Error>) async throws -> ModelContainer {
        let (ends, end) = AsyncThrowingStream.makeStream(of: ModelContainer.self)
        Task {
            do {
                end.yield(try await load.value)
                end.finish()
            } catch {
                end.finish(throwing: error)
            }
        }
        for try await container in ends { return container }
        throw CancellationError()
    }

    private func expect(_ name: String, requests: Int = 0, preloads: Int = 0) {
        var waiting = awaited[name, default: Waiting()]
        waiting.requests += requests
        waiting.preloads += preloads
        awaited[name] = waiting.requests + waiting.preloads > 0 ? waiting : nil
        let names = Set(awaited.keys)
        watched.change { $0.awaited = names }
    }

    /// The model, which may still be loading. One that failed is tried again.
    private func loading(_ found: LocalModel) -> Task<ModelContainer, any Error> {
        if let model, model.name == found.name { return model.task }
        // Their turns have ended, so nobody waits for them.
        for former in [unloaded, model].compactMap(\.self) { abandon(former) }
        (unloaded, model) = (nil, nil)
        loadsSoFar += 1
        let number = loadsSoFar
        watched.change { memory in
            (memory.name, memory.phase) = (found.name, .loading(0))
            (memory.weightBytes, memory.cacheBytes) = (0, 0)
        }
        let task = Task {
            defer { ended(number) }
            do {
                try await makeRoom(for: found, afterAnother: number > 1)
                let container = try await read(found)
                await loaded(number, container)
                return container
            } catch {
                throw failed(found.name, number, error)
            }
        }
        model = Loading(name: found.name, number: number, task: task)
        return task
    }

    private func abandon(_ load: Loading) {
        load.task.cancel()
        if !load.hasEnded { abandoned.insert(load.number) }
    }

    private func ended(_ number: Int) {
        abandoned.remove(number)
        if unloaded?.number == number { unloaded = nil }
        if model?.number == number { model?.hasEnded = true }
    }

    /// - Throws: `ModelError` `.memory`.
    private func makeRoom(for found: LocalModel, afterAnother: Bool) async throws {
        guard let need = folder.summary(of: found)?.memory else { return }
        // What a model before has given back is free a moment later.
        var waits = 0
        while afterAnother, need > machine.available ?? need, waits < (abandoned.isEmpty ? 10 : 1200) {
            try await Task.sleep(for: .milliseconds(50))
            waits += 1
        }
        guard let room = machine.available, need > room else { return }
        throw ModelError(
            .memory,
            "\(found.name) needs \(Self.gigabytes(need)) of memory, and \(Self.gigabytes(room)) are free. "
                + "Close other programs, or choose a smaller model.")
    }

    private func read(_ found: LocalModel) async throws -> ModelContainer {
        try await reader(found.folder) { [watched] fraction in
            watched.change { memory in
                // Not of a model that was given back meanwhile.
                guard memory.name == found.name, case .loading(let before) = memory.phase else { return }
                // A hundred steps are enough to see.
                if fraction - before >= 0.01 { memory.phase = .loading(min(1, fraction)) }
            }
        }
    }

    private func loaded(_ number: Int, _ container: ModelContainer) async {
        let bytes = await container.perform(\.weightBytes)
        guard let model, model.number == number else { return }
        watched.change { memory in
            memory.phase = .loaded
            memory.weightBytes = bytes
            memory.peakBytes = ProcessMemory.peak
        }
        log("loaded \(model.name), \(Self.gigabytes(bytes))")
    }

    private func failed(_ name: String, _ number: Int, _ error: any Error) -> ModelError {
        let fault = ModelError(error, model: name)
        if !(error is CancellationError) { log("\(name) cannot be loaded: \(error)") }
        if model?.number == number {
            model = nil
            watched.change { $0.phase = .failed(fault.detail) }
        }
        return fault
    }

    private static func gigabytes(_ bytes: Int) -> String { String(format: "%.1f GB", Double(bytes) / 1e9) }

    // MARK: Resting

    /// Lets the model go when it has been idle for long enough, or when the machine needs its memory.
    private func beginRest() {
        resting?.cancel()
        resting = Task {
            var idle = Duration.zero
            while (try? await clock.sleep(for: Self.interval)) != nil {
                idle += Self.interval
                // Settings that cannot be read now are read in a moment.
                let minutes = (try? await settings().idleMinutes) ?? 0
                guard !Task.isCancelled else { return }
                let isShort = machine.isShort
                guard isShort || minutes > 0 && idle >= .seconds(60 * minutes) else { continue }
                guard turns.isFree, model != nil else { return }
                log(isShort ? "memory is short: the model is let go" : "the model was idle and is let go")
                unload()
            }
        }
    }

    // MARK: Answering

    package func complete(
        _ request: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        let found = try named(request.model)
        let request = (found.isBuiltIn ? try await taught(request) : request).withMemoryInInstructions
        let container = try await enter(found)
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: CompletionEvent.self)
        let answer: EmberAnswer
        do {
            answer = try await EmberAnswer(request, await container.perform { $0 }) {
                continuation.yield(.reading($0))
            }
        } catch {
            await leave(container)
            throw error is CancellationError ? error : ModelError(asking: error, model: found.name)
        }
        let task = Task {
            do {
                try await answer.write { continuation.yield($0) }
                continuation.finish()
            } catch is CancellationError {
                continuation.finish()
            } catch {
                self.log("an answer failed: \(error)")
                continuation.finish(throwing: ModelError(error, model: found.name))
            }
            await self.leave(container)
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    package func promptTokens(of request: CompletionRequest) async throws -> Int {
        let found = try named(request.model)
        let request = (found.isBuiltIn ? try await taught(request) : request).withMemoryInInstructions
        let container = try await enter(found)
        do {
            let tokens = try await EmberAnswer.promptTokens(request, await container.perform { $0 })
            await leave(container)
            return tokens
        } catch {
            await leave(container)
            throw error is CancellationError ? error : ModelError(asking: error, model: found.name)
        }
    }

    /// The model that a request names; one that names none is for the model that answers when nobody has chosen.
    private func named(_ name: String?) throws -> LocalModel {
        guard let name else { return folder.first }
        guard let found = folder[name] else {
            throw ModelError(
                .noModel, "There is no model \(name) on this machine. Choose another one under Models.")
        }
        return found
    }

    /// The same request in the words that the small model was taught. What its user has left as it was is for it to
    /// choose.
    private func taught(_ request: CompletionRequest) async throws -> CompletionRequest {
        let (settings, prompts) = (try await settings(), try Pocket.prompts())
        var request = request
        if request.instructions == settings.usualInstructions {
            request.instructions = prompts.system[settings.language]
        }
        if request.temperature == settings.usualTemperature { request.temperature = nil }
        return request
    }

    private func leave(_ container: ModelContainer?) async {
        // Asked before the turn ends: the next model has the memory for itself.
        let bytes = await container?.perform { await $0.cacheBytes() }
        guard turns.leave(), model != nil else { return }
        watched.change { memory in
            guard memory.phase == .loaded else { return }
            if let bytes { memory.cacheBytes = bytes }
            memory.peakBytes = ProcessMemory.peak
        }
        beginRest()
    }
}
