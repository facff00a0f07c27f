// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthChat

/// A store whose disk is full when a test says so.
public actor FullDisk: ConversationStore {
    public struct Full: StorageError, Equatable {
        public var room: MissingRoom?

        public init() { room = MissingRoom(needed: 10_000_000, free: 12_000) }
    }

    public let memory = MemoryStore()
    private var isFull = false

    public init() {}

    public func fill() { isFull = true }
    public func makeRoom() { isFull = false }

    private func check() throws { if isFull { throw Full() } }

    public func sessions(in list: SessionList, before date: Date?, limit: Int) async -> [Session] {
        await memory.sessions(in: list, before: date, limit: limit)
    }
    public func pin(_ sessions: [Session.ID], _ isPinned: Bool) async throws {
        try check()
        await memory.pin(sessions, isPinned)
    }
    public func folders() async -> [SessionFolder] { await memory.folders() }
    public func folder(_ id: SessionFolder.ID) async -> SessionFolder? { await memory.folder(id) }
    public func save(_ folder: SessionFolder) async throws {
        try check()
        await memory.save(folder)
    }
    public func move(_ sessions: [Session.ID], to folder: SessionFolder.ID?) async throws {
        try check()
        await memory.move(sessions, to: folder)
    }
    public func delete(folder: SessionFolder.ID, at date: Date) async throws {
        try check()
        await memory.delete(folder: folder, at: date)
    }
    public func undelete(folder: SessionFolder.ID) async throws {
        try check()
        await memory.undelete(folder: folder)
    }
    public func session(_ id: Session.ID) async -> Session? { await memory.session(id) }
    public func messages(of session: Session.ID) async -> [Message] { await memory.messages(of: session) }
    public func message(_ id: Message.ID) async -> Message? { await memory.message(id) }
    public func search(_ query: String, limit: Int) async -> [Finding] { await memory.search(query, limit: limit) }
    public func search(_ query: String, in session: Session.ID, limit: Int) async -> [Finding] {
        await memory.search(query, in: session, limit: limit)
    }
    public func save(_ session: Session) async throws {
        try check()
        await memory.save(session)
    }
    public func save(_ new: [Message], in session: Session) async throws {
        try check()
        await memory.save(new, in: session)
    }
    public func update(_ message: Message) async throws {
        try check()
        await memory.update(message)
    }
    public func delete(_ session: Session.ID, at date: Date) async throws {
        try check()
        await memory.delete(session, at: date)
    }
    public func undelete(_ session: Session.ID) async throws { try check() }
    public func erase(deletedBefore date: Date) async throws {
        try check()
        await memory.erase(deletedBefore: date)
    }
    public func recalled(in session: Session.ID) async -> [RecalledMemory] {
        await memory.recalled(in: session)
    }

    public func save(_ memories: [RecalledMemory], in session: Session.ID) async throws {
        try check()
        await memory.save(memories, in: session)
    }

    public func draft(of session: Session.ID) -> String? { nil }
    public func saveDraft(_ text: String?, of session: Session.ID) throws { try check() }
    public func markInterrupted() -> Int { 0 }
}
