// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat

/// What a program asks at `/v1/chat/completions`. Source: OpenAI API reference, “Create chat completion”.
///
/// What is asked for and cannot be done is refused by name; what only describes the program (`user`, `metadata`) is ignored.
struct ChatRequest: Sendable {
    let model: String
    let completion: CompletionRequest
    let stop: [String]
    let isStreamed: Bool
    /// Whether a stream ends with what it took.
    let includesUsage: Bool

    /// Keys whose values are all honoured, or say nothing about the answer.
    static let known: Set<String> = [
        "model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "seed", "stop", "stream",
        "stream_options", "n", "user", "metadata", "store", "safety_identifier", "prompt_cache_key", "service_tier",
    ]
    /// Keys that may be there as long as they ask for nothing.
    static let idle: [String: [JSONValue]] = [
        "presence_penalty": [.number(0)], "frequency_penalty": [.number(0)], "logprobs": [.bool(false)],
        "response_format": [.object(["type": .string("text")])], "tools": [.array([])], "logit_bias": [.object([:])],
        "tool_choice": [.string("none"), .string("auto")], "parallel_tool_calls": [.bool(true), .bool(false)],
    ]

    init(_ data: Data) throws(APIError) {
        let fields = try RequestFields(data, known: Self.known, idle: Self.idle)
        model = try fields.string("model") ?? ""
        let messages = try fields.array("messages")
        var (instructions, turns) = ([String](), [CompletionRequest.Turn]())
        for (index, message) in messages.enumerated() {
            let (role, text) = try Self.message(message, at: index)
            switch role {
            case "system", "developer": instructions.append(text)
            case "user": turns.append(.init(role: .user, content: text))
            case "assistant": turns.append(.init(role: .assistant, content: text))
            default: throw .invalid("messages.\(index).role", "'\(role)' is no role that can be answered here")
            }
        }
        guard turns.last?.role == .user else { throw .invalid("messages", "the last message must be the user's") }
        var completion = CompletionRequest(
            instructions: instructions.isEmpty ? nil : instructions.joined(separator: "\n\n"), turns: turns)
        completion.temperature = try fields.number("temperature", in: 0...2).map(Float.init)
        completion.topP = try fields.number("top_p", in: 0...1).map { Float(max($0, .leastNormalMagnitude)) }
        let oldLimit = try fields.integer("max_tokens", in: 1...32_768)
        completion.maxTokens = try fields.integer("max_completion_tokens", in: 1...32_768) ?? oldLimit
        completion.seed = try fields.integer("seed", in: .min ... .max).map { UInt64(bitPattern: Int64($0)) }
        self.completion = completion
        stop = try fields.stops()
        isStreamed = try fields.bool("stream") ?? false
        includesUsage = fields.values["stream_options"]?["include_usage"] == .bool(true)
        if let count = try fields.integer("n", in: 1...128), count != 1 {
            throw .invalid("n", "one answer at a time can be had, not \(count)")
        }
    }

    /// A message's role and text; text may come in parts.
    private static func message(_ value: JSONValue, at index: Int) throws(APIError) -> (role: String, text: String) {
        let place = "messages.\(index)"
        guard case .string(let role)? = value["role"] else { throw .invalid("\(place).role", "is missing") }
        switch value["content"] {
        case .string(let text)?: return (role, text)
        case .array(let parts)?:
            var texts: [String] = []
            for (number, part) in parts.enumerated() {
                guard part["type"] == .string("text"), case .string(let text)? = part["text"] else {
                    throw .invalid("\(place).content.\(number)", "only parts of type 'text' can be read")
                }
                texts.append(text)
            }
            return (role, texts.joined())
        default: throw .invalid("\(place).content", "must be text")
        }
    }
}

extension APIError {
    /// A value that cannot be: 400, with the key that it stands under.
    static func invalid(_ param: String, _ reason: String) -> APIError {
        APIError(
            .badRequest, "Invalid '\(param)': \(reason).", type: "invalid_request_error", param: param,
            code: "invalid_value")
    }
}
