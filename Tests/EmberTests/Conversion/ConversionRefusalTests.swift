// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// Conversions that are refused, and leave nothing behind.
@Suite struct ConversionRefusalTests {
    private let model = Fixtures.shipped.appending(path: "models/llama-gqa-tied-f32")

    /// Expects a conversion to fail, and its folder to be as it was.
    private func refusal(
        of source: URL, in folder: URL, _ change: (inout ConversionOptions) -> Void = { _ in }
    ) throws -> EmberError {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let error = try #require(throws: EmberError.self) {
            try convert(source, to: folder.appending(path: "result"), change)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
        return error
    }

    /// A copy of the model whose tensors have been changed.
    private func withTensors(
        _ change: (inout [String: NamedTensor]) -> Void, _ body: (URL, _ folder: URL) async throws -> Void
    ) async throws {
        try await Fixtures.withModel("llama-gqa-tied-f32", replacing: ["model.safetensors": nil]) { copy in
            var all = try tensors(in: model)
            change(&all)
            try write(all, to: copy.appending(path: "model.safetensors"))
            try await body(copy, copy.deletingLastPathComponent())
        }
    }

    @Test(arguments: [(5, 64, 4, "2, 3, 4, 6, 8"), (4, 16, 4, "32, 64"), (4, 64, 0, "is 0")])
    func `options out of range`(bits: Int, group: Int, embeddingBits: Int, words: String) async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let error = try refusal(of: model, in: folder) {
                $0.bits = bits
                $0.groupSize = group
                $0.embeddingBits = embeddingBits
            }
            #expect(error.code == .invalidParameter && error.detail.contains(words))
        }
    }

    @Test func `what is there already, which stays as it is`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let result = folder.appending(path: "result")
            try Data("mine".utf8).write(to: result)
            let error = try refusal(of: model, in: folder)
            #expect(error.code == .notWritable && error.detail.contains("there already"))
            #expect(try Data(contentsOf: result) == Data("mine".utf8))
        }
    }

    @Test func `a folder in the way that no conversion left`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let other = folder.appending(path: ".result.partial")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
            try Data("mine".utf8).write(to: other.appending(path: "note"))
            let error = try refusal(of: model, in: folder)
            #expect(error.detail.contains("in the way"))
            #expect(FileManager.default.fileExists(atPath: other.appending(path: "note").path))
        }
    }

    @Test func `a model that is quantised already`() async throws {
        let quantised = Fixtures.shipped.appending(path: "models/llama-gqa-tied-q4g64")
        try await Fixtures.withTemporaryFolder { folder in
            let error = try refusal(of: quantised, in: folder)
            #expect(error.detail.contains("already"))
        }
    }

    @Test func `an architecture that is not known`() async throws {
        try await Fixtures.withModel("qwen3-bf16", replacing: ["config.json": #"{"model_type": "finch"}"#]) { copy in
            let error = try refusal(of: copy, in: copy.deletingLastPathComponent())
            #expect(error.detail.contains("finch"))
        }
    }

    @Test func `a missing tensor and a wrong shape, before any work`() async throws {
        let missing: (inout [String: NamedTensor]) -> Void = { $0["model.norm.weight"] = nil }
        try await withTensors(missing) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.code == .missingTensor && error.place == "model.norm.weight")
        }
        let misshapen: (inout [String: NamedTensor]) -> Void = { $0["model.norm.weight"]?.shape = [8, 8] }
        try await withTensors(misshapen) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.code == .wrongShape)
        }
    }

    @Test(arguments: [Float.nan, .infinity, 3.4e38])
    func `a number that is not finite is named`(number: Float) async throws {
        let name = "model.layers.2.mlp.down_proj.weight"
        let change = { (all: inout [String: NamedTensor]) in
            let rest = all[name]?.bytes.dropFirst(4) ?? Data()
            all[name]?.bytes = withUnsafeBytes(of: number) { Data($0) } + rest
        }
        try await withTensors(change) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.place == name && error.detail.contains("infinite or NaN"))
        }
    }

    @Test func `a type that is not one of numbers, and an empty tensor`() async throws {
        let name = "model.norm.weight"
        let integers: (inout [String: NamedTensor]) -> Void = { $0[name]?.type = .int32 }
        try await withTensors(integers) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.detail.contains("I32"))
        }
        let empty: (inout [String: NamedTensor]) -> Void = {
            $0[name] = NamedTensor(type: .float32, shape: [1 << 40, 0], bytes: Data())
        }
        try await withTensors(empty) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.detail.contains("empty"))
        }
    }

    private func extraTensor(_ all: inout [String: NamedTensor]) {
        all["model.layers.1.mystery.weight"] = NamedTensor(type: .float32, shape: [1, 2], bytes: Data(count: 8))
    }

    @Test func `a tensor that no part of the model asks for is named, or left out when that is wanted`() async throws {
        try await withTensors(extraTensor) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.detail.contains("model.layers.1.mystery.weight"))

            let result = folder.appending(path: "result")
            let (events, summary) = try convert(source, to: result) { $0.allowUnused = true }
            let dropped = events.compactMap { event -> String? in
                if case .dropped(let source, _) = event { source.name } else { nil }
            }
            #expect(dropped == ["model.layers.1.mystery.weight"] && summary.dropped == 1)
            let expected = Fixtures.shipped.appending(path: "models/llama-gqa-tied-q4g64")
            #expect(try tensors(in: result) == tensors(in: expected))
        }
    }

    @Test func `a head that is the embedding once more and rotary tables are left out and told of`() async throws {
        let change = { (all: inout [String: NamedTensor]) in
            all["lm_head.weight"] = all["model.embed_tokens.weight"]
            all["model.layers.0.self_attn.rotary_emb.inv_freq"] = NamedTensor(
                type: .float32, shape: [8], bytes: Data(count: 32))
        }
        try await withTensors(change) { source, folder in
            let (_, summary) = try convert(source, to: folder.appending(path: "result"))
            #expect(summary.dropped == 2)
        }
        // A head of its own in a model that says it has none is a contradiction, not a copy.
        let other = { (all: inout [String: NamedTensor]) in
            all["lm_head.weight"] = all["model.embed_tokens.weight"]
            all["lm_head.weight"]?.bytes.reverse()
        }
        try await withTensors(other) { source, folder in
            let error = try refusal(of: source, in: folder)
            #expect(error.detail.contains("lm_head.weight"))
        }
    }

    @Test func `a conversion that is cancelled leaves nothing`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            for pieces in [0, 1, 10] {
                var remaining = pieces
                #expect(throws: CancellationError.self) {
                    try convert(
                        model, to: folder.appending(path: "result"),
                        isCancelled: {
                            remaining -= 1
                            return remaining < 0
                        })
                }
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(left.isEmpty)
            }
        }
    }

    @Test func `a disk without room is noticed first`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let staged = try StagedFolder(for: folder.appending(path: "result"))
            try staged.requireRoom(for: 1)
            let error = try #require(throws: EmberError.self) { try staged.requireRoom(for: 1 << 58) }
            #expect(error.code == .notWritable && error.detail.contains("MB free"))
        }
    }
}
