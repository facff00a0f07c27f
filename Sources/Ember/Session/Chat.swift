// SPDX-License-Identifier: Apache-2.0

public import EmberJSON

/// One message of a conversation.
public struct ChatMessage: Sendable, Equatable {
    public enum Role: String, Sendable, Codable { case system, user, assistant, tool }
    public var role: Role
    public var content: String

    public init(_ role: Role, _ content: String) {
        self.role = role
        self.content = content
    }

    public static func system(_ content: String) -> ChatMessage { ChatMessage(.system, content) }
    public static func user(_ content: String) -> ChatMessage { ChatMessage(.user, content) }
    public static func assistant(_ content: String) -> ChatMessage { ChatMessage(.assistant, content) }
}

/// What a model is asked.
public enum UserInput: Sendable {
    /// A conversation, to be laid out by the model's chat template.
    case chat([ChatMessage], variables: JSONObject = JSONObject())
    /// Plain text to be continued; special tokens written in it count as text.
    case text(String)

    public init(prompt: String) { self = .chat([.user(prompt)]) }
}

/// Tokens that a model is to continue.
public struct ModelInput: Sendable, Equatable {
    public var tokens: [Int]
    public init(tokens: [Int]) { self.tokens = tokens }
}
