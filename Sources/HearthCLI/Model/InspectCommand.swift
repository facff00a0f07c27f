// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON
import EmberTokenizers
import Foundation

/// `hearth model inspect`: what a model is and what it needs, and whether its files are whole.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show a model's architecture, quantisation, context, tokenizer and memory; check its files.",
        discussion: "A folder without config.json, or a single .safetensors file, is checked as far as it goes."
    )

    @Argument(help: "A model's folder, or a .safetensors file.", completion: .file())
    var path: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let facts = try Inspection(URL(filePath: path)).facts
        print(json ? JSON.object(facts).text : "\(FactsTable(facts: facts))")
    }
}

/// Opens what lies at a path and gathers what can be said about it.
struct Inspection {
    private(set) var facts = JSONObject()

    /// - Throws: `EmberError` or `TokenizerError` for the first thing that is wrong.
    init(_ url: URL) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue {
            add(try SafetensorsFile(url).tensors)
            return
        }
        try ModelFolder.requireFolder(url)
        if has("config.json", in: url) {
            if try EmbeddingFolder.isEncoder(url) {
                try addEncoder(try EmbeddingFolder(url))
            } else {
                try addModel(try ModelFolder(url))
            }
        } else {
            try addParts(of: url)
        }
    }

    private mutating func addModel(_ folder: ModelFolder) throws {
        let shape = folder.model.shape
        facts["architecture"] = .string(folder.modelType)
        facts["parameters"] = .integer(folder.weights.parameters)
        facts["quantisation"] = .string(
            folder.quantization.map { "\($0.general.bits) bits, groups of \($0.general.group)" } ?? "none")
        facts["layers"] = .integer(shape.layers)
        facts["width"] = .integer(shape.width)
        facts["heads"] = .integer(shape.heads)
        facts["key_value_heads"] = .integer(shape.keyValueHeads)
        facts["head_dim"] = .integer(shape.headDim)
        facts["vocabulary"] = .integer(shape.vocabulary)
        facts["context"] = .integer(shape.context)
        facts["weight_bytes"] = .integer(folder.weights.weightBytes)
        let cache = folder.cacheBytesPerToken(.fast)
        facts["cache_bytes_per_token"] = .integer(cache)
        facts["memory_bytes_at_4096_tokens"] = .integer(folder.weights.weightBytes + cache * min(4096, shape.context))
        let unused = folder.weights.unused
        if !unused.isEmpty { facts["unused_tensors"] = .array(unused.map(JSON.string)) }
        if has("tokenizer.json", in: folder.directory) || has("vocab.json", in: folder.directory) {
            add(try loadTokenizer(folder.directory, vocabulary: shape.vocabulary))
        } else {
            facts["tokenizer"] = "none"
        }
        if let template = try ChatTemplate.source(in: folder.directory) {
            _ = try ChatTemplate(template)
            facts["chat_template"] = true
        } else {
            facts["chat_template"] = false
        }
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
        let hasWeights = names.contains { $0.hasSuffix(".safetensors") || $0 == "model.safetensors.index.json" }
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
        facts["types"] = .array(Set(tensors.map(\.type.rawValue)).sorted().map(JSON.string))
    }

    private mutating func add(_ tokenizer: Tokenizer) {
        facts["tokenizer"] = .string("\(tokenizer.kind), \(tokenizer.vocabularySize) tokens")
    }

    private func has(_ name: String, in url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.appending(path: name).path)
    }
}
