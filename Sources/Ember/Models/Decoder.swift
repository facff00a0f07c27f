// SPDX-License-Identifier: Apache-2.0

/// What an architecture of this frame reads from `config.json`.
protocol DecoderConfig: Sendable {
    var shape: DecoderShape { get }
    var rotary: Rotary { get }
    /// Added to the mean square before a norm takes its root.
    var epsilon: Float { get }
    /// Whether the head is the embedding matrix.
    var tiedEmbeddings: Bool { get }

    init(_ config: ConfigReader) throws(EmberError)
}

/// One layer: its weights by name, and the order of its steps.
protocol DecoderBlock {
    associatedtype Config: DecoderConfig
    init(_ index: Int, _ config: Config, _ weights: WeightLoader) throws(EmberError)
    func forward(_ pass: DecoderPass, layer: Int, epsilon: Float) throws(EmberError)
}

/// The frame that Llama and its relatives share: an embedding, a stack of blocks, a norm and a head.
///
/// Names of weights as in the checkpoints of transformers' `…ForCausalLM` classes.
final class Decoder<Block: DecoderBlock>: LanguageModel {
    let shape: DecoderShape
    private let config: Block.Config
    private let embedding: Matrix
    private let blocks: [Block]
    private let norm: Vector
    private let head: Matrix

    init(_ reader: ConfigReader, _ weights: WeightLoader) throws(EmberError) {
        config = try Block.Config(reader)
        shape = config.shape
        embedding = try weights.matrix("model.embed_tokens", rows: shape.vocabulary, cols: shape.width)
        var blocks: [Block] = []
        for layer in 0..<shape.layers { blocks.append(try Block(layer, config, weights)) }
        self.blocks = blocks
        norm = try weights.vector("model.norm.weight", count: shape.width)
        head =
            config.tiedEmbeddings || weights.isBare
            ? embedding : try weights.matrix("lm_head", rows: shape.vocabulary, cols: shape.width)
    }

    func forward(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool {
        guard try encode(batch, in: pass, isCancelled: isCancelled) else { return false }
        try pass.predict(head)
        return true
    }

    func encode(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool {
        pass.begin(batch, embedding: embedding, rotary: config.rotary)
        for (layer, block) in blocks.enumerated() {
            if isCancelled() { return false }
            try block.forward(pass, layer: layer, epsilon: config.epsilon)
        }
        pass.finish(norm: norm, epsilon: config.epsilon)
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
