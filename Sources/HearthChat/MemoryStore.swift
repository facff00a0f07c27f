// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Conversations that are gone when the program ends.
public actor MemoryStore: ConversationStore {
    private var sessions: [Session.ID: Session] = [:]
    /// Those that are hidden, and since when.
    private var deleted: [Session.ID: Date] = [:]
    /// Oldest first.
    private var messages: [Session.ID: [Message]] = [:]
    private var drafts: [Session.ID: String] = [:]
    private var memories: [Session.ID: [RecalledMemory]] = [:]
    private var allFolders: [SessionFolder.ID: SessionFolder] = [:]
    private var deletedFolders: [SessionFolder.ID: Date] = [:]

    public init() {}

    /// Forgets everything.
    func removeAll() {
        (sessions, deleted, messages, drafts, memories) = ([:], [:], [:], [:], [:])
        (allFolders, deletedFolders) = ([:], [:])
    }

    /// Forgets a session at once.
    func remove(_ id: Session.ID) {
        (sessions[id], deleted[id], messages[id], drafts[id], memories[id]) = (nil, nil, nil, nil, nil)
    }

    public func sessions(in list: SessionList, before date: Date?, limit: Int) -> [Session] {
        let visible = sessions.values.filter {
            deleted[$0.id] == nil && $0.lastMessageAt < date ?? .distantFuture && isIn(list, $0)
        }
        return Array(visible.sorted { $0.lastMessageAt > $1.lastMessageAt }.prefix(max(0, limit)))
    }

    private func isIn(_ list: SessionList, _ session: Session) -> Bool {
        switch list {
        case .all: true
        case .pinned: session.isPinned
        case .folder(let id): session.folder == id
        case .others: !session.isPinned && session.folder.flatMap { folder($0) } == nil
        }
    }

    public func session(_ id: Session.ID) -> Session? { deleted[id] == nil ? sessions[id] : nil }

    public func messages(of session: Session.ID) -> [Message] { messages[session] ?? [] }

    public func message(_ id: Message.ID) -> Message? {
        for session in messages.keys where deleted[session] == nil {
            if let message = messages[session]?.first(where: { $0.id == id }) { return message }
        }
        return nil
    }

    public func search(_ query: String, in session: Session.ID, limit: Int) -> [Finding] {
        let found = search(query, limit: .max).filter { $0.session.id == session && $0.message != nil }
        return Array(found.prefix(max(0, limit)))
    }

    public func search(_ query: String, limit: Int) -> [Finding] {
        let words = query.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return [] }
        func has(_ text: String) -> Bool { words.allSatisfy { text.localizedCaseInsensitiveContains($0) } }
        let found = sessions(in: .all, before: nil, limit: .max).flatMap { session in
            (has(session.title) ? [Finding(session: session, message: nil, excerpt: session.title)] : [])
                + messages(of: session.id).filter { has($0.content) }.map {
                    Finding(session: session, message: $0.id, excerpt: String($0.content.prefix(120)))
                }
        }
        return Array(found.prefix(max(0, limit)))
    }

    public func save(_ session: Session) { save([], in: session) }

    public func save(_ new: [Message], in session: Session) {
        var session = session
        if let old = sessions[session.id] { (session.isPinned, session.folder) = (old.isPinned, old.folder) }
        sessions[session.id] = session
        for message in new { put(message) }
    }

    public func update(_ message: Message) {
        // Not one that has been erased in the meantime.
        if messages[message.session]?.contains(where: { $0.id == message.id }) == true { put(message) }
    }

    private func put(_ message: Message) {
        let place = messages[message.session]?.firstIndex { $0.id == message.id }
        if let place {
            messages[message.session]?[place] = message
        } else {
            messages[message.session, default: []].append(message)
        }
    }

    public func pin(_ ids: [Session.ID], _ isPinned: Bool) {
        for id in ids where deleted[id] == nil { sessions[id]?.isPinned = isPinned }
    }

    public func folders() -> [SessionFolder] {
        allFolders.keys.compactMap { folder($0) }.sorted { lastUse($0) > lastUse($1) }
    }

    public func folder(_ id: SessionFolder.ID) -> SessionFolder? {
        guard deletedFolders[id] == nil, var folder = allFolders[id] else { return nil }
        folder.count = sessions(in: .folder(id), before: nil, limit: .max).count
        return folder
    }

    private func lastUse(_ folder: SessionFolder) -> Date {
        let newest = sessions(in: .folder(folder.id), before: nil, limit: 1).first
        return max(folder.createdAt, newest?.lastMessageAt ?? .distantPast)
    }

    public func save(_ folder: SessionFolder) { allFolders[folder.id] = folder }

    public func move(_ ids: [Session.ID], to folder: SessionFolder.ID?) {
        for id in ids where deleted[id] == nil { sessions[id]?.folder = folder }
    }

    public func delete(folder: SessionFolder.ID, at date: Date) { deletedFolders[folder] = date }

    public func undelete(folder: SessionFolder.ID) { deletedFolders[folder] = nil }

    public func delete(_ session: Session.ID, at date: Date) { deleted[session] = date }

    public func undelete(_ session: Session.ID) { deleted[session] = nil }

    public func erase(deletedBefore date: Date) {
        for (id, deletedAt) in deleted where deletedAt < date {
            deleted[id] = nil
            sessions[id] = nil
            messages[id] = nil
            drafts[id] = nil
            memories[id] = nil
        }
        for (id, deletedAt) in deletedFolders where deletedAt < date {
            (allFolders[id], deletedFolders[id]) = (nil, nil)
            for session in sessions.keys where sessions[session]?.folder == id { sessions[session]?.folder = nil }
        }
    }

    public func recalled(in session: Session.ID) -> [RecalledMemory] { memories[session] ?? [] }

    public func save(_ new: [RecalledMemory], in session: Session.ID) { memories[session, default: []] += new }

    public func draft(of session: Session.ID) -> String? { drafts[session] }

    public func saveDraft(_ text: String?, of session: Session.ID) {
        drafts[session] = text?.isEmpty == false ? text : nil
    }

    public func markInterrupted() -> Int {
        var count = 0
        for (session, list) in messages {
            for (index, message) in list.enumerated() where message.state == .arriving {
                messages[session]?[index].state = .interrupted
                count += 1
            }
        }
        return count
    }
}
