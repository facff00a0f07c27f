// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels

/// Writes how a model continues texts, one after another. Source: OpenAI API reference, “The completion object”.
struct TextWriter: Sendable {
    typealias Begin = @Sendable (CompletionRequest) async throws -> ProgramAnswers.Events

    let head: AnswerHead
    let request: TextRequest

    func whole(_ begin: Begin) async throws -> JSON {
        var choices: [JSON] = []
        var usage = Usage()
        for (index, completion) in request.completions.enumerated() {
            var text = ""
            var tokens = TextTokens()
            for try await event in try await begin(completion) {
                switch event {
                case .piece(.text(let piece)), .piece(.thought(let piece)): text += piece
                case .token(let token): tokens.add(token)
                case .call, .piece(.textWasThought), .context, .reading: continue
                case .finished(let summary):
                    usage.add(summary)
                    choices.append(choice(index, text, &tokens, summary.reason.finishReason))
                }
            }
        }
        guard choices.count == request.completions.count else { throw WebError.brokenAnswer }
        return head.part("text_completion", choices: choices, usage: usage.json)
    }

    /// - Parameter first: the answer to the first prompt, which has begun.
    @concurrent func stream(
        _ first: ProgramAnswers.Events, _ begin: Begin, to output: inout StreamWriter
    ) async throws {
        var usage = Usage()
        for (index, completion) in request.completions.enumerated() {
            var (tokens, isFinished) = (TextTokens(), false)
            for try await event in index == 0 ? first : try await begin(completion) {
                switch event {
                case .piece(.text(let piece)), .piece(.thought(let piece)):
                    try await output.write(part(choice(index, piece, &tokens, nil)))
                case .token(let token): tokens.add(token)
                case .call, .piece(.textWasThought), .context, .reading: continue
                case .finished(let summary):
                    usage.add(summary)
                    try await output.write(part(choice(index, "", &tokens, summary.reason.finishReason)))
                    isFinished = true
                }
            }
            guard isFinished else { throw WebError.brokenAnswer }
        }
        if request.delivery.includesUsage {
            try await output.write(head.part("text_completion", choices: [], usage: usage.json))
        }
    }

    private func part(_ choice: JSON) -> JSON {
        head.part("text_completion", choices: [choice], usage: request.delivery.includesUsage ? .null : nil)
    }

    private func choice(_ index: Int, _ text: String, _ tokens: inout TextTokens, _ reason: String?) -> JSON {
        [
            "index": .integer(index), "text": .string(text),
            "logprobs": request.completions[index].alternatives == nil ? .null : tokens.take(),
            "finish_reason": reason.map { .string($0) } ?? .null,
        ]
    }
}

/// Likelihoods as `/v1/completions` has them: each field a list of its own.
private struct TextTokens {
    private var tokens: [JSON] = []
    private var likelihoods: [JSON] = []
    private var likeliest: [JSON] = []
    private var offsets: [JSON] = []
    /// Text offset of the next token, in Unicode code points, as Python counts characters.
    private var offset = 0

    mutating func add(_ token: TokenLikelihood) {
        tokens.append(.string(token.chosen.text))
        likelihoods.append(token.chosen.written)
        var best = JSONObject()
        // The chosen token is always named, if need be as one more than was asked for.
        for candidate in token.likeliest + [token.chosen] where best[candidate.text] == nil {
            best[candidate.text] = candidate.written
        }
        likeliest.append(.object(best))
        offsets.append(.integer(offset))
        // Each character has one byte that continues none.
        offset += token.chosen.bytes.count { $0 & 0xC0 != 0x80 }
    }

    /// Takes the tokens that came since the last call, as OpenAI's `logprobs`.
    mutating func take() -> JSON {
        defer { (tokens, likelihoods, likeliest, offsets) = ([], [], [], []) }
        return [
            "tokens": .array(tokens), "token_logprobs": .array(likelihoods), "top_logprobs": .array(likeliest),
            "text_offset": .array(offsets),
        ]
    }
}
