// SPDX-License-Identifier: Apache-2.0

/// A language model as conversations need it, wherever it runs.
public protocol Completing: Sendable {
    /// Answers a conversation. When the reader stops, so does the work.
    ///
    /// - Throws: `ModelError` for what can be said before a model has written anything; what goes wrong after that is
    ///   thrown by the stream.
    func complete(_ request: CompletionRequest) async throws -> AsyncThrowingStream<CompletionEvent, any Error>
}

/// A conversation or text for a model, and how to answer it.
public struct CompletionRequest: Sendable, Equatable {
    public struct Turn: Sendable, Equatable {
        /// A `tool` says what came of a call.
        public enum Role: String, Sendable { case user, assistant, tool }

        public var role: Role
        public var content: String
        /// Function calls that the model asked for.
        public var calls: [FunctionCall] = []
        /// The call whose result this is.
        public var callID: String?

        public init(role: Role, content: String, calls: [FunctionCall] = [], callID: String? = nil) {
            self.role = role
            self.content = content
            self.calls = calls
            self.callID = callID
        }
    }

    /// A text that is no conversation.
    public enum Text: Sendable, Equatable {
        case words(String)
        /// As the model's own tokenizer numbers them.
        case tokens([Int])
    }

    /// The model that is to answer, by its name; `nil` for the chosen one. It answers, or there is an error; no other
    /// model does, and the choice stays as it is.
    public var model: String?
    /// The system message, where there is one.
    public var instructions: String?
    /// Text about the user, for the place behind the instructions.
    public var memory: String?
    /// The user's texts that the question is made of, which decides whether a model elsewhere may be asked it.
    public var purpose = RequestPurpose.conversation
    /// Oldest first; the last is the user's, or the result of a call.
    public var turns: [Turn]
    /// Text to continue as it stands, instead of instructions and turns.
    public var text: Text?
    /// Whether the oldest turns may be left out where the model's context is too small for all; if not, that is an
    /// error.
    public var mayOmit = true
    /// How the answer begins, where it was broken off: the model goes on from there, and only what it adds comes.
    public var beginning: String?
    /// `nil` leaves the choice to the model's own settings.
    public var temperature: Float?
    public var topP: Float?
    /// Keep this many of the likeliest tokens; 0 keeps all.
    public var topK: Int?
    /// Keep tokens at least this likely in relation to the likeliest, 0…1.
    public var minP: Float?
    /// Above 1, tokens that have occurred become less likely.
    public var repetitionPenalty: Float?
    public var maxTokens: Int?
    public var seed: UInt64?
    /// Texts that end the answer; they are not part of it.
    public var stop: [String] = []
    /// Whether a model that can think first may.
    public var thinks = true
    /// The most tokens of a thought, which is ended there; `nil` for as many as the model likes.
    public var maxThoughtTokens: Int?
    /// Required form of the answer.
    public var form = AnswerForm.free
    /// The functions that the model may ask to be called.
    public var functions: [OfferedFunction] = []
    public var calling = Calling.free
    /// With each token, tell how likely it was and which this many would have been likelier or next; `nil` to tell
    /// nothing.
    public var alternatives: Int?

    public init(instructions: String? = nil, turns: [Turn]) {
        self.instructions = instructions
        self.turns = turns
    }

    /// The same with the memory as the end of the system message.
    public var withMemoryInInstructions: CompletionRequest {
        guard let memory else { return self }
        var request = self
        request.instructions = [instructions, memory].compactMap { $0 }.joined(separator: "\n\n")
        request.memory = nil
        return request
    }

    /// Leaves more tokens to a model elsewhere: some think, whatever they are told, and thoughts count.
    public mutating func makeRoomForThoughts() {
        guard let model, RemoteModel.isRemote(model), let maxTokens else { return }
        self.maxTokens = max(maxTokens, 600)
    }

    /// A text to be continued.
    public init(continuing text: Text) {
        turns = []
        self.text = text
    }
}

/// Events of an answer, in order.
public enum CompletionEvent: Sendable, Equatable {
    /// A piece of the answer, or of what the model thinks before it.
    case piece(AnswerPiece)
    /// The model asks for a function to be called. Only where functions were offered.
    case call(FunctionCall)
    /// The model has written a token, of a thought or a call too; the text that it completes follows. Only where it was
    /// asked for.
    case token(TokenLikelihood)
    /// How full the model's context is: before the first piece, and now and then while the answer grows. Endpoints
    /// elsewhere do not say.
    case context(ContextUse)
    /// The fraction of a long prompt that the model has read, 0…1: before the first piece. Endpoints elsewhere do not
    /// say.
    case reading(Double)
    /// The end.
    case finished(CompletionSummary)
}

extension CompletionEvent {
    public static func thought(_ text: String) -> Self { .piece(.thought(text)) }
    public static func text(_ text: String) -> Self { .piece(.text(text)) }
    public static var textWasThought: Self { .piece(.textWasThought) }
}

/// Use of a model's context, in tokens.
public struct ContextUse: Sendable, Equatable {
    /// Tokens of the prompt, and of the answer as far as it is written.
    public var tokens: Int
    /// Tokens that there is room for.
    public var length: Int
    /// Tokens that are the instructions, without what stands around them; `nil` where there are none.
    public var instructionTokens: Int?
    /// How many of the oldest turns were left out, because there was no room for them.
    public var omittedTurns: Int

    public init(tokens: Int, length: Int, instructionTokens: Int? = nil, omittedTurns: Int = 0) {
        self.tokens = tokens
        self.length = length
        self.instructionTokens = instructionTokens
        self.omittedTurns = omittedTurns
    }
}

/// Token counts, speed and end of an answer.
public struct CompletionSummary: Sendable, Equatable {
    public enum Reason: String, Sendable { case stop, length, context }

    public var reason: Reason
    /// The stop text of the request that ended the answer; `nil` where something else did, or where that is not known,
    /// as of models elsewhere.
    public var stopText: String?
    public var promptTokens: Int
    public var cachedPromptTokens: Int
    public var tokens: Int
    public var tokensPerSecond: Double
    /// Tokens of the answer that are thoughts; `nil` where that is not known.
    public var thoughtTokens: Int?
    /// How long the prompt was read, and then the answer written; `nil` where that is not known.
    public var times: Times?
    /// Tokens that the model's context has room for; `nil` where that is not known.
    public var contextLength: Int?
    /// Tokens of the prompt that are the instructions, without what stands around them; `nil` where that is not known.
    public var instructionTokens: Int?

    public struct Times: Sendable, Equatable {
        public var prompt: Duration
        public var answer: Duration

        public init(prompt: Duration, answer: Duration) { (self.prompt, self.answer) = (prompt, answer) }
    }

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
