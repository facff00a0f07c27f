// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// One family of decoders: what it reads from `config.json`, and how its layers are put together.
protocol DecoderFamily: Sendable {
    var shape: DecoderShape { get }
    /// The rotary embeddings that its layers use.
    var rotaries: [Rotary] { get }
    /// Added to the mean square before the last norm takes its root.
    var epsilon: Float { get }
    /// Whether the head is the embedding matrix.
    var tiedEmbeddings: Bool { get }

    /// Factor for embeddings.
    var embeddingScale: Float { get }
    /// Addend for the last norm's weights: 1 where a checkpoint has them as differences from 1.
    var normOffset: Float { get }

    init(_ config: ConfigReader) throws(EmberError)

    /// Prefixes that a checkpoint may use instead of `model.` when the model is a part of a larger one.
    static var places: [String] { get }

    /// Layer `index`, with its weights by name.
    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock
}

extension DecoderFamily {
    var embeddingScale: Float { 1 }
    var normOffset: Float { 0 }
    static var places: [String] { [] }
}

/// The frame that Llama and its relatives share: an embedding, a stack of layers, a norm and a head.
///
/// Names of weights as in the checkpoints of transformers' `…ForCausalLM` classes.
final class Decoder<Family: DecoderFamily>: LanguageModel {
    let shape: DecoderShape
    private let family: Family
    private let embedding: Matrix
    private let blocks: [any DecoderBlock]
    private let norm: Vector
    private let head: Matrix

    init(_ config: ConfigReader, _ weights: WeightLoader) throws(EmberError) {
        family = try Family(config)
        if let place = Family.places.first(where: { weights.has($0 + "embed_tokens.weight") }) {
            weights.rename("model.", to: place)
        }
        shape = family.shape
        embedding = try weights.matrix("model.embed_tokens", rows: shape.vocabulary, cols: shape.width)
        var blocks: [any DecoderBlock] = []
        for layer in 0..<shape.layers { blocks.append(try family.block(layer, weights)) }
        self.blocks = blocks
        norm = try weights.vector("model.norm.weight", count: shape.width, plus: family.normOffset)
        head =
            family.tiedEmbeddings || weights.isBare
            ? embedding : try weights.matrix("lm_head", rows: shape.vocabulary, cols: shape.width)
    }

    func forward(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool {
        guard try encode(batch, in: pass, isCancelled: isCancelled) else { return false }
        try pass.predict(head)
        return true
    }

    func encode(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool {
        try pass.begin(batch, embedding: embedding, scale: family.embeddingScale, rotaries: family.rotaries)
        for (layer, block) in blocks.enumerated() {
            if isCancelled() { return false }
            try block.forward(pass, layer: layer)
        }
        pass.finish(norm: norm, epsilon: family.epsilon)
        return true
    }
}

extension ConfigReader {
    /// Refuses any feed-forward activation but SiLU.
    func requireSiLU() throws(EmberError) {
        let activation = try string("hidden_act", or: "silu")
        guard activation == "silu" else {
            throw unsupported("hidden_act", "is \(printable(activation)); supported: silu")
        }
    }

    /// The tokens that a window of attention spans, or `nil` where it spans all.
    /// - Parameter fallback: what an absent key stands for; `null` always stands for all.
    func window(_ key: String = "sliding_window", or fallback: Int? = nil) throws(EmberError) -> Int? {
        guard json[key] != nil else { return fallback }
        return value(key) == nil ? nil : try integer(key, in: 1...1 << 30)
    }

    /// Refuses attention that sees only the newest tokens.
    func requireFullAttention() throws(EmberError) {
        guard try !bool("use_sliding_window", or: false) else {
            throw unsupported("use_sliding_window", "is true; only full attention is supported")
        }
    }
}
