// SPDX-License-Identifier: Apache-2.0

/// An architecture that Ember can run: what `model_type` of `config.json` calls it, and how it is built.
package struct Architecture: Sendable {
    package let modelType: String
    package let build: @Sendable (ConfigReader, WeightLoader) throws(EmberError) -> any LanguageModel

    init<Family: DecoderFamily>(_ modelType: String, _: Family.Type) {
        self.modelType = modelType
        build = { (config, weights) throws(EmberError) in try Decoder<Family>(config, weights) }
    }
}

/// Every architecture, one line each.
package let architectures: [Architecture] = [
    Architecture("deepseek_v3", DeepseekV3.self),
    Architecture("gemma3", Gemma3.self),
    Architecture("gemma3_text", Gemma3.self),
    Architecture("llama", Llama.self),
    Architecture("mistral", Mistral.self),
    Architecture("phi3", Phi3.self),
    Architecture("qwen2", Qwen2.self),
    Architecture("qwen3", Qwen3.self),
    Architecture("qwen3_moe", Qwen3Moe.self),
    Architecture("smollm3", SmolLM3.self),
]

/// The architecture that `config.json` asks for.
/// - Throws: `EmberError` `.unsupported`, with the list of what is supported.
package func architecture(for config: ConfigReader) throws(EmberError) -> Architecture {
    let modelType = try config.string("model_type")
    guard let found = architectures.first(where: { $0.modelType == modelType }) else {
        let known = architectures.map(\.modelType).joined(separator: ", ")
        throw config.unsupported("model_type", "is \(printable(modelType)); supported: \(known)")
    }
    return found
}
