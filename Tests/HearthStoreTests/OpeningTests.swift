// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthModels
import HearthWords
import Testing

@testable import HearthStore

@Suite struct OpeningTests {
    @Test func `a new store is for its owner alone and waits for the disk`() async throws {
        try await withTemporaryFolder { parent in
            let folder = parent.appending(path: "a/b")
            let store = try openStore(folder)
            try await converse(store, "s")
            #expect(try PrivateFiles.mode(of: folder) == 0o700)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                #expect(try PrivateFiles.mode(of: folder.appending(path: name)) == 0o600, "\(name)")
            }
            let settings = try await store.database.writeWithoutTransaction { database in
                try ["journal_mode", "synchronous", "secure_delete", "foreign_keys", "application_id", "user_version"]
                    .map { try String.fetchOne(database, sql: "PRAGMA \($0)") }
            }
            #expect(settings == ["wal", "2", "1", "1", "\(applicationID)", "\(migrations.count)"])
            try store.close()
        }
    }

    @Test func `opens what it closed, and what it did not`() async throws {
        try await withTemporaryFolder { folder in
            let first = try openStore(folder)
            try await converse(first, "a")
            let second = try openStore(folder)
            try await converse(second, "b")
            #expect(try await first.sessions(before: nil, limit: 9).count == 2)
            try first.close()
            try second.close()
            let third = try openStore(folder)
            #expect(try await third.sessions(before: nil, limit: 9).count == 2)
            try third.close()
        }
    }

    /// On Linux, a lock that asks to be the only one and is refused is gone.
    @Test func `a store that was opened beside another keeps its lock`() async throws {
        try await withTemporaryFolder { folder in
            let (home, copy) = (folder.appending(path: "home"), folder.appending(path: "copy"))
            let first = try openStore(home)
            try await converse(first, "s")
            try await first.backUp(to: copy)
            let second = try openStore(home)
            try first.close()
            // By the lock, before anything is done: SQLite's own refuses as well, when a backup has been made of what
            // is to give way.
            #expect { try Store.restore(copy, into: home, at: date()) } throws: { error in
                (error as? StoreError)?.code == .busy && "\(error)".contains("Hearth is running there")
            }
            #expect(try Backup.all(in: StoreFiles(folder: home).backups) == [])
            try second.close()
            #expect(try Store.restore(copy, into: home, at: date()).contents.sessions == 1)
        }
    }

    /// Another program may be writing them now.
    @Test func `copies that are being made stay while another store is open, and go when none is`() async throws {
        try await withTemporaryFolder { folder in
            let first = try openStore(folder)
            let files = StoreFiles(folder: folder)
            let copies = [
                files.restoring, files.exporting.appending(path: "x.md"), folder.appending(path: ".copy.sqlite.part"),
                files.backups.appending(path: ".hearth-2026-11-21.sqlite.part"),
            ]
            for copy in copies {
                try PrivateFiles.makeFolder(copy.deletingLastPathComponent())
                try Data("half".utf8).write(to: copy)
            }
            try openStore(folder).close()
            #expect(copies.filter { !FileManager.default.fileExists(atPath: $0.path) } == [])
            try first.close()
            try openStore(folder).close()
            #expect(copies.filter { FileManager.default.fileExists(atPath: $0.path) } == [])
        }
    }

    #if os(Linux)
        @Test func `a lock that is let go is free although a copy of its file is still open`() async throws {
            try await withTemporaryFolder { folder in
                let files = StoreFiles(folder: folder)
                var lock: StoreLock? = try StoreLock(.exclusive, files: files)
                // As a program has it that is being started at that moment.
                let (open, file) = ("/proc/self/fd", files.lock.path)
                let own = try FileManager.default.contentsOfDirectory(atPath: open).first {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\($0)")) == file
                }
                let copy = dup(try #require(own.flatMap { Int32($0) }))
                defer { close(copy) }
                #expect(throws: StoreError.self) { try StoreLock(.shared, files: files) }
                #expect(lock != nil)
                lock = nil
                _ = try StoreLock(.exclusive, files: files)
            }
        }
    #endif

    /// Each of them is alone for a moment when it is opened, and the others have to wait for that.
    @Test func `stores that are opened at once are all opened`() async throws {
        try await withTemporaryFolder { folder in
            try openStore(folder).close()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { for _ in 0..<20 { try openStore(folder).close() } } }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a store waits for another that is alone for a moment`() async throws {
        try await withTemporaryFolder { folder in
            var alone: StoreLock? = try StoreLock(.exclusive, files: StoreFiles(folder: folder))
            let (outcomes, teller) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
            // A thread of its own, and no task waits here: other tests may keep tasks from going on for longer than it
            // waits.
            Thread.detachNewThread { teller.yield(Result { try openStore(folder).close() }) }
            usleep(100_000)
            #expect(alone != nil)
            alone = nil
            for await outcome in outcomes { return try outcome.get() }
        }
    }

    /// A descriptor that is closed twice takes away, the second time, a file that another thread has just opened under
    /// its number.
    @Test func `a lock that is refused closes nothing that is not its own`() async throws {
        try await withTemporaryFolder { folder in
            let held = try StoreLock(.exclusive, files: StoreFiles(folder: folder))
            let refusals = Task.detached {
                for _ in 0..<20_000 {
                    #expect(throws: StoreError.self) { try StoreLock(.shared, files: StoreFiles(folder: folder)) }
                }
            }
            var lost = 0
            for _ in 0..<200_000 { if close(open("/dev/null", O_RDONLY | O_CLOEXEC)) != 0 { lost += 1 } }
            await refusals.value
            #expect(lost == 0)
            withExtendedLifetime(held) {}
        }
    }

    /// Files that cannot be opened, and the error of each.
    static let unusable: [(name: String, code: StoreError.Code, edit: @Sendable (inout Data) -> Void)] = [
        (
            "text", .damaged,
            { $0 = Data("These are not the bytes of a database. ".utf8 + Array(repeating: 0x20, count: 200)) }
        ),
        ("short", .damaged, { $0 = $0.prefix(50) }),
        ("header", .damaged, { $0.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16)) }),
        ("half", .damaged, { $0 = $0.prefix($0.count / 2) }),
        ("schema", .damaged, { $0.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996)) }),
        ("foreign", .foreign, { $0.replaceSubrange(68..<72, with: [1, 2, 3, 4]) }),
        ("newer", .newer, { $0.replaceSubrange(60..<64, with: [0, 0, 1, 0]) }),
        (
            "nothing in it", .foreign,
            {
                $0.replaceSubrange(60..<64, with: [0, 0, 0, 0])
                $0.replaceSubrange(68..<72, with: [0, 0, 0, 0])
            }
        ),
    ]

    @Test(arguments: unusable.indices) func `says what is wrong and leaves the file as it is`(index: Int) async throws {
        let (name, code, edit) = Self.unusable[index]
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            try await converse(store, "s", question: "xylophonist")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try store.close()
            let file = folder.appending(path: "hearth.sqlite")
            var bytes = try Data(contentsOf: file)
            edit(&bytes)
            try bytes.write(to: file)

            let recovery = try openRecovery(folder)
            #expect(recovery.problem.code == code, "\(name): \(recovery.problem)")
            #expect(recovery.problem.detail.contains("hearth.sqlite"))
            #expect(try Data(contentsOf: file) == bytes)
            if code == .newer { return #expect(recovery.newestBackup == nil) }

            let backup = try #require(recovery.newestBackup)
            let export = folder.appending(path: "export")
            try recovery.export(to: export)
            #expect(try files(below: export, with: "xylophonist").count == 2)
            try recovery.restore(backup, at: date())
            let kept = folder.appending(path: "damaged/2026-11-21T160000/hearth.sqlite")
            if name != "foreign" || FileManager.default.fileExists(atPath: kept.path) {
                #expect(try Data(contentsOf: kept) == bytes, "\(name)")
            }
            let again = try openStore(folder)
            #expect(try await again.messages(of: "s").count == 2)
            try again.close()
        }
    }

    @Test func `a database that has gone is not silently made anew`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            try await converse(store, "s")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try store.close()
            let file = folder.appending(path: "hearth.sqlite")
            try FileManager.default.removeItem(at: file)
            let recovery = try openRecovery(folder)
            #expect(recovery.problem.code == .missing)
            #expect(recovery.newestBackup?.date == "2026-11-21")
            #expect(!FileManager.default.fileExists(atPath: file.path))

            let afresh = try recovery.startAfresh(at: date())
            #expect(try await afresh.sessions(before: nil, limit: 1) == [])
            #expect(try afresh.backups().count == 1)
            try afresh.close()
            let again = try openStore(folder)
            try again.close()
        }
    }

    @Test func `the newest backup that is whole is offered`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            for index in 0..<100 { try await converse(store, "s\(index)") }
            for day in 0..<3 { try await store.backUpDaily(at: date(Double(day) * 86_400), calendar: gregorian) }
            try store.close()
            try Data("gone".utf8).write(to: folder.appending(path: "hearth.sqlite"))
            try damage(folder.appending(path: "backups/hearth-2026-11-23.sqlite"), pages: 10..<20)
            #expect(try openRecovery(folder).newestBackup?.date == "2026-11-22")
        }
    }

    @Test func `what would be lost is counted where it can be read`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            try await converse(store, "a")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await converse(store, "b", at: date(60))
            try store.close()
            let file = folder.appending(path: "hearth.sqlite")
            try tamper(file)
            let readable = try openRecovery(folder)
            #expect(readable.contents?.messages == 2 && readable.contents?.lastMessageAt == date())
            #expect(readable.loss?.messages == 2 && readable.loss?.until != nil)
            try Data("rubbish".utf8).write(to: file)
            let rubbish = try openRecovery(folder)
            #expect(rubbish.loss?.messages == nil && rubbish.loss?.until != nil)
        }
    }

    @Test func `a file that has just been made is a new store`() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "hearth.sqlite"))
            let store = try openStore(folder)
            try await converse(store, "s")
            try store.close()
        }
    }

    @Test func `a trigger of somebody else's is found`() async throws {
        try await withTemporaryFolder { folder in
            try openStore(folder).close()
            try tamper(folder.appending(path: "hearth.sqlite"))
            let recovery = try openRecovery(folder)
            #expect(recovery.problem.code == .damaged)
            #expect(recovery.problem.detail.contains("spy"))
        }
    }

    @Test func `a folder that cannot be written to is reported`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data().write(to: file)
            let recovery = try openRecovery(file.appending(path: "below"))
            #expect([.denied, .disk].contains(recovery.problem.code))
        }
    }

    /// `Tests/Fixtures/store/README.md` says how the file was made.
    @Test(arguments: [1, 7])
    func `migrates a database of an earlier version`(version: Int) async throws {
        try await withTemporaryFolder { folder in
            let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/store/version-\(version).sqlite")
            try FileManager.default.copyItem(at: fixture, to: folder.appending(path: "hearth.sqlite"))
            let store = try openStore(folder)
            #expect(try await store.load() == AppSettings())
            let session = try #require(try await store.sessions(before: nil, limit: 9).first)
            #expect(session.title == "Kettles and cafés")
            #expect(session.createdAt == Date(timeIntervalSinceReferenceDate: 816_969_600.25))
            let messages = try await store.messages(of: session.id)
            #expect(messages.map(\.state) == [.complete, .complete, .stopped])
            #expect(messages.map(\.parent) == [nil, messages[0].id, messages[0].id])
            #expect(session.leaf == messages[2].id)
            #expect(try await store.decks().decks.isEmpty)
            #expect(try await store.draft(of: session.id) == "And at altitude")
            #expect(try await store.search("cafes", limit: 9).map(\.message) == [nil])
            #expect(try await store.search("100 deg", limit: 9).map(\.message) == [messages[1].id])
            try await store.write { database in
                #expect(try Int.fetchOne(database, sql: "PRAGMA user_version") == migrations.count)
                try DatabaseCheck.pages(database)
                try DatabaseCheck.references(database)
                try DatabaseCheck.schema(database, fixture, exactly: true)
            }
            try store.close()
        }
    }

    /// After a new migration: put the digest that this finds into `DatabaseCheck.newestNames`.
    @Test func `a start recognises the newest version by the names in it`() async throws {
        let digest = try await Store().read { try DatabaseCheck.digest($0) }
        #expect(digest == DatabaseCheck.newestNames)
    }

    /// Until version 6, the database had a list of models.
    @Test func `a database and a backup with a list of models lose that alone`() async throws {
        try await withTemporaryFolder { folder in
            let files = StoreFiles(folder: folder)
            try PrivateFiles.makeFolder(files.backups)
            for place in [files.database, files.backups.appending(path: "hearth-2026-11-20.sqlite")] {
                try makeVersion6(place)
            }
            let store = try openStore(folder)
            try await expectNoModels(store, "the database")
            try await store.restore(try #require(try store.backups().first), at: date())
            try await expectNoModels(store, "the restored backup")
            try store.close()
        }
    }

    private func makeVersion6(_ file: URL) throws {
        let queue = try DatabaseQueue(path: file.path, configuration: Store.configuration())
        try migrate(queue, upTo: 6)
        try queue.write { database in
            try database.execute(sql: "INSERT INTO models VALUES ('a/b', NULL, 7, 0, NULL, NULL)")
            // What a record writes today has columns that came later.
            try database.execute(
                sql: """
                    INSERT INTO sessions (id, createdAt, lastMessageAt, title) VALUES ('s', 816969600, 816969600, '');
                    INSERT INTO messages (id, session, role, content, createdAt, state)
                    VALUES ('q', 's', 'user', 'xylophonist', 816969600, 'complete');
                    """)
        }
        try queue.close()
    }

    private func expectNoModels(_ store: Store, _ which: Comment) async throws {
        #expect(try await store.search("xylophonist", limit: 9).map(\.message) == ["q"], which)
        try await store.read { database in
            #expect(try !database.tableExists("models"), which)
            try DatabaseCheck.schema(database, URL(filePath: "hearth.sqlite"), exactly: true)
        }
    }
}
