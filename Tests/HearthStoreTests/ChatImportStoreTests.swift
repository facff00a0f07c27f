// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import Testing

@testable import HearthStore

/// Conversations of other programs on their way into the store.
@Suite struct ChatImportStoreTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/chats/chatgpt.json")

    private func add(to store: any ChatImportStore) async throws -> ChatImport {
        try await ChatImporter(store: store, now: { date() }).add(
            Self.file, name: "chatgpt.json", includingArchived: true, remembering: false
        ) { _ in }
    }

    @Test func `they are listed by their dates, found, exported and gone on with as others`() async throws {
        try await withStore { store, folder in
            try await converse(store, "own", at: date(-400 * 86_400))
            #expect(try await add(to: store).conversations == 3)
            let sessions = try await store.sessions(before: nil, limit: 10)
            #expect(sessions.map(\.title) == ["", "Night rota", "Names for a grey cat", "In a circle"])
            let found = try await store.search("pewter", limit: 9)
            #expect(found.map(\.session.title) == ["Names for a grey cat"])
            let messages = try await store.messages(of: sessions[2].id)
            #expect(messages.count == 7)
            #expect(messages.contains { $0.id == sessions[2].leaf })
            #expect(messages.allSatisfy { $0.isUnremembered })
            #expect(try await store.unindexed(after: nil, limit: 100).map(\.utterance.session) == ["own", "own"])
            try await store.write { database in
                try DatabaseCheck.references(database)
                try SearchIndex.check(in: database)
                for area in StoreArea.all { try area.check(database) }
            }
            _ = folder
        }
    }

    @Test func `the same file adds nothing a second time, unless what it brought was deleted`() async throws {
        try await withStore { store, _ in
            _ = try await add(to: store)
            #expect(try await add(to: store).leftOut == [.known: 3, .empty: 1])
            let rota = try #require(try await store.search("rota", limit: 1).first?.session)
            try await store.delete(rota.id, at: date())
            let again = try await add(to: store)
            #expect(again.conversations == 1 && again.leftOut[.known] == 2)
            #expect(again.knownSince == date())
        }
    }

    @Test func `what is not shown yet is seen by nobody, and goes`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            let halfway = HalfwayStore(store: store)
            await #expect(throws: HalfwayStore.Ended.self) { try await add(to: halfway) }
            #expect(try await store.sessions(before: nil, limit: 10).isEmpty)
            #expect(try await store.search("pewter", limit: 9).isEmpty)
            #expect(try await store.importedOrigins(of: .chatGPT).isEmpty)
            // What erases deletions of the user does not reach it.
            try await store.erase(deletedBefore: date(86_400))
            #expect(try await rows(store) > 0)
            // A backup has nothing of it.
            try await converse(store, "own")
            try await store.backUpDaily(at: date())
            let backups = try store.backups()
            #expect(backups.count == 1)
            try await store.restore(backups[0], at: date(1))
            #expect(try await store.sessions(before: nil, limit: 10).map(\.id) == ["own"])
            #expect(try await rows(store) == 0)
            await #expect(throws: HalfwayStore.Ended.self) { try await add(to: halfway) }
            try store.close()

            // As after a kill: the next start erases it.
            let next = try openStore(folder)
            #expect(try await rows(next) > 0)
            try await next.erase(deletedBefore: .distantFuture)
            #expect(try await rows(next) == 0)
            #expect(try files(below: folder, with: "Pewter") == [])
            try next.close()
        }
    }

    @Test func `an import that fails is erased from all files`() async throws {
        try await withStore { store, folder in
            await #expect(throws: HalfwayStore.Ended.self) { try await add(to: HalfwayStore(store: store)) }
            #expect(try await rows(store) > 0)
            try await store.eraseUnseen()
            #expect(try await rows(store) == 0)
            try await store.finishCleaning()
            #expect(try files(below: folder, with: "Pewter") == [])
        }
    }

    private func rows(_ store: Store) async throws -> Int {
        try await store.read { database in
            try ["imported_sessions", "sessions WHERE id <> 'own'", "messages WHERE session <> 'own'"].reduce(0) {
                try $0 + (Int.fetchOne(database, sql: "SELECT count(*) FROM \($1)") ?? 0)
            }
        }
    }
}

/// Ends before what was added is shown, and erases nothing, as a program does that is killed.
private struct HalfwayStore: ChatImportStore {
    struct Ended: Error {}
    let store: Store

    func importedOrigins(of kind: ChatImport.Kind) async throws -> [String: Date] {
        try await store.importedOrigins(of: kind)
    }
    func addUnseen(_ sessions: [ImportedSession], at date: Date) async throws {
        try await store.addUnseen(sessions, at: date)
    }
    func showImported() async throws { throw Ended() }
    func eraseUnseen() async throws {}
}
