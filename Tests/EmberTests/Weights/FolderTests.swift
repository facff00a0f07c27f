// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// Errors about a folder that is not as it should be.
@Suite struct FolderTests {
    private func refusal(
        _ files: [String: String?], _ model: String = "llama-gqa-tied-q4g64"
    ) async throws -> EmberError {
        try await Fixtures.withModel(model, replacing: files) { folder in
            try #require(await #expect(throws: EmberError.self) { try await loadModelContainer(directory: folder) })
        }
    }

    @Test func `a missing folder is named`() async throws {
        let error = await #expect(throws: EmberError.self) {
            try await loadModelContainer(directory: URL(filePath: "/no/such/folder"))
        }
        #expect(error?.code == .missingFile && error?.place == "/no/such/folder")
    }

    @Test func `a folder without config says so`() async throws {
        let error = try await refusal(["config.json": nil])
        #expect(error.code == .missingFile && error.detail.contains("config.json"))
    }

    @Test func `a folder without weights says so`() async throws {
        let error = try await refusal(["model.safetensors": nil, "model.safetensors.index.json": nil])
        #expect(error.code == .missingFile && error.detail.contains("model.safetensors"))
    }

    @Test func `an unknown architecture is named with the list of known ones`() async throws {
        let error = try await refusal(["config.json": #"{"model_type": "finch"}"#])
        #expect(error.code == .unsupported)
        for word in ["finch", "llama", "qwen2", "qwen3"] { #expect(error.detail.contains(word)) }
    }

    @Test(arguments: [
        (#""bits": 5"#, "2, 3, 4, 6, 8"), (#""group_size": 48"#, "32, 64, 128"), (#""mode": "mxfp4""#, "affine"),
    ])
    func `an unknown quantisation is named with the list of known ones`(change: String, list: String) async throws {
        let url = Fixtures.shipped.appending(path: "models/llama-gqa-tied-q4g64/config.json")
        let key = change.prefix { $0 != ":" }
        let text = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            line.contains(key) ? change + (line.hasSuffix(",") ? "," : "") : String(line)
        }.joined(separator: "\n")
        let error = try await refusal(["config.json": text])
        #expect(error.code == .unsupported && error.detail.contains(list), "\(error)")
    }

    @Test func `another quantisation method is named`() async throws {
        let url = Fixtures.shipped.appending(path: "models/llama-gqa-tied-f32/config.json")
        let text = try String(contentsOf: url, encoding: .utf8)
            .replacing("{", with: #"{"quantization_config": {"quant_method": "gptq", "bits": 4},"#, maxReplacements: 1)
        let error = try await refusal(["config.json": text], "llama-gqa-tied-f32")
        #expect(error.code == .unsupported && error.detail.contains("gptq"))
    }

    @Test func `sliding-window attention is refused by name`() async throws {
        let url = Fixtures.shipped.appending(path: "models/qwen2-q4g64/config.json")
        let text = try String(contentsOf: url, encoding: .utf8)
            .replacing(#""use_sliding_window": false"#, with: #""use_sliding_window": true"#)
        let error = try await refusal(["config.json": text], "qwen2-q4g64")
        #expect(error.code == .unsupported && error.detail.contains("use_sliding_window"))
    }

    /// Keys whose values would change what a model computes.
    @Test(arguments: [
        ("llama-biases", "partial_rotary_factor", "0.5"), ("llama-biases", "hidden_act", #""gelu""#),
        ("llama-biases", "rope_scaling", #"{"rope_type": "dynamic", "factor": 2}"#),
        ("gemma3_text", "attn_logit_softcapping", "50.0"), ("gemma3_text", "final_logit_softcapping", "30.0"),
        ("gemma3_text", "hidden_activation", #""silu""#), ("gemma3_text", "use_bidirectional_attention", "true"),
        ("gemma3_text", "layer_types", #"["full_attention"]"#), ("smollm3", "use_sliding_window", "true"),
        ("qwen3_moe", "use_sliding_window", "true"), ("phi3", "attention_bias", "true"),
        ("deepseek_v3", "scoring_func", #""softmax""#), ("deepseek_v3", "topk_method", #""greedy""#),
        ("deepseek_v3", "num_key_value_heads", "1"),
    ])
    func `a value that is not honoured is refused by the name of its key`(
        model: String, key: String, value: String
    ) async throws {
        let url = Fixtures.shipped.appending(path: "models/\(model)/config.json")
        var config = try #require(try Fixtures.json(url).object)
        config[key] = try JSON(parsing: Array(value.utf8))
        let error = try await refusal(["config.json": JSON.object(config).text], model)
        #expect(error.code == .unsupported, "\(error)")
        #expect(error.description.contains(key) || error.detail.contains("rope_type"), "\(error)")
    }

    /// Sizes that contradict each other or the weights.
    @Test(arguments: [
        ("deepseek_v3", "num_experts_per_tok", "5"), ("deepseek_v3", "n_group", "3"),
        ("deepseek_v3", "topk_group", "5"),
        ("deepseek_v3", "n_routed_experts", "16"), ("deepseek_v3", "kv_lora_rank", "12"),
        ("deepseek_v3", "qk_rope_head_dim", "3"), ("deepseek_v3", "kv_lora_rank", "1024"),
        ("qwen3_moe", "num_experts_per_tok", "7"), ("qwen3_moe", "mlp_only_layers", #"["2"]"#),
        ("smollm3", "no_rope_layers", "[1]"), ("mistral", "sliding_window", "0"),
        ("phi3", "partial_rotary_factor", "0.1"),
        ("phi3-longrope", "partial_rotary_factor", "1.0"), ("phi3", "num_key_value_heads", "1"),
    ])
    func `sizes that cannot be are refused`(model: String, key: String, value: String) async throws {
        let url = Fixtures.shipped.appending(path: "models/\(model)/config.json")
        var config = try #require(try Fixtures.json(url).object)
        config[key] = try JSON(parsing: Array(value.utf8))
        let error = try await refusal(["config.json": JSON.object(config).text], model)
        #expect([.malformedFile, .wrongShape, .missingTensor].contains(error.code), "\(error)")
    }

    @Test func `a tokenizer with more tokens than the model is refused with both numbers`() async throws {
        let tokenizer = #"{"model": {"type": "BPE", "vocab": {"a": 0, "b": 600}, "merges": []}}"#
        let error = try await refusal(["tokenizer.json": tokenizer])
        #expect(error.code == .tokenizerMismatch && error.detail.contains("601") && error.detail.contains("512"))
    }

    /// Three layers with a latent of 64 numbers and a turned part of 16, in fp16: all that is
    /// kept of a token's four heads.
    @Test func `latent attention caches one short key for each token and layer`() throws {
        let folder = try ModelFolder(Fixtures.shipped.appending(path: "models/deepseek-v3-qlora-yarn-q4g64"))
        #expect(folder.cacheBytesPerToken(.float16) == 3 * (64 + 16) * 2)
    }

    @Test func `inspecting reads no weights`() throws {
        let folder = try ModelFolder(Fixtures.shipped.appending(path: "models/llama-gqa-tied-q4g64"))
        #expect(folder.weights.unused.isEmpty)
        // Width 64 × (vocabulary 512 + final norm) and three layers, counted by hand from config.json.
        let layer = 64 * 64 * 2 + 64 * 32 * 2 + 64 * 128 * 3 + 64 * 2
        #expect(folder.weights.parameters == 512 * 64 + 64 + 3 * layer)
    }
}
