// SPDX-License-Identifier: Apache-2.0

import Ember
package import HearthModels

/// The embedding models of the models folder. Those that are used stay in memory for some minutes after the last use of
/// any: a search may ask one for each language of its user.
package actor EmberEmbedders: Embedding {
    private let folder: ModelsFolder
    private let machine: MemoryPressure
    private let clock: any Clock<Duration>
    private let log: @Sendable (String) -> Void

    private var loaded: [String: Task<Embedder, any Error>] = [:]
    private var uses = 0
    private var resting: Task<Void, Never>?

    /// They are small and quickly back, so they stay for a short time only.
    private static let idleTimeout = Duration.seconds(300)
    private static let interval = Duration.seconds(5)

    package init(
        folder: ModelsFolder, machine: MemoryPressure = MemoryPressure(),
        clock: any Clock<Duration> = ContinuousClock(), log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = folder
        self.machine = machine
        self.clock = clock
        self.log = log
    }

    package func embeddingModels() -> [String] { folder.embedding.map(\.name) }

    /// Whether a model is in memory.
    package var isLoaded: Bool { !loaded.isEmpty }

    package func embed(_ texts: [String], as use: EmbeddingUse, with name: String) async throws -> Embeddings {
        guard let found = folder.embedding.first(where: { $0.name == name }) else {
            throw ModelError(.noModel, "There is no embedding model \(name) on this machine.")
        }
        resting?.cancel()
        uses += 1
        defer {
            uses -= 1
            if uses == 0 { beginRest() }
        }
        do {
            return try await Self.embed(texts, as: use, with: try await load(found).value, name)
        } catch {
            if !(error is ModelError) { log("\(name) cannot embed: \(error)") }
            throw ModelError(error, model: name)
        }
    }

    @concurrent private static func embed(
        _ texts: [String], as use: EmbeddingUse, with embedder: Embedder, _ name: String
    ) async throws -> Embeddings {
        let prompt = embedder.promptName(for: use)
        var tokens = 0
        for (index, text) in texts.enumerated() {
            let count = try embedder.tokenCount(of: text, prompt: prompt)
            guard count <= embedder.longest else {
                throw ModelError(
                    .tooLong,
                    "Text \(index + 1) has \(count) tokens, and \(name) reads \(embedder.longest) at most. Cut it into pieces."
                )
            }
            tokens += count
        }
        return Embeddings(vectors: try await embedder.embed(texts, prompt: prompt), tokens: tokens)
    }

    /// The model, which may still be loading. One that failed is tried again.
    private func load(_ found: LocalModel) -> Task<Embedder, any Error> {
        if let loading = loaded[found.name] { return loading }
        let loading = Task {
            do {
                return try await loadEmbedder(directory: found.folder)
            } catch {
                loaded[found.name] = nil
                throw error
            }
        }
        loaded[found.name] = loading
        return loading
    }

    private func beginRest() {
        resting?.cancel()
        resting = Task {
            var idle = Duration.zero
            while idle < Self.idleTimeout, !machine.isShort {
                guard (try? await clock.sleep(for: Self.interval)) != nil else { return }
                idle += Self.interval
            }
            guard !Task.isCancelled else { return }
            loaded = [:]
        }
    }
}

extension Embedder {
    /// The name of the prompt for texts of a use; `nil` for the model's default.
    package func promptName(for use: EmbeddingUse) -> String? {
        switch use {
        case .plain: nil
        case .query: promptName(for: TextRole.query)
        case .passage: promptName(for: TextRole.passage)
        }
    }
}
