// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// DeepSeek-V3 as MLX has it: the experts of a layer stacked in one tensor, and the two halves of `kv_b_proj` apart, as
/// the attention in the latent space needs them.
///
/// Checkpoints come with attention's projections fused, as transformers has them, or each on its
/// own, as the paper writes them:
///
/// | fused | on their own | in the paper |
/// | --- | --- | --- |
/// | `q_b_proj` (`q_proj`) | `q_b_nope_proj`, `q_b_rope_proj` (`q_nope_proj`, `q_rope_proj`) | W^UQ, W^QR |
/// | `kv_a_proj_with_mqa` | `kv_a_proj`, `k_rope_proj` | W^DKV, W^KR |
/// | `kv_b_proj` | `k_b_proj`, `v_b_proj` | W^UK, W^UV |
///
/// Routed and shared experts of different sizes, which neither transformers nor MLX can express, are given one size
/// with zeros. Source: DeepSeek-V3 technical report (2024), section 2.1; names as in mlx-lm, `models/deepseek_v3.py`.
let deepseekV3Recipe = ConversionRecipe(
    "deepseek_v3",
    fuse: { (draft) throws(EmberError) in
        let shape = try DeepseekV3Projections(draft.config)
        for layer in 0..<shape.layers {
            try shape.fuseAttention("model.layers.\(layer).self_attn.", &draft)
            try shape.stackExperts("model.layers.\(layer).mlp.", &draft)
        }
        try shape.unifyConfig(&draft)
        for name in draft.remaining.keys.sorted() where shape.isFurtherLayer(name) {
            draft.drop(name, because: "predicts a second token, which MLX does not run")
        }
    },
    isLayer: { !$0.hasSuffix("mlp.gate.weight") },
    keepsType: { $0.hasSuffix("e_score_correction_bias") })

/// The sizes that tell how DeepSeek-V3's projections lie in each other.
private struct DeepseekV3Projections {
    let layers: Int
    let heads: Int
    let nope: Int
    let rope: Int
    let value: Int
    let experts: Int

    init(_ config: ConfigReader) throws(EmberError) {
        layers = try config.integer("num_hidden_layers", in: 1...10_000)
        heads = try config.integer("num_attention_heads", in: 1...1 << 16)
        nope = try config.integer("qk_nope_head_dim", in: 1...1 << 16)
        rope = try config.integer("qk_rope_head_dim", in: 1...1 << 16)
        value = try config.integer("v_head_dim", in: 1...1 << 16)
        experts = try config.integer("n_routed_experts", in: 1...1 << 16)
    }

    /// Whether a tensor belongs to a layer behind the last: DeepSeek-V3 was trained with
    /// modules that predict more tokens.
    func isFurtherLayer(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        return name.hasPrefix("model.layers.") && parts.count > 2 && (Int(parts[2]) ?? 0) >= layers
    }

    // MARK: Attention

    func fuseAttention(_ prefix: String, _ draft: inout ConversionDraft) throws(EmberError) {
        for query in ["q_b_", "q_"] where draft.has(prefix + query + "nope_proj.weight") {
            let parts = [
                (try draft.take(prefix + query + "nope_proj.weight", rows: heads * nope), nope),
                (try draft.take(prefix + query + "rope_proj.weight", rows: heads * rope), rope),
            ]
            draft.add(try interleave(parts, as: prefix + query + "proj.weight"))
        }
        if draft.has(prefix + "kv_a_proj.weight") {
            let latent = try draft.take(prefix + "kv_a_proj.weight")
            let key = try draft.take(prefix + "k_rope_proj.weight", rows: rope, cols: latent.cols)
            draft.add(try concatenate([latent, key], as: prefix + "kv_a_proj_with_mqa.weight"))
        }
        if draft.has(prefix + "kv_b_proj.weight") {
            let both = try draft.take(prefix + "kv_b_proj.weight", rows: heads * (nope + value))
            addKeys(both, from: 0, of: nope + value, prefix, &draft)
            addValues(both, from: nope, of: nope + value, prefix, &draft)
        } else if draft.has(prefix + "k_b_proj.weight") {
            addKeys(try draft.take(prefix + "k_b_proj.weight", rows: heads * nope), from: 0, of: nope, prefix, &draft)
            let values = try draft.take(prefix + "v_b_proj.weight", rows: heads * value)
            addValues(values, from: 0, of: value, prefix, &draft)
        }
    }

    /// `embed_q`, (heads, latent, nope): for each head the rows `from ..< from + nope` of every
    /// `of`, turned on their side.
    private func addKeys(
        _ source: SourceTensor, from: Int, of rows: Int, _ prefix: String, _ draft: inout ConversionDraft
    ) {
        let latent = source.cols
        let blocks = (0..<heads).map { head in
            TargetTensor.Block(
                row: head * latent, rows: latent, cols: nope, offset: (head * rows + from) * latent, rowStride: 1,
                colStride: latent)
        }
        let part = TargetTensor.Part(
            source: source, note: "rows \(from)…\(from + nope - 1) of each head, transposed", blocks: blocks)
        draft.add(TargetTensor(prefix + "embed_q.weight", shape: [heads, latent, nope], parts: [part]))
    }

    /// `unembed_out`, (heads, value, latent): for each head the rows `from ..< from + value` of every `of`.
    private func addValues(
        _ source: SourceTensor, from: Int, of rows: Int, _ prefix: String, _ draft: inout ConversionDraft
    ) {
        let latent = source.cols
        let blocks = (0..<heads).map { head in
            TargetTensor.Block(
                row: head * value, rows: value, cols: latent, offset: (head * rows + from) * latent, rowStride: latent,
                colStride: 1)
        }
        let part = TargetTensor.Part(
            source: source, note: "rows \(from)…\(from + value - 1) of each head", blocks: blocks)
        draft.add(TargetTensor(prefix + "unembed_out.weight", shape: [heads, value, latent], parts: [part]))
    }

    /// Head by head: some rows of the first source, then some of the second.
    private func interleave(
        _ parts: [(source: SourceTensor, rows: Int)], as name: String
    ) throws(EmberError) -> TargetTensor {
        let cols = parts[0].source.cols
        let each = parts.reduce(0) { $0 + $1.rows }
        var first = 0
        var fused: [TargetTensor.Part] = []
        for (source, rows) in parts {
            guard source.cols == cols else {
                throw EmberError(.wrongShape, source.entry.name, "is \(source.entry.shape), expected \(cols) columns")
            }
            let blocks = (0..<heads).map { head in
                TargetTensor.Block(
                    row: head * each + first, rows: rows, cols: cols, offset: head * rows * cols, rowStride: cols,
                    colStride: 1)
            }
            fused.append(
                TargetTensor.Part(
                    source: source, note: "rows \(first)…\(first + rows - 1) of each head", blocks: blocks))
            first += rows
        }
        return TargetTensor(name, shape: [heads * each, cols], parts: fused)
    }

    private func concatenate(_ sources: [SourceTensor], as name: String) throws(EmberError) -> TargetTensor {
        var row = 0
        var parts: [TargetTensor.Part] = []
        for source in sources {
            let rows = source.entry.shape[0]
            let block = TargetTensor.Block(
                row: row, rows: rows, cols: source.cols, offset: 0, rowStride: source.cols, colStride: 1)
            parts.append(
                TargetTensor.Part(source: source, note: "rows \(row)…\(row + rows - 1)", blocks: [block]))
            row += rows
        }
        return TargetTensor(name, shape: [row, sources[0].cols], parts: parts)
    }

    // MARK: Experts

    /// Stacks the routed experts of one layer; where the shared expert has another size, the smaller ones are padded.
    func stackExperts(_ prefix: String, _ draft: inout ConversionDraft) throws(EmberError) {
        guard draft.has(prefix + "experts.0.gate_proj.weight") else { return }
        let inner = try unifiedSize(draft)
        for projection in ["gate_proj", "up_proj", "down_proj"] {
            var sources: [SourceTensor] = []
            for expert in 0..<experts {
                let name = prefix + "experts.\(expert).\(projection).weight"
                let (rows, cols) = (sources.first?.entry.shape[0], sources.first?.cols)
                sources.append(try draft.take(name, rows: rows, cols: cols))
            }
            draft.add(stack(sources, inner, projection, as: prefix + "switch_mlp.\(projection).weight"))
            let shared = prefix + "shared_experts.\(projection).weight"
            if draft.has(shared) {
                let source = try draft.take(shared)
                var target = stack([source], inner * sharedExperts(draft), projection, as: shared)
                target.shape.removeFirst()
                draft.add(target)
            }
        }
    }

    /// One tensor of all sources, (sources, rows, cols), whose inner side has `inner` rows, or columns for `down_proj`.
    private func stack(
        _ sources: [SourceTensor], _ inner: Int, _ projection: String, as name: String
    ) -> TargetTensor {
        let (rows, cols) = (sources[0].entry.shape[0], sources[0].cols)
        let isDown = projection == "down_proj"
        let (allRows, allCols) = isDown ? (rows, max(cols, inner)) : (max(rows, inner), cols)
        let padding =
            isDown
            ? (allCols > cols ? "columns \(cols)…\(allCols - 1) are zero" : "")
            : (allRows > rows ? "rows \(rows)…\(allRows - 1) are zero" : "")
        let parts = sources.enumerated().map { index, source in
            let block = TargetTensor.Block(
                row: index * allRows, rows: rows, cols: cols, offset: 0, rowStride: cols, colStride: 1)
            let place = sources.count > 1 ? "expert \(index)" : ""
            let note = [place, padding].filter { !$0.isEmpty }.joined(separator: ", ")
            return TargetTensor.Part(source: source, note: note, blocks: [block])
        }
        return TargetTensor(name, shape: [sources.count, allRows, allCols], parts: parts)
    }

    private func sharedExperts(_ draft: ConversionDraft) -> Int {
        max(1, draft.config.value("n_shared_experts")?.integer ?? 1)
    }

    /// The inner size that routed experts have, and shared ones for each of their number.
    ///
    /// - Throws: `EmberError` `.unsupported` when several shared experts cannot be given the size of a routed one.
    private func unifiedSize(_ draft: ConversionDraft) throws(EmberError) -> Int {
        let routed = try draft.config.integer("moe_intermediate_size", in: 1...1 << 24)
        let count = sharedExperts(draft)
        let shared = try draft.config.integer(Self.sharedSize, in: 1...1 << 24, or: routed * min(count, 1 << 16))
        guard shared == routed * count || count == 1 else {
            throw draft.config.unsupported(
                Self.sharedSize, "is \(shared), expected \(count) times the \(routed) of a routed expert")
        }
        return max(routed, shared / count)
    }

    private static let sharedSize = "shared_expert_intermediate_size"

    func unifyConfig(_ draft: inout ConversionDraft) throws(EmberError) {
        guard draft.config.value(Self.sharedSize) != nil else { return }
        draft.configChanges.append(("moe_intermediate_size", .integer(try unifiedSize(draft))))
        draft.configChanges.append((Self.sharedSize, nil))
    }
}

extension SourceTensor {
    fileprivate var cols: Int { entry.shape[1] }
}
