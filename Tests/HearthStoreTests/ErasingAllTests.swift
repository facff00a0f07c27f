// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import Synchronization
import Testing

@testable import HearthStore

/// Erasing everything, where something comes in between.
@Suite struct ErasingAllTests {
    /// A store with a word in each place that a text can be in.
    private func filled<R>(_ body: (Store, URL) async throws -> R) async throws -> R {
        try await withStore { store, folder in
            for index in 0..<20 { try await converse(store, "s\(index)", question: "xylophonist", title: "marimbist") }
            try await store.backUpDaily(at: date(), calendar: gregorian)
            for (name, text) in [
                ("damaged/2026/hearth.sqlite", "xylophonist"), ("exporting/x/a.md", "xylophonist"),
                ("history", "xylophonist"), ("secrets/secrets.sealed", "xylophonist"),
            ] {
                let place = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: place)
            }
            return try await body(store, folder)
        }
    }

    private func others(_ folder: URL) -> [URL] {
        [folder.appending(path: "history"), folder.appending(path: "secrets")]
    }

    /// Paths below a folder, without what the open database needs.
    private func paths(_ folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("hearth.") }.sorted()
    }

    @Test func `all of it goes, with what lies beside the database`() async throws {
        try await filled { store, folder in
            let told = Mutex<[Double]>([])
            let left = try await store.eraseEverything(with: others(folder)) { part in told.withLock { $0.append(part) }
            }
            #expect(left == 0)
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try paths(folder) == [])
            #expect(told.withLock { $0.last == 1 && $0 == $0.sorted() && $0.count > 5 })
        }
    }

    @Test func `where it cannot be done, nothing has been done`() async throws {
        try await filled { store, folder in
            let before = try paths(folder)
            // Another program writes to the database, and goes on.
            try await store.write { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(
                path: folder.appending(path: "hearth.sqlite").path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            await #expect(throws: StoreError.self) { try await store.eraseEverything(with: others(folder)) }
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try other.close()
            #expect(try paths(folder) == before)
            #expect(try await store.sessions(before: nil, limit: 50).count == 20)
            #expect(try await store.finishErasing() == 0)
            #expect(try await store.sessions(before: nil, limit: 50).count == 20)
            #expect(try store.backups().count == 1)
        }
    }

    @Test func `where a file cannot be moved, all stay`() async throws {
        try await filled { store, folder in
            // A folder that is not empty stands where one is to go.
            let inTheWay = folder.appending(path: "erasing/secrets/x")
            try FileManager.default.createDirectory(at: inTheWay, withIntermediateDirectories: true)
            await #expect(throws: StoreError.self) { try await store.eraseEverything(with: others(folder)) }
            #expect(try await store.sessions(before: nil, limit: 50).count == 20)
            #expect(try store.backups().count == 1)
            #expect(try paths(folder).contains("secrets/secrets.sealed"))
            #expect(try await store.finishErasing() == 0)
            #expect(try await store.sessions(before: nil, limit: 50).count == 20, "it was called off")
        }
    }

    @Test func `a full disk is made room on with exports and older backups, never with the newest`() async throws {
        try await filled { store, folder in
            try await store.backUpDaily(at: date(86_400), calendar: gregorian)
            try await store.backUpDaily(at: date(2 * 86_400), calendar: gregorian)
            let names = try store.backups().map(\.file.lastPathComponent)
            let going = ErasedFiles(files: StoreFiles(folder: folder))
            try going.take(["exporting", "backups"].map { folder.appending(path: $0) })
            #expect(going.expendable.map(\.lastPathComponent) == ["exporting", names[2], names[1]])
            going.putBack()
            #expect(try store.backups().count == 3)
            #expect(going.expendable == [])
        }
    }

    /// As after a kill between moving the files and emptying the database.
    @Test func `a kill before the database is empty is made up for`() async throws {
        try await filled { store, folder in
            try ErasedFiles(files: StoreFiles(folder: folder)).take([folder.appending(path: "backups")])
            try store.close()
            let again = try openStore(folder)
            defer { try? again.close() }
            #expect(try await again.finishErasing(with: others(folder)) == 0)
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try paths(folder) == [])
        }
    }

    /// As after a kill between removing the last file and its folder.
    @Test func `a kill after that leaves no empty folder for ever`() async throws {
        try await filled { store, folder in
            let left = folder.appending(path: "erased/backups")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            #expect(store.erasedFiles == 0)
            #expect(try await store.finishErasing() == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "erased").path))
        }
    }

    /// As after a kill while the files are removed. What was said since the start is nobody's to erase.
    @Test func `a kill after that leaves files to remove, and what comes later stays`() async throws {
        try await filled { store, folder in
            let going = ErasedFiles(files: StoreFiles(folder: folder))
            try going.take([folder.appending(path: "backups"), folder.appending(path: "damaged")])
            try going.settle()
            try await converse(store, "new", question: "violinist")
            try await store.backUpDaily(at: date(86_400), calendar: gregorian)
            #expect(store.erasedFiles == 2)
            #expect(try await store.finishErasing() == 0)
            #expect(store.erasedFiles == 0)
            #expect(try await store.session("new") != nil)
            #expect(try store.backups().count == 1)
        }
    }

    @Test func `what is called off does not come back where an earlier one has left something`() async throws {
        try await filled { store, folder in
            for name in ["not-erased/backups/old", "not-erased/damaged/old"] {
                let place = folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("xylophonist".utf8).write(to: place)
            }
            let before = try paths(folder)
            let going = ErasedFiles(files: StoreFiles(folder: folder))
            try going.take([folder.appending(path: "backups")] + others(folder))
            going.putBack()
            #expect(!going.isUnfinished)
            #expect(try paths(folder) == before)
            #expect(try await store.finishErasing() == 0)
            #expect(try await store.sessions(before: nil, limit: 50).count == 20)
            // Erased in earnest, that goes too.
            try await store.eraseEverything(with: others(folder))
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try paths(folder) == [])
        }
    }

    @Test func `a kill while it is called off leaves things to put back`() async throws {
        try await filled { store, folder in
            let before = try paths(folder)
            try ErasedFiles(files: StoreFiles(folder: folder)).take(
                [folder.appending(path: "backups")] + others(folder))
            try FileManager.default.moveItem(
                at: folder.appending(path: "erasing"), to: folder.appending(path: "not-erased"))
            #expect(try await store.finishErasing() == 0)
            #expect(try paths(folder) == before)
            #expect(try await store.sessions(before: nil, limit: 50).count == 20)
        }
    }

    @Test func `what cannot be removed is counted, and tried again`() async throws {
        try await filled { store, folder in
            let going = ErasedFiles(files: StoreFiles(folder: folder))
            try going.take([folder.appending(path: "damaged"), folder.appending(path: "backups")])
            try going.settle()
            let left = going.remove(unlink: { place in
                guard place.pathExtension != "sqlite" else { throw StoreError.system(EBUSY, place) }
                try ErasedFiles.unlink(place)
            })
            #expect(left == 2)
            let erasing = StoreHealth(folder: folder).findings().first { $0.subject == "erasing" }
            #expect(erasing?.level == .warning)
            #expect(erasing?.detail.contains("2 erased files are still to be removed") == true)
            #expect(going.remove() == 0)
            #expect(try paths(folder).allSatisfy { !$0.hasPrefix("eras") })
        }
    }

    /// An export that was sent is removed by who sent it, at the same time.
    @Test func `two clean-ups of the same export do not disturb one another`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            let exporting = folder.appending(path: "exporting/x")
            try FileManager.default.createDirectory(at: exporting, withIntermediateDirectories: true)
            for number in 0..<3000 {
                try Data().write(to: exporting.appending(path: "\(number).md"))
            }
            async let sent: Void = Task.detached { try? FileManager.default.removeItem(at: exporting) }.value
            #expect(try await store.eraseEverything() == 0)
            await sent
            #expect(try await store.removeErasedFiles() == 0)
            #expect(try await store.sessions(before: nil, limit: 5) == [])
            #expect(try paths(folder) == [])
        }
    }

    @Test func `a store in memory is emptied as well`() async throws {
        let store = try Store()
        try await converse(store, "s")
        #expect(try await store.eraseEverything() == 0)
        #expect(try await store.sessions(before: nil, limit: 5) == [])
        try await converse(store, "t", question: "violinist")
        #expect(try await store.search("violinist", limit: 5).count == 1)
    }

    @Test func `an export that is called off leaves nothing`() async throws {
        try await filled { store, folder in
            for (name, isThere) in [("new", false), ("empty", true)] {
                let place = folder.appending(path: name)
                if isThere { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
                await #expect(throws: CancellationError.self) {
                    try await store.export(to: place) { if $0 > 0.5 { throw CancellationError() } }
                }
                #expect(FileManager.default.fileExists(atPath: place.path) == isThere)
                if isThere { #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == []) }
            }
            let told = Mutex<[Double]>([])
            try await store.export(to: folder.appending(path: "new")) { part in told.withLock { $0.append(part) } }
            #expect(told.withLock { $0.first ?? 1 < 0.1 && $0.last == 1 && $0 == $0.sorted() })
        }
    }
}
