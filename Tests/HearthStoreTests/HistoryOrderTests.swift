// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import Testing

@testable import HearthStore

/// The order of the history.
@Suite struct HistoryOrderTests {
    private func ids(
        _ list: SessionList, _ store: Store, before: Date? = nil, limit: Int = 60
    ) async throws -> [String] {
        try await store.sessions(in: list, before: before, limit: limit).map(\.id)
    }

    @Test func `pinned sessions have a list of their own, the one used last first`() async throws {
        let store = try Store()
        for (place, id) in ["a", "b", "c", "d"].enumerated() {
            try await converse(store, id, at: date(Double(place)))
        }
        try await store.pin(["b", "d", "nobody"], true)
        #expect(try await ids(.pinned, store) == ["d", "b"])
        #expect(try await ids(.others, store) == ["c", "a"])
        #expect(try await ids(.others, store, before: date(2)) == ["a"])
        #expect(try await ids(.all, store) == ["d", "c", "b", "a"])
        #expect(try await ids(.all, store, limit: 1) == ["d"])
        #expect(try await store.session("b")?.isPinned == true)
        try await store.pin(["d"], false)
        #expect(try await ids(.pinned, store) == ["b"])
        #expect(try await ids(.others, store) == ["d", "c", "a"])
    }

    /// An answer saves its session as it was when it was asked for.
    @Test func `saving a session neither pins nor unpins it`() async throws {
        let store = try Store()
        var asked = try await converse(store, "s")
        try await store.pin(["s"], true)
        asked.title = "Kettles"
        try await store.save(asked)
        #expect(try await store.session("s")?.title == "Kettles")
        #expect(try await store.session("s")?.isPinned == true)
        asked.isPinned = true
        try await store.pin(["s"], false)
        try await store.save(asked)
        #expect(try await store.session("s")?.isPinned == false)
        // One that is new is as it says: it takes the place of one that was cleared.
        var new = Session(id: "new", createdAt: date())
        new.isPinned = true
        try await store.save(new)
        #expect(try await ids(.pinned, store) == ["new"])
    }

    @Test func `a pin survives deleting and undoing, and a backup`() async throws {
        try await withStore { store, _ in
            try await converse(store, "s")
            try await store.pin(["s"], true)
            try await store.delete("s", at: date(1))
            #expect(try await ids(.pinned, store) == [])
            try await store.pin(["s"], false)
            try await store.undelete("s")
            #expect(try await ids(.pinned, store) == ["s"])
            let backup = try #require(try await store.backUpDaily(at: date(2), calendar: gregorian))
            let copy = try DatabaseQueue(path: backup.file.path)
            #expect(try await copy.read { try Int.fetchOne($0, sql: "SELECT isPinned FROM sessions") } == 1)
        }
    }

    @Test func `an export says what is pinned`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            try await store.pin(["s"], true)
            let export = folder.appending(path: "export")
            try await store.export(to: export)
            let line = try String(contentsOf: export.appending(path: "sessions.jsonl"), encoding: .utf8)
            #expect(line.contains("\"isPinned\":true"))
        }
    }
}
