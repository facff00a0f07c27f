// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import Testing

@testable import HearthStore

/// Folders of sessions.
@Suite struct FolderTests {
    private func ids(_ list: SessionList, _ store: Store) async throws -> [String] {
        try await store.sessions(in: list, before: nil, limit: 60).map(\.id)
    }

    /// Two folders, the first with two of three sessions.
    private func fill(_ store: Store) async throws {
        for (place, id) in ["a", "b", "c"].enumerated() { try await converse(store, id, at: date(Double(place))) }
        for id in ["ward", "house"] {
            try await store.save(SessionFolder(id: id, name: id.capitalized, createdAt: date(-1)))
        }
        try await store.move(["a", "b"], to: "ward")
    }

    @Test func `what is in a folder is in its list alone, the one used last first`() async throws {
        let store = try Store()
        try await fill(store)
        #expect(try await store.folders().map(\.id) == ["ward", "house"])
        #expect(try await store.folders().map(\.count) == [2, 0])
        #expect(try await ids(.folder("ward"), store) == ["b", "a"])
        #expect(try await ids(.others, store) == ["c"])
        try await store.move(["c", "b"], to: "house")
        #expect(try await store.folders().map(\.id) == ["house", "ward"])
        #expect(try await ids(.folder("house"), store) == ["c", "b"])
        try await store.move(["c"], to: nil)
        #expect(try await ids(.others, store) == ["c"])
        // A pinned one stands first, and in its folder.
        try await store.pin(["a"], true)
        #expect(try await ids(.pinned, store) == ["a"])
        #expect(try await ids(.folder("ward"), store) == ["a"])
        #expect(try await store.folder("ward")?.count == 1)
        #expect(try await store.folder("nowhere") == nil)
    }

    @Test func `a folder that is deleted keeps its sessions, and comes back with them`() async throws {
        let store = try Store()
        try await fill(store)
        try await store.delete(folder: "ward", at: date(9))
        #expect(try await store.folders().map(\.id) == ["house"])
        #expect(try await ids(.others, store) == ["c", "b", "a"])
        // What was moved meanwhile stays where it is.
        try await store.move(["a"], to: "house")
        try await store.undelete(folder: "ward")
        #expect(try await ids(.folder("ward"), store) == ["b"])
        #expect(try await ids(.folder("house"), store) == ["a"])

        try await store.delete(folder: "ward", at: date(9))
        try await store.erase(deletedBefore: .distantFuture)
        try await store.undelete(folder: "ward")
        #expect(try await store.folder("ward") == nil)
        #expect(try await ids(.others, store) == ["c", "b"])
        #expect(try await store.session("b")?.folder == nil)
        try await store.read { try DatabaseCheck.references($0) }
    }

    @Test func `a session that is deleted and brought back is in its folder again`() async throws {
        let store = try Store()
        try await fill(store)
        try await store.delete("b", at: date(9))
        #expect(try await store.folder("ward")?.count == 1)
        try await store.move(["b"], to: "house")
        try await store.undelete("b")
        #expect(try await ids(.folder("ward"), store) == ["b", "a"])
        // Where the folder has gone meanwhile, it is in none.
        try await store.delete("b", at: date(9))
        try await store.delete(folder: "ward", at: date(1))
        try await store.erase(deletedBefore: date(5))
        try await store.undelete("b")
        #expect(try await ids(.others, store) == ["c", "b", "a"])
    }

    /// An answer saves its session as it was when it was asked for.
    @Test func `saving a session does not move it`() async throws {
        let store = try Store()
        try await fill(store)
        var asked = try #require(try await store.session("a"))
        try await store.move(["a"], to: "house")
        asked.title = "Kettles"
        try await store.save(asked)
        #expect(try await store.session("a")?.folder == "house")
        try await store.delete(folder: "house", at: date())
        try await store.erase(deletedBefore: .distantFuture)
        try await store.save(asked)
        #expect(try await store.session("a")?.folder == nil)
    }

    @Test func `an export has folders, and a folder of files for each`() async throws {
        try await withStore { store, folder in
            try await fill(store)
            try await store.save(SessionFolder(id: "other", name: "WARD!", createdAt: date()))
            try await store.move(["c"], to: "other")
            try await store.delete(folder: "house", at: date())
            let export = folder.appending(path: "export")
            try await store.export(to: export)
            let lines = try String(contentsOf: export.appending(path: "folders.jsonl"), encoding: .utf8)
            #expect(lines.split(separator: "\n").count == 2 && lines.contains("\"name\":\"Ward\""))
            let sessions = try String(contentsOf: export.appending(path: "sessions.jsonl"), encoding: .utf8)
            #expect(sessions.contains("\"folder\":\"ward\""))
            let files = try FileManager.default.subpathsOfDirectory(
                atPath: export.appending(path: "conversations").path)
            let days = files.filter { $0.hasSuffix(".md") }.map { $0.split(separator: "/").first.map(String.init) }
            #expect(days.sorted { ($0 ?? "") < ($1 ?? "") } == ["WARD other", "Ward", "Ward"])
        }
    }

    /// Before folders, there were none; one that was hidden when a backup was made is there again.
    @Test func `older databases get none, and a backup shows what was hidden`() async throws {
        let queue = try DatabaseQueue(configuration: Store.configuration())
        try migrate(queue, upTo: StoreArea.folders.since - 1)
        try await queue.write { database in
            try database.execute(
                sql: "INSERT INTO sessions (id, createdAt, lastMessageAt, title) VALUES ('old', 1, 1, 'Kettles')")
            #expect(try !Erasure.apply([.folder("ward")], to: database))
        }
        try migrate(queue)
        try await queue.read { database in
            let session = try #require(try SessionRecord.fetchOne(database, sql: "SELECT * FROM sessions"))
            #expect(session.folder == nil && session.isPinned == nil)
        }
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO folders VALUES ('ward', 'Ward', 1, 2);
                    UPDATE sessions SET folder = 'ward';
                    """)
            #expect(try AreaErasing.hidden(before: .distantFuture, in: database) == [.folder("ward")])
            for area in try AreaErasing.all(in: database) { try area.showHidden(database) }
            #expect(try AreaErasing.hidden(before: .distantFuture, in: database) == [])
            #expect(try Erasure.folder("ward").isUnfinished(in: database))
            #expect(try Erasure.apply([.folder("ward")], to: database))
            #expect(try !Erasure.folder("ward").isUnfinished(in: database))
            #expect(try String.fetchOne(database, sql: "SELECT folder FROM sessions") == nil)
        }
    }
}
