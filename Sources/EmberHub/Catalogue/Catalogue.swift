// SPDX-License-Identifier: Apache-2.0

/// A model that is known to run, with what it takes.
public struct CatalogueEntry: Sendable, Equatable {
    public enum Purpose: String, Sendable {
        /// Talk: for small machines and first tries, for every day, with thought before an answer, with more knowledge
        /// and time.
        case trying, everyday, thinking, careful
        /// Turns texts into vectors, for search.
        case embedding
    }

    public let model: ModelID
    /// Name in lists for people.
    public let title: String
    /// In one sentence, what it is good for.
    public let about: String
    public let purpose: Purpose
    /// Bytes to download, about: what the hub had when this was written, rounded.
    public let approximateBytes: Int
    /// Bytes of memory for each token of a conversation, as 16-bit keys and values.
    let bytesPerToken: Int
    /// Whether it is among the first to suggest.
    public let isSuggested: Bool
}

/// The models that Hearth suggests; any other of a family that Ember knows can be downloaded by its name.
public enum Catalogue {
    public static let entries: [CatalogueEntry] = [
        entry(
            "mlx-community/Llama-3.2-1B-Instruct-4bit", "Llama 3.2 1B", "Quick and friendly; a good first model.",
            .everyday,
            megabytes: 710, cache: (16, 8, 64), isSuggested: true),
        entry(
            "mlx-community/Qwen3-1.7B-4bit", "Qwen3 1.7B", "Can think before it answers; many languages.", .thinking,
            megabytes: 980, cache: (28, 8, 128), isSuggested: true),
        entry(
            "mlx-community/Qwen3-0.6B-4bit", "Qwen3 0.6B", "For small machines; can think before it answers.", .trying,
            megabytes: 350, cache: (28, 8, 128)),
        entry(
            "mlx-community/gemma-3-1b-it-qat-4bit", "Gemma 3 1B", "Many languages; little memory for long talks.",
            .everyday,
            megabytes: 770, cache: (26, 1, 256)),
        entry(
            "mlx-community/SmolLM2-360M-Instruct", "SmolLM2 360M",
            "Small and quick; holds a simple conversation in English.", .trying,
            megabytes: 730, cache: (32, 5, 64)),
        entry(
            "mlx-community/Llama-3.2-3B-Instruct-4bit", "Llama 3.2 3B",
            "More knowledge and care; wants a quicker machine.", .careful,
            megabytes: 1820, cache: (28, 8, 128)),
        entry(
            "mlx-community/Qwen3-4B-4bit", "Qwen3 4B", "The most able of this list; can think before it answers.",
            .thinking,
            megabytes: 2280, cache: (36, 8, 128)),
        entry(
            "sentence-transformers/all-MiniLM-L6-v2", "all-MiniLM-L6-v2", "Finds texts by what they mean; English.",
            .embedding, megabytes: 92, cache: (0, 0, 0)),
        entry(
            "intfloat/multilingual-e5-small", "multilingual-e5-small",
            "Finds texts by what they mean; a hundred languages, French among them.",
            .embedding, megabytes: 490, cache: (0, 0, 0)),
    ]

    /// - Parameter cache: layers, heads of keys and values, and numbers in each.
    private static func entry(
        _ name: String, _ title: String, _ about: String, _ purpose: CatalogueEntry.Purpose, megabytes: Int,
        cache: (layers: Int, keyValueHeads: Int, headDim: Int), isSuggested: Bool = false
    ) -> CatalogueEntry {
        guard let model = try? ModelID(name) else { preconditionFailure("\(name) in the catalogue is no name") }
        return CatalogueEntry(
            model: model, title: title, about: about, purpose: purpose, approximateBytes: megabytes * 1_000_000,
            bytesPerToken: cache.layers * cache.keyValueHeads * cache.headDim * 4, isSuggested: isSuggested)
    }
}
