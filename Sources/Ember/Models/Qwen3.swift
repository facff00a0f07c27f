// SPDX-License-Identifier: Apache-2.0

/// Qwen3's dense models: as Llama, with a norm on each head of queries and keys. Source: Qwen3 technical report
/// (Yang et al. 2025), section 2.
struct Qwen3: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let attentionBias: Bool

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotaries = [try Rotary(config, headDim: shape.headDim)]
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        attentionBias = try config.bool("attention_bias", or: false)
        try config.requireFullAttention()
        try config.requireSiLU()
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try Attention(
            name + ".self_attn", shape, plan: AttentionPlan(shape), bias: attentionBias, outputBias: attentionBias,
            headNorms: epsilon, weights)
        let feedForward = try GatedFeedForward(
            name + ".mlp", width: shape.width, intermediate: intermediate, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention, feedForward: feedForward, weights)
    }
}
