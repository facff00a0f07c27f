// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Changes that give an architecture's tensors the names and shapes that MLX expects.
///
/// Most have the same names in MLX as in transformers and need no recipe.
struct ConversionRecipe: Sendable {
    let modelType: String
    /// Fuses, splits and stacks what MLX has in another form.
    let fuse: @Sendable (inout ConversionDraft) throws(EmberError) -> Void
    /// Whether a matrix is a layer: MLX does not quantise other parameters.
    let isLayer: @Sendable (String) -> Bool
    /// Whether a tensor keeps its type.
    let keepsType: @Sendable (String) -> Bool

    init(
        _ modelType: String, fuse: @escaping @Sendable (inout ConversionDraft) throws(EmberError) -> Void,
        isLayer: @escaping @Sendable (String) -> Bool = { _ in true },
        keepsType: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.modelType = modelType
        self.fuse = fuse
        self.isLayer = isLayer
        self.keepsType = keepsType
    }
}

/// Every architecture that is not called in MLX as in transformers, one line each.
let conversionRecipes: [ConversionRecipe] = [deepseekV3Recipe]

extension ConversionDraft {
    /// Drafts the conversion of a checkpoint.
    ///
    /// - Throws: `EmberError` for an architecture that is not known, or a tensor that does not fit.
    init(converting config: ConfigReader, _ checkpoint: Checkpoint) throws(EmberError) {
        let modelType = try config.string("model_type")
        let recipe = conversionRecipes.first { $0.modelType == modelType }
        // An architecture with a recipe may be one that only MLX runs.
        if recipe == nil { _ = try architecture(for: config) }
        self.init(config, checkpoint)
        try dropDerived()
        try recipe?.fuse(&self)
        keepTheRest(isLayer: recipe?.isLayer ?? { _ in true }, keepsType: recipe?.keepsType ?? { _ in false })
        sort()
    }

    /// Leaves out what follows from the rest: rotary tables, and a head that is the embedding once more.
    private mutating func dropDerived() throws(EmberError) {
        for name in remaining.keys.sorted() where name.hasSuffix("rotary_emb.inv_freq") {
            drop(name, because: "follows from config.json")
        }
        guard try config.bool("tie_word_embeddings", or: false), let head = remaining["lm_head.weight"],
            let embedding = remaining["model.embed_tokens.weight"], head.hasSameBytes(as: embedding)
        else { return }
        drop("lm_head.weight", because: "is model.embed_tokens.weight once more")
    }
}

extension SourceTensor {
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: file.bytes[entry.range]) }

    func hasSameBytes(as other: SourceTensor) -> Bool {
        guard entry.shape == other.entry.shape, entry.type == other.entry.type else { return false }
        guard let a = bytes.baseAddress, let b = other.bytes.baseAddress else { return true }
        return a == b || memcmp(a, b, bytes.count) == 0
    }
}
