// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A request to `/v1/messages` or `/v1/messages/count_tokens`. Source: Anthropic API reference, “Create a Message”.
struct MessagesRequest: Sendable {
    let asked: ProgramRequest
    /// Whether thoughts are shown; if not, an answer only tells that there was one.
    let showsThoughts: Bool

    /// Keys that are read, or that say nothing about the answer.
    private static let known: Set<String> = [
        "model", "messages", "max_tokens", "system", "stop_sequences", "stream", "temperature", "top_p", "top_k",
        "tools",
        "tool_choice", "thinking", "output_config", "context_management", "metadata", "cache_control", "service_tier",
        "diagnostics", "user_profile_id", "workspace_id",
    ]
    /// Keys that may be there as long as they ask for nothing.
    private static let idle: [String: [JSON]] = ["speed": ["standard"], "mcp_servers": [[]]]
    private static let reasons = [
        "container": "there are no tools here but the functions of the program",
        "mcp_servers": "there are no tools here but the functions of the program",
        "inference_geo": "models of this machine answer",
    ]
    private static let names = PartNames(form: "output_config.format", sampling: "top_k")
    /// Anthropic names no limit; each token is compared with each of them.
    private static let mostStops = 64

    /// - Parameter counts: whether tokens are counted and nothing is answered, so that no number of tokens is needed.
    init(_ body: [UInt8], counts: Bool = false) throws(APIError) {
        let fields = try RequestFields(body, known: Self.known, idle: Self.idle, reasons: Self.reasons)
        let model = try fields.required("model")
        var completion = try MessagesConversation.request(fields)
        try completion.takeSampling(
            fields, temperatures: 0...1, stops: "stop_sequences", mostStops: Self.mostStops)
        completion.functions = try fields.functions(parametersIn: "input_schema", longestName: 128) {
            tool throws(APIError) in
            let type = try tool.string("type") ?? "custom"
            guard type == "custom" else {
                throw .invalid(tool.name("type"), "'\(type.prefix(100))' is no tool that is here; only your own are")
            }
            guard tool["input_schema"] != nil else { throw .missing(tool.name("input_schema")) }
            return tool
        }
        let choice = try fields.object("tool_choice")
        completion.calling = try Self.calling(choice, among: completion.functions)
        if let output = try fields.object("output_config") {
            // An effort of any size lets a model think as `thinking` says.
            try output.check(known: ["format", "effort"], idle: [:])
            completion.form = try Self.form(output)
        }
        try Self.checkContext(fields)
        showsThoughts = try Self.takeThinking(fields, &completion)
        completion.maxTokens = try fields.integer("max_tokens", in: 1...ProgramRequest.mostTokens)
        guard counts || completion.maxTokens != nil else { throw .missing("max_tokens") }
        try completion.checkHolds(stops: "stop_sequences", Self.names)
        asked = ProgramRequest(
            model: model, completion: completion, isStreamed: try fields.bool("stream") ?? false,
            callsOnce: try choice?.bool("disable_parallel_tool_use") ?? false, names: Self.names)
    }

    private static func calling(
        _ choice: RequestFields?, among functions: [OfferedFunction]
    ) throws(APIError) -> Calling {
        guard let choice else { return .free }
        switch try choice.required("type") {
        case "auto": return .free
        case "none": return .never
        case "any": return .required
        case "tool": return try choice.choice(among: functions)
        default: throw .invalid(choice.name("type"), "must be 'auto', 'any', 'tool' or 'none'")
        }
    }

    private static func form(_ output: RequestFields) throws(APIError) -> AnswerForm {
        guard let format = try output.object("format") else { return .free }
        guard try format.required("type") == "json_schema" else {
            throw .invalid(format.name("type"), "must be 'json_schema'")
        }
        guard let schema = format["schema"] else { throw .missing(format.name("schema")) }
        return .schema(schema)
    }

    /// Thoughts before earlier answers are not told again anyway, so that a program may ask for it or not.
    private static func checkContext(_ fields: RequestFields) throws(APIError) {
        guard let management = try fields.object("context_management") else { return }
        for (number, value) in try management.array("edits").enumerated() {
            let edit = try RequestFields(value, at: management.name("edits.\(number)"))
            guard try edit.required("type").hasPrefix("clear_thinking_") else {
                throw .unsupported(edit.name("type"), "a conversation is read as it was sent")
            }
        }
    }

    /// Without a word about thinking, a model does not: the program would not expect a thought.
    /// - Returns: whether thoughts are shown.
    private static func takeThinking(
        _ fields: RequestFields, _ completion: inout CompletionRequest
    ) throws(APIError) -> Bool {
        completion.thinks = false
        guard let thinking = try fields.object("thinking") else { return true }
        switch try thinking.required("type") {
        case "disabled": return true
        case "adaptive": completion.thinks = true
        case "enabled":
            completion.thinks = true
            guard let budget = try thinking.integer("budget_tokens", in: 1...ProgramRequest.mostTokens) else {
                throw .missing(thinking.name("budget_tokens"))
            }
            completion.maxThoughtTokens = budget
        default: throw .invalid(thinking.name("type"), "must be 'enabled', 'adaptive' or 'disabled'")
        }
        switch try thinking.string("display") ?? "summarized" {
        case "summarized": return true
        case "omitted": return false
        default: throw .invalid(thinking.name("display"), "must be 'summarized' or 'omitted'")
        }
    }
}
