// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A request to `/v1/responses`. Source: OpenAI API reference, “Create a model response”.
struct ResponsesRequest: Sendable {
    let asked: ProgramRequest
    /// Whether thoughts come as a summary, which is what they are then called, or as what they are.
    let summarisesThoughts: Bool
    /// The settings of the request, which an answer repeats.
    let settings: JSONObject

    /// Keys that are read, or that say nothing about the answer.
    private static let known: Set<String> = [
        "model", "input", "instructions", "max_output_tokens", "temperature", "top_p", "stream", "stream_options",
        "tools", "tool_choice", "parallel_tool_calls", "text", "reasoning", "include", "truncation", "top_logprobs",
        "metadata", "store", "user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention",
        "prompt_cache_options", "service_tier",
    ]
    /// Keys that may be there as long as they ask for nothing.
    private static let idle: [String: [JSON]] = ["background": [false], "context_management": [[]]]
    private static let reasons = [
        "previous_response_id": "nothing is stored here, so send the earlier items of the conversation in 'input'",
        "conversation": "nothing is stored here, so send the earlier items of the conversation in 'input'",
        "prompt": "no prompts are stored here; send 'instructions' and 'input'",
        "background": "nothing is stored here, so an answer cannot be fetched later",
        "max_tool_calls": "there are no tools here but the functions of the program",
    ]
    static let names = PartNames(
        turns: "input", form: "text.format", alternatives: "top_logprobs", maxTokens: "max_output_tokens")

    init(_ body: [UInt8]) throws(APIError) {
        let fields = try RequestFields(
            body, known: Self.known, idle: Self.idle, reasons: Self.reasons)
        var completion = try ResponsesInput.request(fields)
        try completion.takeSampling(fields)
        try Self.takeFunctions(fields, &completion)
        if let text = try fields.object("text") {
            try text.check(known: ["format"], idle: ["verbosity": ["medium"]])
            if let format = try text.object("format") {
                completion.form = try format.form { () throws(APIError) in format }
            }
        }
        let reasoning = try fields.object("reasoning")
        completion.thinks = try !ChatRequest.shallow.contains(reasoning?.string("effort") ?? "")
        let oldSummary = try reasoning?.string("generate_summary")
        summarisesThoughts = try reasoning?.string("summary") ?? oldSummary != nil
        completion.maxTokens = try fields.integer("max_output_tokens", in: 1...ProgramRequest.mostTokens)
        completion.alternatives = try Self.alternatives(fields)
        switch try fields.string("truncation") ?? "disabled" {
        case "disabled": break
        case "auto": completion.mayOmit = true
        default: throw .invalid("truncation", "must be 'auto' or 'disabled'")
        }
        try completion.checkHolds(Self.names)
        _ = try fields.bool("store")
        _ = try fields.object("stream_options")
        let parallel = try fields.bool("parallel_tool_calls") ?? true
        asked = ProgramRequest(
            model: try fields.string("model") ?? "", completion: completion,
            isStreamed: try fields.bool("stream") ?? false, callsOnce: !parallel, names: Self.names)
        settings = try Self.settings(fields, parallel: parallel)
    }

    private static func takeFunctions(_ fields: RequestFields, _ completion: inout CompletionRequest) throws(APIError) {
        completion.functions = try fields.functions { tool throws(APIError) in
            let type = try tool.required("type")
            guard type == "function" else {
                throw .invalid(tool.name("type"), "'\(type.prefix(100))' is no tool that is here; only functions are")
            }
            return tool
        }
        switch fields["tool_choice"] {
        case nil, "auto"?: completion.calling = .free
        case "none"?: completion.calling = .never
        case "required"?: completion.calling = .required
        case .object?:
            guard let choice = try fields.object("tool_choice") else { return }
            switch try choice.required("type") {
            case "function": completion.calling = try choice.choice(among: completion.functions)
            case "allowed_tools": try allow(choice, &completion)
            case let other:
                throw .invalid(choice.name("type"), "'\(other.prefix(100))' is no tool that is here")
            }
        default: throw .invalid("tool_choice", "must be 'none', 'auto', 'required', or name a function")
        }
    }

    /// Leaves of the functions those that may be called now.
    private static func allow(_ choice: RequestFields, _ completion: inout CompletionRequest) throws(APIError) {
        var allowed: Set<String> = []
        for (number, value) in try choice.array("tools").enumerated() {
            let tool = try RequestFields(value, at: choice.name("tools.\(number)"))
            if case .named(let name) = try tool.choice(among: completion.functions) { allowed.insert(name) }
        }
        completion.functions.removeAll { !allowed.contains($0.name) }
        switch try choice.required("mode") {
        case "auto": completion.calling = .free
        case "required": completion.calling = .required
        default: throw .invalid(choice.name("mode"), "must be 'auto' or 'required'")
        }
    }

    /// Likelihoods are asked for by `include`. Thoughts that only their maker can read are as well; here they are
    /// readable anyway, so that asks for nothing.
    private static func alternatives(_ fields: RequestFields) throws(APIError) -> Int? {
        var isAsked = false
        for (number, value) in try fields.array("include").enumerated() {
            switch value {
            case "message.output_text.logprobs": isAsked = true
            case "reasoning.encrypted_content": continue
            default: throw .invalid("include.\(number)", "is nothing that an answer has here")
            }
        }
        let count = try fields.integer("top_logprobs", in: 0...20)
        return isAsked || count ?? 0 > 0 ? count ?? 0 : nil
    }

    private static func settings(_ fields: RequestFields, parallel: Bool) throws(APIError) -> JSONObject {
        if fields["metadata"] != nil { _ = try fields.object("metadata") }
        var settings: JSONObject = [:]
        for key in ["instructions", "max_output_tokens", "temperature", "top_p", "top_logprobs", "user"] {
            settings[key] = fields[key] ?? .null
        }
        settings["metadata"] = fields["metadata"] ?? [:]
        settings["tools"] = fields["tools"] ?? []
        settings["tool_choice"] = fields["tool_choice"] ?? "auto"
        settings["parallel_tool_calls"] = .bool(parallel)
        settings["truncation"] = fields["truncation"] ?? "disabled"
        settings["text"] = ["format": fields["text"]?["format"] ?? ["type": "text"]]
        settings["reasoning"] = [
            "effort": fields["reasoning"]?["effort"] ?? .null, "summary": fields["reasoning"]?["summary"] ?? .null,
        ]
        return settings
    }
}
