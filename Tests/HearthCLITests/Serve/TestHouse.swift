// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import HearthChat
import HearthEngine
import HearthMemory
import HearthModels
import HearthSecrets
import HearthStore
import HearthTesting
import Synchronization
import Testing

/// Conversations with the memory, modes and care of the app, over a store and a model that a test gives.
struct TestHouse {
    let store: Store
    let parts: MemoryParts
    let conversations: Conversations
    let backgroundJobs: BackgroundJobs
    let model: any ModelHost

    /// - Parameter folder: where modes and, for a model of this machine, its files lie.
    init(_ store: Store, _ model: any ModelHost, in folder: URL) async throws {
        self.store = store
        self.model = model
        backgroundJobs = BackgroundJobs()
        parts = try await MemoryParts(
            store, NoTestEmbedding(), model, backgroundJobs, modes: ModesFolder(folder.appending(path: "modes")))
        conversations = Conversations(
            store: store, models: model, settings: store, backgroundJobs: backgroundJobs, companion: parts.companion)
        try await conversations.begin()
        await parts.learning.begin()
        try await store.change { $0.answers.namesSessions = false }
    }

    /// Asks and waits for the answer.
    @discardableResult
    func say(_ text: String, in session: Session.ID? = nil, mode: String? = nil) async throws -> Message {
        let answer = try await finished(try await conversations.ask(text, in: session, mode: mode))
        // It is handed over behind the end of the answer.
        try await eventually("what was said is indexed") { try await store.unindexed(limit: 1).isEmpty }
        return answer
    }

    @discardableResult
    func finished(_ answer: Message) async throws -> Message {
        for await event in conversations.events(of: answer.id) {
            if case .finished(let message) = event.change { return message }
        }
        throw Expectation(description: "an answer has an end")
    }

    func end() async { await conversations.end() }
}

/// No embedding model: keywords and times find things alone.
struct NoTestEmbedding: Embedding {
    func embeddingModels() -> [String] { [] }
    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings {
        throw ModelError(.noModel, "There is no embedding model.")
    }
}

/// Pocket in the engine, with a note of what each answer took.
final class NotedPocket: ModelHost {
    private let home: EmberModels
    private let notes = Mutex<[(request: CompletionRequest, summary: CompletionSummary)]>([])

    init(in folder: URL) {
        home = EmberModels(
            folder: ModelsFolder(environment: ["HEARTH_HOME": folder.path]),
            settings: { EngineSettings(AppSettings()) })
    }

    var noted: [(request: CompletionRequest, summary: CompletionSummary)] { notes.withLock { $0 } }
    var state: ModelState {
        get async {
            var state = ModelState(name: await home.first, phase: .loaded)
            state.isBuiltIn = true
            return state
        }
    }
    func models() async -> [ModelSummary] { await home.models() }
    func states() async -> AsyncStream<ModelState> {
        let state = await state
        return AsyncStream { $0.yield(state) }
    }
    func choose(_ name: String) {}
    func chooseOnceHere(_ name: String) {}
    func wake() {}
    func unload() async { await home.unload() }

    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        let answer = try await home.complete(request)
        return AsyncThrowingStream { reader in
            let task = Task {
                do {
                    for try await event in answer {
                        if case .finished(let summary) = event {
                            self.notes.withLock { $0.append((request, summary)) }
                        }
                        reader.yield(event)
                    }
                    reader.finish()
                } catch { reader.finish(throwing: error) }
            }
            reader.onTermination = { _ in task.cancel() }
        }
    }
}
