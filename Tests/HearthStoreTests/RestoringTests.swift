// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import Testing

@testable import HearthStore

/// A backup takes over, and then people go on.
@Suite struct RestoringTests {
    /// A question and its answer at the end of a session.
    private func goOn(_ store: Store, _ id: String, _ question: String) async throws {
        var session = try #require(try await store.session(id))
        let parent = session.leaf
        session.leaf = "\(question)-answer"
        try await store.save(
            [
                message(question, in: id, .user, question, parent: parent),
                message("\(question)-answer", in: id, .assistant, "Yes.", parent: question),
            ], in: session)
    }

    /// A store with a backup of the first half of a conversation, which has been restored.
    private func withRestored(_ body: (Store, URL, _ former: URL) async throws -> Void) async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            try await goOn(store, "s", "violinist")
            let restoration = try await store.restore(backup, at: date(60))
            try await body(store, folder, try #require(restoration.former))
        }
    }

    @Test func `a conversation is cleared after a restore, and the store opens again`() async throws {
        try await withRestored { store, folder, former in
            try await store.clear("s")
            #expect(try store.erasuresToFinish() == 0)
            try store.close()
            let again = try openStore(folder)
            defer { try? again.close() }
            try await again.erase(deletedBefore: .distantFuture)
            #expect(try await again.messages(of: "s").isEmpty)
            for word in ["xylophonist", "violinist"] { #expect(try files(below: folder, with: word) == [], "\(word)") }
            let replaced = try Restoring.readOnly(former)
            try await replaced.read { try DatabaseCheck.references($0) }
        }
    }

    @Test func `what is saved while a backup is restored is in what gave way or in what took its place`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let writing = Task {
                var saved: [String] = []
                while !Task.isCancelled {
                    let id = "note-\(saved.count)"
                    try await store.save(Session(id: id, createdAt: date(), title: id))
                    saved.append(id)
                    beginning.yield()
                }
                return saved
            }
            for await _ in begun { break }
            let restoration = try await store.restore(backup, at: date(60))
            try await Task.sleep(for: .milliseconds(50))
            writing.cancel()
            let saved = try await writing.value
            let former = try Restoring.readOnly(try #require(restoration.former))
            defer { try? former.close() }
            var kept = Set(try await former.read { try String.fetchAll($0, sql: "SELECT id FROM sessions") })
            kept.formUnion(try await store.sessions(before: nil, limit: 100_000).map(\.id))
            #expect(!saved.isEmpty && kept.isSuperset(of: saved))
        }
    }

    /// An earlier Hearth noted the newest message that the restored database had, not the newest that there had been.
    @Test func `an erasure that takes half of a conversation leaves the other half whole`() async throws {
        try await withRestored { store, folder, former in
            try await store.write { database in
                try Erasure.note([.messages(of: "s", upTo: 2)], in: database)
                try database.execute(sql: "DELETE FROM messages WHERE session = 's'")
                try database.execute(sql: "UPDATE sessions SET leaf = NULL")
            }
            try await store.erase(deletedBefore: .distantPast)
            #expect(try store.erasuresToFinish() == 0)
            #expect(try files(below: folder, with: "xylophonist") == [])
            let replaced = try Restoring.readOnly(former)
            try await replaced.read { database in
                try DatabaseCheck.references(database)
                #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM messages") == 2)
                #expect(try String.fetchOne(database, sql: "SELECT leaf FROM sessions") == "violinist-answer")
            }
        }
    }

    /// Else an erasure that is still to be finished would take what was written after it.
    @Test func `a restored store gives no number out twice`() async throws {
        try await withRestored { store, _, _ in
            try await goOn(store, "s", "cellist")
            let number = try await store.read {
                try Int.fetchOne($0, sql: "SELECT number FROM messages WHERE id = 'cellist'")
            }
            #expect(try #require(number) > 4)
        }
    }

    @Test func `two restores within a second keep both of what gave way`() async throws {
        try await withStore { store, folder in
            try await converse(store, "first", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            var formers: [URL] = []
            for word in ["violinist", "cellist", "flautist"] {
                try await converse(store, word, question: word)
                formers.append(try #require(try await store.restore(backup, at: date(60)).former))
                #expect(try files(below: folder, with: word).contains { $0.hasPrefix("backups/replaced") }, "\(word)")
            }
            #expect(Set(formers).count == 3)
            #expect(try store.backups().filter { $0.kind == .replaced }.map(\.file) == formers.reversed())
            try store.close()
            for word in ["violinist", "cellist"] {
                #expect(try files(below: folder, with: word).count == 1, "\(word)")
            }
            for _ in 0..<2 { _ = try Store.restore(backup.file, into: folder, at: date(60)) }
            #expect(try Backup.all(in: StoreFiles(folder: folder).backups).count == 6)
        }
    }

    /// A backup that is made while a deletion can be undone is without the conversation. Restoring it replaces what
    /// came back since, and must erase it nowhere else.
    @Test func `a conversation whose deletion was undone stays in what gave way to a backup of the moment`()
        async throws
    {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            try await store.delete("s", at: date())
            let backup = try #require(try await store.backUpDaily(at: date(1), calendar: gregorian))
            try await store.undelete("s")
            let former = try #require(try await store.restore(backup, at: date(60)).former)
            try await store.erase(deletedBefore: .distantFuture)
            #expect(try await store.messages(of: "s").isEmpty)
            let kept = try #require(try store.backups().first { $0.file == former })
            try await store.restore(kept, at: date(120))
            #expect(try await store.messages(of: "s").count == 2)
        }
    }

    /// Else it would stay in what gave way, where nobody sees it and nobody can erase it.
    @Test func `a conversation that was just deleted is erased before a backup takes over`() async throws {
        try await withStore { store, folder in
            try await converse(store, "kept")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            try await converse(store, "s", question: "xylophonist")
            try await store.delete("s", at: date(59))
            try await store.restore(backup, at: date(60))
            try await store.erase(deletedBefore: .distantPast)
            #expect(try files(below: folder, with: "xylophonist") == [])
        }
    }

    @Test func `an erasure that could not be finished is known to the store that takes over`() async throws {
        try await withStore { store, folder in
            try await converse(store, "kept")
            try await converse(store, "gone", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            let bad = try #require(try await store.backUpDaily(at: date(86_400), calendar: gregorian))
            let bytes = try Data(contentsOf: bad.file)
            try damage(bad.file, pages: 1..<8)
            try await store.delete("gone", at: date())
            try await store.erase(deletedBefore: date(1))
            #expect(try store.erasuresToFinish() == 1)
            try await store.restore(backup, at: date(60))
            #expect(try await store.session("gone") == nil)
            #expect(try store.erasuresToFinish() == 1)
            // The disk is mended.
            let aside = folder.appending(path: "damaged/backups/\(bad.file.lastPathComponent)")
            try bytes.write(to: aside)
            try await store.erase(deletedBefore: .distantPast)
            #expect(try store.erasuresToFinish() == 0)
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try store.backups().contains(bad))
        }
    }

    /// A failing disk, or a program that was not ours, has damaged the index alone: the texts are all there.
    @Test(arguments: [true, false])
    func `a backup whose search index is damaged is restored with a new one`(isOpen: Bool) async throws {
        try await withStore { store, folder in
            _ = try await converse(store, "s", question: "xylophonist", title: "Music")
            _ = try await converse(store, "gone", question: "violinist")
            try await store.delete("gone", at: date())
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            let damaged = try DatabaseQueue(path: backup.file.path)
            try await damaged.write { database in
                for table in ["message_text", "session_title"] {
                    try database.execute(sql: "UPDATE \(table)_data SET block = x'00112233445566778899' WHERE id > 1")
                    try database.execute(sql: "DELETE FROM \(table)_docsize")
                }
            }
            try damaged.close()
            var now = store
            if isOpen {
                try await store.restore(backup, at: date(60))
            } else {
                try store.close()
                _ = try Store.restore(backup.file, into: folder, at: date(60))
                now = try openStore(folder)
            }
            defer { try? now.close() }
            #expect(try await now.search("xylophonist", limit: 5).count == 1)
            #expect(try await now.search("Music", limit: 5).count == 1)
            try await now.database.write { try SearchIndex.check(in: $0) }
            try await goOn(now, "s", "cellist")
            #expect(try await now.search("cellist", limit: 5).count == 1)
        }
    }
}
