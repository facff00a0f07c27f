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
    Architecture("ernie4_5", Ernie45.self),
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

/// An architecture that turns texts into vectors and nothing else.
package struct EncoderArchitecture: Sendable {
    package let modelType: String
    package let build: @Sendable (ConfigReader, WeightLoader) throws(EmberError) -> any TextEncoder
}

/// Every architecture of that kind, one line each. Those above can do so as well: see `DecoderEncoder`.
package let encoders: [EncoderArchitecture] = [
    EncoderArchitecture(modelType: "bert") { (config, weights) throws(EmberError) in
        try Bert(BertConfig(config), weights)
    },
    EncoderArchitecture(modelType: "xlm-roberta") { (config, weights) throws(EmberError) in
        try Bert(BertConfig(xlmRoberta: config), weights)
    },
]

/// The text encoder that `config.json` asks for.
/// - Throws: `EmberError` `.unsupported`, with the list of what is supported.
func textEncoder(for config: ConfigReader, _ weights: WeightLoader) throws(EmberError) -> any TextEncoder {
    let modelType = try config.string("model_type")
    if let found = encoders.first(where: { $0.modelType == modelType }) { return try found.build(config, weights) }
    guard let decoder = architectures.first(where: { $0.modelType == modelType }) else {
        let known = (encoders.map(\.modelType) + architectures.map(\.modelType)).joined(separator: ", ")
        throw config.unsupported("model_type", "is \(printable(modelType)); supported: \(known)")
    }
    return DecoderEncoder(try decoder.build(config, weights))
}

/// The architecture that `config.json` asks for.
/// - Throws: `EmberError` `.unsupported`, with the list of what is supported.
package func architecture(for config: ConfigReader) throws(EmberError) -> Architecture {
    let modelType = try config.string("model_type")
    guard let found = architectures.first(where: { $0.modelType == modelType }) else {
        if encoders.contains(where: { $0.modelType == modelType }) {
            throw config.unsupported("model_type", "is \(modelType), which embeds texts but does not write any")
        }
        let known = architectures.map(\.modelType).joined(separator: ", ")
        throw config.unsupported("model_type", "is \(printable(modelType)); supported: \(known)")
    }
    return found
}
