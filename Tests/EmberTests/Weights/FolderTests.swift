// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import Testing

/// What is said when a folder is not what it should be.
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

    @Test func `a tokenizer with more tokens than the model is refused with both numbers`() async throws {
        let tokenizer = #"{"model": {"type": "BPE", "vocab": {"a": 0, "b": 600}, "merges": []}}"#
        let error = try await refusal(["tokenizer.json": tokenizer])
        #expect(error.code == .tokenizerMismatch && error.detail.contains("601") && error.detail.contains("512"))
    }

    @Test func `inspecting reads no weights`() throws {
        let folder = try ModelFolder(Fixtures.shipped.appending(path: "models/llama-gqa-tied-q4g64"))
        #expect(folder.weights.unused.isEmpty)
        // Width 64 × (vocabulary 512 + final norm) and three layers, counted by hand from config.json.
        let layer = 64 * 64 * 2 + 64 * 32 * 2 + 64 * 128 * 3 + 64 * 2
        #expect(folder.weights.parameters == 512 * 64 + 64 + 3 * layer)
    }
}
