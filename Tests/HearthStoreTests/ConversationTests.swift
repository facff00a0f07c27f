// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthStore
import Testing

@Suite struct ConversationTests {
    let store: Store

    init() throws { store = try Store() }

    @Test func `gives back exactly what was saved`() async throws {
        var session = Session(id: "s", createdAt: Date(timeIntervalSince1970: 1_763_740_800.123_456_7), title: "Été")
        session.lastMessageAt = date(0.1)
        session.instructions = "be brief"
        session.thinks = false
        session.leaf = "a"
        session.frozenAt = date(1.0 / 3)
        session.continues = "gone"
        let question = message("q", in: "s", .user, "e\u{301} ☃️ \r\n 'quoted' \u{1F9D1}\u{200D}\u{1F680}")
        var answer = message("a", in: "s", .assistant, "", parent: "q", state: .failed)
        answer.thoughts = "hm"
        answer.thinkingSeconds = 1.5
        answer.fault = "no memory"
        answer.model = "owner/name"
        answer.remoteHost = "example.org"
        answer.tokens = 7
        answer.tokensPerSecond = 12.25
        answer.contextTokens = 100
        answer.contextLength = 4096
        answer.instructionTokens = 12
        answer.readsFrom = "s-question"
        try await store.save([question, answer], in: session)

        #expect(try await store.session("s") == session)
        let messages = try await store.messages(of: "s")
        #expect(messages == [question, answer])
        #expect(Array(messages[0].content.utf8) == Array(question.content.utf8))
        #expect(try await store.message("a") == answer)
        #expect(try await store.message("b") == nil)
        #expect(try await store.session("t") == nil)
        #expect(try await store.messages(of: "t") == [])
    }

    @Test func `replaces messages of the same identifiers and keeps their order`() async throws {
        var session = try await converse(store, "s")
        let edited = message("s-edited", in: "s", .user, "Why not?", at: date(1))
        var answer = try #require(try await store.message("s-answer"))
        answer.content = "Because it is."
        session.leaf = edited.id
        session.lastMessageAt = date(1)
        try await store.save([edited, answer], in: session)

        let messages = try await store.messages(of: "s")
        #expect(messages.map(\.id) == ["s-question", "s-answer", "s-edited"])
        #expect(messages[1].content == "Because it is.")
        #expect(try await store.session("s") == session)
    }

    @Test func `messages of several sessions come at once, but for those of deleted ones`() async throws {
        for id in ["s", "t", "u"] { _ = try await converse(store, id) }
        try await store.delete("t", at: date(9))
        let found = try await store.messages(["s-answer", "t-answer", "u-question", "nowhere"])
        #expect(Set(found.map(\.id)) == ["s-answer", "u-question"])
        #expect(try await store.messages([]).isEmpty)
    }

    @Test func `a save that fails changes nothing`() async throws {
        try await converse(store, "s")
        var session = try #require(try await store.session("s"))
        session.title = "never"
        let orphan = message("o", in: "s", .user, "?", parent: "nobody")
        await #expect { try await store.save([orphan], in: session) } throws: {
            ($0 as? StoreError)?.code == .inconsistent
        }
        #expect(try await store.session("s")?.title == "")
        #expect(try await store.messages(of: "s").count == 2)
    }

    @Test func `a message of an unknown session is refused`() async throws {
        let answer = message("a", in: "nowhere", .assistant, "…", state: .arriving)
        await #expect { try await store.update(answer) } throws: { ($0 as? StoreError)?.code == .notFound }
    }

    @Test func `is saved although the task is cancelled`() async throws {
        try await converse(store, "s")
        let store = store
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            var answer = try #require(try await Store.message(store, "s-answer"))
            answer.content = "as far as it came"
            answer.state = .stopped
            try await store.update(answer)
        }
        task.cancel()
        try await task.value
        #expect(try await store.message("s-answer")?.content == "as far as it came")
    }

    @Test func `pages go through all sessions once, newest first`() async throws {
        // Four share a date, as imported ones may.
        for index in 0..<10 {
            try await converse(store, "s\(index)", at: date(index < 6 && index > 1 ? 3 : Double(index)))
        }
        try await store.delete("s7", at: date())
        var found: [String] = []
        var before: Date?
        while true {
            let page = try await store.sessions(before: before, limit: 3)
            guard let last = page.last else { break }
            found += page.map(\.id)
            before = last.lastMessageAt
        }
        #expect(found == ["s9", "s8", "s6", "s5", "s4", "s3", "s2", "s1", "s0"])
        #expect(try await store.sessions(before: date(1), limit: 3).map(\.id) == ["s0"])
    }

    @Test func `marks as interrupted what was arriving`() async throws {
        let session = try await converse(store, "s")
        let arriving = message("a", in: "s", .assistant, "so f", parent: "s-question", state: .arriving)
        try await store.save([arriving], in: session)
        #expect(try await store.markInterrupted() == 1)
        #expect(try await store.markInterrupted() == 0)
        #expect(try await store.message("a")?.state == .interrupted)
        #expect(try await store.message("a")?.content == "so f")
        #expect(try await store.message("s-answer")?.state == .complete)
    }

    @Test func `drafts come and go`() async throws {
        try await converse(store, "s")
        #expect(try await store.draft(of: "s") == nil)
        try await store.saveDraft("half a", of: "s")
        try await store.saveDraft("half a question", of: "s")
        #expect(try await store.draft(of: "s") == "half a question")
        try await store.saveDraft("", of: "s")
        #expect(try await store.draft(of: "s") == nil)
        await #expect { try await store.saveDraft("x", of: "nowhere") } throws: {
            ($0 as? StoreError)?.code == .inconsistent
        }
    }

    @Test func `keeps texts with a null behind it too`() async throws {
        try await converse(store, "s", question: "before\0after")
        #expect(try await store.message("s-question")?.content == "before\u{FFFD}after")
    }

    @Test func `of changes to the settings at the same time none is lost`() async throws {
        let store = store
        try await store.change { $0.models.idleMinutes = 0 }
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await store.change { settings in
                        settings.models.idleMinutes += 1
                        return settings.models.idleMinutes
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(results == Set(1...100))
        #expect(try await store.load().models.idleMinutes == 100)
    }

    @Test func `settings are kept`() async throws {
        #expect(try await store.load() == AppSettings())
        try await store.change { ($0.answers.temperature, $0.models.model) = (0.25, "owner/name") }
        var settings = AppSettings()
        (settings.answers.temperature, settings.models.model) = (0.25, "owner/name")
        #expect(try await store.load() == settings)
    }
}

extension Store {
    /// Reads outside of a task that has been cancelled, in which a read would fail.
    fileprivate static func message(_ store: Store, _ id: String) async throws -> Message? {
        try await Task.detached { try await store.message(id) }.value
    }
}
