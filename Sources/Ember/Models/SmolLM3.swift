// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// SmolLM3: as Llama, but every fourth layer knows no positions. Source: Bakouch et al. 2025, SmolLM3; Yang et al.
/// 2025, RoPE to NoPE and Back Again.
struct SmolLM3: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let attentionBias: Bool
    private let feedForwardBias: Bool
    /// Whether queries and keys are turned, for each layer.
    private let turned: [Bool]

    init(_ config: ConfigReader) throws(EmberError) {
        let config = try config.with(defaults: [("rope_theta", 2_000_000), ("tie_word_embeddings", true)])
        shape = try DecoderShape(config)
        rotaries = [try Rotary(config, headDim: shape.headDim)]
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: true)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        attentionBias = try config.bool("attention_bias", or: false)
        feedForwardBias = try config.bool("mlp_bias", or: false)
        if let list = try config.integers("no_rope_layers") {
            // In spite of the name, 1 stands for a layer with positions.
            guard list.count == shape.layers else {
                throw config.fail("no_rope_layers", "has \(list.count) entries for \(shape.layers) layers")
            }
            turned = list.map { $0 != 0 }
        } else {
            let interval = try config.integer("no_rope_layer_interval", in: 1...1 << 20, or: 4)
            turned = (1...shape.layers).map { !$0.isMultiple(of: interval) }
        }
        try config.requireFullAttention()
        try config.requireSiLU()
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        var plan = AttentionPlan(shape)
        plan.rotary = turned[index] ? 0 : nil
        let attention = try Attention(
            name + ".self_attn", shape, plan: plan, bias: attentionBias, outputBias: attentionBias, weights)
        let feedForward = try GatedFeedForward(
            name + ".mlp", width: shape.width, intermediate: intermediate, bias: feedForwardBias, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention, feedForward: feedForward, weights)
    }
}
