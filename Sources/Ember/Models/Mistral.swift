// SPDX-License-Identifier: Apache-2.0

/// Mistral: as Llama, in some versions with attention through a sliding window. Source: Jiang et al. 2023, Mistral 7B.
struct Mistral: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let plan: AttentionPlan

    init(_ config: ConfigReader) throws(EmberError) {
        shape = try DecoderShape(config)
        rotaries = [try Rotary(config, headDim: shape.headDim)]
        epsilon = try config.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        var plan = AttentionPlan(shape)
        plan.window = try config.window(or: 4096)
        self.plan = plan
        try config.requireSiLU()
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try Attention(name + ".self_attn", shape, plan: plan, weights)
        let feedForward = try GatedFeedForward(
            name + ".mlp", width: shape.width, intermediate: intermediate, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention, feedForward: feedForward, weights)
    }
}
