// SPDX-License-Identifier: Apache-2.0

/// Multi-head latent attention: all heads share one short key for each token, from which they would compute their own.
///
/// Each head applies its projections of the latent to its query and its result instead, so that the cache holds
/// `latent + rotary` numbers a token. Those products keep fp32 activations in any precision: they are few. Source:
/// DeepSeek-V2 (2024), section 2.1 and appendix C; DeepSeek-V3 (2024), section 2.1.1.
struct LatentAttention: Sublayer {
    /// Sizes, as `config.json` spells them.
    struct Sizes: Sendable {
        /// `q_lora_rank`, `nil` where queries have no latent.
        let queryLatent: Int?
        /// `kv_lora_rank`.
        let latent: Int
        /// `qk_nope_head_dim`: numbers of a head's query that are not turned.
        let plain: Int
        /// `qk_rope_head_dim`: those that are.
        let rotary: Int
        /// `v_head_dim`.
        let value: Int

        /// Numbers of one token's key in the cache.
        var key: Int { latent + rotary }
        /// Numbers of a head's query before its plain part goes over to the latent's space.
        var query: Int { plain + rotary }
    }

    private let sizes: Sizes
    private let query: Matrix
    private let queryLatent: (down: Matrix, norm: Vector)?
    private let keyDown: Matrix
    private let latentNorm: Vector
    /// One matrix `(latent, plain)` for each head: what its queries are multiplied with instead of its keys.
    private let queryToLatent: [Matrix]
    /// One matrix `(value, latent)` for each head.
    private let latentToValue: [Matrix]
    private let output: Matrix
    private let plan: AttentionPlan

    /// Of both norms; not in `config.json`.
    private static let epsilon: Float = 1e-6

    /// - Parameter name: such as `model.layers.0.self_attn`.
    init(
        _ name: String, _ shape: DecoderShape, _ sizes: Sizes, plan: AttentionPlan, bias: Bool, _ weights: WeightLoader
    ) throws(EmberError) {
        let (heads, width) = (shape.heads, shape.width)
        self.sizes = sizes
        self.plan = plan
        if let rank = sizes.queryLatent {
            queryLatent = (
                try weights.matrix(name + ".q_a_proj", rows: rank, cols: width, bias: bias),
                try weights.vector(name + ".q_a_layernorm.weight", count: rank)
            )
            query = try weights.matrix(name + ".q_b_proj", rows: heads * sizes.query, cols: rank)
        } else {
            queryLatent = nil
            query = try weights.matrix(name + ".q_proj", rows: heads * sizes.query, cols: width)
        }
        keyDown = try weights.matrix(name + ".kv_a_proj_with_mqa", rows: sizes.key, cols: width, bias: bias)
        latentNorm = try weights.vector(name + ".kv_a_layernorm.weight", count: sizes.latent)
        (queryToLatent, latentToValue) = try Self.upProjections(name, heads: heads, sizes, weights)
        output = try weights.matrix(name + ".o_proj", rows: width, cols: heads * sizes.value, bias: bias)
    }

    /// The two halves of `kv_b_proj`, `(heads · (plain + value), latent)`; newer MLX checkpoints
    /// have them apart, as stacks.
    private static func upProjections(
        _ name: String, heads: Int, _ sizes: Sizes, _ weights: WeightLoader
    ) throws(EmberError) -> ([Matrix], [Matrix]) {
        guard weights.has(name + ".kv_b_proj.weight") || !weights.has(name + ".embed_q.weight") else {
            return (
                try weights.matrices(name + ".embed_q", count: heads, rows: sizes.latent, cols: sizes.plain),
                try weights.matrices(name + ".unembed_out", count: heads, rows: sizes.value, cols: sizes.latent)
            )
        }
        let each = sizes.plain + sizes.value
        var (toLatent, toValue): ([Matrix], [Matrix]) = ([], [])
        for head in 0..<heads {
            let start = head * each
            toLatent.append(
                try weights.transposed(
                    name + ".kv_b_proj", rows: start..<start + sizes.plain, of: heads * each, cols: sizes.latent))
            toValue.append(
                try weights.matrix(
                    name + ".kv_b_proj", rows: start + sizes.plain..<start + each, of: heads * each,
                    cols: sizes.latent))
        }
        return (toLatent, toValue)
    }

    func forward(_ pass: DecoderPass, layer: Int) throws(EmberError) {
        let keys = try pass.table(.key, width: sizes.key)
        let heads = try pass.table(.headQueries, width: pass.shape.heads * sizes.query)
        try project(pass, queries: heads, keys: keys)
        let queries = try pass.table(.query, width: pass.shape.heads * sizes.key)
        try moveToLatent(pass, heads, into: queries)
        let attended = try pass.table(.attended, width: pass.shape.heads * sizes.latent)
        pass.attend(layer: layer, query: queries, key: keys, value: nil, out: attended, plan)
        let values = try pass.table(.headValues, width: pass.shape.heads * sizes.value)
        try moveToValues(pass, attended, into: values)
        try pass.compute.linear(values, tokens: pass.tokens, (output, pass.update))
    }

    /// Each head's query, and the latent and turned parts of the key that they share.
    private func project(_ pass: DecoderPass, queries: Rows, keys: Rows) throws(EmberError) {
        let (compute, tokens) = (pass.compute, pass.tokens)
        if let queryLatent {
            let latents = try pass.table(.queryLatent, width: query.cols)
            try compute.linear(pass.normed, tokens: tokens, (queryLatent.down, latents), (keyDown, keys))
            compute.rmsNorm(latents.data, latents.data, count: tokens, queryLatent.norm, epsilon: Self.epsilon)
            try compute.linear(latents, tokens: tokens, (query, queries))
        } else {
            try compute.linear(pass.normed, tokens: tokens, (query, queries), (keyDown, keys))
        }
        for token in 0..<tokens {
            compute.rmsNorm(keys.row(token), keys.row(token), count: 1, latentNorm, epsilon: Self.epsilon)
        }
        guard let rotary = plan.rotary else { return }
        pass.turn(keys, column: sizes.latent, heads: 1, stride: sizes.rotary, rotary: rotary)
        pass.turn(queries, column: sizes.plain, heads: pass.shape.heads, stride: sizes.query, rotary: rotary)
    }

    /// Moves the plain part of each query into the latent's space; the turned part stays as it is.
    private func moveToLatent(_ pass: DecoderPass, _ heads: Rows, into queries: Rows) throws(EmberError) {
        let tokens = pass.tokens
        let plain = try pass.table(.headRows, width: sizes.plain, rows: pass.shape.heads)
        var products: [Product] = []
        for (head, matrix) in queryToLatent.enumerated() {
            let rows = head * tokens..<(head + 1) * tokens
            for token in 0..<tokens {
                let from = heads.row(token) + head * sizes.query
                plain.row(rows.lowerBound + token).update(from: from, count: sizes.plain)
                (queries.row(token) + head * sizes.key + sizes.latent).update(
                    from: from + sizes.plain, count: sizes.rotary)
            }
            products.append(
                Product(w: matrix, x: plain, rows: rows, y: queries, firstRow: 0, column: head * sizes.key))
        }
        try pass.compute.products(products, exactly: true)
    }

    /// Turns what each head attended to, a mixture of latents, into its value.
    private func moveToValues(_ pass: DecoderPass, _ attended: Rows, into values: Rows) throws(EmberError) {
        let tokens = pass.tokens
        let latents = try pass.table(.headRows, width: sizes.latent, rows: pass.shape.heads)
        var products: [Product] = []
        for (head, matrix) in latentToValue.enumerated() {
            let rows = head * tokens..<(head + 1) * tokens
            for token in 0..<tokens {
                latents.row(rows.lowerBound + token).update(
                    from: attended.row(token) + head * sizes.latent, count: sizes.latent)
            }
            products.append(
                Product(w: matrix, x: latents, rows: rows, y: values, firstRow: 0, column: head * sizes.value))
        }
        try pass.compute.products(products, exactly: true)
    }
}
