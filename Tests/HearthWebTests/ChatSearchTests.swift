// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthStore
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Search in one conversation.
@Suite struct ChatSearchTests {
    @Test func `what is found leads to its place, also in a version that is not shown`() async throws {
        let app = try await TestApp(ScriptedModel(saying: "Leeks grow slowly."), store: try Store())
        let first = try await app.answered("How do leeks grow?")
        let question = try #require(first.parent)
        let second = try await app.conversations.edit(question, to: "How do carrots grow?")
        for await _ in app.conversations.events(of: second.id) {}
        let id = first.session
        try await app.test { browser in
            let details = try await browser.get("/chat/\(id)/details").text
            #expect(details.contains("href=\"/chat/\(id)?q=\""))
            let empty = try await browser.get("/chat/\(id)?q=").text
            #expect(empty.contains("Search in this chat</h1>") && !empty.contains("No results"))

            let page = try await browser.get("/chat/\(id)?q=LEEK+grow").text
            #expect(page.contains("3 messages</h2>") && page.contains("<mark>Leek</mark>s <mark>grow</mark> slowly"))
            // The answer that is shown has an address; the question that was edited, and its answer, are versions.
            #expect(page.contains("href=\"/chat/\(id)?open=\(second.id)#m-\(second.id)\""))
            #expect(page.components(separatedBy: "In a version that is not shown").count == 3)
            #expect(try await !browser.get("/chat/\(id)").text.contains("id=\"m-\(question)\""))
            let chosen = ["session": id, "message": question, "open": "1"]
            let place = try await browser.post("/messages/choose", chosen).location
            #expect(place == "/chat/\(id)?open=\(question)#m-\(question)")
            #expect(try await browser.get("/chat/\(id)").text.contains("id=\"m-\(question)\""))

            #expect(try await browser.get("/chat/\(id)?q=zebra").text.contains("No results"))
            #expect(try await browser.get("/chat/nowhere?q=leeks").status == .notFound)
            let long = String(repeating: "a", count: 3_000)
            #expect(try await browser.get("/chat/\(id)?q=\(long)").status == .ok)
        }
    }

    @Test func `much is found page by page`() async throws {
        let store = MemoryStore()
        var session = Session(id: "s", createdAt: someEvening, title: "Soup")
        let messages = (1...130).map { number in
            Message(
                id: "m\(number)", session: "s", parent: number == 1 ? nil : "m\(number - 1)", role: .user,
                content: "leeks \(number)", createdAt: someEvening)
        }
        session.leaf = "m130"
        await store.save(messages, in: session)
        try await TestApp(store: store).test { browser in
            let page = try await browser.get("/chat/s?q=leeks").text
            #expect(page.contains("The first 60 messages") && page.components(separatedBy: "<li id=\"hit-").count == 61)
            #expect(page.contains("href=\"/chat/s?q=leeks&amp;show=120#hit-61\""))
            let all = try await browser.get("/chat/s?q=leeks&show=180").text
            #expect(all.contains("130 messages</h2>") && !all.contains("Show more"))
        }
    }

    @Test func `a temporary conversation has no such search in its menu`() async throws {
        let app = try await TestApp()
        let id = try await app.conversations.ask("Psst", isTemporary: true).session
        try await app.test { browser in
            let details = try await browser.get("/chat/\(id)/details").text
            #expect(!details.contains("?q="))
            #expect(try await browser.get("/chat/\(id)?q=psst").status == .ok)
        }
    }
}
