// SPDX-License-Identifier: Apache-2.0

import HearthModels
import Synchronization

/// A model that answers by rule: it repeats the mark of the last question, in pieces.
final class SimulatedModel: ModelHost {
    private let asked: @Sendable (CompletionRequest) -> Void

    /// - Parameter asked: is told each request.
    init(asked: @escaping @Sendable (CompletionRequest) -> Void) { self.asked = asked }

    static func answer(to question: String) -> String {
        // What was recalled stands before the question, and is older.
        "You said \(Mark.all(in: question).max().map(\.description) ?? "something") and nothing else."
    }

    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        asked(request)
        let whole = Self.answer(to: request.turns.last?.content ?? "")
        let pieces = whole.dropFirst(request.beginning?.count ?? 0).split(separator: " ").map { " \($0)" }
        return AsyncThrowingStream { stream in
            let task = Task {
                for (place, piece) in pieces.enumerated() {
                    guard (try? await Task.sleep(for: .milliseconds(150))) != nil else { return stream.finish() }
                    stream.yield(.text(place == 0 && request.beginning == nil ? String(piece.dropFirst()) : piece))
                }
                stream.yield(
                    .finished(
                        CompletionSummary(
                            reason: .stop, promptTokens: 100, cachedPromptTokens: 0, tokens: pieces.count,
                            tokensPerSecond: 10, contextLength: 8_192)))
                stream.finish()
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }

    func models() -> [ModelSummary] { [ModelSummary(name: "someone/small", bytes: 1_000, memory: 1_000)] }
    var state: ModelState { ModelState(name: "someone/small", phase: .loaded) }
    func states() -> AsyncStream<ModelState> {
        let state = state
        return AsyncStream { $0.yield(state) }
    }
    func choose(_ name: String) {}
    func chooseOnceHere(_ name: String) {}
    func wake() {}
    func unload() {}
}

/// No model that makes vectors.
struct NoEmbedding: Embedding {
    func embeddingModels() -> [String] { [] }
    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) throws -> Embeddings {
        throw ModelError(.noModel, "There is none.")
    }
}
