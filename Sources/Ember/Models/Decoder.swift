// SPDX-License-Identifier: Apache-2.0

/// One family of decoders: what it reads from `config.json`, and how its layers are put together.
protocol DecoderFamily: Sendable {
    var shape: DecoderShape { get }
    /// The rotary embeddings that its layers use.
    var rotaries: [Rotary] { get }
    /// Added to the mean square before the last norm takes its root.
    var epsilon: Float { get }
    /// Whether the head is the embedding matrix.
    var tiedEmbeddings: Bool { get }

    init(_ config: ConfigReader) throws(EmberError)

    /// Layer `index`, with its weights by name.
    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock
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
        shape = family.shape
        embedding = try weights.matrix("model.embed_tokens", rows: shape.vocabulary, cols: shape.width)
        var blocks: [any DecoderBlock] = []
        for layer in 0..<shape.layers { blocks.append(try family.block(layer, weights)) }
        self.blocks = blocks
        norm = try weights.vector("model.norm.weight", count: shape.width)
        head =
            family.tiedEmbeddings
            ? embedding : try weights.matrix("lm_head", rows: shape.vocabulary, cols: shape.width)
    }

    func forward(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool {
        try pass.begin(batch, embedding: embedding, rotaries: family.rotaries)
        for (layer, block) in blocks.enumerated() {
            if isCancelled() { return false }
            try block.forward(pass, layer: layer)
        }
        try pass.finish(norm: norm, epsilon: family.epsilon, head: head)
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

    /// Refuses attention that sees only the newest tokens.
    func requireFullAttention() throws(EmberError) {
        guard try !bool("use_sliding_window", or: false) else {
            throw unsupported("use_sliding_window", "is true; only full attention is supported")
        }
    }
}
