// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthCLI
import Testing

@Suite struct HistoryTests {
    @Test func `messages are there in the next session, whatever is in them`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "home/history")
            let messages = ["hello", "two\nlines", "quote \" and \\n", "世界 👩‍👩‍👧", "e\u{301}"]
            var history = History(file: file)
            for message in messages { try history.append(message) }
            #expect(history.entries == messages)
            #expect(History(file: file).entries == messages)
        }
    }

    @Test func `only the owner can read it`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "home/history")
            var history = History(file: file)
            try history.append("secret")
            try history.append("another")
            let rights = { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
            #expect(try rights(file.path) == 0o600)
            #expect(try rights(file.deletingLastPathComponent().path) == 0o700)
            // Nothing is left of the writing.
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path) == [
                    "history"
                ])
        }
    }

    @Test func `a repeated message is kept once, the oldest are forgotten, a huge one is not kept`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "history")
            let old = (0..<History.mostEntries).map { "\"\($0)\"\n" }.joined()
            try Data(old.utf8).write(to: file)
            var history = History(file: file)
            try history.append("new")
            try history.append("new")
            try history.append(String(repeating: "x", count: History.longestEntry + 1))
            for entries in [history.entries, History(file: file).entries] {
                #expect(entries.count == History.mostEntries)
                #expect(entries.first == "1")
                #expect(entries.suffix(2) == ["\(History.mostEntries - 1)", "new"])
            }
        }
    }

    @Test func `two chats at the same time keep each other's messages`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "history")
            var (one, two) = (History(file: file), History(file: file))
            try one.append("one")
            try two.append("two")
            #expect(History(file: file).entries == ["one", "two"])
        }
    }

    @Test func `a damaged file gives what is left of it`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "history")
            try Data("\"good\"\n{\"not\": \"text\"}\n\"cut off\n\n\u{0}\n\"better\"".utf8).write(to: file)
            #expect(History(file: file).entries == ["good", "better"])
        }
    }

    @Test func `a history that is not to be written is only read`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "history")
            var unwritten = History(file: file, writes: false)
            try unwritten.append("private")
            #expect(unwritten.entries == ["private"])
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `a link to a history stays a link`() async throws {
        try await withTemporaryFolder { folder in
            let (real, link) = (folder.appending(path: "real"), folder.appending(path: "history"))
            try Data("\"old\"\n".utf8).write(to: real)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
            var history = History(file: link)
            try history.append("new")
            #expect(History(file: real).entries == ["old", "new"])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == real.path)
        }
    }

    @Test func `a folder that cannot be written says so and the message stays in memory`() async throws {
        try await withTemporaryFolder { folder in
            let blocked = folder.appending(path: "file")
            try Data().write(to: blocked)
            var history = History(file: blocked.appending(path: "history"))
            #expect(throws: (any Error).self) { try history.append("hello") }
            #expect(history.entries == ["hello"])
        }
    }
}
