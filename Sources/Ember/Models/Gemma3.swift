// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// Gemma 3's text model: norms before and after each sublayer, and five layers with a sliding window for each one
/// without. Source: Gemma 3 technical report (2025), section 2.
///
/// If the configuration holds an image model too, only the text model is read.
struct Gemma3: DecoderFamily {
    let shape: DecoderShape
    /// For layers that see everything, and for those with a window.
    let rotaries: [Rotary]
    let epsilon: Float
    let tiedEmbeddings: Bool
    let embeddingScale: Float
    let normOffset: Float = 1
    /// As mlx-lm and the first versions of transformers have it, and as the later ones do.
    static let places = ["language_model.model.", "model.language_model."]
    private let intermediate: Int
    private let attentionBias: Bool
    /// Whether a layer has a window, for each layer.
    private let windowed: [Bool]
    private let window: Int?
    private let scale: Float

    init(_ config: ConfigReader) throws(EmberError) {
        let inner = try config.object("text_config") ?? config
        let text = try inner.with(defaults: [
            ("num_attention_heads", 8), ("num_key_value_heads", 4), ("head_dim", 256), ("vocab_size", 262_208),
            ("max_position_embeddings", 131_072),
        ])
        shape = try DecoderShape(text)
        rotaries = try Self.rotaries(text, shape)
        epsilon = try text.positive("rms_norm_eps", or: 1e-6)
        tiedEmbeddings = try text.bool("tie_word_embeddings", or: true)
        embeddingScale = Float(shape.width).squareRoot()
        intermediate = try text.integer("intermediate_size", in: 1...1 << 24, or: 9216)
        attentionBias = try text.bool("attention_bias", or: false)
        window = try text.window(or: 4096)
        windowed = try Self.windowed(text, layers: shape.layers)
        scale = 1 / (try text.positive("query_pre_attn_scalar", or: 256)).squareRoot()
        try Self.refuseOthers(text)
    }

    private static func refuseOthers(_ config: ConfigReader) throws(EmberError) {
        let activation = try config.string("hidden_activation", or: "gelu_pytorch_tanh")
        guard activation == "gelu_pytorch_tanh" else {
            throw config.unsupported("hidden_activation", "is \(printable(activation)); supported: gelu_pytorch_tanh")
        }
        for key in ["attn_logit_softcapping", "final_logit_softcapping"] where config.value(key) != nil {
            throw config.unsupported(key, "is set; scores and logits are not capped")
        }
        if try config.bool("use_bidirectional_attention", or: false) {
            throw config.unsupported("use_bidirectional_attention", "is true; a decoder looks back only")
        }
    }

    /// Newer files have `rope_parameters` for each kind of layer; older ones
    /// `rope_local_base_freq` beside the usual keys.
    private static func rotaries(_ config: ConfigReader, _ shape: DecoderShape) throws(EmberError) -> [Rotary] {
        let parameters = try config.object("rope_parameters")
        func rotary(_ kind: String, _ oldKey: String, _ base: Float, _ old: ConfigReader?) throws(EmberError) -> Rotary
        {
            let own = try parameters?.object(kind)
            let scaling = if let own { own } else { old }
            let theta = try (own ?? config).positive(own == nil ? oldKey : "rope_theta", or: base)
            return try Rotary(base: theta, dimensions: shape.headDim, scaling: scaling, context: shape.context)
        }
        return [
            try rotary("full_attention", "rope_theta", 1_000_000, config.object("rope_scaling")),
            try rotary("sliding_attention", "rope_local_base_freq", 10_000, nil),
        ]
    }

    private static func windowed(_ config: ConfigReader, layers: Int) throws(EmberError) -> [Bool] {
        guard let types = config.value("layer_types") else {
            let pattern = try config.integer("sliding_window_pattern", in: 1...1 << 20, or: 6)
            return (1...layers).map { !$0.isMultiple(of: pattern) }
        }
        let known = ["full_attention": false, "sliding_attention": true]
        let list = (types.array ?? []).compactMap { $0.string.flatMap { known[$0] } }
        guard list.count == layers else {
            throw config.unsupported(
                "layer_types", "must name full_attention or sliding_attention for each of \(layers) layers")
        }
        return list
    }

    func block(_ index: Int, _ weights: WeightLoader) throws(EmberError) -> any DecoderBlock {
        try Gemma3Block("model.layers.\(index)", self, windowed: windowed[index], weights)
    }

    fileprivate func attention(_ name: String, windowed: Bool, _ weights: WeightLoader) throws(EmberError) -> Attention
    {
        var plan = AttentionPlan(scale: scale)
        plan.rotary = windowed ? 1 : 0
        plan.window = windowed ? window : nil
        return try Attention(
            name, shape, plan: plan, bias: attentionBias, outputBias: attentionBias, headNorms: epsilon,
            normOffset: normOffset, weights)
    }

    fileprivate func feedForward(_ name: String, _ weights: WeightLoader) throws(EmberError) -> GatedFeedForward {
        try GatedFeedForward(name, width: shape.width, intermediate: intermediate, activation: .gelu, weights)
    }
}

/// A layer with norms before and after each sublayer.
private struct Gemma3Block: DecoderBlock {
    private let attentionNorms: (before: Vector, after: Vector)
    private let attention: Attention
    private let feedForwardNorms: (before: Vector, after: Vector)
    private let feedForward: GatedFeedForward
    private let epsilon: Float

    init(_ name: String, _ family: Gemma3, windowed: Bool, _ weights: WeightLoader) throws(EmberError) {
        func norm(_ part: String) throws(EmberError) -> Vector {
            try weights.vector("\(name).\(part).weight", count: family.shape.width, plus: family.normOffset)
        }
        attentionNorms = (try norm("input_layernorm"), try norm("post_attention_layernorm"))
        attention = try family.attention(name + ".self_attn", windowed: windowed, weights)
        feedForwardNorms = (try norm("pre_feedforward_layernorm"), try norm("post_feedforward_layernorm"))
        feedForward = try family.feedForward(name + ".mlp", weights)
        epsilon = family.epsilon
    }

    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError) {
        pass.normalise(attentionNorms.before, epsilon: epsilon)
        try attention.forward(pass, layer: layer)
        pass.normaliseUpdate(attentionNorms.after, epsilon: epsilon)
        pass.addUpdate()
        pass.normalise(feedForwardNorms.before, epsilon: epsilon)
        try feedForward.forward(pass, layer: layer)
        pass.normaliseUpdate(feedForwardNorms.after, epsilon: epsilon)
        pass.addUpdate()
    }
}
