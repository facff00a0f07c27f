// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Testing

@testable import HearthStore

@Suite struct BackupTests {
    @Test func `keeps seven days and before them the last of each of four weeks`() async throws {
        let folder = URL(filePath: "/backups")
        var kept: [Backup] = []
        for day in 0..<120 {
            kept.insert(Backup(.daily, at: date(Double(day) * 86_400), calendar: gregorian, in: folder), at: 0)
            let superfluous = BackupRotation.superfluous(kept)
            kept.removeAll { superfluous.contains($0) }
        }
        // The last day is a Saturday; the Sundays before its seven days are those of February and March below.
        #expect(
            kept.map(\.date) == [
                "2027-03-20", "2027-03-19", "2027-03-18", "2027-03-17", "2027-03-16", "2027-03-15", "2027-03-14",
                "2027-03-07", "2027-02-28", "2027-02-21", "2027-02-14",
            ])
    }

    /// Somebody who looks for something may restore several times in a row; what there was before the first time is not
    /// to go for that.
    @Test func `what gave way is kept for seven days, and the last two of it however long`() {
        let folder = URL(filePath: "/backups")
        func superfluous(_ days: [Double]) -> [String] {
            let daily = days.map { Backup(.daily, at: date($0 * 86_400), calendar: gregorian, in: folder) }
            let replaced = [0, 1, 2, 3, 4].map { Backup(.replaced, at: date($0 * 60), calendar: gregorian, in: folder) }
            let all = (daily + replaced).sorted { $0.date > $1.date }
            return BackupRotation.superfluous(all).filter { $0.kind == .replaced }.map { String($0.date.suffix(4)) }
        }
        #expect(superfluous([]) == [])
        #expect(superfluous([0, 1, 2]) == [])
        #expect(superfluous([0, 1, 2, 3, 4, 5, 6]) == [])
        #expect(superfluous([1, 2, 3, 4, 5, 6, 7]) == ["0200", "0100", "0000"])
    }

    @Test func `days without a backup do not make older ones go`() {
        let folder = URL(filePath: "/backups")
        let backups = [0, 40, 80, 120].map { Backup(.daily, at: date($0 * 86_400), calendar: gregorian, in: folder) }
        #expect(BackupRotation.superfluous(backups.reversed()) == [])
    }

    @Test func `a backup that is asked for stands beside that of the day, and drives no older day out`() async throws {
        try await withStore { store, _ in
            try await converse(store, "s", question: "xylophonist")
            for day in 0..<7 { try await store.backUpDaily(at: date(Double(day) * 86_400), calendar: gregorian) }
            let last = date(6.2 * 86_400)
            for number in 2...6 {
                let made = try #require(try await store.backUpNow(at: last, calendar: gregorian))
                #expect(made.file.lastPathComponent == "hearth-2026-11-27-\(number).sqlite")
                #expect(try Restoring.check(made.file).messages == 2)
            }
            try await store.backUpDaily(at: date(7 * 86_400), calendar: gregorian)
            let dates = try store.backups().map(\.date)
            #expect(Set(dates).count >= 7 && dates.count { $0 == "2026-11-27" } == 3)
            // One of them is restored as if it had come from another machine.
            let elsewhere = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).backup")
            defer { try? FileManager.default.removeItem(at: elsewhere) }
            try FileManager.default.copyItem(at: try #require(store.backups().last).file, to: elsewhere)
            try await converse(store, "later", question: "later")
            try await store.restore(Backup(elsewhere: elsewhere), at: date(8 * 86_400))
            #expect(try await store.session("later") == nil)
            #expect(try await store.session("s") != nil)
        }
    }

    @Test func `one backup a day, whole, and for its owner alone`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist")
            let made = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            #expect(made.file.lastPathComponent == "hearth-2026-11-21.sqlite")
            #expect(try Restoring.check(made.file).messages == 2)
            #expect(try await store.backUpDaily(at: date(60), calendar: gregorian) == nil)
            for day in 1..<12 { try await store.backUpDaily(at: date(Double(day) * 86_400), calendar: gregorian) }
            let all = try store.backups()
            #expect(all.count == 8)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "backups").path)
            #expect(names.count == 8, "nothing is left beside them: \(names)")
            for backup in all { #expect(try PrivateFiles.mode(of: backup.file) == 0o600) }
            #expect(try PrivateFiles.mode(of: folder.appending(path: "backups")) == 0o700)
        }
    }

    @Test func `a damaged database drives no good backup out`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            for index in 0..<200 {
                try await converse(store, "s\(index)", answer: String(repeating: "long ", count: 2_000))
            }
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try store.close()
            // In the middle of the texts, which opening does not read.
            let file = folder.appending(path: "hearth.sqlite")
            let pages = try Data(contentsOf: file).count / 4096
            try damage(file, pages: pages - 30..<pages - 10)
            let again = try openStore(folder)
            defer { try? again.close() }
            await #expect {
                try await again.backUpDaily(at: date(86_400), calendar: gregorian)
            } throws: { ($0 as? StoreError)?.code == .damaged }
            #expect(try again.backups().map(\.date) == ["2026-11-21"])
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "backups").path)
            #expect(names == ["hearth-2026-11-21.sqlite"])
        }
    }

    @Test func `replaces an earlier backup and nothing else`() async throws {
        try await withStore { store, folder in
            let file = folder.appending(path: "mine.backup")
            try await store.backUp(to: file)
            try await converse(store, "s")
            try await store.backUp(to: file)
            #expect(try Restoring.check(file).sessions == 1)
            let other = folder.appending(path: "letter.txt")
            try Data("Dear".utf8).write(to: other)
            let link = folder.appending(path: "link")
            try FileManager.default.createSymbolicLink(
                at: link, withDestinationURL: folder.appending(path: "hearth.sqlite"))
            for file in [
                other, link, folder.appending(path: "hearth.sqlite"), folder.appending(path: "./hearth.sqlite"),
            ] {
                await #expect { try await store.backUp(to: file) } throws: { ($0 as? StoreError)?.code == .exists }
            }
            #expect(try Data(contentsOf: other) == Data("Dear".utf8))
            await #expect(throws: StoreError.self, "a folder") { try await store.backUp(to: folder) }
            let nowhere = folder.appending(path: "no/such/folder/file")
            await #expect { try await store.backUp(to: nowhere) } throws: { ($0 as? StoreError)?.code == .notFound }
        }
    }

    @Test func `restores, and keeps what was there as a backup`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let copy = folder.appending(path: "copy")
            let former = try openStore(home)
            try await converse(former, "first", question: "xylophonist")
            try await former.backUp(to: copy)
            try await converse(former, "second")
            #expect { try Store.restore(copy, into: home, at: date()) } throws: { ($0 as? StoreError)?.code == .busy }
            try former.close()

            let restoration = try Store.restore(copy, into: home, at: date())
            #expect(restoration.contents.sessions == 1 && restoration.contents.messages == 2)
            let store = try openStore(home)
            #expect(try await store.sessions(before: nil, limit: 9).map(\.id) == ["first"])
            #expect(try await store.search("xylo", limit: 9).count == 1)
            let replaced = try #require(try store.backups().first)
            #expect(replaced.kind == .replaced && replaced.file == restoration.former)
            #expect(try Restoring.check(replaced.file).sessions == 2)
            try store.close()
        }
    }

    /// Texts are erased from backups too; a program that is killed while it does so leaves a journal.
    @Test func `a backup whose change was cut short is whole`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            let words = String(repeating: "and again ", count: 200)
            for index in 0..<40 { try await converse(store, "s\(index)", answer: words) }
            let backup = try #require(try await store.backUpDaily(at: date(), calendar: gregorian))
            try interrupt(backup.file)
            #expect(try Data(contentsOf: backup.file).range(of: Data("halfand again".utf8)) != nil)
            #expect(try Restoring.check(backup.file).messages == 80)
            #expect(try Data(contentsOf: backup.file).range(of: Data("halfand again".utf8)) == nil)

            try interrupt(backup.file)
            _ = try await store.restore(backup, at: date(60))
            #expect(try await store.messages(of: "s1").map(\.content) == ["Why?", words])

            try interrupt(backup.file)
            try await store.clear("s1")
            try await store.backUp(to: backup.file)
            #expect(try Restoring.check(backup.file).messages == 78)
            try store.close()
        }
    }

    @Test func `a database whose making was cut short is opened`() async throws {
        try await withTemporaryFolder { folder in
            let store = try openStore(folder)
            for index in 0..<40 {
                try await converse(store, "s\(index)", answer: String(repeating: "and again ", count: 200))
            }
            try store.close()
            try interrupt(folder.appending(path: "hearth.sqlite"))
            let again = try openStore(folder)
            #expect(try await again.messages(of: "s1").last?.content.hasPrefix("and again") == true)
            try again.close()
        }
    }

    @Test func `what is no whole backup is not restored`() async throws {
        try await withTemporaryFolder { folder in
            let home = folder.appending(path: "home")
            let copy = folder.appending(path: "copy")
            let store = try openStore(home)
            for index in 0..<100 { try await converse(store, "s\(index)") }
            try await store.backUp(to: copy)
            try store.close()
            let before = try Data(contentsOf: home.appending(path: "hearth.sqlite"))
            let bytes = try Data(contentsOf: copy)
            func expect(_ code: StoreError.Code, _ name: String, _ data: Data?) throws {
                let file = folder.appending(path: name)
                try data?.write(to: file)
                #expect("\(name)") { try Store.restore(file, into: home, at: date()) } throws: {
                    ($0 as? StoreError)?.code == code
                }
            }
            try expect(.notFound, "none", nil)
            try expect(.damaged, "empty", Data())
            try expect(.damaged, "text", Data(String(repeating: "hello ", count: 100).utf8))
            try expect(.damaged, "half", bytes.prefix(bytes.count / 2))
            var foreign = bytes
            foreign.replaceSubrange(68..<72, with: [1, 2, 3, 4])
            try expect(.foreign, "foreign", foreign)
            var newer = bytes
            newer.replaceSubrange(60..<64, with: [0, 0, 1, 0])
            try expect(.newer, "newer", newer)
            var broken = bytes
            broken.replaceSubrange(8192..<12_288, with: Data(repeating: 0xA5, count: 4096))
            try expect(.damaged, "broken", broken)
            let tampered = folder.appending(path: "tampered")
            try bytes.write(to: tampered)
            try tamper(tampered)
            try expect(.damaged, "tampered", nil)
            #expect(try Data(contentsOf: home.appending(path: "hearth.sqlite")) == before)
        }
    }
}
