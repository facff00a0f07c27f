// SPDX-License-Identifier: Apache-2.0

/// Hyper-parameters of Qwen2 and Qwen2.5, as `config.json` spells them.
struct Qwen2Config: DecoderConfig {
    let shape: DecoderShape
    let rotary: Rotary
    let epsilon: Float
    let tiedEmbeddings: Bool

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotary = try Rotary(config, headDim: shape.headDim)
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        try config.requireFullAttention()
        try config.requireSiLU()
    }
}

/// Qwen2: as Llama, with biases on queries, keys and values. Source: Qwen2 technical report (Yang et al. 2024), section 2.2.
struct Qwen2Block: DecoderBlock {
    private let attentionNorm: Vector
    private let query: Matrix
    private let key: Matrix
    private let value: Matrix
    private let output: Matrix
    private let feedForwardNorm: Vector
    private let gate: Matrix
    private let up: Matrix
    private let down: Matrix

    init(_ index: Int, _ config: Qwen2Config, _ weights: WeightLoader) throws(EmberError) {
        let (shape, name) = (config.shape, "model.layers.\(index).")
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
