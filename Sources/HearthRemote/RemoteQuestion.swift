// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Body of a request to an endpoint. Source: OpenAI API reference, Chat, "Create chat completion".
enum RemoteQuestion {
    /// - Parameter abilities: parts that the endpoint has refused before stay out. A form that it cannot be held to is
    ///   asked for in words.
    static func body(of request: CompletionRequest, model: String, _ abilities: RemoteAbilities) -> JSON {
        var body: JSONObject = [
            "model": .string(model), "messages": .array(messages(of: request, abilities)), "stream": true,
            "stream_options": ["include_usage": true],
        ]
        if let temperature = request.temperature { body["temperature"] = .number(Self.short(temperature)) }
        if let topP = request.topP { body["top_p"] = .number(Self.short(topP)) }
        if let maxTokens = request.maxTokens { body["max_tokens"] = .integer(maxTokens) }
        // Servers keep seeds in 32 bits, and some refuse what does not fit.
        if let seed = request.seed { body["seed"] = .integer(Int(seed % (1 << 31))) }
        if !request.stop.isEmpty { body["stop"] = .array(request.stop.map(JSON.string)) }
        if !request.thinks, abilities.takes(.thinkingSwitch) {
            body["chat_template_kwargs"] = ["enable_thinking": false]
        }
        if case .schema(let schema) = request.form, abilities.takes(.schema) {
            body["response_format"] =
                schema == ["type": "object"]
                ? ["type": "json_object"]
                : [
                    "type": "json_schema",
                    "json_schema": ["name": "answer", "strict": .bool(isStrict(schema)), "schema": schema],
                ]
        }
        if let alternatives = request.alternatives, abilities.takes(.likelihoods) {
            body["logprobs"] = true
            if alternatives > 0 { body["top_logprobs"] = .integer(alternatives) }
        }
        addFunctions(of: request, to: &body)
        return .object(body)
    }

    /// - Throws: `ModelError` `.unsupported` for what endpoints understand differently, or not at all.
    static func check(_ request: CompletionRequest) throws {
        let found: (what: String, part: ModelError.Part)? =
            if request.topK ?? 0 != 0 || request.minP ?? 0 != 0 || request.repetitionPenalty ?? 1 != 1 {
                ("this way of choosing tokens", .sampling)
            } else if request.maxThoughtTokens != nil {
                ("thoughts of a given length", .maxTokens)
            } else if request.text != nil || request.beginning != nil { ("going on with a text", .text) } else { nil }
        guard let found else { return }
        throw ModelError(
            .unsupported,
            "A model elsewhere cannot be asked for \(found.what) through Hearth; ask its endpoint, or a model at home.",
            part: found.part)
    }

    /// Whether OpenAI enforces a schema: each object in it lists all of its members as required, and allows no other.
    /// Source: OpenAI, Structured Outputs, "Supported schemas".
    private static func isStrict(_ schema: JSON) -> Bool {
        switch schema {
        case .array(let parts): return parts.allSatisfy(isStrict)
        case .object(let object):
            if let members = object["properties"]?.object {
                let required = Set((object["required"]?.array ?? []).compactMap(\.string))
                guard object["additionalProperties"]?.bool == false, members.keys.allSatisfy(required.contains) else {
                    return false
                }
            }
            return object.allSatisfy { _, value in isStrict(value) }
        default: return true
        }
    }

    private static func addFunctions(of request: CompletionRequest, to body: inout JSONObject) {
        var offered = request.functions
        // llama.cpp's server knows no choice by name: it is offered this one alone.
        if case .named(let name) = request.calling { offered = offered.filter { $0.name == name } }
        // As if none were offered: some servers read functions even where none may be called.
        guard !offered.isEmpty, request.calling != .never else { return }
        body["tools"] = .array(
            offered.map { function in
                [
                    "type": "function",
                    "function": [
                        "name": .string(function.name), "description": .string(function.description),
                        "parameters": function.parameters,
                    ],
                ]
            })
        switch request.calling {
        case .free, .never: break
        case .required: body["tool_choice"] = "required"
        case .named(let name):
            body["tool_choice"] = ["type": "function", "function": ["name": .string(name)]]
        }
    }

    // MARK: Messages

    private static func messages(of request: CompletionRequest, _ abilities: RemoteAbilities) -> [JSON] {
        var instructions = request.withMemoryInInstructions.instructions
        if case .schema(let schema) = request.form, !abilities.takes(.schema) {
            let form =
                "Answer with one JSON value that is valid against this JSON Schema, and with nothing else:\n\(schema.text)"
            instructions = [instructions, form].compactMap { $0 }.joined(separator: "\n\n")
        }
        let system: [JSON] = instructions.map { [["role": "system", "content": .string($0)]] } ?? []
        return system + request.turns.map(message)
    }

    private static func message(of turn: CompletionRequest.Turn) -> JSON {
        var message: JSONObject = ["role": .string(turn.role.rawValue), "content": .string(turn.content)]
        if let callID = turn.callID { message["tool_call_id"] = .string(callID) }
        if !turn.calls.isEmpty {
            message["tool_calls"] = .array(
                turn.calls.map { call in
                    [
                        "id": .string(call.id), "type": "function",
                        "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
                    ]
                })
        }
        return .object(message)
    }

    /// 0.7 as somebody wrote it, not as the nearest number of 32 bits.
    private static func short(_ value: Float) -> Double { Double(value.description) ?? Double(value) }
}
