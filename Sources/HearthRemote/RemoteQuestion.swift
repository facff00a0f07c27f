// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Body of a request to an endpoint. Source: OpenAI API reference, Chat, "Create chat completion".
enum RemoteQuestion {
    static func body(of request: CompletionRequest, model: String) -> JSON {
        var body: JSONObject = [
            "model": .string(model), "messages": .array(messages(of: request)), "stream": true,
            "stream_options": ["include_usage": true],
        ]
        if let temperature = request.temperature { body["temperature"] = .number(Self.short(temperature)) }
        if let topP = request.topP { body["top_p"] = .number(Self.short(topP)) }
        if let maxTokens = request.maxTokens { body["max_tokens"] = .integer(maxTokens) }
        // Servers keep seeds in 32 bits, and some refuse what does not fit.
        if let seed = request.seed { body["seed"] = .integer(Int(seed % (1 << 31))) }
        if !request.stop.isEmpty { body["stop"] = .array(request.stop.map(JSON.string)) }
        if !request.thinks { body["chat_template_kwargs"] = ["enable_thinking": false] }
        return .object(body)
    }

    /// - Throws: `ModelError` `.unsupported` for what endpoints understand differently, or not at all.
    static func check(_ request: CompletionRequest) throws {
        let found: (what: String, part: ModelError.Part)? =
            if request.form != .free {
                ("an answer of a given form", .form)
            } else if !request.functions.isEmpty {
                ("calls of functions", .functions)
            } else if request.turns.contains(where: { $0.role == .tool }) {
                ("calls of functions", .turns)
            } else if request.alternatives != nil {
                ("how likely each token was", .alternatives)
            } else if request.text != nil || request.beginning != nil { ("going on with a text", .text) } else { nil }
        guard let found else { return }
        throw ModelError(
            .unsupported,
            "A model elsewhere cannot be asked for \(found.what) through Hearth; ask its endpoint, or a model at home.",
            part: found.part)
    }

    private static func messages(of request: CompletionRequest) -> [JSON] {
        let system: [JSON] =
            request.withMemoryInInstructions.instructions.map { [["role": "system", "content": .string($0)]] } ?? []
        return system + request.turns.map { ["role": .string($0.role.rawValue), "content": .string($0.content)] }
    }

    /// 0.7 as somebody wrote it, not as the nearest number of 32 bits.
    private static func short(_ value: Float) -> Double { Double(value.description) ?? Double(value) }
}
