// SPDX-License-Identifier: Apache-2.0

/// A piece of an answer, from the model that writes it to the page that shows it.
public enum AnswerPiece: Sendable, Equatable {
    /// The next piece of what the model thinks before it answers.
    case thought(String)
    /// The next piece of the answer.
    case text(String)
    /// The text so far was a thought, which nothing had announced; the answer follows. Rare.
    case textWasThought
}

/// An answer as far as its pieces have come.
public struct AnswerText: Sendable, Equatable {
    public var thoughts: String
    public var text: String

    public init(thoughts: String = "", text: String = "") {
        self.thoughts = thoughts
        self.text = text
    }

    public mutating func append(_ piece: AnswerPiece) {
        switch piece {
        case .thought(let new): thoughts += new
        case .text(let new): text += new
        case .textWasThought: (thoughts, text) = (thoughts + text, "")
        }
    }
}
