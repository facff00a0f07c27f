// SPDX-License-Identifier: Apache-2.0

/// Events while an answer is generated, in order: perhaps `omitted`, any number of pieces, then one `info`.
public enum Generation: Sendable, Equatable {
    /// The conversation no longer fits the model's context: this many of its oldest messages
    /// were left out of the prompt.
    case omitted(messages: Int)
    /// The next piece of what the model thinks before it answers.
    case thought(String)
    /// The next piece of the answer: whole characters, often one token's worth.
    case chunk(String)
    /// The model asks for a function to be called. Only where functions were offered.
    case toolCall(ToolCall)
    /// The answer so far was a thought: the model has ended one that nothing had announced. Rare.
    case answerWasThought
    /// How it went; always last.
    case info(GenerationInfo)
}

/// Why an answer ended.
public enum StopReason: String, Sendable {
    /// The model said so, or a stop text came up.
    case stop
    /// The most tokens that were asked for.
    case length
    /// The model's context is full.
    case context
    /// The reader went away.
    case cancelled
}

/// Token counts and times of an answer.
public struct GenerationInfo: Sendable, Equatable {
    public var promptTokens: Int
    /// Prompt tokens whose keys and values were still there from an earlier turn.
    public var cachedPromptTokens: Int
    public var tokens: Int
    /// From the request to the first new token.
    public var promptTime: Duration
    /// From the first new token to the last.
    public var generationTime: Duration
    public var stopReason: StopReason
    /// The stop text that ended the answer; `nil` where something else did.
    public var stopText: String?

    /// Prompt tokens computed a second; cached ones do not count.
    public var promptTokensPerSecond: Double { rate(promptTokens - cachedPromptTokens, promptTime) }

    /// New tokens a second. The first comes out of the prompt's pass and does not count.
    public var tokensPerSecond: Double { rate(tokens - 1, generationTime) }

    /// Adds up this answer and one that followed it; the end is that of the second.
    func followed(by next: GenerationInfo) -> GenerationInfo {
        GenerationInfo(
            promptTokens: promptTokens + next.promptTokens,
            cachedPromptTokens: cachedPromptTokens + next.cachedPromptTokens, tokens: tokens + next.tokens,
            promptTime: promptTime + next.promptTime, generationTime: generationTime + next.generationTime,
            stopReason: next.stopReason, stopText: next.stopText)
    }

    private func rate(_ tokens: Int, _ time: Duration) -> Double {
        tokens > 0 && time > .zero ? Double(tokens) / time.inSeconds : 0
    }
}
