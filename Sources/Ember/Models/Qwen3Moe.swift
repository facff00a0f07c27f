// SPDX-License-Identifier: Apache-2.0

/// Qwen3's mixtures: attention as in Qwen3, and a mixture of experts in most layers. Source: Qwen3 technical report
/// (Yang et al. 2025), section 2.
struct Qwen3Moe: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let expertIntermediate: Int
    private let attentionBias: Bool
    private let router: Router.Plan
    /// Every so many layers have a mixture, counted from 1.
    private let mixtureEvery: Int
    /// Layers that have none all the same.
    private let denseLayers: [Int]

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotaries = [try Rotary(config, headDim: shape.headDim)]
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        expertIntermediate = try config.integer("moe_intermediate_size", in: 1...1 << 24)
        attentionBias = try config.bool("attention_bias", or: false)
        // transformers calls them local since version 5.
        let key = config.value("num_experts") == nil ? "num_local_experts" : "num_experts"
        let experts = try config.integer(key, in: 1...1 << 16)
        router = Router.Plan(
            experts: experts, chosen: try config.integer("num_experts_per_tok", in: 1...experts), score: .softmax,
            normalised: try config.bool("norm_topk_prob", or: false))
        mixtureEvery = try config.integer("decoder_sparse_step", in: 1...1 << 20, or: 1)
        denseLayers = try config.integers("mlp_only_layers") ?? []
        try config.requireFullAttention()
        try config.requireSiLU()
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try Attention(
            name + ".self_attn", shape, plan: AttentionPlan(shape), bias: attentionBias, outputBias: attentionBias,
            headNorms: epsilon, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention,
            feedForward: try feedForward(name + ".mlp", layer: index, weights), weights)
    }

    private func feedForward(_ name: String, layer: Int, _ weights: WeightLoader) throws(EmberError) -> any Sublayer {
        guard (layer + 1).isMultiple(of: mixtureEvery), !denseLayers.contains(layer) else {
            return try GatedFeedForward(name, width: shape.width, intermediate: intermediate, weights)
        }
        let gate = try weights.matrix(name + ".gate", rows: router.experts, cols: shape.width)
        return try MixtureOfExperts(
            name, width: shape.width, intermediate: expertIntermediate,
            router: Router(plan: router, gate: gate, correction: nil), weights)
    }
}
