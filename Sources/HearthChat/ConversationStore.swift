// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Storage for conversations. Every call is one whole transaction; when it returns, the changes are on the disk.
public protocol ConversationStore: Sendable {
    /// Sessions of a list that were written to before `date`, the newest first.
    func sessions(in list: SessionList, before date: Date?, limit: Int) async throws -> [Session]
    func session(_ id: Session.ID) async throws -> Session?
    /// All messages of a session, oldest first; also those beside the path to its leaf.
    func messages(of session: Session.ID) async throws -> [Message]
    /// Sessions and messages in which all words of `query` occur, best first.
    func search(_ query: String, limit: Int) async throws -> [Finding]
    /// Messages of a session in which all words of `query` occur, the oldest first.
    func search(_ query: String, in session: Session.ID, limit: Int) async throws -> [Finding]

    /// A message, unless its session is deleted.
    func message(_ id: Message.ID) async throws -> Message?
    /// The same for many, in any order.
    func messages(_ ids: [Message.ID]) async throws -> [Message]

    func save(_ session: Session) async throws
    /// Saves a session together with messages of it that are new or changed.
    func save(_ messages: [Message], in session: Session) async throws
    /// Replaces a message that is arriving, which may happen several times a second.
    func update(_ message: Message) async throws

    /// Says of sessions whether they are pinned. Those that are not there stay so.
    func pin(_ sessions: [Session.ID], _ isPinned: Bool) async throws

    /// The folders with how many sessions are in each, the one used last first.
    func folders() async throws -> [SessionFolder]
    func folder(_ id: SessionFolder.ID) async throws -> SessionFolder?
    func save(_ folder: SessionFolder) async throws
    /// Moves sessions into a folder that is there; `nil` moves them out of theirs.
    func move(_ sessions: [Session.ID], to folder: SessionFolder.ID?) async throws
    /// Hides a folder, to be undone until it is erased. What is in it is in none then.
    func delete(folder: SessionFolder.ID, at date: Date) async throws
    func undelete(folder: SessionFolder.ID) async throws

    /// Hides a session, to be undone until it is erased.
    func delete(_ session: Session.ID, at date: Date) async throws
    func undelete(_ session: Session.ID) async throws
    /// Erases for good what was deleted before `date`, with all that was made of it.
    func erase(deletedBefore date: Date) async throws

    /// Memories that models were told in a session, in the order in which they were recalled. Those that have been
    /// erased or hidden since are left out.
    func recalled(in session: Session.ID) async throws -> [RecalledMemory]
    func save(_ memories: [RecalledMemory], in session: Session.ID) async throws

    /// Unsent text of a session; saving `nil` or the empty text removes it.
    func draft(of session: Session.ID) async throws -> String?
    func saveDraft(_ text: String?, of session: Session.ID) async throws
    /// Marks answers as interrupted that were arriving when the program ended; returns how many.
    func markInterrupted() async throws -> Int
}

extension ConversationStore {
    public func sessions(before date: Date?, limit: Int) async throws -> [Session] {
        try await sessions(in: .all, before: date, limit: limit)
    }

    public func messages(_ ids: [Message.ID]) async throws -> [Message] {
        var found: [Message] = []
        for id in ids { if let message = try await message(id) { found.append(message) } }
        return found
    }
}

/// Something that a search has found.
public struct Finding: Sendable, Equatable {
    public let session: Session
    /// The message, or `nil` where the title has the words.
    public let message: Message.ID?
    /// A few words around the place; what was sought stands between U+E000 and U+E001.
    public let excerpt: String

    public init(session: Session, message: Message.ID?, excerpt: String) {
        self.session = session
        self.message = message
        self.excerpt = excerpt
    }
}

/// A message of one session that a search in it has found.
public struct FoundMessage: Sendable, Equatable {
    public let message: Message
    /// As that of a finding.
    public let excerpt: String
    /// Whether it is among the messages that the session shows, and not in a version beside them.
    public let isShown: Bool

    public init(message: Message, excerpt: String, isShown: Bool) {
        (self.message, self.excerpt, self.isShown) = (message, excerpt, isShown)
    }
}
