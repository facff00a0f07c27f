// SPDX-License-Identifier: Apache-2.0

/// A half of a layer: reads `pass.normed` and writes what is added to the residual stream into `pass.update`.
protocol Sublayer {
    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError)
}

/// One layer of a decoder.
protocol DecoderBlock {
    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError)
}

/// A layer as most families have it: a norm before the attention and one before the feed-forward.
/// Source: Xiong et al. 2020, On Layer Normalization in the Transformer Architecture; Zhang and
/// Sennrich 2019 for the norm.
struct PreNormBlock: DecoderBlock {
    private let attentionNorm: Vector
    private let attention: any Sublayer
    private let feedForwardNorm: Vector
    private let feedForward: any Sublayer
    private let epsilon: Float

    /// - Parameter name: such as `model.layers.0`.
    init(
        _ name: String, _ shape: DecoderShape, epsilon: Float, attention: any Sublayer, feedForward: any Sublayer,
        _ weights: WeightLoader
    ) throws(EmberError) {
        attentionNorm = try weights.vector(name + ".input_layernorm.weight", count: shape.width)
        self.attention = attention
        feedForwardNorm = try weights.vector(name + ".post_attention_layernorm.weight", count: shape.width)
        self.feedForward = feedForward
        self.epsilon = epsilon
    }

    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError) {
        pass.normalise(attentionNorm, epsilon: epsilon)
        try attention.forward(pass, layer: layer)
        pass.addUpdate()
        pass.normalise(feedForwardNorm, epsilon: epsilon)
        try feedForward.forward(pass, layer: layer)
        pass.addUpdate()
    }
}
