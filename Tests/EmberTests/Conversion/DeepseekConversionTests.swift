// SPDX-License-Identifier: Apache-2.0

import CEmber
import Ember
import EmberJSON
import Foundation
import SeededRandom
import Testing

/// DeepSeek-V3 with every projection a tensor of its own and experts of two sizes, as
/// `Benchmarks/make_deepseek.py` writes it.
@Suite struct DeepseekConversionTests {
    private let width = 64
    private let heads = 2
    private let nope = 32
    private let rope = 16
    private let value = 32
    private let latent = 32
    private let rank = 64
    private let routed = 64
    private let shared = 96
    private let experts = 4
    private let vocabulary = 128

    private var config: JSON {
        [
            "model_type": "deepseek_v3", "hidden_act": "silu", "torch_dtype": "float32",
            "vocab_size": .integer(vocabulary),
            "hidden_size": .integer(width), "num_hidden_layers": 2, "num_attention_heads": .integer(heads),
            "num_key_value_heads": .integer(heads), "q_lora_rank": .integer(rank), "kv_lora_rank": .integer(latent),
            "qk_nope_head_dim": .integer(nope), "qk_rope_head_dim": .integer(rope), "v_head_dim": .integer(value),
            "attention_bias": false, "intermediate_size": 96, "moe_intermediate_size": .integer(routed),
            "shared_expert_intermediate_size": .integer(shared), "n_routed_experts": .integer(experts),
            "n_shared_experts": 1, "num_experts_per_tok": 2, "n_group": 2, "topk_group": 1, "topk_method": "noaux_tc",
            "scoring_func": "sigmoid", "norm_topk_prob": true, "routed_scaling_factor": 1.0, "first_k_dense_replace": 1,
            "moe_layer_freq": 1, "rms_norm_eps": 1e-6, "rope_theta": 10000.0, "rope_interleave": true,
            "max_position_embeddings": 256, "tie_word_embeddings": false,
        ]
    }

    /// All tensors of such a model, of seeded random numbers.
    private func checkpoint() -> [String: NamedTensor] {
        var random = SplitMix(seed: 11)
        var all: [String: NamedTensor] = [:]
        func add(_ name: String, _ shape: Int...) {
            let numbers = random.floats(shape.reduce(1, *), in: -0.1...0.1)
            all[name] = NamedTensor(type: .float32, shape: shape, bytes: Data(bytes(of: numbers, as: EMBER_F32)))
        }
        func addExpert(_ prefix: String, _ inner: Int) {
            add(prefix + "gate_proj.weight", inner, width)
            add(prefix + "up_proj.weight", inner, width)
            add(prefix + "down_proj.weight", width, inner)
        }
        add("model.embed_tokens.weight", vocabulary, width)
        add("lm_head.weight", vocabulary, width)
        add("model.norm.weight", width)
        for layer in ["model.layers.0.", "model.layers.1."] {
            add(layer + "input_layernorm.weight", width)
            add(layer + "post_attention_layernorm.weight", width)
            add(layer + "self_attn.q_a_proj.weight", rank, width)
            add(layer + "self_attn.q_a_layernorm.weight", rank)
            add(layer + "self_attn.q_b_nope_proj.weight", heads * nope, rank)
            add(layer + "self_attn.q_b_rope_proj.weight", heads * rope, rank)
            add(layer + "self_attn.kv_a_proj.weight", latent, width)
            add(layer + "self_attn.k_rope_proj.weight", rope, width)
            add(layer + "self_attn.kv_a_layernorm.weight", latent)
            add(layer + "self_attn.k_b_proj.weight", heads * nope, latent)
            add(layer + "self_attn.v_b_proj.weight", heads * value, latent)
            add(layer + "self_attn.o_proj.weight", width, heads * value)
        }
        addExpert("model.layers.0.mlp.", 96)
        add("model.layers.1.mlp.gate.weight", experts, width)
        add("model.layers.1.mlp.gate.e_score_correction_bias", experts)
        for expert in 0..<experts { addExpert("model.layers.1.mlp.experts.\(expert).", routed) }
        addExpert("model.layers.1.mlp.shared_experts.", shared)
        return all
    }

    private func withCheckpoint(
        _ change: (inout [String: NamedTensor], inout JSONObject) -> Void = { _, _ in },
        _ body: (_ source: URL, _ result: URL) async throws -> Void
    ) async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let source = folder.appending(path: "source")
            try FileManager.default.createDirectory(at: source, withIntermediateDirectories: false)
            var all = checkpoint()
            var object = config.object ?? JSONObject()
            change(&all, &object)
            try write(all, to: source.appending(path: "model.safetensors"))
            try Data(JSON.object(object).text.utf8).write(to: source.appending(path: "config.json"))
            try await body(source, folder.appending(path: "result"))
        }
    }

    private func numbers(_ tensor: NamedTensor?) throws -> [Float] {
        let tensor = try #require(tensor)
        try #require(tensor.type == .float32)
        return Array(tensor.bytes).withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
        }
    }

    private func asTheyAre(_ options: inout ConversionOptions) {
        options.bits = 16
        options.type = .float32
    }

    @Test func `projections are fused head by head`() async throws {
        try await withCheckpoint { source, result in
            try convert(source, to: result, asTheyAre)
            let (from, to) = (try tensors(in: source), try tensors(in: result))
            let layer = "model.layers.1.self_attn."
            let query = try numbers(to[layer + "q_b_proj.weight"])
            let queryNope = try numbers(from[layer + "q_b_nope_proj.weight"])
            let queryRope = try numbers(from[layer + "q_b_rope_proj.weight"])
            let keys = try numbers(to[layer + "embed_q.weight"])
            let keySource = try numbers(from[layer + "k_b_proj.weight"])
            #expect(to[layer + "q_b_proj.weight"]?.shape == [heads * (nope + rope), rank])
            #expect(to[layer + "embed_q.weight"]?.shape == [heads, latent, nope])
            #expect(to[layer + "unembed_out.weight"]?.shape == [heads, value, latent])
            for head in 0..<heads {
                let start = head * (nope + rope) * rank
                #expect(query[start..<start + nope * rank] == queryNope[head * nope * rank..<(head + 1) * nope * rank])
                let rest = start + nope * rank
                #expect(query[rest..<rest + rope * rank] == queryRope[head * rope * rank..<(head + 1) * rope * rank])
                for c in 0..<latent {
                    for j in 0..<nope {
                        let moved = keys[(head * latent + c) * nope + j]
                        #expect(moved == keySource[(head * nope + j) * latent + c])
                    }
                }
            }
            let values = to[layer + "unembed_out.weight"]?.bytes
            #expect(values == from[layer + "v_b_proj.weight"]?.bytes)
            let down = try #require(from[layer + "kv_a_proj.weight"]?.bytes)
            let key = try #require(from[layer + "k_rope_proj.weight"]?.bytes)
            #expect(to[layer + "kv_a_proj_with_mqa.weight"]?.bytes == down + key)
        }
    }

    /// down(silu(gate x) · up x), in the order of the indices.
    private func expert(_ gate: [Float], _ up: [Float], _ down: [Float], inner: Int, _ x: [Float]) -> [Float] {
        let hidden = (0..<inner).map { row -> Float in
            let g = (0..<width).reduce(Float(0)) { $0 + gate[row * width + $1] * x[$1] }
            let u = (0..<width).reduce(Float(0)) { $0 + up[row * width + $1] * x[$1] }
            return g / (1 + exp(-g)) * u
        }
        return (0..<width).map { row in (0..<inner).reduce(Float(0)) { $0 + down[row * inner + $1] * hidden[$1] } }
    }

    @Test func `padded experts compute what they did, bit for bit`() async throws {
        try await withCheckpoint { source, result in
            let (_, summary) = try convert(source, to: result, asTheyAre)
            let (from, to) = (try tensors(in: source), try tensors(in: result))
            let prefix = "model.layers.1.mlp."
            var random = SplitMix(seed: 3)
            let x = random.floats(width)
            let stacked = try ["gate_proj", "up_proj", "down_proj"].map {
                try numbers(to[prefix + "switch_mlp.\($0).weight"])
            }
            #expect(to[prefix + "switch_mlp.down_proj.weight"]?.shape == [experts, width, shared])
            for index in 0..<experts {
                let before = try ["gate_proj", "up_proj", "down_proj"].map {
                    try numbers(from[prefix + "experts.\(index).\($0).weight"])
                }
                let size = shared * width
                let after = stacked.map { Array($0[index * size..<(index + 1) * size]) }
                let padded = expert(after[0], after[1], after[2], inner: shared, x)
                #expect(padded == expert(before[0], before[1], before[2], inner: routed, x))
            }
            let proof = try #require(summary.padding)
            // Four experts with 32 more rows in two tensors, and 32 more columns in each of the 64
            // rows of down_proj's blocks.
            #expect(proof.contains("3 tensors") && proof.contains("256 rows") && proof.contains("128 columns"))
            let config = try Fixtures.json(result.appending(path: "config.json"))
            #expect(config["moe_intermediate_size"] == 96 && config["shared_expert_intermediate_size"] == nil)
        }
    }

    @Test func `quantised padding is exactly zero too`() async throws {
        try await withCheckpoint { source, result in
            let (events, summary) = try convert(source, to: result) {
                $0.groupSize = 32
                $0.type = .bfloat16
            }
            #expect(summary.padding != nil)
            let stored = try tensors(in: result)
            let prefix = "model.layers.1.mlp.switch_mlp.gate_proj."
            let (words, biases) = (try #require(stored[prefix + "weight"]), try #require(stored[prefix + "biases"]))
            #expect(words.shape == [experts, shared, width / 8] && biases.type == .bfloat16)
            let bytes = [UInt8](words.bytes)
            for expert in 0..<experts {
                let padding = (expert * shared + routed) * width / 2..<(expert + 1) * shared * width / 2
                #expect(bytes[padding].allSatisfy { $0 == 0 })
            }
            // The router is no layer, and its bias keeps its type.
            #expect(stored["model.layers.1.mlp.gate.weight"]?.type == .bfloat16)
            #expect(stored["model.layers.1.mlp.gate.e_score_correction_bias"]?.type == .float32)
            let notes = events.compactMap { event -> String? in
                if case .converted(let mapping) = event { mapping.note } else { nil }
            }
            #expect(notes.contains("expert 3, rows 64…95 are zero"))
            #expect(notes.contains("expert 0, columns 64…95 are zero"))
            #expect(notes.contains("rows 32…47 of each head"))
        }
    }

    @Test func `a layer that predicts a second token is left out and told of`() async throws {
        let further: (inout [String: NamedTensor], inout JSONObject) -> Void = { all, _ in
            all["model.layers.2.eh_proj.weight"] = all["lm_head.weight"]
        }
        try await withCheckpoint(further) { source, result in
            let (_, summary) = try convert(source, to: result, asTheyAre)
            #expect(summary.dropped == 1)
        }
    }

    @Test func `what does not fit together is refused by name`() async throws {
        let missing: (inout [String: NamedTensor], inout JSONObject) -> Void = { all, _ in
            all["model.layers.1.mlp.experts.2.up_proj.weight"] = nil
        }
        try await withCheckpoint(missing) { source, result in
            let error = #expect(throws: EmberError.self) { try convert(source, to: result) }
            #expect(error?.place == "model.layers.1.mlp.experts.2.up_proj.weight" && error?.code == .missingTensor)
        }
        let several: (inout [String: NamedTensor], inout JSONObject) -> Void = { _, config in
            config["n_shared_experts"] = 2
        }
        try await withCheckpoint(several) { source, result in
            let error = #expect(throws: EmberError.self) { try convert(source, to: result) }
            #expect(error?.detail.contains("shared_expert_intermediate_size") == true)
        }
        let narrow: (inout [String: NamedTensor], inout JSONObject) -> Void = { _, config in config["v_head_dim"] = 48 }
        try await withCheckpoint(narrow) { source, result in
            let error = #expect(throws: EmberError.self) { try convert(source, to: result) }
            #expect(error?.code == .wrongShape && error?.place.contains("v_b_proj") == true)
        }
    }
}
