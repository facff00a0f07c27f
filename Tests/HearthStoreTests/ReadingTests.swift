// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import Testing

@testable import HearthStore

/// A store on a disk that takes no writing.
@Suite struct ReadingTests {
    /// Every file of a folder with its bytes.
    private func contents(_ folder: URL) throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    private func leftovers(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("hearth-reading") }
    }

    private func read(_ folder: URL, _ temporary: URL, _ body: (Store) async throws -> Void) async throws {
        let reading = StoreReading(folder, isReadOnly: true, copyingTo: temporary)
        guard case .ready(let store) = reading.opening else { throw UnexpectedlyUsable() }
        #expect(reading.isCopy)
        try await body(store)
        try store.close()
        withExtendedLifetime(reading) {}
    }

    @Test func `it is read from a copy, and nothing is written beside it`() async throws {
        try await withTemporaryFolder { temporary in
            try await withStore { store, folder in
                _ = try await converse(store, "s", question: "xylophonist")
                try store.close()
                let before = try contents(folder)
                try await read(folder, temporary) { copy in
                    #expect(try await copy.messages(of: "s").map(\.content) == ["xylophonist", "Because."])
                    #expect(try await copy.search("xylophonist", limit: 5).count == 1)
                    let written = try await copy.export(to: temporary.appending(path: "out"))
                    #expect(written.messages == 2)
                }
                #expect(try contents(folder) == before)
                #expect(try leftovers(temporary) == [])
            }
        }
    }

    /// As after a power cut: the last answers stand in the log alone.
    @Test func `what stands in the log is read, too`() async throws {
        try await withTemporaryFolder { temporary in
            let cut = temporary.appending(path: "cut")
            try await withStore { store, folder in
                _ = try await converse(store, "s", question: "violinist")
                try FileManager.default.createDirectory(at: cut, withIntermediateDirectories: true)
                for name in ["hearth.sqlite", "hearth.sqlite-wal"] {
                    try FileManager.default.copyItem(at: folder.appending(path: name), to: cut.appending(path: name))
                }
            }
            try await read(cut, temporary) { copy in
                let messages = try await copy.messages(of: "s")
                #expect(messages.count == 2)
            }
            #expect(try contents(cut).keys.sorted() == ["hearth.sqlite", "hearth.sqlite-wal"])
        }
    }

    @Test func `a damaged database is told as such, and its backups are found`() async throws {
        try await withTemporaryFolder { temporary in
            try await withStore { store, folder in
                _ = try await converse(store, "s")
                let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
                try store.close()
                try damage(folder.appending(path: "hearth.sqlite"), pages: 0..<1)
                let reading = StoreReading(folder, isReadOnly: true, copyingTo: temporary)
                guard case .unusable(let recovery) = reading.opening else { throw UnexpectedlyUsable() }
                #expect(recovery.problem.code == .damaged && recovery.problem.detail.contains(folder.path))
                #expect(recovery.newestBackup?.file.lastPathComponent == backup.file.lastPathComponent)
                #expect(try recovery.export(to: temporary.appending(path: "out")).messages == 2)
            }
        }
    }

    @Test func `nobody's changes are read halfway`() async throws {
        try await withTemporaryFolder { temporary in
            try await withStore { store, folder in
                _ = try await converse(store, "s")
                let reading = StoreReading(folder, isReadOnly: true, copyingTo: temporary)
                guard case .unusable(let recovery) = reading.opening else { throw UnexpectedlyUsable() }
                #expect(recovery.problem.code == .busy)
            }
        }
    }

    @Test func `a disk that can be written to is not copied`() async throws {
        try await withStore { store, folder in
            try store.close()
            let reading = StoreReading(folder)
            #expect(!reading.isCopy)
            guard case .ready(let again) = reading.opening else { throw UnexpectedlyUsable() }
            try again.close()
        }
    }
}
