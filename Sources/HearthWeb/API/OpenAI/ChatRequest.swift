// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A request to `/v1/chat/completions`. Source: OpenAI API reference, “Create chat completion”.
///
/// A field that asks for something Hearth cannot do is refused by name; fields that only describe the program (`user`,
/// `metadata`) are ignored.
struct ChatRequest: Sendable {
    let asked: ProgramRequest
    let includesUsage: Bool

    /// Keys that are read, or that say nothing about the answer.
    private static let known: Set<String> = [
        "model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "stop", "stream",
        "stream_options", "n", "logprobs", "top_logprobs", "response_format", "tools", "tool_choice",
        "parallel_tool_calls", "reasoning_effort", "user", "metadata", "store", "safety_identifier",
        "prompt_cache_key", "prompt_cache_retention", "service_tier",
    ]
    /// Keys that may be there as long as they ask for nothing.
    private static let idle: [String: [JSON]] = [
        "presence_penalty": [0, 0.0], "frequency_penalty": [0, 0.0], "logit_bias": [[:]], "modalities": [["text"]],
        "verbosity": ["medium"], "functions": [[]], "function_call": ["none", "auto"],
    ]

    init(_ body: [UInt8]) throws(APIError) {
        let fields = try RequestFields(body, known: Self.known, idle: Self.idle)
        let delivery = try Delivery(fields)
        includesUsage = delivery.includesUsage
        let callsOnce = try fields.bool("parallel_tool_calls") == false
        try fields.refuseSeveral("n")
        var completion = try ChatMessages.request(fields)
        try completion.takeSampling(fields)
        try completion.takeFunctions(fields)
        try completion.takeForm(fields)
        try completion.checkHolds(PartNames())
        let limits = 1...ProgramRequest.mostTokens
        let oldLimit = try fields.integer("max_tokens", in: limits)
        completion.maxTokens = try fields.integer("max_completion_tokens", in: limits) ?? oldLimit
        completion.thinks = try !Self.shallow.contains(fields.string("reasoning_effort") ?? "")
        completion.alternatives = try Self.alternatives(fields)
        asked = ProgramRequest(
            model: try fields.string("model") ?? "", completion: completion, isStreamed: delivery.isStreamed,
            callsOnce: callsOnce)
    }

    /// The efforts that leave no room for a thought.
    static let shallow = ["none", "minimal"]

    private static func alternatives(_ fields: RequestFields) throws(APIError) -> Int? {
        let count = try fields.integer("top_logprobs", in: 0...20)
        guard try fields.bool("logprobs") == true else {
            guard count == nil else { throw .invalid("top_logprobs", "says something only where 'logprobs' is true") }
            return nil
        }
        return count ?? 0
    }
}
