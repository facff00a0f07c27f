// SPDX-License-Identifier: Apache-2.0

import Ember
package import HearthModels

/// The embedding models of the models folder, one of them in memory at a time, for some minutes after its last use.
package actor EmberEmbedders: Embedding {
    private let folder: ModelsFolder
    private let machine: MemoryPressure
    private let clock: any Clock<Duration>
    private let log: @Sendable (String) -> Void

    private var model: (name: String, loading: Task<Embedder, any Error>)?
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
    package var isLoaded: Bool { model != nil }

    package func embed(_ texts: [String], with name: String) async throws -> Embeddings {
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
            return try await Self.embed(texts, with: try await load(found).value, name)
        } catch {
            if !(error is ModelError) { log("\(name) cannot embed: \(error)") }
            throw ModelError(error, model: name)
        }
    }

    @concurrent private static func embed(
        _ texts: [String], with embedder: Embedder, _ name: String
    ) async throws -> Embeddings {
        var tokens = 0
        for (index, text) in texts.enumerated() {
            let count = try embedder.tokenCount(of: text)
            guard count <= embedder.longest else {
                throw ModelError(
                    .tooLong,
                    "Text \(index + 1) has \(count) tokens, and \(name) reads \(embedder.longest) at most. Cut it into pieces."
                )
            }
            tokens += count
        }
        return Embeddings(vectors: try await embedder.embed(texts), tokens: tokens)
    }

    /// The model, which may still be loading. One that failed is tried again.
    private func load(_ found: LocalModel) -> Task<Embedder, any Error> {
        if let model, model.name == found.name { return model.loading }
        let loading = Task {
            do {
                return try await loadEmbedder(directory: found.folder)
            } catch {
                if model?.name == found.name { model = nil }
                throw error
            }
        }
        model = (found.name, loading)
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
            model = nil
        }
    }
}
