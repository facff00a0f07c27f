// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthWords
import Testing

@testable import HearthStore

/// A backup that cannot be changed stops nothing.
@Suite struct BadBackupTests {
    /// Kinds of damage; `isMended` is `true` if Hearth can repair it.
    static let ways: [(name: String, isMended: Bool, spoil: @Sendable (URL) throws -> Void)] = [
        ("pages", false, { try damage($0, pages: 1..<8) }),
        ("rubbish", false, { try Data("rubbish".utf8).write(to: $0) }),
        ("empty", false, { try Data().write(to: $0) }),
        ("tampered", false, { try tamper($0) }),
        (
            "folder", false,
            {
                try FileManager.default.removeItem(at: $0)
                try FileManager.default.createDirectory(at: $0, withIntermediateDirectories: false)
                try Data("xylophonist".utf8).write(to: $0.appending(path: "letter"))
            }
        ),
        (
            "read-only", true,
            { try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: $0.path) }
        ),
        (
            "a link to nowhere", false,
            {
                try FileManager.default.removeItem(at: $0)
                try FileManager.default.createSymbolicLink(
                    at: $0, withDestinationURL: URL(filePath: "/nowhere/at/all"))
            }
        ),
    ]

    @Test(arguments: ways.indices)
    func `erasing, starting and the daily backup go on beside a bad one`(index: Int) async throws {
        let (name, isMended, spoil) = Self.ways[index]
        try await withStore { store, folder in
            try await converse(store, "kept", question: "violinist")
            for number in 0..<40 { try await converse(store, "gone\(number)", question: "xylophonist") }
            for day in 0..<3 { try await store.backUpDaily(at: date(Double(day) * 86_400), calendar: gregorian) }
            let bad = try store.backups()[1]
            try spoil(bad.file)

            for number in 0..<40 { try await store.delete("gone\(number)", at: date()) }
            try await store.erase(deletedBefore: date(1))
            try await store.clear("kept")
            let left = try files(below: folder, with: "xylophonist").filter { !$0.hasPrefix("damaged/backups/") }
            #expect(left == [], "\(name): the others are clean")
            #expect(try (store.erasuresToFinish() == 0) == isMended, "\(name)")
            #expect(store.uncleanCopies.map(\.file.lastPathComponent) == (isMended ? [] : [bad.file.lastPathComponent]))
            #expect(try store.backups().count == (isMended ? 3 : 2))

            // Starting, today's backup and the doctor.
            try store.close()
            let again = try openStore(folder)
            defer { try? again.close() }
            try await again.erase(deletedBefore: .distantPast)
            try await converse(again, "new")
            #expect(try await again.backUpDaily(at: date(3 * 86_400), calendar: gregorian) != nil)
            #expect(try again.backups().count == (isMended ? 4 : 3))
            let finding = StoreHealth(folder: folder).findings().first { $0.subject == "erasing" }
            #expect(finding?.level == (isMended ? .good : .warning))
            let isNamed = finding?.detail.contains(bad.file.lastPathComponent) == true
            #expect(isMended || isNamed, "\(String(describing: finding))")
            guard !isMended else { return }

            // When it has been removed, nothing remains to be done.
            let aside = folder.appending(path: "damaged/backups/\(bad.file.lastPathComponent)")
            try FileManager.default.removeItem(at: aside)
            try await again.erase(deletedBefore: .distantPast)
            #expect(try again.erasuresToFinish() == 0 && again.uncleanCopies.isEmpty)
        }
    }

    @Test func `a backup that another program holds is cleaned when it is free`() async throws {
        try await withStore { store, folder in
            try await converse(store, "gone", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: backup.file.path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
            try await store.delete("gone", at: date())
            try await store.erase(deletedBefore: date(1))
            #expect(store.uncleanCopies.map(\.error.code) == [.busy])
            #expect(try store.backups() == [backup], "it stays where it is")
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try await store.erase(deletedBefore: .distantPast)
            #expect(try store.erasuresToFinish() == 0 && store.uncleanCopies.isEmpty)
            #expect(try files(below: folder, with: "xylophonist") == [])
        }
    }

    /// Text written after an unfinished erasure is no trace of what it erases.
    @Test func `what is said after a clear stays in backups while the clear is unfinished`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            let bad = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            try Data("rubbish".utf8).write(to: bad.file)
            try await store.clear("s")
            let session = try #require(try await store.session("s"))
            try await store.save([message("new", in: "s", .user, "violinist")], in: session)
            try await store.saveDraft("cellist", of: "s")
            let backup = try #require(try await store.backUpDaily(at: date(86_400), calendar: gregorian))
            for _ in 0..<2 { try await store.erase(deletedBefore: .distantPast) }
            #expect(try store.erasuresToFinish() == 1)
            for word in ["violinist", "cellist"] {
                #expect(try Data(contentsOf: backup.file).range(of: Data(word.utf8)) != nil, "\(word)")
            }
        }
    }

    /// A draft has its conversation's name, again and again; a picture has the name of its file.
    @Test func `what has the name of something erased stays in newer backups while one is unclean`() async throws {
        try await withStore { store, folder in
            let deck = try await store.makeDeck("French", at: date())
            func add(_ word: String, _ picture: String) async throws -> Int64 {
                var content = FlashcardContent(word: word)
                content.image = try await store.add(MediaFile(name: "seuil.png", data: Data(picture.utf8)))
                #expect(content.image == "seuil.png")
                return try await store.add([content], to: deck.id, at: date())[0].id
            }
            let first = try await add("le seuil", "xylophonist")
            let bad = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            try Data("rubbish".utf8).write(to: bad.file)
            try await store.eraseFlashcards([first])
            #expect(try store.erasuresToFinish() > 0 && !store.uncleanCopies.isEmpty)
            _ = try await add("le seuil", "violinist")
            let backup = try #require(try await store.backUpDaily(at: date(86_400), calendar: gregorian))
            try await store.erase(deletedBefore: .distantPast)
            #expect(try store.erasuresToFinish() > 0, "the bad one is still there")
            #expect(try Data(contentsOf: backup.file).range(of: Data("violinist".utf8)) != nil)
            #expect(try Data(contentsOf: backup.file).range(of: Data("xylophonist".utf8)) == nil)
            // Restored, it is whole, and what is erased from then on goes from it too.
            try await store.restore(backup, at: date(90_000))
            let second = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first)
            try await store.eraseFlashcards([second.id])
            #expect(try files(below: folder, with: "violinist") == [])
        }
    }

    /// Preparing a backup takes seconds, in which people go on.
    @Test func `what is erased while a backup is prepared to take over is erased in it, and counted`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            let files = StoreFiles(folder: folder)
            let next = try Restoring.prepare(backup.file, heirOf: store.database, files)
            defer { try? next.close() }
            // Its traces are removed when the restoring is over: until then it is noted.
            try await store.write { database in
                let erasures = [
                    Erasure.messages(of: "s", upTo: try RestoreCarryOver.lastNumber(of: "messages", in: database))
                ]
                try Erasure.remove(erasures, from: database)
                try Erasure.note(erasures, in: database)
            }
            #expect(try await next.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM messages") } != 0)
            try Restoring.carryOver(next, from: store.database, backup.file, files)
            #expect(try await next.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM messages") } == 0)
            func last(_ reader: any DatabaseReader) throws -> Int {
                try reader.read { try RestoreCarryOver.lastNumber(of: "erasures", in: $0) }
            }
            #expect(try last(next) == last(store.database) && last(next) > 0)
        }
    }

    @Test func `a draft without a message is erased from backups, too`() async throws {
        try await withStore { store, folder in
            try await store.save(Session(id: "s", createdAt: date()))
            try await store.saveDraft("xylophonist", of: "s")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await store.clear("s")
            #expect(try files(below: folder, with: "xylophonist") == [])
        }
    }

    @Test func `a backup is as old as it was after something has been erased from it`() async throws {
        try await withStore { store, folder in
            try await converse(store, "gone", question: "xylophonist")
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            func setTime(_ time: Date) throws {
                try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: backup.file.path)
            }
            try setTime(date(-3600))
            try await store.delete("gone", at: date())
            try await store.erase(deletedBefore: date(1))
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(backup.time(in: gregorian) == date(-3600))
            try setTime(date(86_400))
            #expect(backup.time(in: gregorian) == nil, "it has been copied since")
        }
    }

    @Test func `today's backup is made although something else has its name`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s")
            let place = folder.appending(path: "backups/hearth-2026-11-21.sqlite")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            #expect(try Restoring.check(backup.file).messages == 2)
            #expect(try await store.backUpDaily(at: date(60), calendar: gregorian) == nil)
        }
    }

    @Test func `an empty store needs no backup, and none is offered in its place`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            #expect(try await store.backUpDaily(at: date(), calendar: gregorian) == nil)
            try await converse(store, "s")
            #expect(try await store.backUpDaily(at: date(60), calendar: gregorian) != nil)
            // As an earlier Hearth made it at its first start.
            let empty = try openStore(folder.appending(path: "empty"))
            try await empty.backUp(to: folder.appending(path: "backups/hearth-2026-11-22.sqlite"))
            try empty.close()
            try store.close()
            try Data("gone".utf8).write(to: folder.appending(path: "hearth.sqlite"))
            #expect(try openRecovery(folder).newestBackup?.date == "2026-11-21")
            try FileManager.default.removeItem(at: folder.appending(path: "backups/hearth-2026-11-21.sqlite"))
            #expect(try openRecovery(folder).newestBackup == nil)
        }
    }
}
