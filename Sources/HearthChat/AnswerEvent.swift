// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// Something that happened to an answer while it was written.
public struct AnswerEvent: Sendable, Equatable {
    public enum Change: Sendable, Equatable {
        /// The next piece of it.
        case piece(AnswerPiece)
        /// The text so far could not be saved; `nil` as soon as saving has worked again.
        case unsaved(PendingSave?)
        /// How full the model's context is, and the first message that the model read, where it did not read all.
        case context(ContextUse, readsFrom: Message.ID?)
        /// The fraction of the prompt that the model has read, 0…1, before the first piece.
        case reading(Double)
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
