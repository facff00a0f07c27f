// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// Writes a model's answer as OpenAI's chats have it.
///
/// Thoughts stand apart, as vLLM and others have them. Likelihoods are those of all tokens, also of thoughts and calls.
struct ChatWriter: AnswerWriter {
    let head: AnswerHead
    let request: ChatRequest
    /// Streamed so far: how many calls, and tokens whose text has not come yet.
    private var calls = 0
    private var tokens: [JSON] = []

    init(head: AnswerHead, request: ChatRequest) { (self.head, self.request) = (head, request) }

    // MARK: Whole. Source: OpenAI API reference, “The chat completion object”

    func whole(_ answer: WholeAnswer) -> JSON {
        var message: JSONObject = ["role": "assistant", "content": .string(answer.text.text), "refusal": .null]
        if !answer.text.thoughts.isEmpty { message["reasoning_content"] = .string(answer.text.thoughts) }
        if !answer.calls.isEmpty {
            if answer.text.text.isEmpty { message["content"] = .null }
            message["tool_calls"] = .array(answer.calls.map { .object($0.json) })
        }
        var usage = Usage()
        usage.add(answer.summary)
        let choice = choice(
            "message", message, answer.tokens.map(\.json), reason(answer.summary, answer.calls.count))
        return head.part("chat.completion", choices: [choice], usage: usage.json)
    }

    // MARK: As it comes. Source: OpenAI API reference, “The chat completion chunk object”

    mutating func beginning(promptTokens: Int) -> [JSON] { [part(["role": "assistant", "content": ""])] }

    mutating func values(of part: AnswerPart) -> [JSON] {
        switch part {
        case .text(let text): return [self.part(["content": .string(text)])]
        case .thought(let text): return [self.part(["reasoning_content": .string(text)])]
        case .token(let token):
            tokens.append(token.json)
            return []
        case .call(let call):
            var fields = call.json
            fields["index"] = .integer(calls)
            calls += 1
            return [self.part(["tool_calls": [.object(fields)]])]
        case .finished(let summary):
            let last = self.part([:], reason(summary, calls))
            guard request.includesUsage else { return [last] }
            var usage = Usage()
            usage.add(summary)
            return [last, head.part(Self.chunk, choices: [], usage: usage.json)]
        }
    }

    private static let chunk = "chat.completion.chunk"

    private mutating func part(_ delta: JSONObject, _ reason: String? = nil) -> JSON {
        defer { tokens = [] }
        return head.part(
            Self.chunk, choices: [choice("delta", delta, tokens, reason)], usage: request.includesUsage ? .null : nil)
    }

    // MARK: Both

    private func choice(_ name: String, _ content: JSONObject, _ tokens: [JSON], _ reason: String?) -> JSON {
        var choice: JSONObject = ["index": 0]
        choice[name] = .object(content)
        choice["logprobs"] =
            request.asked.completion.alternatives == nil ? .null : ["content": .array(tokens), "refusal": .null]
        choice["finish_reason"] = reason.map { .string($0) } ?? .null
        return .object(choice)
    }

    private func reason(_ summary: CompletionSummary, _ calls: Int) -> String {
        calls > 0 ? "tool_calls" : summary.reason.finishReason
    }
}
