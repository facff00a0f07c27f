// SPDX-License-Identifier: Apache-2.0

/// A language model as conversations need it, wherever it runs.
public protocol Completing: Sendable {
    /// Answers a conversation. When the reader stops, so does the work.
    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error>
}

/// What a model is asked.
public struct CompletionRequest: Sendable, Equatable {
    public struct Turn: Sendable, Equatable {
        public var role: Message.Role
        public var content: String

        public init(role: Message.Role, content: String) {
            self.role = role
            self.content = content
        }
    }

    /// What the answer is for.
    public enum Purpose: Sendable { case conversation, title }

    public var purpose = Purpose.conversation
    /// The system message, where there is one.
    public var instructions: String?
    /// Oldest first; the last is the user's.
    public var turns: [Turn]
    /// `nil` leaves the choice to the model's own settings.
    public var temperature: Float?
    public var topP: Float?
    public var maxTokens: Int?
    public var seed: UInt64?
    /// Whether a model that can think first may.
    public var thinks = true

    public init(instructions: String? = nil, turns: [Turn]) {
        self.instructions = instructions
        self.turns = turns
    }
}

/// What comes of it, in order.
public enum CompletionEvent: Sendable, Equatable {
    /// A piece of what the model thinks before it answers.
    case thought(String)
    /// A piece of the answer.
    case text(String)
    /// The text so far was a thought, which nothing had announced; the answer follows. Rare.
    case textWasThought
    /// How many of the oldest turns were left out because the model's context is full.
    case omitted(turns: Int)
    /// The end.
    case finished(CompletionSummary)
}

/// What an answer took.
public struct CompletionSummary: Sendable, Equatable {
    public enum Reason: String, Sendable { case stop, length, context }

    public var reason: Reason
    public var promptTokens: Int
    public var cachedPromptTokens: Int
    public var tokens: Int
    public var tokensPerSecond: Double
    /// Tokens that the model's context has room for; `nil` where that is not known.
    public var contextLength: Int?

    public init(
        reason: Reason, promptTokens: Int, cachedPromptTokens: Int, tokens: Int, tokensPerSecond: Double,
        contextLength: Int?
    ) {
        self.reason = reason
        self.promptTokens = promptTokens
        self.cachedPromptTokens = cachedPromptTokens
        self.tokens = tokens
        self.tokensPerSecond = tokensPerSecond
        self.contextLength = contextLength
    }
}
