// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A request to `/v1/completions`: prompts to continue as they stand. Source: OpenAI API reference, “Create
/// completion”.
struct TextRequest: Sendable {
    let model: String
    /// One for each prompt.
    var completions: [CompletionRequest]
    let delivery: Delivery

    private static let known: Set<String> = [
        "model", "prompt", "temperature", "top_p", "max_tokens", "seed", "stop", "stream", "stream_options", "n",
        "best_of", "logprobs", "user",
    ]
    private static let idle: [String: [JSON]] = [
        "presence_penalty": [0, 0.0], "frequency_penalty": [0, 0.0], "logit_bias": [[:]], "echo": [false],
        "suffix": [""],
    ]
    /// OpenAI's default for `max_tokens`.
    private static let usualTokens = 16
    private static let mostPrompts = 128

    init(_ body: [UInt8]) throws(APIError) {
        let fields = try RequestFields(body, known: Self.known, idle: Self.idle)
        model = try fields.string("model") ?? ""
        delivery = try Delivery(fields)
        try fields.refuseSeveral("n")
        try fields.refuseSeveral("best_of")
        var like = CompletionRequest(continuing: .words(""))
        try like.takeSampling(fields)
        like.maxTokens = try fields.integer("max_tokens", in: 1...ProgramRequest.mostTokens) ?? Self.usualTokens
        like.alternatives = try fields.integer("logprobs", in: 0...5)
        completions = try Self.prompts(fields).map { text in
            var completion = like
            completion.text = text
            return completion
        }
    }

    private static func prompts(_ fields: RequestFields) throws(APIError) -> [CompletionRequest.Text] {
        switch fields["prompt"] {
        case nil: throw .missing("prompt")
        case .string(let text)?: return [.words(text)]
        case .array(let list)? where list.first?.integer != nil: return [.tokens(try tokens(list, at: "prompt"))]
        case .array(let list)? where (1...mostPrompts).contains(list.count):
            return try list.enumerated().map { index, item throws(APIError) in
                switch item {
                case .string(let text): .words(text)
                case .array(let list): .tokens(try tokens(list, at: "prompt.\(index)"))
                default: throw .invalid("prompt.\(index)", "must be a text or a list of tokens")
                }
            }
        default: throw .invalid("prompt", "must be a text, a list of tokens, or up to \(mostPrompts) of either")
        }
    }

    private static func tokens(_ list: [JSON], at place: String) throws(APIError) -> [Int] {
        try list.map { item throws(APIError) in
            guard let token = item.integer else { throw .invalid(place, "must be whole numbers") }
            return token
        }
    }
}
