// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberJSON
import Foundation

/// One question, one answer on standard output.
struct OneAnswer: Sendable {
    let model: ChatModel
    let session: ChatSession
    let showsThinking: Bool
    let json: Bool

    /// Returns the question: `prompt`, else the text that is piped in; `nil` when a person sits at the terminal.
    /// - Throws: `ChatError` when there is nothing in it to answer.
    static func question(prompt: String?) throws -> String? {
        if let prompt {
            guard prompt.contains(where: { !$0.isWhitespace }) else {
                throw ChatError("the prompt is empty; write a question")
            }
            return prompt
        }
        guard isatty(STDIN_FILENO) == 0 else { return nil }
        let data = try FileHandle.standardInput.readToEnd() ?? Data()
        guard let piped = String(validating: data, as: UTF8.self) else {
            throw ChatError("the piped input is not UTF-8 text")
        }
        // The line feed that ends a file is not part of the question.
        let text = piped.hasSuffix("\n") ? String(piped.dropLast()) : piped
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ChatError("the piped input is empty; ask with -p, or start hearth chat in a terminal")
        }
        return text
    }

    /// - Throws: `ExitCode` when Ctrl-C stopped the answer; what there was has been printed.
    func answer(_ question: String, _ interruption: Interruption) async throws {
        let look = AnswerView.Look(
            style: TerminalStyle(isOn: false), isLive: false, thinking: showsThinking ? .shown : .leftOut)
        let reply = try await Reply.stream(
            from: session, to: question, look: json ? nil : look, interruption)
        guard let info = reply.info else { throw ExitCode(Interruption.status(of: SIGINT)) }
        if json {
            StandardStream.output.write(json: object(reply.text, info))
        }
    }

    private func object(_ text: GeneratedText, _ info: GenerationInfo) -> JSON {
        var object = JSONObject([
            "text": .string(text.answer),
            "tokens": .integer(info.tokens),
            "prompt_tokens": .integer(info.promptTokens),
            "cached_prompt_tokens": .integer(info.cachedPromptTokens),
            "tokens_per_second": .number(info.tokensPerSecond),
            "prompt_tokens_per_second": .number(info.promptTokensPerSecond),
            "stop_reason": .string(info.stopReason.rawValue),
        ])
        if !text.thinking.isEmpty { object["thinking"] = .string(text.thinking) }
        return .object(object)
    }
}
