// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ChatTemplates
import Ember
import EmberJSON
import EmberTokenizers
import Foundation

/// `hearth model inspect`: what a model is and what it needs, and whether its files are whole.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show a model's architecture, quantisation, context, tokenizer and memory; check its files.",
        discussion: "A folder without config.json, or a single file of weights, is checked as far as it goes."
    )

    @Argument(
        help: "A model's folder, or a file of weights: .gguf, .safetensors or PyTorch's .bin, .pt, .pth.",
        completion: .file())
    var path: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let facts = try Inspection(URL(filePath: path)).facts
        StandardStream.output.answer(json ? .object(facts) : nil, else: "\(FactsTable(facts: facts))")
    }
}

/// Opens what lies at a path and gathers what can be said about it.
struct Inspection {
    private(set) var facts = JSONObject()

    /// - Throws: `EmberError` or `TokenizerError` for the first thing that is wrong.
    init(_ url: URL) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue, url.pathExtension != "gguf" {
            add(try WeightFile(url).tensors)
            return
        }
        let files = try ModelFiles(url)
        switch files {
        case .folder(let folder) where !has("config.json", in: folder): try addParts(of: folder)
        case .folder(let folder) where try EmbeddingFolder.isEncoder(folder):
            try addEncoder(try EmbeddingFolder(folder))
        case .gguf(let model) where try !model.holdsModel(): try addParts(of: model)
        default: try addModel(try ModelFolder(files))
        }
    }

    private mutating func addModel(_ folder: ModelFolder) throws {
        let shape = folder.model.shape
        facts["architecture"] = .string(folder.modelType)
        facts["parameters"] = .integer(folder.weights.parameters)
        facts["quantisation"] = .string(quantisation(of: folder))
        facts["layers"] = .integer(shape.layers)
        facts["width"] = .integer(shape.width)
        facts["heads"] = .integer(shape.heads)
        facts["key_value_heads"] = .integer(shape.keyValueHeads)
        facts["head_dim"] = .integer(shape.headDim)
        facts["vocabulary"] = .integer(shape.vocabulary)
        facts["context"] = .integer(shape.context)
        facts["weight_bytes"] = .integer(folder.weights.weightBytes)
        let cache = folder.cacheBytesPerToken(.float16)
        facts["cache_bytes_per_token"] = .integer(cache)
        facts["memory_bytes_at_4096_tokens"] = .integer(folder.weights.weightBytes + cache * min(4096, shape.context))
        let unused = folder.weights.unused
        if !unused.isEmpty { facts["unused_tensors"] = .array(unused.map(JSON.string)) }
        if case .gguf(let model) = folder.files { try addHeader(of: model) }
        if folder.files.hasTokenizer {
            add(try folder.tokenizer())
        } else {
            facts["tokenizer"] = "none"
        }
        if let template = try folder.files.chatTemplate() {
            _ = try ChatTemplate(template)
            facts["chat_template"] = true
        } else {
            facts["chat_template"] = false
        }
    }

    /// Bits and groups of a folder; of a GGUF file the formats of its matrices, the one with most weights first.
    private func quantisation(of folder: ModelFolder) -> String {
        guard case .gguf = folder.files else {
            return folder.quantization.map { "\($0.general.bits) bits, groups of \($0.general.group)" } ?? "none"
        }
        var weights: [String: Int] = [:]
        for tensor in folder.tensors where tensor.shape.count > 1 {
            weights[tensor.type.name, default: 0] += tensor.count
        }
        return weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key).joined(separator: ", ")
    }

    /// Adds facts about the file itself rather than about the model in it.
    private mutating func addHeader(of model: GGUFModel) throws {
        facts["format"] = .string("GGUF version \(model.file.version)")
        for (fact, key) in [("name", "general.name"), ("licence", "general.license")] {
            if let text = try model.file.text(key) { facts[fact] = .string(text) }
        }
        facts["metadata_keys"] = .integer(model.file.keys.count)
    }

    /// A GGUF file without a model: a vocabulary, an adapter, or tensors alone.
    private mutating func addParts(of model: GGUFModel) throws {
        facts["config"] = "none"
        try addHeader(of: model)
        add(model.tensors)
        if model.hasTokenizer { add(try ModelFiles.gguf(model).tokenizer()) }
    }

    private mutating func addEncoder(_ folder: EmbeddingFolder) throws {
        facts["architecture"] = .string(folder.modelType)
        facts["parameters"] = .integer(folder.weights.parameters)
        facts["quantisation"] = .string(
            folder.quantization.map { "\($0.general.bits) bits, groups of \($0.general.group)" } ?? "none")
        facts["width"] = .integer(folder.encoder.width)
        facts["vocabulary"] = .integer(folder.encoder.vocabulary)
        facts["context"] = .integer(folder.settings.longest)
        facts["pooling"] = .string(folder.settings.pooling.map(\.rawValue).joined(separator: ", "))
        facts["weight_bytes"] = .integer(folder.weights.weightBytes)
        let unused = folder.weights.unused
        if !unused.isEmpty { facts["unused_tensors"] = .array(unused.map(JSON.string)) }
        add(folder.tokenizer)
    }

    private mutating func addParts(of url: URL) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        let hasTokenizer = names.contains("tokenizer.json") || names.contains("vocab.json")
        let hasWeights = WeightFile.Kind.allCases.contains { $0.occurs(among: names) }
        guard hasTokenizer || hasWeights else {
            throw EmberError(
                .missingFile, url.lastPathComponent,
                "has no config.json, no weights and no tokenizer; is this a model's folder?")
        }
        facts["config"] = "none"
        if hasWeights { add(try Checkpoint(directory: url).tensors) }
        if hasTokenizer { add(try Tokenizer(directory: url)) }
    }

    private mutating func add(_ tensors: [TensorEntry]) {
        facts["tensors"] = .integer(tensors.count)
        facts["parameters"] = .integer(tensors.reduce(0) { $0 &+ $1.count })
        facts["weight_bytes"] = .integer(tensors.reduce(0) { $0 + $1.range.count })
        facts["types"] = .array(Set(tensors.map(\.type.name)).sorted().map(JSON.string))
    }

    private mutating func add(_ tokenizer: Tokenizer) {
        facts["tokenizer"] = .string("\(tokenizer.kind), \(tokenizer.vocabularySize) tokens")
    }

    private func has(_ name: String, in url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.appending(path: name).path)
    }
}
