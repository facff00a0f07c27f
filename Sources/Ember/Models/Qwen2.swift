// SPDX-License-Identifier: Apache-2.0

/// Hyper-parameters of Qwen2 and Qwen2.5, as `config.json` spells them.
struct Qwen2Config {
    let shape: DecoderShape
    let rotary: Rotary
    let epsilon: Float
    let tiedEmbeddings: Bool

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotary = try Rotary(config, headDim: shape.headDim)
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        if try config.bool("use_sliding_window", or: false) {
            throw config.unsupported("use_sliding_window", "is true; only full attention is supported")
        }
        let activation = try config.string("hidden_act", or: "silu")
        guard activation == "silu" else {
            throw config.unsupported("hidden_act", "is \(printable(activation)); supported: silu")
        }
    }
}

/// The names of a layer's weights.
private enum Name {
    static let embedding = "model.embed_tokens"
    static let norm = "model.norm.weight"
    static let head = "lm_head"
    static func layer(_ index: Int) -> String { "model.layers.\(index)." }
}

private struct Block {
    let attentionNorm: Vector
    let query: Matrix
    let key: Matrix
    let value: Matrix
    let output: Matrix
    let feedForwardNorm: Vector
    let gate: Matrix
    let up: Matrix
    let down: Matrix

    init(_ index: Int, _ config: Qwen2Config, _ weights: WeightLoader) throws(EmberError) {
        let (shape, name) = (config.shape, Name.layer(index))
        let heads = shape.heads * shape.headDim
        let keyValueHeads = shape.keyValueHeads * shape.headDim
        attentionNorm = try weights.vector(name + "input_layernorm.weight", count: shape.width)
        query = try weights.matrix(name + "self_attn.q_proj", rows: heads, cols: shape.width, bias: true)
        key = try weights.matrix(name + "self_attn.k_proj", rows: keyValueHeads, cols: shape.width, bias: true)
        value = try weights.matrix(name + "self_attn.v_proj", rows: keyValueHeads, cols: shape.width, bias: true)
        output = try weights.matrix(name + "self_attn.o_proj", rows: shape.width, cols: heads)
        feedForwardNorm = try weights.vector(name + "post_attention_layernorm.weight", count: shape.width)
        let inner = shape.intermediate
        gate = try weights.matrix(name + "mlp.gate_proj", rows: inner, cols: shape.width)
        up = try weights.matrix(name + "mlp.up_proj", rows: inner, cols: shape.width)
        down = try weights.matrix(name + "mlp.down_proj", rows: shape.width, cols: inner)
    }

    func forward(_ pass: DecoderPass, layer: Int, epsilon: Float) throws(EmberError) {
        pass.normalise(attentionNorm, epsilon: epsilon)
        try pass.project(query: query, key: key, value: value)
        pass.attend(layer: layer)
        try pass.projectAttended(output)
        pass.normalise(feedForwardNorm, epsilon: epsilon)
        try pass.feedForward(gate: gate, up: up, down: down)
    }
}

/// Qwen2: as Llama, with biases on queries, keys and values. Source: Qwen2 technical report (Yang et al. 2024), section 2.2;
/// names of weights as in the checkpoints of `Qwen2ForCausalLM`.
final class Qwen2: LanguageModel {
    let shape: DecoderShape
    private let config: Qwen2Config
    private let embedding: Matrix
    private let blocks: [Block]
    private let norm: Vector
    private let head: Matrix

    init(_ reader: ConfigReader, _ weights: WeightLoader) throws(EmberError) {
        config = try Qwen2Config(reader)
        shape = config.shape
        embedding = try weights.matrix(Name.embedding, rows: shape.vocabulary, cols: shape.width)
        var blocks: [Block] = []
        for layer in 0..<shape.layers { blocks.append(try Block(layer, config, weights)) }
        self.blocks = blocks
        norm = try weights.vector(Name.norm, count: shape.width)
        head =
            config.tiedEmbeddings
            ? embedding : try weights.matrix(Name.head, rows: shape.vocabulary, cols: shape.width)
    }

    func forward(_ batch: Batch, in pass: DecoderPass, isCancelled: () -> Bool) throws(EmberError) -> Bool {
        pass.begin(batch, embedding: embedding, rotary: config.rotary)
        for (layer, block) in blocks.enumerated() {
            if isCancelled() { return false }
            try block.forward(pass, layer: layer, epsilon: config.epsilon)
        }
        try pass.finish(norm: norm, epsilon: config.epsilon, head: head)
        return true
    }
}
