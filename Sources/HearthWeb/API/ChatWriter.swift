// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels

/// Writes a model's answer as a program wants it: whole, or as it comes.
///
/// Thoughts stand apart, as vLLM and others have them. Likelihoods are those of all tokens, also of thoughts and calls.
struct ChatWriter: Sendable {
    let head: AnswerHead
    let request: ChatRequest

    // MARK: Whole. Source: OpenAI API reference, “The chat completion object”

    func whole(_ events: AsyncThrowingStream<CompletionEvent, any Error>) async throws -> JSON {
        var answer = AnswerText()
        var calls: [FunctionCall] = []
        var tokens: [JSON] = []
        for try await event in events {
            switch event {
            case .piece(let piece): answer.append(piece)
            case .call(let call): if counts(after: calls.count) { calls.append(call) }
            case .token(let token): tokens.append(token.json)
            case .context, .reading: continue
            case .finished(let summary):
                var message: JSONObject = ["role": "assistant", "content": .string(answer.text), "refusal": .null]
                if !answer.thoughts.isEmpty { message["reasoning_content"] = .string(answer.thoughts) }
                if !calls.isEmpty {
                    if answer.text.isEmpty { message["content"] = .null }
                    message["tool_calls"] = .array(calls.map { .object($0.json) })
                }
                var usage = Usage()
                usage.add(summary)
                let choice = choice("message", message, tokens, reason(summary, calls.count))
                return head.part("chat.completion", choices: [choice], usage: usage.json)
            }
        }
        throw WebError(.serviceUnavailable, .model)
    }

    // MARK: As it comes. Source: OpenAI API reference, “The chat completion chunk object”

    @concurrent func stream(
        _ events: AsyncThrowingStream<CompletionEvent, any Error>, to output: inout EventLineWriter
    ) async throws {
        var calls = 0
        // Tokens whose text has not come yet.
        var tokens: [JSON] = []
        try await output.write(part(["role": "assistant", "content": ""], &tokens))
        for try await event in events {
            switch event {
            case .piece(.text(let text)): try await output.write(part(["content": .string(text)], &tokens))
            case .piece(.thought(let text)):
                try await output.write(part(["reasoning_content": .string(text)], &tokens))
            case .token(let token): tokens.append(token.json)
            case .call(let call):
                guard counts(after: calls) else { continue }
                var fields = call.json
                fields["index"] = .integer(calls)
                calls += 1
                try await output.write(part(["tool_calls": [.object(fields)]], &tokens))
            // What was sent cannot be taken back; what follows is the answer.
            case .piece(.textWasThought), .context, .reading: continue
            case .finished(let summary):
                try await output.write(part([:], &tokens, reason(summary, calls)))
                guard request.delivery.includesUsage else { continue }
                var usage = Usage()
                usage.add(summary)
                try await output.write(head.part(Self.chunk, choices: [], usage: usage.json))
            }
        }
    }

    private static let chunk = "chat.completion.chunk"

    private func part(_ delta: JSONObject, _ tokens: inout [JSON], _ reason: String? = nil) -> JSON {
        defer { tokens = [] }
        return head.part(
            Self.chunk, choices: [choice("delta", delta, tokens, reason)],
            usage: request.delivery.includesUsage ? .null : nil)
    }

    // MARK: Both

    private func choice(_ name: String, _ content: JSONObject, _ tokens: [JSON], _ reason: String?) -> JSON {
        var choice: JSONObject = ["index": 0]
        choice[name] = .object(content)
        choice["logprobs"] =
            request.completion.alternatives == nil ? .null : ["content": .array(tokens), "refusal": .null]
        choice["finish_reason"] = reason.map { .string($0) } ?? .null
        return .object(choice)
    }

    private func counts(after calls: Int) -> Bool { calls == 0 || !request.callsOnce }

    private func reason(_ summary: CompletionSummary, _ calls: Int) -> String {
        calls > 0 ? "tool_calls" : summary.reason.finishReason
    }
}
