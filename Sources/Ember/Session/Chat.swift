// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

/// One message of a conversation.
public struct ChatMessage: Sendable, Equatable {
    public enum Role: String, Sendable, Codable { case system, user, assistant, tool }
    public var role: Role
    public var content: String
    /// Thoughts of the model before this message. Its chat template decides whether the model sees them again.
    public var reasoning: String?
    /// Function calls that the model asked for.
    public var toolCalls: [ToolCall] = []
    /// The function whose result this is, and the call that it answers.
    public var name: String?
    public var toolCallID: String?

    public init(_ role: Role, _ content: String) {
        self.role = role
        self.content = content
    }

    public static func system(_ content: String) -> ChatMessage { ChatMessage(.system, content) }
    public static func user(_ content: String) -> ChatMessage { ChatMessage(.user, content) }

    public static func assistant(
        _ content: String, reasoning: String? = nil, toolCalls: [ToolCall] = []
    ) -> ChatMessage {
        var message = ChatMessage(.assistant, content)
        message.reasoning = reasoning
        message.toolCalls = toolCalls
        return message
    }

    /// Message that carries a function's result to the model.
    public static func tool(_ result: String, for call: ToolCall) -> ChatMessage {
        var message = ChatMessage(.tool, result)
        message.name = call.name
        message.toolCallID = call.id
        return message
    }
}

/// A conversation or a text for a model to answer or continue.
public enum UserInput: Sendable {
    /// A conversation, to be laid out by the model's chat template, and the functions that the
    /// model may ask to be called.
    ///
    /// `variables` are further ones that the template reads, such as `enable_thinking`.
    case chat([ChatMessage], tools: [ToolSpecification] = [], variables: JSONObject = JSONObject())
    /// Plain text to be continued; special tokens written in it count as text.
    case text(String)

    public init(prompt: String) { self = .chat([.user(prompt)]) }
}

/// Tokens that a model is to continue.
public struct ModelInput: Sendable, Equatable {
    public var tokens: [Int]
    /// Markup to look for in the answer: none, unless a conversation was laid out.
    package var format = AnswerFormat.plain
    /// How many of the last tokens are the answer's own beginning.
    package private(set) var begun = 0

    public init(tokens: [Int]) { self.tokens = tokens }

    /// The same question, with an answer that is there in part: the model goes on behind `tokens`.
    func answered(with tokens: [Int]) -> ModelInput {
        var input = ModelInput(tokens: self.tokens + tokens)
        input.begun = tokens.count
        return input
    }

    init(tokens: [Int], format: AnswerFormat) {
        self.tokens = tokens
        self.format = format
    }
}
