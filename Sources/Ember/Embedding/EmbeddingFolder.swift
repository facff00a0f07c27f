// SPDX-License-Identifier: Apache-2.0

package import EmberTokenizers
package import Foundation

/// An embedding model's folder, opened and checked as far as that goes without reading the weights themselves.
package struct EmbeddingFolder {
    package let modelType: String
    package let quantization: Quantization?
    package let encoder: any TextEncoder
    package let weights: WeightLoader
    package let settings: SentenceSettings
    package let tokenizer: Tokenizer

    /// Whether the model of a folder embeds texts and does nothing else.
    package static func isEncoder(_ directory: URL) throws(EmberError) -> Bool {
        let config = try ConfigReader(readJSON(directory.appending(path: "config.json")))
        let modelType = try config.string("model_type")
        return encoders.contains { $0.modelType == modelType }
    }

    /// - Parameter rounding: how weights are quantised that the files have in 16 or 32 bits; `nil`
    ///   leaves them as they are.
    /// - Throws: `EmberError` that names the file, key or tensor at fault, or `TokenizerError`.
    package init(_ directory: URL, rounding: Quantization.Scheme? = nil) throws {
        try ModelFolder.requireFolder(directory)
        let config = try ConfigReader(readJSON(directory.appending(path: "config.json")))
        modelType = try config.string("model_type")
        quantization = try Quantization(config)
        weights = WeightLoader(
            try Checkpoint(directory: directory), quantization: quantization, rounding: rounding, bare: true)
        encoder = try textEncoder(for: config, weights)
        settings = try SentenceSettings(directory: directory, encoder: encoder)
        tokenizer = try loadTokenizer(directory, vocabulary: encoder.vocabulary)
        let least = try tokenizer.encode("").count
        guard settings.longest > least else {
            throw EmberError(
                .malformedFile, directory.lastPathComponent,
                "allows \(settings.longest) tokens in a text, of which \(least) are special")
        }
    }
}
