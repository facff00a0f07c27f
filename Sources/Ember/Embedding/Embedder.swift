// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers
public import Foundation

/// Loads an embedding model's folder, in the layout of sentence-transformers or a plain one: `config.json`,
/// `tokenizer.json`, safetensors, and where they are there `modules.json` and the files that belong to it.
///
/// ```swift
/// let embedder = try await loadEmbedder(directory: folder)
/// let vectors = try await embedder.embed(["A warm fire.", "The hearth is lit."])
/// ```
/// - Parameter progress: told the fraction of the weights that has been read, 0…1, from the loading thread.
/// - Throws: `EmberError` or `TokenizerError`, with a sentence that names the file at fault.
public func loadEmbedder(
    directory: URL, options: LoadOptions = LoadOptions(), progress: @escaping @Sendable (Double) -> Void = { _ in }
) async throws -> Embedder {
    try options.check()
    let thread = ComputeThread()
    let (context, parts) = try await thread.run {
        let folder = try EmbeddingFolder(directory, rounding: options.rounding)
        let parts = try EmbeddingEngine.Parts(folder, threads: options.threads, progress: progress)
        let dimensions = folder.encoder.width * folder.settings.pooling.count
        return (
            (tokenizer: folder.tokenizer, settings: folder.settings, dimensions: dimensions), parts
        )
    }
    return Embedder(
        dimensions: context.dimensions, longest: context.settings.longest, settings: context.settings,
        tokenizer: context.tokenizer,
        engine: EmbeddingEngine(parts, on: thread, tokenizer: context.tokenizer, settings: context.settings))
}

/// The part of a text in a search: asked, or among those that are searched.
public enum TextRole: Sendable {
    case query, passage
}

/// A loaded embedding model, safe to share: turns texts into vectors whose dot products say
/// how close their meanings are.
public final class Embedder: Sendable {
    /// Numbers of a vector.
    public let dimensions: Int
    /// The most tokens of a text that count, special ones included; what is longer is cut off there, as
    /// sentence-transformers does.
    public let longest: Int
    private let settings: SentenceSettings
    private let tokenizer: Tokenizer
    private let engine: EmbeddingEngine

    init(
        dimensions: Int, longest: Int, settings: SentenceSettings, tokenizer: Tokenizer, engine: EmbeddingEngine
    ) {
        self.dimensions = dimensions
        self.longest = longest
        self.settings = settings
        self.tokenizer = tokenizer
        self.engine = engine
    }

    /// The names of the texts that the model wants before others, such as `query`, sorted.
    public var prompts: [String] { settings.prompts.keys.sorted() }

    /// The name of the prompt for texts of a role; `nil` where the model makes no difference.
    public func promptName(for role: TextRole) -> String? { settings.promptName(for: role) }

    /// How many tokens a text has with the model's prompt before it, those past `longest` included.
    /// - Throws: as `embed` does.
    public func tokenCount(of text: String, prompt: String? = nil) throws -> Int {
        try tokenizer.encode(settings.prompt(named: prompt) + text).count
    }

    /// One vector of length 1 for each text, in order; `dimensions` numbers each.
    ///
    /// Several texts go through the model together, none is padded, and a vector does not depend on the others.
    /// - Parameters:
    ///   - prompt: the name of what is put before each text; `nil` for the model's default, which mostly is nothing.
    ///   - precision: matters for quantised weights and for decoders only; see `Precision`.
    /// - Throws: `CancellationError` when the task is cancelled, within a layer; `EmberError` `.invalidParameter` for a
    ///   prompt that the model does not have; `TokenizerError`.
    public func embed(
        _ texts: [String], prompt: String? = nil, precision: Precision = .fast
    ) async throws -> [[Float]] {
        let before = try settings.prompt(named: prompt)
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await engine.embed(texts, after: before, precision: precision, cancellation: cancellation)
        } onCancel: {
            cancellation.cancel()
        }
    }
}
