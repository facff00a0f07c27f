// SPDX-License-Identifier: Apache-2.0

package import HearthModels

/// The embedding models of this machine, and those of endpoints that programs ask for by their names.
///
/// The memory uses those of this machine alone.
package struct AllEmbedders: Embedding {
    private let home: any Embedding
    private let models: AllModels

    package init(home: any Embedding, models: AllModels) { (self.home, self.models) = (home, models) }

    /// Endpoints do not say which of their models embed.
    package func embeddingModels() async -> [String] { await home.embeddingModels() }

    package func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings {
        guard RemoteModel.isRemote(model) else { return try await home.embed(texts, as: use, with: model) }
        return try await models.embed(texts, with: model)
    }
}
