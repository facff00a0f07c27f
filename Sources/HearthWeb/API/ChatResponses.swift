// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// A whole answer. Source: OpenAI API reference, “The chat completion object”.
struct ChatCompletion: Encodable, Sendable {
    struct Choice: Encodable, Sendable {
        let index = 0
        let message: Text
        let logprobs: Int? = nil
        let finishReason: String

        private enum CodingKeys: String, CodingKey {
            case index, message, logprobs
            case finishReason = "finish_reason"
        }
    }

    let id: String
    let object = "chat.completion"
    let created: Int
    let model: String
    let choices: [Choice]
    /// Not known of an answer that a stop text has ended.
    let usage: Usage?
}

/// A piece of an answer. Source: OpenAI API reference, “The chat completion chunk object”.
struct ChatChunk: Encodable, Sendable {
    struct Choice: Encodable, Sendable {
        let index = 0
        let delta: Text
        let finishReason: String?

        private enum CodingKeys: String, CodingKey {
            case index, delta
            case finishReason = "finish_reason"
        }

        /// `finish_reason` is there from the first chunk on, as `null`.
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(index, forKey: .index)
            try fields.encode(delta, forKey: .delta)
            try fields.encode(finishReason, forKey: .finishReason)
        }
    }

    let id: String
    let object = "chat.completion.chunk"
    let created: Int
    let model: String
    let choices: [Choice]
    var usage: Usage?
}

/// What a model says: all of it, or the next piece. Thoughts stand apart, as vLLM and others have them.
struct Text: Encodable, Sendable {
    var role: String?
    var content: String?
    var reasoning: String?

    private enum CodingKeys: String, CodingKey {
        case role, content
        case reasoning = "reasoning_content"
    }
}

struct Usage: Encodable, Sendable {
    struct Details: Encodable, Sendable {
        let cached: Int
        private enum CodingKeys: String, CodingKey { case cached = "cached_tokens" }
    }

    let prompt: Int
    let completion: Int
    let total: Int
    let details: Details

    private enum CodingKeys: String, CodingKey {
        case prompt = "prompt_tokens"
        case completion = "completion_tokens"
        case total = "total_tokens"
        case details = "prompt_tokens_details"
    }

    init(_ summary: CompletionSummary) {
        prompt = summary.promptTokens
        completion = summary.tokens
        total = summary.promptTokens + summary.tokens
        details = Details(cached: summary.cachedPromptTokens)
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

struct ModelList: Encodable, Sendable {
    struct Entry: Encodable, Sendable {
        let id: String
        let object = "model"
        let created = 0
        let ownedBy: String

        private enum CodingKeys: String, CodingKey {
            case id, object, created
            case ownedBy = "owned_by"
        }
    }

    let object = "list"
    let data: [Entry]
}
