// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
package import EmberTokenizers
package import Foundation

/// A model's files, opened and checked as far as that goes without reading the weights themselves.
package struct ModelFolder {
    package let files: ModelFiles
    package let config: ConfigReader
    package let modelType: String
    package let quantization: Quantization?
    package let generation: GenerationConfig
    package let model: any LanguageModel
    package let weights: WeightLoader
    /// Every tensor of the checkpoint.
    package let tensors: [TensorEntry]
    /// Bytes of the files that hold them.
    package let weightFileBytes: Int

    /// - Parameter location: a folder, or a GGUF file.
    /// - Throws: `EmberError` that names the file, key or tensor at fault.
    package init(_ location: URL, rounding: Quantization.Scheme? = nil) throws(EmberError) {
        try self.init(ModelFiles(location), rounding: rounding)
    }

    package init(_ files: ModelFiles, rounding: Quantization.Scheme? = nil) throws(EmberError) {
        self.files = files
        switch files {
        case .folder(let directory):
            let configURL = directory.appending(path: "config.json")
            guard FileManager.default.fileExists(atPath: configURL.path) else {
                throw EmberError(
                    .missingFile, directory.lastPathComponent, "has no config.json; is this a model's folder?")
            }
            config = try ConfigReader(readJSON(configURL))
        case .gguf(let model):
            config = try model.config()
        }
        let architecture = try architecture(for: config)
        modelType = architecture.modelType
        quantization = try Quantization(config)
        let checkpoint: Checkpoint
        switch files {
        case .folder(let directory):
            generation = try GenerationConfig(directory: directory, config: config)
            checkpoint = try Checkpoint(directory: directory)
        case .gguf(let model):
            generation = try GenerationConfig(config: config)
            checkpoint = try Checkpoint(model)
        }
        (tensors, weightFileBytes) = (checkpoint.tensors, checkpoint.fileBytes)
        weights = WeightLoader(checkpoint, quantization: quantization, rounding: rounding)
        model = try architecture.build(config, weights)
    }

    /// - Throws: `EmberError` `.missingFile` unless there is a folder.
    package static func requireFolder(_ directory: URL) throws(EmberError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: directory.path, isDirectory: &isFolder) else {
            throw EmberError(.missingFile, directory.path, "there is no such folder")
        }
        guard isFolder.boolValue else { throw EmberError(.missingFile, directory.path, "is not a folder") }
    }

    /// Bytes of the files that make the model, and of nothing else that lies beside them.
    package var fileBytes: Int { weightFileBytes + files.companionBytes }

    /// Whether it can think before it answers, as far as its chat template says.
    package var canThink: Bool {
        // A template that cannot be read is told of where the model is loaded.
        guard let templates = try? files.chatTemplates() else { return false }
        let sources = [templates.standard, templates.toolUse].compactMap(\.self)
        return ThinkingMarkers(in: sources, addedTokens: []) != nil
    }

    /// Whether it was taught to call functions, as far as its chat template says.
    package var callsFunctions: Bool {
        guard let templates = try? files.chatTemplates() else { return false }
        return ToolCallFormat(in: templates.toolUse ?? templates.standard, addedTokens: []) != nil
    }

    /// Bytes that one token of a conversation takes in the cache.
    package func cacheBytesPerToken(_ format: CacheFormat) -> Int {
        model.shape.cache.bytesPerToken(format)
    }

    /// Reads the tokenizer and checks that the model has an embedding for each of its tokens.
    /// - Throws: `EmberError` `.tokenizerMismatch`, or `TokenizerError`.
    package func tokenizer() throws -> Tokenizer {
        let tokenizer = try files.tokenizer()
        try check(tokenizer, vocabulary: model.shape.vocabulary)
        return tokenizer
    }
}
