// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// The dense models of ERNIE 4.5 (0.3B): as Llama, but queries and keys turn neighbouring dimensions. Source: ERNIE 4.5
/// technical report (Baidu 2025).
struct Ernie45: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let bias: Bool

    init(_ config: ConfigReader) throws(EmberError) {
        let config = try config.with(defaults: [("rope_theta", 500_000), ("head_dim", 128)])
        shape = try DecoderShape(config)
        rotaries = [try Rotary(config, headDim: shape.headDim, interleaved: true)]
        epsilon = try config.positive("rms_norm_eps", or: 1e-5)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: true)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        bias = try config.bool("use_bias", or: false)
        try config.requireSiLU()
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try Attention(
            name + ".self_attn", shape, plan: AttentionPlan(shape), bias: bias, outputBias: bias, weights)
        let feedForward = try GatedFeedForward(
            name + ".mlp", width: shape.width, intermediate: intermediate, bias: bias, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention, feedForward: feedForward, weights)
    }
}
