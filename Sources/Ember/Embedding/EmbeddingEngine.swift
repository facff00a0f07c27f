// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers

/// Owns an embedding model's weights and the tables of a pass; nothing with a pointer leaves it.
actor EmbeddingEngine {
    private let thread: ComputeThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let encoder: any TextEncoder
    private let tokenizer: Tokenizer
    private let settings: SentenceSettings

    /// Tokens that are computed before another request may come in between.
    private static let politeTokens = 2048

    /// Encoder, kernels and scratch tables that loading prepares and the engine then owns.
    struct Parts {
        let encoder: any TextEncoder
        let compute: Compute

        /// Reads the weights of a folder; `progress` is told the fraction done, 0…1.
        init(_ folder: EmbeddingFolder, threads: Int?, progress: (Double) -> Void) throws {
            encoder = folder.encoder
            compute = try Compute(threads: threads)
            try folder.weights.finish(with: compute, progress: progress)
            try encoder.prepare(compute, longest: folder.settings.longest)
        }
    }

    init(_ parts: sending Parts, on thread: ComputeThread, tokenizer: Tokenizer, settings: SentenceSettings) {
        self.thread = thread
        self.tokenizer = tokenizer
        self.settings = settings
        encoder = parts.encoder
    }

    /// One normalised vector for each text.
    /// - Throws: `CancellationError`, `EmberError` or `TokenizerError`.
    func embed(
        _ texts: [String], after prompt: String, precision: Precision, cancellation: Cancellation
    ) async throws -> [[Float]] {
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        while vectors.count < texts.count {
            var group: [[Int32]] = []
            var tokens = 0
            while tokens < Self.politeTokens, vectors.count + group.count < texts.count {
                if cancellation.isCancelled { throw CancellationError() }
                let ids = try tokenizer.encode(prompt + texts[vectors.count + group.count], atMost: settings.longest)
                group.append(ids.map(Int32.init))
                tokens += ids.count
            }
            vectors += try embed(group, precision, cancellation)
            await Task.yield()
        }
        return vectors
    }

    private func embed(
        _ group: [[Int32]], _ precision: Precision, _ cancellation: Cancellation
    ) throws -> [[Float]] {
        var poolers = group.map { _ in settings.pooling.map { Pooler($0, width: encoder.width) } }
        // A tokenizer without special tokens makes nothing of an empty text.
        let worded = group.indices.filter { !group[$0].isEmpty }
        let done = try encoder.encode(
            worded.map { group[$0] }, precision: precision, isCancelled: { cancellation.isCancelled },
            take: { text, state in
                for kind in settings.pooling.indices { poolers[worded[text]][kind].add(state) }
            })
        guard done else { throw CancellationError() }
        return zip(group, poolers).map { text, poolers in
            text.isEmpty
                ? Array(repeating: 0, count: poolers.count * encoder.width)
                : normalised(poolers.flatMap { $0.finish() })
        }
    }
}
