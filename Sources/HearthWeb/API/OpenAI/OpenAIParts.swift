// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// The fields that every part of an answer begins with.
struct AnswerHead: Sendable {
    let id: String
    let created: Int
    let model: String

    /// One part.
    /// - Parameter object: what OpenAI calls it.
    func part(_ object: String, choices: [JSON], usage: JSON? = nil) -> JSON {
        var part: JSONObject = [
            "id": .string(id), "object": .string(object), "created": .integer(created), "model": .string(model),
            "choices": .array(choices),
        ]
        part["usage"] = usage
        return .object(part)
    }
}

/// The tokens of one answer, or of several together.
struct Usage: Sendable {
    private var prompt = 0
    private var cached = 0
    private var written = 0

    mutating func add(_ summary: CompletionSummary) {
        prompt += summary.promptTokens
        cached += summary.cachedPromptTokens
        written += summary.tokens
    }

    var json: JSON {
        [
            "prompt_tokens": .integer(prompt), "completion_tokens": .integer(written),
            "total_tokens": .integer(prompt + written), "prompt_tokens_details": ["cached_tokens": .integer(cached)],
        ]
    }
}

extension FunctionCall {
    var json: JSONObject {
        [
            "id": .string(id), "type": "function",
            "function": ["name": .string(name), "arguments": .string(arguments)],
        ]
    }
}

/// How an answer is handed over.
struct Delivery: Sendable {
    let isStreamed: Bool
    /// Whether a stream ends with what it took.
    let includesUsage: Bool

    init(_ fields: RequestFields) throws(APIError) {
        isStreamed = try fields.bool("stream") ?? false
        let options = try fields.object("stream_options")
        if options != nil, !isStreamed {
            throw .invalid("stream_options", "says something only where 'stream' is true")
        }
        includesUsage = try options?.bool("include_usage") ?? false
    }
}
