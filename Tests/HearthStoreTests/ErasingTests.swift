// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat
import HearthMemory
import Testing

@testable import HearthStore

/// Looks for erased texts in the bytes of every file.
@Suite struct ErasingTests {
    @Test func `erased texts are in no file, neither database, log, index nor backups`() async throws {
        try await withStore { store, folder in
            try await converse(store, "kept", question: "keepsakeone", answer: "keepsaketwo", title: "keepsakethree")
            try await converse(
                store, "gone", question: "xylophonist", answer: "quetzalcoatl", title: "zymurgyword")
            try await store.saveDraft("unsentword", of: "gone")
            // Enough others that the words are in several segments of the index and pages are reused.
            for index in 0..<60 { try await converse(store, "other-\(index)", answer: "filler \(index) words") }
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await converse(store, "between")
            try await store.backUpDaily(at: date(86_400), calendar: gregorian)
            #expect(try files(below: folder, with: "xylophonist").count > 2)

            try await store.delete("gone", at: date(100))
            try await store.erase(deletedBefore: date(100))
            #expect(try await store.search("xylophonist", limit: 1) == [])
            #expect(try files(below: folder, with: "xylophonist").isEmpty == false, "it can still be undone")
            try await store.erase(deletedBefore: date(101))

            for word in ["xylophonist", "quetzalcoatl", "zymurgyword", "unsentword"] {
                #expect(try files(below: folder, with: word) == [])
            }
            for word in ["keepsakeone", "keepsaketwo", "keepsakethree"] {
                #expect(try files(below: folder, with: word).contains("backups/hearth-2026-11-21.sqlite"))
            }
            #expect(try store.erasuresToFinish() == 0)
            try await store.undelete("gone")
            #expect(try await store.session("gone") == nil)
            #expect(try store.backups().count == 2)
            for backup in try store.backups() { try Restoring.check(backup.file) }
            try await store.write { database in try SearchIndex.check(in: database) }
        }
    }

    @Test(.timeLimit(.minutes(1))) func `erasing ends while others write without a pause`() async throws {
        try await withStore { store, folder in
            for index in 0..<60 { try await converse(store, "other-\(index)", answer: "filler \(index) words") }
            try await converse(store, "gone", question: "xylophonist")
            try await store.delete("gone", at: date(100))
            await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<12 {
                    group.addTask {
                        var number = 0
                        while !Task.isCancelled {
                            try await converse(store, "new-\(writer)-\(number)")
                            number += 1
                        }
                    }
                }
                group.addTask { try await store.erase(deletedBefore: date(101)) }
                // The first that ends is the erasing.
                await #expect(throws: Never.self) { try await group.next() }
                group.cancelAll()
            }
            #expect(try files(below: folder, with: "xylophonist") == [])
        }
    }

    @Test func `a cleared session has no words left, nor a title that was made of them`() async throws {
        try await withStore { store, folder in
            try await converse(store, "s", question: "xylophonist", title: "zymurgyword")
            try await store.saveDraft("quetzalcoatl", of: "s")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await store.clear("s")
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try files(below: folder, with: "quetzalcoatl") == [])
            #expect(try await store.messages(of: "s") == [])
            #expect(try files(below: folder, with: "zymurgyword") == [])
            #expect(try await store.session("s")?.title == "")
            #expect(try await store.session("s")?.leaf == nil)

            // What is said afterwards stays, also where a clean-up is made up for.
            let session = try #require(try await store.session("s"))
            try await store.save([message("new", in: "s", .user, "violins")], in: session)
            try await store.clear("unknown")
            #expect(try await store.messages(of: "s").map(\.content) == ["violins"])
        }
    }

    @Test func `an edited text leaves no trace when its session goes`() async throws {
        try await withStore { store, folder in
            let session = try await converse(store, "s")
            var answer = message("a", in: "s", .assistant, "", parent: "s-question", state: .arriving)
            try await store.save([answer], in: session)
            for count in 1...30 {
                answer.content = "xylophonist" + String(repeating: " and on", count: count * 30)
                try await store.update(answer)
            }
            answer.content = "nothing of that"
            answer.state = .complete
            try await store.update(answer)
            try await store.delete("s", at: date())
            try await store.erase(deletedBefore: date(1))
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try files(below: folder, with: "nothing of that") == [])
        }
    }

    /// As after a kill between erasing and cleaning up.
    @Test func `an erasure that was not finished is finished by the next`() async throws {
        try await withStore { store, folder in
            try await converse(store, "gone", question: "xylophonist")
            try await store.backUpDaily(at: date(), calendar: gregorian)
            try await store.write { database in
                try Erasure.note([.session("gone")], in: database)
                try database.execute(sql: "DELETE FROM sessions WHERE id = 'gone'")
            }
            try store.close()
            let again = try openStore(folder)
            defer { try? again.close() }
            #expect(try again.erasuresToFinish() == 1)
            #expect(try files(below: folder, with: "xylophonist").isEmpty == false)
            try await again.erase(deletedBefore: .distantPast)
            #expect(try files(below: folder, with: "xylophonist") == [])
            #expect(try again.erasuresToFinish() == 0)
        }
    }

    @Test func `a backup that is made while traces are left has none`() async throws {
        try await withStore { store, folder in
            try await converse(store, "gone", question: "xylophonist")
            try await store.write { database in
                try Erasure.note([.session("gone")], in: database)
                try database.execute(sql: "DELETE FROM sessions WHERE id = 'gone'")
            }
            try await store.backUp(to: folder.appending(path: "copy.sqlite"))
            #expect(try files(below: folder, with: "xylophonist") == [])
        }
    }
}

let gregorian: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
}()

/// Erasures that older versions noted are translated into those of today.
@Suite struct FormerErasureTests {
    @Test func `notes of older versions are translated`() async throws {
        let queue = try DatabaseQueue(configuration: Store.configuration())
        try migrate(queue, upTo: 19)
        let former: [(String, Int?, Erasure)] = [
            ("4F", nil, .session("4F")), ("4F2", 12, .messages(of: "4F2", upTo: 12)), ("fact f 1", nil, .fact("f 1")),
            ("evidence from m", nil, .evidence(of: "m")), ("passages of entry e 1", nil, .passages(of: "e 1", .entry)),
            ("learned -inf 5.5 s", nil, .learned(LearnedSpan(since: -.infinity, until: 5.5, session: "s"))),
            ("learned 1.0 inf", nil, .learned(LearnedSpan(since: 1, until: .infinity))),
            ("left behind", nil, .orphans), ("everything", nil, .everything), ("journal/entry/e", nil, .entry("e")),
            ("journal/draft/d", nil, .draft("d")), ("journal/photo/p", nil, .photo("p")),
            ("journal/reflection/r", nil, .reflection("r")), ("journal/all/", 7, .journal(upTo: 7)),
            ("words/word/3", nil, .word(3)), ("words/deck/4", nil, .deck(4)),
            ("words/media/a/b.png", nil, .media("a/b.png")),
        ]
        try await queue.write { database in
            for (text, upTo, _) in former {
                try database.execute(sql: "INSERT INTO erasures VALUES (?, ?)", arguments: [text, upTo])
            }
        }
        #expect(try await queue.read(Erasure.noted).count == former.count)
        try migrate(queue)
        let noted = try await queue.read(Erasure.noted)
        for (text, _, erasure) in former { #expect(noted.contains(erasure), "\(text)") }
        #expect(noted.count == former.count)
        try await queue.write { database in
            try Erasure.note([.messages(of: "4F2", upTo: 9)], in: database)
            #expect(try Erasure.noted(in: database).contains(.messages(of: "4F2", upTo: 12)), "more was erased before")
            try Erasure.settle(Erasure.notes(in: database), in: database)
            #expect(try Erasure.noted(in: database).isEmpty)
        }
    }
}
