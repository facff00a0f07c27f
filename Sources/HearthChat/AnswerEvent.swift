// SPDX-License-Identifier: Apache-2.0

/// Something that happened to an answer while it was written.
public struct AnswerEvent: Sendable, Equatable {
    public enum Change: Sendable, Equatable {
        /// The next piece of the answer.
        case text(String)
        /// The next piece of what the model thinks before it answers.
        case thought(String)
        /// The answer so far was a thought; the answer follows. Rare.
        case textWasThought
        /// How many of the oldest turns were left out because the model's context is full.
        case omitted(turns: Int)
        /// What there is of it could not be saved; `nil` as soon as that has worked again.
        case unsaved(Unsaved?)
        /// The end, with all of it; always last.
        case finished(Message)
    }

    /// 1, 2, 3… within an answer.
    public let id: Int
    public let change: Change

    public init(id: Int, change: Change) {
        self.id = id
        self.change = change
    }
}
