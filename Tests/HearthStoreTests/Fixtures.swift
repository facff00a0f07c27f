// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import Testing

@testable import HearthStore

/// 2026-11-21 16:00:00 UTC, and whole seconds after it.
func date(_ seconds: Double = 0) -> Date { Date(timeIntervalSinceReferenceDate: 816_969_600 + seconds) }

/// Runs `body` with a new empty folder that is removed afterwards.
func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
        path: "hearth-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Runs `body` with a store in a new folder.
func withStore<R>(_ body: (Store, URL) async throws -> R) async throws -> R {
    try await withTemporaryFolder { folder in
        let store = try openStore(folder)
        defer { try? store.close() }
        return try await body(store, folder)
    }
}

func openStore(_ folder: URL) throws -> Store {
    switch Store.open(in: folder) {
    case .ready(let store): return store
    case .unusable(let recovery): throw recovery.problem
    }
}

func openRecovery(_ folder: URL) throws -> Recovery {
    guard case .unusable(let recovery) = Store.open(in: folder) else { throw UnexpectedlyUsable() }
    return recovery
}

struct UnexpectedlyUsable: Error {}

/// A question and its answer, in a session that is new.
@discardableResult
func converse(
    _ store: Store, _ id: String, question: String = "Why?", answer: String = "Because.", title: String = "",
    at now: Date = date()
) async throws -> Session {
    var session = Session(id: id, createdAt: now, title: title)
    session.leaf = "\(id)-answer"
    try await store.save(
        [
            message("\(id)-question", in: id, .user, question, at: now),
            message("\(id)-answer", in: id, .assistant, answer, parent: "\(id)-question", at: now),
        ], in: session)
    return session
}

func message(
    _ id: String, in session: String, _ role: Message.Role, _ content: String, parent: String? = nil,
    state: Message.State = .complete, at now: Date = date()
) -> Message {
    Message(id: id, session: session, parent: parent, role: role, content: content, createdAt: now, state: state)
}

/// All files below a folder in which the bytes of `text` stand, by their paths in it.
func files(below folder: URL, with text: String) throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try files.filter { path in
        let file = folder.appending(path: path)
        guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return false }
        return try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
    }.sorted()
}

extension Store {
    /// Adds passages, with the messages and entries that they say they are made of where there are none.
    func have(_ drafts: [PassageDraft]) async throws {
        for draft in drafts { try await haveSource(draft.kind, draft.source, draft.thread) }
        try await add(drafts)
    }

    /// The same of what was said or written.
    func have(_ utterance: Utterance, as kind: Passage.Kind) async throws {
        try await haveSource(kind, utterance.id, utterance.session)
    }

    /// Their words stand only in what is made of them. An entry in which a model thinks may have come to any passage.
    private func haveSource(_ kind: Passage.Kind, _ id: String, _ thread: String) async throws {
        try await write { database in
            switch kind {
            case .message:
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO sessions (id, createdAt, lastMessageAt, title) VALUES (?, 0, 0, '')
                        """, arguments: [thread])
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO messages (id, session, role, content, createdAt, state)
                        VALUES (?, ?, 'user', '', 0, 'complete')
                        """, arguments: [id, thread])
            case .entry:
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO journal_entries (id, day, text, tags, createdAt, changedAt)
                        VALUES (?, 0, '<think>', '', 0, 0)
                        """, arguments: [id])
            case .fact: break
            }
        }
    }
}
