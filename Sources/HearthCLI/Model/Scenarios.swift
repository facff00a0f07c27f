// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers

/// Measures the times that people wait, as they meet them: whole answers, through the engine's queue and its caches.
///
/// The tokens mean nothing, and an answer goes on past the tokens that would end it: only the work counts.
struct Scenarios {
    let context: ModelContext
    let precision: Precision

    /// One answer that has been given: its tokens, the seconds until the first and until the end, and what was cached.
    private struct Given {
        var tokens: [Int] = []
        var firstSeconds = 0.0
        var seconds = 0.0
        var cached = 0

        /// The first token comes out of the prompt's pass and does not count.
        var tokensPerSecond: Double { Double(tokens.count - 1) / (seconds - firstSeconds) }
    }

    /// Tokens a second of `answers` answers of `count` tokens each that are asked for at once, all of them together,
    /// from the question to the last word.
    func together(_ answers: Int, tokens count: Int) async throws -> Double {
        let prompts = (0..<answers).map { some(8, from: 1000 * ($0 + 1)) }
        let clock = ContinuousClock()
        let begun = clock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for prompt in prompts { group.addTask { _ = try await answer(prompt, tokens: count) } }
            try await group.waitForAll()
        }
        return Double(answers * count) / seconds(clock.now - begun)
    }

    /// Seconds from a question of `new` tokens to the first of its answer, in the tenth turn of a conversation of
    /// `cached` tokens so far, and the same where nothing has been kept of the conversation.
    func tenthTurn(cached: Int, new: Int) async throws -> JSONObject {
        var conversation: [Int] = []
        for turn in 1...9 {
            let end = cached * turn / 9
            let written = min(32, (end - conversation.count) / 2)
            conversation += some(end - conversation.count - written, from: conversation.count)
            conversation += try await answer(conversation, tokens: written).tokens
        }
        conversation += some(new, from: conversation.count)
        let kept = try await answer(conversation, tokens: 1)
        // Another beginning, and nothing of what is kept can be used.
        let other = [(conversation[0] + 1) % context.tokenizer.vocabularySize] + conversation.dropFirst()
        let fresh = try await answer(other, tokens: 1)
        return JSONObject([
            "turn_prompt_tokens": .integer(conversation.count), "turn_cached_tokens": .integer(kept.cached),
            "turn_seconds": .number(kept.firstSeconds), "turn_uncached_tokens": .integer(other.count - fresh.cached),
            "turn_uncached_seconds": .number(fresh.firstSeconds),
        ])
    }

    /// Tokens a second at which the model writes `answer` behind `prompt`, with and without guessing ahead.
    ///
    /// The answer is dictated: the model computes every token and every guess is checked, against what the text says
    /// instead of against what the model would. So no model is needed that would give this answer.
    func dictation(prompt: [Int], answer text: [Int]) async throws -> JSONObject {
        guard text.count > 1 else {
            throw EmberError(.invalidParameter, "answer", "has \(text.count) tokens; a speed needs two")
        }
        let plain = try await answer(prompt, tokens: text.count, dictation: text)
        let guessing = try await answer(prompt, tokens: text.count, dictation: text, guesses: true)
        return JSONObject([
            "dictation_prompt_tokens": .integer(prompt.count), "dictation_tokens": .integer(text.count),
            "dictation_tokens_per_second": .number(guessing.tokensPerSecond),
            "dictation_without_guesses_tokens_per_second": .number(plain.tokensPerSecond),
        ])
    }

    private func answer(
        _ prompt: [Int], tokens: Int, dictation: [Int]? = nil, guesses: Bool = false
    ) async throws -> Given {
        var parameters = GenerateParameters(maxTokens: tokens, temperature: 0)
        parameters.ignoreEndOfSequence = true
        parameters.speculation = guesses
        let clock = ContinuousClock()
        let begun = clock.now
        var given = Given()
        let events = try context.answer(
            to: ModelInput(tokens: prompt), parameters: parameters, precision: precision, dictation: dictation)
        for try await event in events {
            switch event {
            case .token(let token, _, _):
                if given.tokens.isEmpty { given.firstSeconds = seconds(clock.now - begun) }
                given.tokens.append(token)
            case .finished(let info, _): given.cached = info.cachedPromptTokens
            }
        }
        given.seconds = seconds(clock.now - begun)
        return given
    }

    /// `count` tokens without a pattern that a guess could find.
    private func some(_ count: Int, from start: Int) -> [Int] {
        (start..<start + count).map { ($0 * 7919 + 13) % context.tokenizer.vocabularySize }
    }
}

/// A duration in seconds.
func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
