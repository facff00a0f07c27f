// SPDX-License-Identifier: Apache-2.0

/// Grouped-query attention with rotary positions. Source: Ainslie et al. 2023, GQA.
struct Attention: Sublayer {
    private let query: Matrix
    private let key: Matrix
    private let value: Matrix
    private let output: Matrix
    /// Norms on each head of queries and keys, where a family has them.
    private let norms: (query: Vector, key: Vector, epsilon: Float)?
    private let plan: AttentionPlan

    /// - Parameters:
    ///   - name: such as `model.layers.0.self_attn`.
    ///   - bias: whether queries, keys and values have biases.
    ///   - outputBias: whether the projection of what was attended to has one.
    ///   - headNorms: the epsilon of norms on queries and keys, `nil` where there are none.
    ///   - normOffset: added to those norms' weights.
    init(
        _ name: String, _ shape: DecoderShape, plan: AttentionPlan, bias: Bool = false, outputBias: Bool = false,
        headNorms: Float? = nil, normOffset: Float = 0, _ weights: WeightLoader
    ) throws(EmberError) {
        let width = shape.width
        let keyValueRows = shape.keyValueHeads * shape.headDim
        query = try weights.matrix(name + ".q_proj", rows: shape.heads * shape.headDim, cols: width, bias: bias)
        key = try weights.matrix(name + ".k_proj", rows: keyValueRows, cols: width, bias: bias)
        value = try weights.matrix(name + ".v_proj", rows: keyValueRows, cols: width, bias: bias)
        output = try weights.matrix(name + ".o_proj", rows: width, cols: shape.heads * shape.headDim, bias: outputBias)
        norms =
            if let epsilon = headNorms {
                (
                    try weights.vector(name + ".q_norm.weight", count: shape.headDim, plus: normOffset),
                    try weights.vector(name + ".k_norm.weight", count: shape.headDim, plus: normOffset), epsilon
                )
            } else {
                nil
            }
        self.plan = plan
    }

    /// - Parameter name: such as `model.layers.0.self_attn`, where `qkv_proj` is queries, keys and values in one.
    init(
        fused name: String, _ shape: DecoderShape, plan: AttentionPlan, _ weights: WeightLoader
    ) throws(EmberError) {
        let (queries, keys, width) = (shape.heads * shape.headDim, shape.keyValueHeads * shape.headDim, shape.width)
        let total = queries + 2 * keys
        query = try weights.matrix(name + ".qkv_proj", rows: 0..<queries, of: total, cols: width)
        key = try weights.matrix(name + ".qkv_proj", rows: queries..<queries + keys, of: total, cols: width)
        value = try weights.matrix(name + ".qkv_proj", rows: queries + keys..<total, of: total, cols: width)
        output = try weights.matrix(name + ".o_proj", rows: width, cols: queries)
        norms = nil
        self.plan = plan
    }

    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError) {
        let (compute, shape, tokens) = (pass.compute, pass.shape, pass.tokens)
        let queries = try pass.table(.query, width: query.rows)
        let keys = try pass.table(.key, width: key.rows)
        let values = try pass.table(.value, width: value.rows)
        try compute.linear(pass.normed, tokens: tokens, (query, queries), (key, keys), (value, values))
        if let norms {
            compute.rmsNorm(
                queries.data, queries.data, count: tokens * shape.heads, norms.query, epsilon: norms.epsilon)
            compute.rmsNorm(
                keys.data, keys.data, count: tokens * shape.keyValueHeads, norms.key, epsilon: norms.epsilon)
        }
        if let rotary = plan.rotary {
            pass.turn(queries, heads: shape.heads, stride: shape.headDim, rotary: rotary)
            pass.turn(keys, heads: shape.keyValueHeads, stride: shape.headDim, rotary: rotary)
        }
        let attended = try pass.table(.attended, width: output.cols)
        pass.attend(layer: layer, query: queries, key: keys, value: values, out: attended, plan)
        try compute.linear(attended, tokens: tokens, (output, pass.update))
    }
}

/// Attention settings that can differ from layer to layer.
struct AttentionPlan {
    /// Index of the rotary embedding, among the model's, that turns queries and keys; `nil` for none.
    var rotary: Int? = 0
    /// Factor for scores before the softmax.
    var scale: Float
    /// A token sees itself and those before it, `window` together; `nil` for all.
    var window: Int?

    /// Scores divided by the root of the head's dimension. Source: Vaswani et al. 2017, section 3.2.1.
    init(_ shape: DecoderShape) { scale = 1 / Float(shape.headDim).squareRoot() }

    init(scale: Float) { self.scale = scale }
}
