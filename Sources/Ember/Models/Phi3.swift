// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Phi-3, Phi-3.5 and Phi-4: as Llama, with fused projections, and frequencies for long conversations. Source: Abdin et
/// al. 2024, Phi-3 technical report.
struct Phi3: DecoderFamily {
    let shape: DecoderShape
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    private let intermediate: Int
    private let plan: AttentionPlan

    init(_ config: ConfigReader) throws(EmberError) {
        var shape = try DecoderShape(config)
        let rotary = try Rotary(Self.longRope(config), headDim: shape.headDim, partial: true)
        shape.rotarySwitch = rotary.long?.beyond
        self.shape = shape
        rotaries = [rotary]
        epsilon = try config.positive("rms_norm_eps", or: 1e-5)
        tiedEmbeddings = try config.bool("tie_word_embeddings", or: false)
        intermediate = try config.integer("intermediate_size", in: 1...1 << 24)
        var plan = AttentionPlan(shape)
        plan.window = try config.window()
        self.plan = plan
        if try config.bool("attention_bias", or: false) {
            throw config.unsupported("attention_bias", "is true; fused projections have no biases")
        }
        try config.requireSiLU()
    }

    /// The configuration with the original context, which is a key of its own, among those of the long frequencies.
    private static func longRope(_ config: ConfigReader) throws(EmberError) -> ConfigReader {
        let key = config.value("rope_parameters") == nil ? "rope_scaling" : "rope_parameters"
        let original = "original_max_position_embeddings"
        guard let scaling = try config.object(key) else { return config }
        var filled =
            try scaling.with(defaults: [(original, config.value(original) ?? 4096)]).json.object ?? JSONObject()
        // What the first checkpoints call yarn is what later ones call longrope.
        for name in ["type", "rope_type"] where filled[name]?.string == "yarn" { filled[name] = "longrope" }
        var object = config.json.object ?? JSONObject()
        object[key] = .object(filled)
        return try ConfigReader(.object(object), place: config.place)
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        let name = "model.layers.\(index)"
        let attention = try Attention(fused: name + ".self_attn", shape, plan: plan, weights)
        let feedForward = try GatedFeedForward(
            fused: name + ".mlp", width: shape.width, intermediate: intermediate, weights)
        return try PreNormBlock(
            name, shape, epsilon: epsilon, attention: attention, feedForward: feedForward, weights)
    }
}
