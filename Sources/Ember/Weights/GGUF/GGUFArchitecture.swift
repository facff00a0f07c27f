// SPDX-License-Identifier: Apache-2.0

/// How the GGUF files of an architecture spell what a checkpoint's `config.json` and tensor names say.
///
/// Source: the names of keys and tensors in ggml's `gguf-py/gguf/constants.py`.
struct GGUFArchitecture: Sendable {
    /// Value of `general.architecture`, and the prefix of the architecture's keys.
    let name: String
    /// Value of `model_type` in `config.json`.
    let modelType: String
    /// Keys of the metadata, without the architecture's name, and those of `config.json`.
    var keys = Self.decoderKeys
    /// Keys that are ignored while they are one of these numbers (false is 0, true is 1), and refused otherwise.
    var neutral = Self.decoderNeutral
    /// Tensors of a layer, and below it what the checkpoint calls them.
    let layerTensors: [String: String]
    /// Whether the rows of queries and keys are kept in the order in which ggml turns neighbours.
    var interleavesHeads = false

    static let decoderKeys: [(gguf: String, config: String)] = [
        ("embedding_length", "hidden_size"),
        ("block_count", "num_hidden_layers"),
        ("feed_forward_length", "intermediate_size"),
        ("attention.head_count", "num_attention_heads"),
        ("attention.head_count_kv", "num_key_value_heads"),
        ("attention.key_length", "head_dim"),
        ("attention.layer_norm_rms_epsilon", "rms_norm_eps"),
        ("rope.freq_base", "rope_theta"),
        ("context_length", "max_position_embeddings"),
    ]

    static let decoderNeutral: [(key: String, numbers: Set<Double>)] = [
        ("attention.sliding_window", [0]), ("attention.causal", [1]), ("attention.max_alibi_bias", [0]),
        ("attention.clamp_kqv", [0]), ("attention.scale", [0]), ("attn_logit_softcapping", [0]),
        ("final_logit_softcapping", [0]), ("logit_scale", [0, 1]), ("residual_scale", [0, 1]),
        ("embedding_scale", [0, 1]), ("expert_count", [0]), ("use_parallel_residual", [0]),
        ("rope.scaling.attn_factor", [0, 1]),
    ]

    /// Tensor names that Llama and its relatives share, from GGUF to checkpoint.
    static let decoderTensors: [String: String] = [
        "attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
        "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj", "ffn_norm": "post_attention_layernorm",
        "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
    ]

    /// Tensors outside the layers.
    static let globalTensors: [String: String] = [
        "token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head",
    ]
}

/// Every architecture that is read from GGUF files, one entry each.
let ggufArchitectures: [GGUFArchitecture] = [
    GGUFArchitecture(
        name: "llama", modelType: "llama", layerTensors: GGUFArchitecture.decoderTensors, interleavesHeads: true),
    GGUFArchitecture(name: "qwen2", modelType: "qwen2", layerTensors: GGUFArchitecture.decoderTensors),
    GGUFArchitecture(
        name: "qwen3", modelType: "qwen3",
        layerTensors: GGUFArchitecture.decoderTensors.merging(
            ["attn_q_norm": "self_attn.q_norm", "attn_k_norm": "self_attn.k_norm"]) { first, _ in first }),
]

extension GGUFArchitecture {
    /// Translates a tensor's name to that of a checkpoint: `blk.2.attn_q.weight` is
    /// `model.layers.2.self_attn.q_proj.weight`.
    /// - Returns: `nil` for a tensor that checkpoints do not have.
    func checkpointName(of tensor: String) -> String? {
        guard let dot = tensor.lastIndex(of: ".") else { return nil }
        let (stem, ending) = (tensor[..<dot], tensor[dot...])
        if let global = Self.globalTensors[String(stem)] { return global + ending }
        let parts = stem.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "blk", let layer = Int(parts[1]), layer >= 0,
            let name = layerTensors[String(parts[2])]
        else { return nil }
        return "model.layers.\(layer).\(name)\(ending)"
    }

    /// Whether a tensor's rows are the halves of heads interleaved; see `ember_pack_blocks`.
    func interleaves(_ tensor: String) -> Bool {
        interleavesHeads && [".attn_q.", ".attn_k."].contains { tensor.contains($0) }
    }
}
