// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Testing

@testable import EmberHub

/// The files that a model needs.
@Suite struct NeededFilesTests {
    private func needed(_ paths: [String], wish: String? = nil) throws -> Set<String> {
        let files = try paths.map { path in
            let entry = TestRepository.entry(.init(path: path, bytes: [1]))
            guard let file = try RemoteFile(entry: entry, host: "test") else { preconditionFailure("a file") }
            return file
        }
        return Set(try NeededFiles.of(files, model: tinyModel, wish: wish).map { "\($0.path)" })
    }

    @Test func `one set of weights, and what goes with it`() throws {
        let wanted: Set<String> = [
            "config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "tokenizer.model",
            "chat_template.jinja", "model.safetensors.index.json", "model-00001-of-00002.safetensors",
            "model-00002-of-00002.safetensors", "LICENSE",
        ]
        let others = [
            "README.md", ".gitattributes", "pytorch_model.bin", "consolidated.safetensors", "onnx/model.onnx",
            "original/model.safetensors", "model-q4.gguf", "adapter_model.safetensors", "image.png", "modeling_x.py",
        ]
        #expect(try needed(wanted.sorted() + others) == wanted)
    }

    @Test func `what sentence-transformers need`() throws {
        let wanted: Set<String> = [
            "config.json", "model.safetensors", "modules.json", "1_Pooling/config.json", "sentence_bert_config.json",
            "config_sentence_transformers.json", "vocab.txt", "tokenizer.json", "special_tokens_map.json",
        ]
        #expect(try needed(wanted.sorted() + ["openvino/config.json", "train_script.py", "tf_model.h5"]) == wanted)
    }

    @Test func `a packed file alone, or the one that was asked for`() throws {
        // Beside a config.json the file would be taken for a part of something else.
        #expect(try needed(["model-q4.gguf", "config.json", "LICENSE"]) == ["model-q4.gguf", "LICENSE"])
        let several = ["model-q4.gguf", "model-q8.gguf", "config.json"]
        #expect(try needed(several, wish: "model-q8.gguf") == ["model-q8.gguf"])
        do {
            _ = try needed(several)
            Issue.record("a choice is to be made")
        } catch let error as HubError {
            #expect(error.code == .unsupported)
            #expect(error.detail.contains("model-q4.gguf") && error.detail.contains("model-q8.gguf"))
        }
        #expect(throws: HubError.self) { try needed(several, wish: "model-q2.gguf") }
    }

    @Test func `a piece of a split model stands for all of it`() throws {
        let pieces = (1...3).map { "big-q8-0000\($0)-of-00003.gguf" }
        #expect(try needed(pieces + ["LICENSE"]) == Set(pieces + ["LICENSE"]))
        let others = ["big-q4-00001-of-00002.gguf", "big-q4-00002-of-00002.gguf", "big-q2.gguf", "config.json"]
        for piece in pieces { #expect(try needed(others + pieces, wish: piece) == Set(pieces)) }
        #expect(try needed(others + pieces, wish: "big-q2.gguf") == ["big-q2.gguf"])
        let error = #expect(throws: HubError.self) { try needed(others + pieces) }
        // One line for each model to choose from.
        #expect(error?.detail.contains("big-q4-00001") == true && error?.detail.contains("big-q8-00001") == true)
        #expect(error?.detail.contains("-00002-of") == false)
    }

    @Test(arguments: [
        ["m-00001-of-00002.gguf"], ["m-00002-of-00002.gguf"], ["m-00001-of-99999.gguf"],
        ["m-00001-of-00003.gguf", "m-00003-of-00003.gguf"],
    ])
    func `a split model that lacks a piece is not fetched`(paths: [String]) throws {
        for wish in [nil, paths[0]] {
            let error = #expect(throws: HubError.self) { try needed(paths, wish: wish) }
            #expect(error?.code == .unsupported && error?.detail.contains("but not m-0000") == true)
        }
    }

    /// Names that only look like those of pieces are models by themselves.
    @Test(arguments: ["m-00003-of-00002.gguf", "m-00000-of-00002.gguf", "m-1-of-2.gguf", "-00001-of-00002.gguf"])
    func `another name is no piece`(name: String) throws {
        #expect(try needed([name]) == [name])
    }

    @Test(arguments: [["pytorch_model.bin", "config.json"], ["model.safetensors"], ["README.md"], []])
    func `nothing that Ember runs is told before anything is fetched`(paths: [String]) {
        #expect(throws: HubError.self) { try needed(paths) }
    }
}
