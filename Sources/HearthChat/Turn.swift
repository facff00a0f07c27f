// SPDX-License-Identifier: Apache-2.0

/// One message on the way from a session's first to its last, with those that stand beside it.
public struct Turn: Sendable, Equatable, Identifiable {
    public let message: Message
    /// The messages with the same parent, oldest first, this one among them.
    public let siblings: [Message.ID]
    /// Index among the siblings, from 0.
    public let index: Int
    /// Reason why the message is in memory alone; `nil` when it is saved.
    public var unsaved: PendingSave?
    /// Whether answers of this conversation come from several models, so that each has to say from which.
    public var isOfSeveralModels = false

    public var id: Message.ID { message.id }

    public init(message: Message, siblings: [Message.ID], index: Int) {
        self.message = message
        self.siblings = siblings
        self.index = index
    }
}
