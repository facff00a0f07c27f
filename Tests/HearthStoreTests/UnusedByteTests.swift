// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import SeededRandom
import Testing

@testable import HearthStore

/// Bytes that SQLite leaves in the unused middle of its pages, although it overwrites what it deletes.
@Suite struct UnusedByteTests {
    /// Words that come and go in random orders. Of 200 orders these four left a deleted word in the file, where the
    /// unused bytes were left as they are (SQLite 3.40).
    @Test(arguments: [77, 105, 170, 193])
    func `a deleted word is in no page of the file, whatever was written and deleted before`(seed: Int) throws {
        try withDatabase { pool, file in
            var random = SplitMix(seed: seed)
            func word() -> String {
                String((0..<16).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random)! })
            }
            var (live, gone): ([(id: String, word: String)], [String]) = ([], [])
            for step in 0..<250 {
                live.append(("\(step)", word()))
                try add(live[live.count - 1], to: pool)
                guard Int.random(in: 0..<8, using: &random) == 0, live.count > 3 else { continue }
                let (id, word) = live.remove(at: Int.random(in: 0..<live.count, using: &random))
                try pool.write { try $0.execute(sql: "DELETE FROM messages WHERE id = ?", arguments: [id]) }
                gone.append(word)
                try SearchIndex.forgetErased(in: pool)
                #expect(try UnusedBytes.overwrite(in: pool))
                let bytes = try Data(contentsOf: file)
                // An index keeps the beginning of a word with its neighbour.
                #expect(gone.filter { bytes.range(of: Data($0.utf8.suffix(12))) != nil } == [], "seed \(seed)")
            }
            try check(pool, has: live.map(\.word))
        }
    }

    @Test func `only the unused middle of a page is overwritten`() throws {
        try withDatabase { pool, file in
            let words = (0..<500).map { "word\($0)" + String(repeating: "x", count: $0 % 90) }
            for (number, word) in words.enumerated() { try add(("\(number)", word), to: pool) }
            try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            let layout = PageLayout(size: 4096, reserved: 0)
            let before = try spoil(file, layout)
            #expect(before > 20)
            // Through a second connection, as a process that has read nothing yet.
            let other = try DatabaseQueue(path: file.path, configuration: Store.configuration())
            #expect(try UnusedBytes.overwrite(in: other))
            try other.close()
            #expect(try Data(contentsOf: file).range(of: Data("xylophon".utf8)) == nil)
            try check(pool, has: words)
        }
    }

    @Test func `while another program has just written, the file is left for later`() throws {
        try withDatabase { pool, _ in
            let reader = try DatabaseQueue(path: pool.path, configuration: quick)
            try reader.inDatabase { try $0.execute(sql: "BEGIN; SELECT count(*) FROM messages") }
            try add(("new", "word"), to: pool)
            #expect(throws: DatabaseError.self) {
                guard try UnusedBytes.overwrite(in: pool) else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            }
            try reader.inDatabase { try $0.execute(sql: "COMMIT") }
            #expect(try UnusedBytes.overwrite(in: pool))
        }
    }

    /// Fills the unused middle of each page with a word, in the file of a database whose log is empty.
    /// - Returns: of how many pages.
    private func spoil(_ file: URL, _ layout: PageLayout) throws -> Int {
        var bytes = [UInt8](try Data(contentsOf: file))
        var spoiled = 0
        for start in stride(from: 0, to: bytes.count, by: layout.size) {
            var page = bytes[start..<start + layout.size]
            let header = start == 0 ? 100 : start
            guard [10, 13].contains(page[header]) else { continue }
            let cells = Int(page[header + 3]) << 8 | Int(page[header + 4])
            let content = Int(page[header + 5]) << 8 | Int(page[header + 6])
            let range = header + 8 + 2 * cells..<start + (content == 0 ? 65_536 : content)
            guard range.count >= 8 else { continue }
            page.replaceSubrange(range.lowerBound..<range.lowerBound + 8, with: Array("xylophon".utf8))
            bytes.replaceSubrange(start..<start + layout.size, with: page)
            spoiled += 1
        }
        try Data(bytes).write(to: file, options: [])
        return spoiled
    }

    private var quick: Configuration {
        var configuration = Store.configuration()
        configuration.busyMode = .immediateError
        configuration.allowsUnsafeTransactions = true
        return configuration
    }

    private func withDatabase(_ body: (DatabasePool, URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "hearth.sqlite")
        let pool = try DatabasePool(path: file.path, configuration: quick)
        try migrate(pool)
        try pool.write {
            try $0.execute(
                sql: "INSERT INTO sessions (id, createdAt, lastMessageAt, title) VALUES ('s', 0, 0, 'All of them')")
        }
        try body(pool, file)
        try pool.close()
    }

    private func add(_ message: (id: String, word: String), to pool: DatabasePool) throws {
        try pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO messages (id, session, role, content, createdAt, state)
                    VALUES (?, 's', 'user', ?, 0, 'complete')
                    """, arguments: [message.id, "Question \(message.word)"])
        }
    }

    private func check(_ pool: DatabasePool, has words: [String]) throws {
        try pool.writeWithoutTransaction { database in
            #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
            try SearchIndex.check(in: database)
            #expect(
                try String.fetchAll(database, sql: "SELECT content FROM messages ORDER BY number")
                    == words.map { "Question \($0)" })
        }
    }
}
