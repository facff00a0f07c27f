// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A conversation as it is kept: what is known of it beside its messages.
public struct Session: Sendable, Equatable, Identifiable {
    public typealias ID = String

    /// Letters, digits and `-`, so that it can stand in an address as it is.
    public let id: ID
    public var createdAt: Date
    /// When something was last said.
    public var lastMessageAt: Date
    /// Empty until there is something to name it after.
    public var title: String
    /// The system message; `nil` for the one in the settings.
    public var instructions: String?
    /// Whether a model that can think first may; `nil` for what the settings say.
    public var thinks: Bool?
    /// The model that answers in it, as `owner/name`; `nil` for the chosen one, as before its first question.
    public var model: String?
    /// The message that the reader sees last: from it, the parents lead back to the first.
    public var leaf: Message.ID?
    /// When it was frozen; a frozen session is read and searched, but not written to.
    public var frozenAt: Date?
    /// The frozen session that this one goes on from.
    public var continues: ID?
    /// How Hearth talks in it: the name of a mode, whose text is the system message where there is none of the
    /// session's own; `nil` for what the settings say.
    public var mode: String?
    /// Whether nothing that is said in it from now on is remembered, and nothing is recalled for it.
    public var memoryIsOff = false
    /// Whether it stands first in the history. A store takes this of a session that is new to it; from then on, only
    /// `pin` changes it.
    public var isPinned = false
    /// The folder that it is in. For this, the same holds, and `move` changes it.
    public var folder: SessionFolder.ID?
    /// Whether it lives in memory alone. Never true of what a store is given.
    public var isTemporary = false

    public init(id: ID, createdAt: Date, title: String = "") {
        self.id = id
        self.createdAt = createdAt
        lastMessageAt = createdAt
        self.title = title
    }
}

extension Session {
    /// A new session that goes on from this one.
    func successor(id: ID, at date: Date) -> Session {
        var next = emptied(id: id, at: date)
        next.title = title
        next.continues = self.id
        return next
    }

    /// A new session with all that was set for this one, and nothing of what was said.
    func emptied(id: ID, at date: Date) -> Session {
        var next = Session(id: id, createdAt: date)
        next.instructions = instructions
        (next.thinks, next.model) = (thinks, model)
        (next.mode, next.memoryIsOff, next.folder) = (mode, memoryIsOff, folder)
        // What was not to be written down is not written down now.
        next.isTemporary = isTemporary
        return next
    }
}
