// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import Testing

@testable import HearthStore

/// Work on all stored data while the store stays open.
@Suite struct WholeStoreTests {
    private func backup(_ store: Store) async throws -> Backup {
        try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
    }

    @Test func `a backup takes over while the store stays open, and what there was can be brought back`() async throws {
        try await withStore { store, folder in
            try await converse(store, "old", question: "xylophonist")
            try await store.change { $0.answers.temperature = 0.1 }
            let backup = try await backup(store)
            try await store.clear("old")
            try await converse(store, "new", question: "violinist")
            try await store.change { $0.answers.temperature = 1.5 }

            // Erased texts are in no backup; this one was made before, and has what was not erased.
            let restoration = try await store.restore(backup, at: date(60))
            #expect(try await store.session("new") == nil)
            #expect(try await store.session("old") != nil)
            #expect(try await store.load().answers.temperature == 0.1)
            #expect(try await store.search("violinist", limit: 5).isEmpty)
            try await converse(store, "after", question: "cellist")
            #expect(try await store.search("cellist", limit: 5).count == 1)

            let former = try #require(try store.backups().first { $0.file == restoration.former })
            #expect(former.kind == .replaced)
            try await store.restore(former, at: date(120))
            #expect(try await store.search("violinist", limit: 5).count == 1)
            #expect(try await store.load().answers.temperature == 1.5)
            #expect(try await store.session("after") == nil)
            try store.close()

            let again = try openStore(folder)
            defer { try? again.close() }
            #expect(try await again.search("violinist", limit: 5).count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.hasPrefix("restoring") || $0.hasSuffix(".part") }, "\(names)")
        }
    }

    @Test func `a backup of an older Hearth is brought up to date first`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            let released = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/store/version-1.sqlite")
            let backups = folder.appending(path: "backups")
            try PrivateFiles.makeFolder(backups)
            let place = backups.appending(path: "hearth-2026-11-01.sqlite")
            try FileManager.default.copyItem(at: released, to: place)
            let old = try #require(try store.backups().first)
            let restoration = try await store.restore(old, at: date())
            #expect(try await store.sessions(before: nil, limit: 100).count <= restoration.contents.sessions)
            #expect(try await store.session("s") == nil)
            try await converse(store, "t")
            #expect(try await store.session("t") != nil)
            // The backup itself stays as it is.
            #expect(try Data(contentsOf: place) == Data(contentsOf: released))
        }
    }

    @Test func `a backup that is not whole changes nothing`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "violinist")
            let good = try await backup(store)
            for edit: (URL) throws -> Void in [
                { try Data("rubbish".utf8).write(to: $0) }, { try damage($0, pages: 2..<5) }, { try tamper($0) },
                { try FileManager.default.removeItem(at: $0) },
            ] {
                let bytes = try Data(contentsOf: good.file)
                try edit(good.file)
                await #expect(throws: StoreError.self) { try await store.restore(good, at: date(60)) }
                #expect(try await store.search("violinist", limit: 5).count == 1)
                #expect(try store.backups().allSatisfy { $0.kind == .daily })
                try bytes.write(to: good.file)
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "restoring.sqlite").path))
        }
    }

    @Test func `when everything is erased, nothing of it is in any file`() async throws {
        try await withStore { store, folder in
            for index in 0..<30 { try await converse(store, "s\(index)", question: "xylophonist", title: "marimbist") }
            try await store.saveDraft("glockenspielist", of: "s1")
            try await store.change { ($0.answers.instructions, $0.answers.thinks) = ("vibraphonist", false) }
            _ = try await backup(store)
            try await store.delete("s2", at: date())
            for (name, file) in [("damaged/2026/hearth.sqlite", "xylophonist"), ("exporting/x/a.md", "xylophonist")] {
                let place = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.utf8).write(to: place)
            }
            try await store.eraseEverything()
            for word in ["xylophonist", "marimbist", "glockenspielist", "vibraphonist"] {
                #expect(try files(below: folder, with: word) == [], "\(word)")
            }
            #expect(try await store.sessions(before: nil, limit: 10).isEmpty)
            #expect(try await store.load() == AppSettings())
            #expect(try store.backups().isEmpty)
            #expect(try store.erasuresToFinish() == 0)
            try await store.read { database in
                try DatabaseCheck.schema(database, folder.appending(path: "hearth.sqlite"), exactly: true)
            }
            // And it goes on.
            try await converse(store, "new", question: "violinist")
            #expect(try await store.search("violinist", limit: 5).count == 1)
            try store.close()
            #expect(
                try FileManager.default.attributesOfItem(atPath: folder.appending(path: "hearth.sqlite").path)[.size]
                    as? Int ?? 0 < 600_000)
            let again = try openStore(folder)
            try again.close()
        }
    }

    @Test func `an export that was left over is removed with the next start`() async throws {
        try await withTemporaryFolder { folder in
            try openStore(folder).close()
            let left = folder.appending(path: "exporting/x")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            try openStore(folder).close()
            #expect(!FileManager.default.fileExists(atPath: left.path))
        }
    }
}
