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

extension CompletionSummary.Reason {
    /// As OpenAI calls it.
    var finishReason: String {
        switch self {
        case .stop: "stop"
        case .length, .context: "length"
        }
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

extension TokenLikelihood.Candidate {
    /// The token's text. Half a character is spelled as its bytes, as OpenAI does: `bytes:\xe2`.
    var text: String {
        String(validating: bytes, as: UTF8.self)
            ?? "bytes:"
            + bytes.map { byte in
                let digits = String(byte, radix: 16)
                return "\\x" + (digits.count < 2 ? "0" : "") + digits
            }.joined()
    }

    /// JSON has no infinity; this is what OpenAI has for what next to never comes.
    var written: JSON { .number(logarithm.isFinite ? Double(logarithm) : -9999) }

    fileprivate var fields: JSONObject {
        ["token": .string(text), "logprob": written, "bytes": .array(bytes.map { .integer(Int($0)) })]
    }
}

extension TokenLikelihood {
    /// Source: OpenAI API reference, “The chat completion object”, `logprobs.content`.
    var json: JSON {
        var fields = chosen.fields
        fields["top_logprobs"] = .array(likeliest.map { .object($0.fields) })
        return .object(fields)
    }
}
