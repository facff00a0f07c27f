// SPDX-License-Identifier: Apache-2.0

/// The Llama family (Llama 2 and 3, TinyLlama, SmolLM2): grouped-query attention with rotary positions and a gated
/// feed-forward. Source: Touvron et al. 2023, and the Llama 3 model cards.
struct Llama: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let attentionBias: Bool
    private let feedForwardBias: Bool

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotaries = [try Rotary(config, headDim: shape.headDim)]
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        attentionBias = try config.bool("attention_bias", or: false)
        feedForwardBias = try config.bool("mlp_bias", or: false)
        try config.requireSiLU()
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try Attention(
            name + ".self_attn", shape, plan: AttentionPlan(shape), bias: attentionBias, outputBias: attentionBias,
            weights)
        let feedForward = try GatedFeedForward(
            name + ".mlp", width: shape.width, intermediate: intermediate, bias: feedForwardBias, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention, feedForward: feedForward, weights)
    }
}
