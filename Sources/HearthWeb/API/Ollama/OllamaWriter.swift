// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels

/// Writes a model's answer as Ollama does: an object, or one for each piece. Source: Ollama API documentation,
/// “Generate a chat completion” and “Generate a completion”.
struct OllamaWriter: AnswerWriter {
    let request: OllamaRequest
    let model: String
    let now: @Sendable () -> Date
    /// When the request came.
    let start: ContinuousClock.Instant
    private var calls = 0
    /// Tokens whose text has not come yet.
    private var tokens: [JSON] = []

    init(
        request: OllamaRequest, model: String, start: ContinuousClock.Instant, now: @escaping @Sendable () -> Date
    ) {
        (self.request, self.model, self.start, self.now) = (request, model, start, now)
    }

    func whole(_ answer: WholeAnswer) -> JSON {
        let calls = answer.calls.enumerated().map { json($1, $0) }
        return value(
            text: answer.text.text, thoughts: answer.text.thoughts, calls: calls, tokens: answer.tokens.map(\.json),
            answer.summary)
    }

    /// The answer where there was nothing to answer.
    func empty() -> JSON {
        var value = parts(text: "")
        (value["done"], value["done_reason"]) = (true, "load")
        return .object(value)
    }

    // MARK: As it comes

    mutating func beginning(promptTokens: Int) -> [JSON] { [] }

    mutating func values(of part: AnswerPart) -> [JSON] {
        if case .token(let token) = part {
            tokens.append(token.json)
            return []
        }
        defer { tokens = [] }
        switch part {
        case .token: return []
        case .text(let text): return [value(text: text, tokens: tokens)]
        case .thought(let text): return [value(thoughts: text, tokens: tokens)]
        case .call(let call):
            calls += 1
            return [value(calls: [json(call, calls - 1)], tokens: tokens)]
        case .finished(let summary): return [value(tokens: tokens, summary)]
        }
    }

    // MARK: Both

    private func value(
        text: String = "", thoughts: String = "", calls: [JSON] = [], tokens: [JSON],
        _ summary: CompletionSummary? = nil
    ) -> JSON {
        var value = parts(text: text, thoughts: thoughts, calls: calls)
        if !tokens.isEmpty { value["logprobs"] = .array(tokens) }
        value["done"] = .bool(summary != nil)
        guard let summary else { return .object(value) }
        value["done_reason"] = .string(summary.reason.finishReason)
        let total = start.duration(to: .now)
        let times = summary.times ?? .init(prompt: .zero, answer: total)
        value["total_duration"] = .integer(total.nanoseconds)
        // All that was neither reading nor writing: waiting for the model, and loading it.
        value["load_duration"] = .integer(max(0, (total - times.prompt - times.answer).nanoseconds))
        value["prompt_eval_count"] = .integer(summary.promptTokens)
        value["prompt_eval_duration"] = .integer(times.prompt.nanoseconds)
        value["eval_count"] = .integer(summary.tokens)
        value["eval_duration"] = .integer(times.answer.nanoseconds)
        return .object(value)
    }

    private func parts(text: String, thoughts: String = "", calls: [JSON] = []) -> JSONObject {
        var value: JSONObject = ["model": .string(model), "created_at": .string(now().ollamaTime)]
        switch request.kind {
        case .chat:
            var message: JSONObject = ["role": "assistant", "content": .string(text)]
            if !thoughts.isEmpty { message["thinking"] = .string(thoughts) }
            if !calls.isEmpty { message["tool_calls"] = .array(calls) }
            value["message"] = .object(message)
        case .text:
            value["response"] = .string(text)
            if !thoughts.isEmpty { value["thinking"] = .string(thoughts) }
        }
        return value
    }

    private func json(_ call: FunctionCall, _ index: Int) -> JSON {
        [
            "id": .string(call.id),
            "function": [
                "index": .integer(index), "name": .string(call.name),
                // A model writes what it likes; clients want an object.
                "arguments": (try? JSON(parsing: call.arguments)).flatMap { $0.object == nil ? nil : $0 } ?? [:],
            ],
        ]
    }
}

extension Duration {
    /// None is below zero, or above what fits.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isOver ? .max : max(0, Int(whole) + Int(attoseconds / 1_000_000_000))
    }
}

extension Date {
    /// With a fraction of a second, as Ollama's clients read it (RFC 3339).
    var ollamaTime: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
