// SPDX-License-Identifier: Apache-2.0

/// DeepSeek-V3 and R1, and smaller models of the same kind: latent attention, and a mixture of experts in all but the
/// first layers. Source: DeepSeek-V3 technical report (2024), section 2.1.
struct DeepseekV3: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let latent: LatentAttention.Sizes
    private let plan: AttentionPlan
    private let attentionBias: Bool
    private let intermediate: Int
    private let expertIntermediate: Int
    private let sharedExperts: Int
    private let router: Router.Plan
    /// Layers before this one have one large feed-forward.
    private let firstMixture: Int
    /// From there on, every so many layers have a mixture.
    private let mixtureEvery: Int

    init(_ config: ConfigReader) throws(EmberError) {
        let heads = try config.integer("num_attention_heads", in: 1...1 << 16)
        guard try config.integer("num_key_value_heads", in: 1...1 << 16, or: heads) == heads else {
            throw config.unsupported("num_key_value_heads", "is not num_attention_heads, which is \(heads)")
        }
        latent = try LatentAttention.Sizes(config)
        shape = try DecoderShape(
            config, heads: heads, keyValueHeads: 1, headDim: latent.key, valuesInKeys: latent.latent)
        let interleaved = try config.bool("rope_interleave", or: true)
        let rotary = try Rotary(config, headDim: latent.rotary, interleaved: interleaved)
        rotaries = [rotary]
        plan = AttentionPlan(scale: rotary.scoreScale / Float(latent.query).squareRoot())
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        attentionBias = try config.bool("attention_bias", or: false)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        expertIntermediate = try config.integer("moe_intermediate_size", in: 1...1 << 24)
        sharedExperts = try config.integer("n_shared_experts", in: 0...1 << 10, or: 0)
        router = try Self.router(config)
        firstMixture = try config.integer("first_k_dense_replace", in: 0...1 << 20, or: 3)
        mixtureEvery = try config.integer("moe_layer_freq", in: 1...1 << 20, or: 1)
        try config.requireSiLU()
    }

    private static func router(_ config: ConfigReader) throws(EmberError) -> Router.Plan {
        for (key, known) in [("scoring_func", "sigmoid"), ("topk_method", "noaux_tc")] {
            let value = try config.string(key, or: known)
            guard value == known else {
                throw config.unsupported(key, "is \(printable(value)); supported: \(known)")
            }
        }
        let experts = try config.integer("n_routed_experts", in: 1...1 << 16)
        let groups = try config.integer("n_group", in: 1...1 << 16, or: 1)
        let kept = try config.integer("topk_group", in: 1...1 << 16, or: 1)
        guard experts.isMultiple(of: groups) else {
            throw config.fail("n_group", "is \(groups), which does not divide \(experts) experts")
        }
        guard kept <= groups else { throw config.fail("topk_group", "is \(kept), more than \(groups) groups") }
        let chosen = try config.integer("num_experts_per_tok", in: 1...1 << 16)
        guard chosen <= experts / groups * kept else {
            throw config.fail(
                "num_experts_per_tok", "is \(chosen), more than the \(experts / groups * kept) that there are to choose"
            )
        }
        return Router.Plan(
            experts: experts, chosen: chosen, score: .sigmoid,
            normalised: try config.bool("norm_topk_prob", or: true),
            scale: try config.positive("routed_scaling_factor", or: 1), groups: (groups, kept))
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try LatentAttention(
            name + ".self_attn", shape, latent, plan: plan, bias: attentionBias, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention,
            feedForward: try feedForward(name + ".mlp", layer: index, weights), weights)
    }

    private func feedForward(_ name: String, layer: Int, _ weights: WeightLoader) throws(EmberError) -> any Sublayer {
        guard layer >= firstMixture, layer.isMultiple(of: mixtureEvery) else {
            return try GatedFeedForward(name, width: shape.width, intermediate: intermediate, weights)
        }
        let router = Router(
            plan: router, gate: try weights.matrix(name + ".gate", rows: router.experts, cols: shape.width),
            correction: try weights.vector(name + ".gate.e_score_correction_bias", count: router.experts))
        // Experts that all tokens share are kept as one with as many times the inner numbers.
        let shared: GatedFeedForward? =
            if sharedExperts > 0 {
                try GatedFeedForward(
                    name + ".shared_experts", width: shape.width, intermediate: sharedExperts * expertIntermediate,
                    weights)
            } else {
                nil
            }
        return try MixtureOfExperts(
            name, width: shape.width, intermediate: expertIntermediate, router: router, shared: shared, weights)
    }
}

extension LatentAttention.Sizes {
    init(_ config: ConfigReader) throws(EmberError) {
        let largest = CacheShape.largestHead
        queryLatent =
            config.value("q_lora_rank") == nil ? nil : try config.integer("q_lora_rank", in: 1...1 << 20)
        latent = try config.integer("kv_lora_rank", in: 1...largest)
        plain = try config.integer("qk_nope_head_dim", in: 1...largest)
        rotary = try config.integer("qk_rope_head_dim", in: 2...largest)
        value = try config.integer("v_head_dim", in: 1...largest)
        guard rotary.isMultiple(of: 2) else {
            throw config.fail("qk_rope_head_dim", "is \(rotary), expected an even number")
        }
        guard key <= largest else {
            throw config.fail("kv_lora_rank", "and qk_rope_head_dim are \(key) together, expected at most \(largest)")
        }
    }
}
