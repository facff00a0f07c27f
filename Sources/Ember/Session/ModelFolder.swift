// SPDX-License-Identifier: Apache-2.0

import EmberJSON
package import Foundation

/// A model's folder, opened and checked as far as that goes without reading the weights themselves.
package struct ModelFolder {
    package let directory: URL
    package let config: ConfigReader
    package let modelType: String
    package let quantization: Quantization?
    package let generation: GenerationConfig
    package let model: any LanguageModel
    package let weights: WeightLoader
    /// Every tensor of the checkpoint.
    package let tensors: [TensorEntry]

    /// - Throws: `EmberError` that names the file, key or tensor at fault.
    package init(_ directory: URL) throws(EmberError) {
        try Self.requireFolder(directory)
        let configURL = directory.appending(path: "config.json")
        guard FileManager.default.fileExists(atPath: configURL.path) else {
            throw EmberError(.missingFile, directory.lastPathComponent, "has no config.json; is this a model's folder?")
        }
        self.directory = directory
        config = try ConfigReader(readJSON(configURL))
        let architecture = try architecture(for: config)
        modelType = architecture.modelType
        quantization = try Quantization(config)
        generation = try GenerationConfig(directory: directory, config: config)
        let checkpoint = try Checkpoint(directory: directory)
        tensors = checkpoint.tensors
        weights = WeightLoader(checkpoint, quantization: quantization)
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

    /// Bytes that one token of a conversation takes in the cache.
    package func cacheBytesPerToken(_ precision: Precision) -> Int {
        KeyValueCache.bytesPerToken(model.shape.cache, precision: precision)
    }
}
