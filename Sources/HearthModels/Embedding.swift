// SPDX-License-Identifier: Apache-2.0

/// Models that turn texts into vectors whose dot products say how close their meanings are.
public protocol Embedding: Sendable {
    /// Their names, sorted.
    func embeddingModels() async -> [String]
    /// One vector of length 1 for each text, in order.
    /// - Throws: `ModelError`: `.noModel`, `.tooLong` for a text that the model cannot read whole, and what loading it
    ///   throws.
    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings
}

/// The use of vectors. Some models put other words before questions than before the texts that are searched.
public enum EmbeddingUse: Sendable {
    /// Texts go to the model as they are, or as the model wants any text.
    case plain
    case query, passage
}

public struct Embeddings: Sendable, Equatable {
    public var vectors: [[Float]]
    /// How many tokens the texts have.
    public var tokens: Int

    public init(vectors: [[Float]], tokens: Int) {
        self.vectors = vectors
        self.tokens = tokens
    }
}
