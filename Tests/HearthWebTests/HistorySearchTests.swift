// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// A store whose searches end only when they are cancelled.
private actor EndlessStore: ConversationStore {
    private(set) var begun = 0
    private(set) var ended = 0

    func search(_ query: String, limit: Int) async throws -> [Finding] {
        begun += 1
        defer { ended += 1 }
        try await Task.sleep(for: .seconds(3_600))
        return []
    }

    func search(_ query: String, in session: Session.ID, limit: Int) async throws -> [Finding] { [] }
    func sessions(in list: SessionList, before date: Date?, limit: Int) async throws -> [Session] { [] }
    func pin(_ sessions: [Session.ID], _ isPinned: Bool) async throws {}
    func folders() async throws -> [SessionFolder] { [] }
    func folder(_ id: SessionFolder.ID) async throws -> SessionFolder? { nil }
    func save(_ folder: SessionFolder) async throws {}
    func move(_ sessions: [Session.ID], to folder: SessionFolder.ID?) async throws {}
    func delete(folder: SessionFolder.ID, at date: Date) async throws {}
    func undelete(folder: SessionFolder.ID) async throws {}
    func session(_ id: Session.ID) async throws -> Session? { nil }
    func messages(of session: Session.ID) async throws -> [Message] { [] }
    func message(_ id: Message.ID) async throws -> Message? { nil }
    func save(_ session: Session) async throws {}
    func save(_ messages: [Message], in session: Session) async throws {}
    func update(_ message: Message) async throws {}
    func delete(_ session: Session.ID, at date: Date) async throws {}
    func undelete(_ session: Session.ID) async throws {}
    func erase(deletedBefore date: Date) async throws {}
    func recalled(in session: Session.ID) async throws -> [RecalledMemory] { [] }
    func save(_ memories: [RecalledMemory], in session: Session.ID) async throws {}
    func draft(of session: Session.ID) async throws -> String? { nil }
    func saveDraft(_ text: String?, of session: Session.ID) async throws {}
    func markInterrupted() async throws -> Int { 0 }
}

/// How much of what was found is shown.
@Suite struct HistorySearchTests {
    @Test func `a search ends when its client has gone`() async throws {
        let store = EndlessStore()
        let app = try await TestApp(store: store)
        try await app.server.application().test(.live) { client in
            let connection = try await RawConnection(port: client.port!)
            try await connection.send(
                "GET /history?q=x HTTP/1.1\r\nHost: localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n\r\n")
            try await eventually("the search has begun") { await store.begun == 1 }
            #expect(await store.ended == 0)
            try await connection.close()
            try await eventually("the search has ended") { await store.ended == 1 }
        }
    }

    @Test func `what is found goes on, page by page, up to an end that is said`() async throws {
        let store = MemoryStore()
        for number in 1...130 {
            let question = Message(
                id: "q\(number)", session: "s\(number)", parent: nil, role: .user, content: "leeks \(number)",
                createdAt: someEvening)
            var session = Session(id: "s\(number)", createdAt: someEvening, title: "Soup")
            session.leaf = question.id
            await store.save([question], in: session)
        }
        try await TestApp(store: store).test { browser in
            var address = "/history?q=leeks"
            for (shown, next) in [(60, 120), (120, 180), (130, nil as Int?)] {
                let page = try await browser.get(address).text
                #expect(page.components(separatedBy: "<li id=\"hit-").count == shown + 1)
                let more = page.firstMatch(of: /href="([^"]*)">Show more/)?.output.1
                #expect(more.map(String.init) == next.map { "/history?q=leeks&amp;show=\($0)#hit-\(shown + 1)" })
                address = more.map { String($0).replacing("&amp;", with: "&") } ?? ""
            }
            for odd in ["-1", "99999999999999999999", "x"] {
                #expect(try await browser.get("/history?q=leeks&show=\(odd)").status == .ok)
            }
            #expect(ShownRows(1_200, of: 1_201, step: 60).isEnd && ShownRows(1_200, of: 1_200, step: 60).next == nil)
        }
    }

    /// A search field takes whatever is typed or pasted into it.
    @Test func `no search field answers any text with an error`() async throws {
        let store = try Store()
        let deck = try await store.makeDeck("French", at: someEvening)
        let app = try await TestApp(words: store, journal: Journal(store, recall: Recall(store)), store: store)
        let fields = ["/history", "/journal/search", "/journal/ask", "/words/decks/\(deck.id)", "/you/facts"]
        let marks = ["\"", "'", "a", "\u{301}", "\u{308}", " ", "*", "(", "日", "\u{20DD}", "%", "-", "\u{200D}"]
        var texts = ["a \"\u{301}b", "x\"\u{301} autofocus y=\"z"]
        for first in marks { for second in marks { texts.append("a\(first)\(second)b \(second)") } }
        try await app.test { [texts] browser in
            for text in texts {
                let typed = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
                for field in fields {
                    let status = try await browser.get("\(field)?q=\(typed)").status
                    #expect(status == .ok, "\(field) answers \(text.debugDescription) with \(status)")
                }
            }
        }
    }

    @Test func `what is found stands by conversation, from its words on, with one way to delete`() async throws {
        let clock = WallClock(now: { someEvening }, zone: .gmt)
        let say = try XSSTests.say.get()
        var session = Session(id: "s", createdAt: someEvening, title: "Allergic to peanuts")
        session.leaf = "m2"
        let long = "This is a long way to say before it comes to the \u{E000}peanuts\u{E001} that I meant"
        let found = HistoryPage.FoundView.all(
            [
                Finding(session: session, message: nil, excerpt: "Allergic to \u{E000}peanuts\u{E001}"),
                Finding(session: session, message: "m1", excerpt: long),
                Finding(session: session, message: "m2", excerpt: "\u{E000}Peanuts\u{E001} again"),
            ], clock, say)
        #expect(found.count == 1 && found.first?.titleHit == 1)
        #expect(found.first?.marked == "Allergic to <mark>peanuts</mark>")
        #expect(found.first?.hits.map(\.number) == [2, 3])
        #expect(found.first?.hits.map(\.address) == ["/chat/s?open=m1#m-m1", "/chat/s?open=m2#m-m2"])
        #expect(found.first?.hits.first?.excerpt == "…it comes to the <mark>peanuts</mark> that I meant")

        let store = MemoryStore()
        let messages = (1...3).map { number in
            Message(
                id: "m\(number)", session: "s", parent: number == 1 ? nil : "m\(number - 1)", role: .user,
                content: "Peanuts, for the \(number). time", createdAt: someEvening)
        }
        await store.save(messages, in: session)
        try await TestApp(store: store).test { browser in
            let page = try await browser.get("/history?q=peanuts").text
            let list = try #require(page.components(separatedBy: "Results</h2>").last)
            #expect(list.components(separatedBy: "action=\"/chat/s/delete\"").count == 2)
            #expect(list.components(separatedBy: "<li id=\"hit-").count == 5)
            #expect(list.components(separatedBy: "Allergic to peanuts</span>").count == 2)
        }
    }
}
