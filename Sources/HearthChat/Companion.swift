// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Adds to conversations more than was said in them: memory, modes, and care for the user. The program supplies it;
/// without one, a conversation consists of its messages and the settings' system message.
public protocol Companion: Sendable {
    /// The mode of new sessions; `nil` for none.
    func usualMode() async -> String?
    /// The system message of a mode for a session, in the language of what was said first; `nil` leaves it to the
    /// settings.
    /// - Parameter answer: the answer that is to be given, which names the model that is told it.
    func instructions(of mode: String?, for question: String, in session: Session.ID, before answer: Message) async
        -> String?
    /// Whether what is said now is remembered, in sessions whose memory is on.
    func remembers() async -> Bool
    /// Whether a model may be told of the memory.
    /// - Parameter host: where the model is, if not on this machine.
    func mayRecall(in mode: String?, host: String?) async -> Bool
    /// Finds memories that help with a question.
    ///
    /// - Parameters:
    ///   - known: memories that the model is told already.
    ///   - isFirst: whether they stand at the beginning of the conversation, where there is room for more.
    func recall(
        _ question: Message, in session: Session, besides known: [RecalledMemory], isFirst: Bool, before answer: Message
    ) async -> [RecalledMemory]
    /// Those of some memories that a model may be told.
    func mayTell(_ memories: [RecalledMemory], before answer: Message) async -> [RecalledMemory]
    /// How several memories stand in a prompt, under a line that says what they are. The same for the same ones,
    /// always.
    func block(of memories: [RecalledMemory]) -> String
    /// The app's own reply to a question, given before any model reads it; `nil` leaves the question to the model.
    /// - Parameters:
    ///   - answer: what is to be the answer.
    ///   - path: what was said before, oldest first.
    ///   - memories: what models were told beside that.
    func builtInReply(
        to question: Message, answer: Message, after path: [Message], told memories: [RecalledMemory],
        in session: Session
    ) async -> BuiltInReply?
    /// A sentence more for a model that answers after these marks of care; `nil` where none asks for one.
    func instruction(afterCare marks: [String], before answer: Message) async -> String?
    /// Claims that a model must not begin with, since they are not true; `nil` when it may say anything.
    func unkeptClaims(about question: Message, before answer: Message) async -> UnkeptClaims?
    /// A question has been answered, or its answer has ended otherwise.
    func finished(_ question: Message, _ answer: Message, in session: Session) async
    /// A question was put in another one's place.
    func replaced(_ question: Message.ID, by other: Message) async
}

/// The app's own reply to a question, or what it did beside the model's.
public struct BuiltInReply: Sendable, Equatable {
    /// The answer, where the app gives it; `nil` where the model answers.
    public var answer: String?
    /// The care that is shown with the answer, as it is kept with it; `nil` for nothing.
    public var care: String?
    /// A name for the conversation, where its first words are not to stand in a list.
    public var title: String?
    /// Action that the app took on the user's request, as it is kept with the answer.
    public var deed: String?

    public init(answer: String? = nil, care: String? = nil, deed: String? = nil, title: String? = nil) {
        (self.answer, self.care, self.deed, self.title) = (answer, care, deed, title)
    }
}

extension Companion {
    public func mayTell(_ memories: [RecalledMemory], before answer: Message) async -> [RecalledMemory] { memories }
    public func instruction(afterCare marks: [String], before answer: Message) async -> String? { nil }
    public func unkeptClaims(about question: Message, before answer: Message) async -> UnkeptClaims? { nil }
}

/// Something of the memory that a model is told, and where it comes from. It is kept as it stands in the prompt, so
/// that the prompt stays the same.
public struct RecalledMemory: Sendable, Equatable {
    public enum Kind: String, Sendable { case message, entry, fact }

    /// The question that it was recalled for.
    public var question: Message.ID
    /// Whether it stands at the beginning of the conversation, or beside its question.
    public var isAtBeginning: Bool
    public var kind: Kind
    /// The identifier of the message, entry or fact.
    public var source: String
    /// The conversation or journal in which it was said.
    public var thread: String
    public var date: Date
    /// A code such as `en`.
    public var language: String
    public var text: String

    public init(
        question: Message.ID, isAtBeginning: Bool, kind: Kind, source: String, thread: String, date: Date,
        language: String, text: String
    ) {
        self.question = question
        self.isAtBeginning = isAtBeginning
        self.kind = kind
        self.source = source
        self.thread = thread
        self.date = date
        self.language = language
        self.text = text
    }
}
