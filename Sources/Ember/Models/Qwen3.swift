// SPDX-License-Identifier: Apache-2.0

/// Hyper-parameters of Qwen3's dense models, as `config.json` spells them.
struct Qwen3Config {
    let shape: DecoderShape
    let rotary: Rotary
    let epsilon: Float
    let tiedEmbeddings: Bool
    let attentionBias: Bool

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotary = try Rotary(config, headDim: shape.headDim)
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        attentionBias = try config.bool("attention_bias", or: false)
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
    let queryNorm: Vector
    let keyNorm: Vector
    let output: Matrix
    let feedForwardNorm: Vector
    let gate: Matrix
    let up: Matrix
    let down: Matrix

    init(_ index: Int, _ config: Qwen3Config, _ weights: WeightLoader) throws(EmberError) {
        let (shape, name, bias) = (config.shape, Name.layer(index), config.attentionBias)
        let heads = shape.heads * shape.headDim
        let keyValueHeads = shape.keyValueHeads * shape.headDim
        attentionNorm = try weights.vector(name + "input_layernorm.weight", count: shape.width)
        query = try weights.matrix(name + "self_attn.q_proj", rows: heads, cols: shape.width, bias: bias)
        key = try weights.matrix(name + "self_attn.k_proj", rows: keyValueHeads, cols: shape.width, bias: bias)
        value = try weights.matrix(name + "self_attn.v_proj", rows: keyValueHeads, cols: shape.width, bias: bias)
        queryNorm = try weights.vector(name + "self_attn.q_norm.weight", count: shape.headDim)
        keyNorm = try weights.vector(name + "self_attn.k_norm.weight", count: shape.headDim)
        output = try weights.matrix(name + "self_attn.o_proj", rows: shape.width, cols: heads, bias: bias)
        feedForwardNorm = try weights.vector(name + "post_attention_layernorm.weight", count: shape.width)
        let inner = shape.intermediate
        gate = try weights.matrix(name + "mlp.gate_proj", rows: inner, cols: shape.width)
        up = try weights.matrix(name + "mlp.up_proj", rows: inner, cols: shape.width)
        down = try weights.matrix(name + "mlp.down_proj", rows: shape.width, cols: inner)
    }

    func forward(_ pass: DecoderPass, layer: Int, epsilon: Float) throws(EmberError) {
        pass.normalise(attentionNorm, epsilon: epsilon)
        try pass.project(query: query, key: key, value: value)
        pass.normaliseHeads(query: queryNorm, key: keyNorm, epsilon: epsilon)
        pass.attend(layer: layer)
        try pass.projectAttended(output)
        pass.normalise(feedForwardNorm, epsilon: epsilon)
        try pass.feedForward(gate: gate, up: up, down: down)
    }
}

/// Qwen3: as Llama, with a norm on each head of queries and keys. Source: Qwen3 technical report (Yang et al. 2025),
/// section 2; names of weights as in the checkpoints of `Qwen3ForCausalLM`.
final class Qwen3: LanguageModel {
    let shape: DecoderShape
    private let config: Qwen3Config
    private let embedding: Matrix
    private let blocks: [Block]
    private let norm: Vector
    private let head: Matrix

    init(_ reader: ConfigReader, _ weights: WeightLoader) throws(EmberError) {
        config = try Qwen3Config(reader)
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
