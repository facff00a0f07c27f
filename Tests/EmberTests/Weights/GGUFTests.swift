// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import SeededRandom
import Testing

/// GGUF files as models: what is read from where, and what is refused by name. Numbers are checked in `ReferenceTests`.
@Suite struct GGUFTests {
    private let shipped = Fixtures.shipped.appending(path: "gguf")

    /// Returns the error of opening a written file.
    private func refusal(_ writer: GGUFWriter, name: String = "model.gguf") async throws -> EmberError {
        try await Fixtures.withTemporaryFolder { folder in
            let url = folder.appending(path: name)
            try writer.write(to: url)
            return try #require(#expect(throws: EmberError.self) { _ = try ModelFolder(url) })
        }
    }

    private func llama(_ changes: [(String, GGUFWriter.Value)]) -> GGUFWriter {
        var writer = GGUFWriter.llama
        writer.metadata.removeAll { pair in changes.contains { $0.0 == pair.0 } }
        writer.metadata += changes
        return writer
    }

    @Test func `a model is described without reading its weights`() throws {
        let folder = try ModelFolder(shipped.appending(path: "llama-gqa-tied-Q4_0.gguf"))
        let shape = folder.model.shape
        #expect(folder.modelType == "llama" && shape.layers == 3 && shape.width == 64 && shape.heads == 4)
        #expect(shape.keyValueHeads == 2 && shape.headDim == 16 && shape.vocabulary == 512 && shape.context == 1024)
        #expect(folder.weights.unused.isEmpty)
        // The same model as a folder has as many numbers.
        let twin = try ModelFolder(Fixtures.shipped.appending(path: "models/llama-gqa-tied-f32"))
        #expect(folder.weights.parameters == twin.weights.parameters)
        // The metadata names one end; the others are known by their texts.
        #expect(folder.generation.endTokens.isSuperset(of: twin.generation.endTokens))
        #expect(folder.generation.endTokens == [505, 508, 509])
    }

    @Test(arguments: ["llama-gqa-tied-Q4_0 llama-gqa-tied-f32", "qwen2-Q8_0 qwen2-q4g64", "qwen3-Q5_1 qwen3-bf16"])
    func `the tokenizer and the template are those of the model's folder`(pair: String) throws {
        let names = pair.split(separator: " ")
        let file = try ModelFiles(shipped.appending(path: "\(names[0]).gguf"))
        let folder = try ModelFiles(Fixtures.shipped.appending(path: "models/\(names[1])"))
        #expect(try file.chatTemplate() == folder.chatTemplate())
        #expect(try file.specialTokens()["eos_token"] == folder.specialTokens()["eos_token"])
        let (a, b) = (try file.tokenizer(), try folder.tokenizer())
        let texts = try String(
            contentsOf: Fixtures.shipped.appending(path: "tokenizers/edge-added-token-flags/encode.jsonl"),
            encoding: .utf8)
        for line in texts.split(separator: "\n") {
            for special in [true, false] {
                let ids = try b.encode(String(line), addSpecialTokens: special)
                #expect(try a.encode(String(line), addSpecialTokens: special) == ids)
                #expect(a.decode(ids) == b.decode(ids))
            }
        }
        #expect(a.controlTokenIDs == b.controlTokenIDs)
    }

    @Test func `a folder with one file stands for it, several are refused`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let source = shipped.appending(path: "qwen2-Q8_0.gguf")
            try FileManager.default.copyItem(at: source, to: folder.appending(path: "one.gguf"))
            #expect(try ModelFolder(folder).modelType == "qwen2")
            try FileManager.default.copyItem(at: source, to: folder.appending(path: "two.gguf"))
            let error = #expect(throws: EmberError.self) { try ModelFolder(folder) }
            #expect(error?.detail.contains("one.gguf, two.gguf") == true)
        }
    }

    // MARK: Split files

    private func pieces(_ count: Int) -> [GGUFWriter] {
        let whole = GGUFWriter.llama
        return (0..<count).map { piece in
            var writer = GGUFWriter()
            writer.metadata = piece == 0 ? whole.metadata : []
            writer.metadata += [
                ("split.no", .uint32(UInt32(piece))), ("split.count", .uint32(UInt32(count))),
                ("split.tensors.count", .uint32(UInt32(whole.tensors.count))),
            ]
            writer.tensors = whole.tensors.enumerated().filter { $0.offset % count == piece }.map(\.element)
            return writer
        }
    }

    @Test func `all pieces of a split model are read, whichever is named`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let names = (1...3).map { "m-0000\($0)-of-00003.gguf" }
            for (name, piece) in zip(names, pieces(3)) { try piece.write(to: folder.appending(path: name)) }
            for location in [folder] + names.map({ folder.appending(path: $0) }) {
                let model = try ModelFolder(location)
                #expect(model.weights.unused.isEmpty && model.tensors.count == GGUFWriter.llama.tensors.count)
            }
            try FileManager.default.removeItem(at: folder.appending(path: names[1]))
            let missing = #expect(throws: EmberError.self) { try ModelFolder(folder) }
            #expect(missing?.code == .missingFile && missing?.place == names[1])
        }
    }

    @Test func `a piece under another name, or of another model, is refused`() async throws {
        #expect(try await refusal(pieces(2)[0]).detail.contains("split.count"))
        try await Fixtures.withTemporaryFolder { folder in
            for (number, piece) in [(1, pieces(2)[0]), (2, pieces(2)[0])] {
                try piece.write(to: folder.appending(path: "m-0000\(number)-of-00002.gguf"))
            }
            let error = #expect(throws: EmberError.self) { try ModelFolder(folder) }
            #expect(error?.place == "m-00002-of-00002.gguf" && error?.detail.contains("split.no") == true)
        }
    }

    // MARK: Damage

    /// Bits flipped and files cut at random places, mostly in the header: an error or a model, never a crash.
    @Test(.timeLimit(.minutes(5)), arguments: 0..<4)
    func `damaged files never crash`(seed: Int) async throws {
        var random = SplitMix(seed: seed)
        let whole = [UInt8](try Data(contentsOf: shipped.appending(path: "wordpiece.gguf")))
        let model = GGUFWriter.llama.bytes
        try await Fixtures.withTemporaryFolder { folder in
            let url = folder.appending(path: "damaged.gguf")
            for round in 0..<100 {
                var bytes = round % 2 == 0 ? whole : model
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<min(2048, bytes.count), using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                if round % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
                try Data(bytes).write(to: url)
                do {
                    let files = try ModelFiles(url)
                    if files.hasTokenizer { _ = try files.tokenizer().encode("What is a hearth?") }
                    if case .gguf(let model) = files, try model.holdsModel() { _ = try ModelFolder(files) }
                } catch let error as EmberError {
                    #expect(!error.detail.isEmpty)
                } catch let error as TokenizerError {
                    #expect(!error.detail.isEmpty)
                }
            }
        }
    }

    // MARK: Refusals

    @Test func `another byte order and other versions are named`() async throws {
        var writer = GGUFWriter.llama
        writer.version = UInt32(3).byteSwapped
        #expect(try await refusal(writer).detail.contains("big-endian"))
        writer.version = 1
        let old = try await refusal(writer)
        #expect(old.code == .unsupported && old.detail.contains("version 1"))
    }

    @Test func `an unknown architecture is named with the list of known ones`() async throws {
        let error = try await refusal(
            llama([("general.architecture", .string("finch")), ("finch.block_count", .uint32(1))]))
        #expect(error.code == .unsupported)
        for word in ["finch", "llama", "qwen2", "qwen3"] { #expect(error.detail.contains(word)) }
    }

    @Test(arguments: [
        ("llama.attention.sliding_window", GGUFWriter.Value.uint32(4096)), ("llama.expert_count", .uint32(8)),
        ("llama.attention.causal", .bool(false)), ("llama.logit_scale", .float32(0.5)),
        ("llama.rope.dimension_count", .uint32(2)), ("llama.attention.value_length", .uint32(8)),
        ("llama.rope.scaling.type", .string("yarn")), ("llama.attention.head_count", .strings(["2"])),
    ])
    func `a setting that is not honoured is refused by its name`(key: String, value: GGUFWriter.Value) async throws {
        let error = try await refusal(llama([(key, value)]))
        #expect("\(error)".contains(key.replacing(".type", with: "")), "\(error)")
    }

    @Test(arguments: [
        ("llama.attention.head_count", GGUFWriter.Value.uint32(0)), ("llama.attention.head_count", .string("2")),
        ("llama.block_count", .uint32(1_000_000)), ("llama.embedding_length", .uint32(0)),
        ("llama.attention.layer_norm_rms_epsilon", .float32(.nan)), ("llama.context_length", .uint32(0)),
    ])
    func `an impossible setting is refused by its name in the file`(key: String, value: GGUFWriter.Value) async throws {
        let error = try await refusal(llama([(key, value)]))
        #expect(error.code == .malformedFile && error.detail.contains(key), "\(error)")
    }

    @Test func `a block format that cannot be computed with is refused with the list of those that can`() async throws {
        var writer = GGUFWriter.llama
        let query = try #require(writer.tensors.firstIndex { $0.name == "blk.0.ffn_down.weight" })
        // IQ1_S: 256 weights in 50 bytes.
        writer.tensors[query] = .init(
            name: writer.tensors[query].name, shape: [256, 8], type: 19, data: Array(repeating: 0, count: 400))
        writer.metadata.removeAll { $0.0 == "llama.feed_forward_length" }
        writer.metadata.append(("llama.feed_forward_length", .uint32(256)))
        for name in ["blk.0.ffn_gate.weight", "blk.0.ffn_up.weight"] {
            writer.tensors.removeAll { $0.name == name }
            writer.tensors.append(.init(name: name, shape: [8, 256], data: Array(repeating: 0, count: 8192)))
        }
        let error = try await refusal(writer)
        #expect(error.code == .unsupported && error.detail.contains("IQ1_S") && error.detail.contains("Q4_K"))
    }

    @Test func `an unknown pre-tokenizer or tokenizer is named`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            for (model, pre, word) in [("gpt2", "finch", "finch"), ("t5", "default", "t5")] {
                let url = folder.appending(path: "\(model).gguf")
                let metadata: [(String, GGUFWriter.Value)] = [
                    ("tokenizer.ggml.model", .string(model)), ("tokenizer.ggml.pre", .string(pre)),
                    ("tokenizer.ggml.tokens", .strings(["a", "b"])), ("tokenizer.ggml.merges", .strings([])),
                ]
                try llama(metadata).write(to: url)
                let error = #expect(throws: TokenizerError.self) { try ModelFolder(url).tokenizer() }
                #expect(error?.code == .unsupported && error?.detail.contains(word) == true)
            }
        }
    }
}
