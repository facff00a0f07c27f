// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// Converted checkpoints against those that `mlx_lm.convert` made of the same models.
@Suite struct ConversionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let source: String
        let expected: String
        var bits = 4
        var embeddingBits: Int?
        var group = 64
        var type: NumberType?
        var testDescription: String { expected }
    }

    static let shipped = [
        Case(source: "llama-gqa-tied-f32", expected: "llama-gqa-tied-q4g64"),
        Case(source: "qwen3-bf16", expected: "qwen3-mixed-emb8", embeddingBits: 8),
    ]

    static let large = [
        Case(source: "llama-gqa-tied-bf16", expected: "llama-gqa-tied-q8g64", bits: 8),
        Case(source: "llama-untied-f32", expected: "llama-untied-q4g64"),
        Case(source: "qwen2-bf16", expected: "qwen2-q4g64"),
        Case(source: "qwen3-f32", expected: "qwen3-q4g32-f16", group: 32, type: .float16),
        Case(source: "deepseek-v3-qlora-yarn-bf16", expected: "deepseek-v3-qlora-yarn-q4g64"),
        Case(source: "deepseek-v3-qlora-yarn-bf16", expected: "deepseek-v3-qlora-yarn-bf16", bits: 16),
        Case(source: "deepseek-v3-qlora-yarn-bf16", expected: "deepseek-v3-qlora-yarn-mixed-emb8", embeddingBits: 8),
        Case(source: "deepseek-v3-noqlora-rope-f32", expected: "deepseek-v3-noqlora-rope-q4g64"),
    ]

    @Test(arguments: shipped)
    func `the result has the bytes of mlx-lm's`(test: Case) async throws {
        let models = Fixtures.shipped.appending(path: "models")
        try await compare(test, models.appending(path: test.source), models.appending(path: test.expected))
    }

    @Test(.enabled(if: Fixtures.large != nil, "the large set of reference data is not here"), arguments: large)
    func `the result has the bytes of mlx-lm's, in the large set`(test: Case) async throws {
        let folder = try #require(Fixtures.large)
        try await compare(
            test, folder.appending(path: "models/\(test.source)"), folder.appending(path: "mlx/\(test.expected)"))
    }

    private func compare(_ test: Case, _ source: URL, _ expected: URL) async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let result = folder.appending(path: "result")
            try convert(source, to: result) { options in
                options.bits = test.bits
                options.embeddingBits = test.embeddingBits
                options.groupSize = test.group
                options.type = test.type
            }
            let (got, want) = (try tensors(in: result), try tensors(in: expected))
            #expect(Set(got.keys) == Set(want.keys))
            for (name, tensor) in want { #expect(got[name] == tensor, "\(name)") }
            // mlx-lm names the scheme of each layer where one differs; here only those that differ are named.
            let config = try Fixtures.json(result.appending(path: "config.json"))
            let quantisation = try Fixtures.json(expected.appending(path: "config.json"))["quantization"]
            #expect(config["quantization"]?["bits"] == quantisation?["bits"])
            #expect(config["quantization"]?["group_size"] == quantisation?["group_size"])
            #expect(config["quantization"] == config["quantization_config"])
        }
    }

    @Test func `a converted model answers as the reference does`() async throws {
        let models = Fixtures.shipped.appending(path: "models")
        try await Fixtures.withTemporaryFolder { folder in
            let result = folder.appending(path: "result")
            try convert(models.appending(path: "llama-gqa-tied-f32"), to: result)
            let reference = try Fixtures.json(models.appending(path: "llama-gqa-tied-q4g64/reference.json"))
            let prompt = try #require(reference["prompts"]?.array?.first)
            let ids = try #require(prompt["ids"]?.integers)
            let expected = try #require(prompt["logits"]?["data"]?.array).compactMap(\.double)
            let model = try await loadModelContainer(directory: result)
            let rows = try await model.perform { try await $0.logits(of: ids, precision: .reference) }
            for (a, b) in zip(rows.joined(), expected) { #expect(abs(Double(a) - b) <= 2e-4) }
            #expect(rows.joined().count == expected.count)
        }
    }

    @Test func `without quantisation and in its own type a model keeps every bit`() async throws {
        let source = Fixtures.shipped.appending(path: "models/llama-untied-f32")
        try await Fixtures.withTemporaryFolder { folder in
            let result = folder.appending(path: "result")
            let (_, summary) = try convert(source, to: result) {
                $0.bits = 16
                $0.type = .float32
                $0.shardBytes = 200_000
            }
            let (got, want) = (try tensors(in: result), try tensors(in: source))
            #expect(got == want && summary.files > 2)
            let names = try FileManager.default.contentsOfDirectory(atPath: result.path).filter {
                $0.hasPrefix("model")
            }
            #expect(names.contains("model-00001-of-0000\(summary.files).safetensors"))
            #expect(try ModelFolder(result).weights.unused.isEmpty)
            let config = try Fixtures.json(result.appending(path: "config.json"))
            #expect(config["quantization"] == nil && config["torch_dtype"] == "float32")
            for file in ["tokenizer.json", "tokenizer_config.json", "generation_config.json", "chat_template.jinja"] {
                #expect(
                    try Data(contentsOf: result.appending(path: file)) == Data(contentsOf: source.appending(path: file))
                )
            }
        }
    }

    @Test func `a PyTorch checkpoint gives what its safetensors twin gives`() async throws {
        let twin = Fixtures.shipped.appending(path: "models/qwen3-bf16")
        try await Fixtures.withModel("qwen3-bf16", replacing: ["model.safetensors": nil]) { source in
            let pickle = Fixtures.shipped.appending(path: "pytorch/qwen3-bf16.bin")
            try FileManager.default.copyItem(at: pickle, to: source.appending(path: "pytorch_model.bin"))
            let parent = source.deletingLastPathComponent()
            try convert(source, to: parent.appending(path: "a"))
            try convert(twin, to: parent.appending(path: "b"))
            #expect(try tensors(in: parent.appending(path: "a")) == tensors(in: parent.appending(path: "b")))
        }
    }

    @Test func `rows that are not whole groups stay as they are, as in mlx-lm`() async throws {
        // Width 64: no row of it makes a group of 128, but down_proj has 128 inputs.
        try await Fixtures.withTemporaryFolder { folder in
            let result = folder.appending(path: "result")
            try convert(Fixtures.shipped.appending(path: "models/llama-gqa-tied-f32"), to: result) {
                $0.groupSize = 128
            }
            let quantised = try tensors(in: result).keys.filter { $0.hasSuffix(".scales") }
            #expect(quantised.count == 3 && quantised.allSatisfy { $0.hasSuffix("down_proj.scales") })
            #expect(try ModelFolder(result).weights.unused.isEmpty)
        }
    }

    @Test func `every tensor of the source is reported once`() async throws {
        let source = Fixtures.shipped.appending(path: "models/llama-gqa-tied-f32")
        try await Fixtures.withTemporaryFolder { folder in
            let (events, summary) = try convert(source, to: folder.appending(path: "result"))
            let names = events.compactMap { event -> String? in
                guard case .converted(let mapping) = event else { return nil }
                #expect(mapping.source.name == mapping.target && mapping.note.isEmpty)
                return mapping.source.name
            }
            let expected = try tensors(in: source).keys.sorted()
            #expect(names.sorted() == expected && summary.dropped == 0)
        }
    }
}
