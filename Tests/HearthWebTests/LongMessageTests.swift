// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Messages of up to a million characters: a page has their beginning, and all of one that is asked for.
@Suite struct LongMessageTests {
    /// Sentences without a line's end, all different.
    private static func text(_ length: Int) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < length {
            number += 1
            text += "Sentence \(number) of a long paste. "
        }
        return String(text.prefix(length))
    }

    /// An app with a conversation that begins with such a message.
    private func withMessage(
        _ text: String, _ body: @Sendable (TestApp, Browser) async throws -> Void
    ) async throws {
        let store = MemoryStore()
        var session = Session(id: "s", createdAt: someEvening, title: "Paste")
        session.leaf = "a"
        let question = Message(
            id: "q", session: "s", parent: nil, role: .user, content: text, createdAt: someEvening)
        let answer = Message(
            id: "a", session: "s", parent: "q", role: .assistant, content: "So.", createdAt: someEvening)
        await store.save([question, answer], in: session)
        let app = try await TestApp(store: store)
        try await app.test { try await body(app, $0) }
    }

    @Test func `a million characters are folded, unfolded, changed and sent without script`() async throws {
        let text = Self.text(1_000_000)
        try await withMessage(text) { app, browser in
            let page = try await browser.get("/chat/s").text
            #expect(page.utf8.count < 60_000, "\(page.utf8.count)")
            #expect(page.contains("Show all 1,000,000 characters") && page.contains("Sentence 1 of"))
            #expect(page.contains("href=\"/chat/s?open=q#m-q\"") && !page.contains("Sentence 100 of"))

            let all = try await browser.get("/chat/s?open=q").text
            let shown = all.matches(of: /<p dir="auto">([^<]*)<\/p>/).map { String($0.output.1) }
            #expect(shown.joined().hasPrefix(text) && shown.allSatisfy { $0.utf8.count <= 4_000 })
            #expect(all.contains("href=\"/chat/s#m-q\"") && all.contains("Show less"))
            #expect(!all.contains("Show all"))

            let sheet = try await browser.get("/chat/s/message/q/edit").text
            let fields = sheet.matches(of: /<textarea[^>]*name="(message[-0-9]*)"[^>]*>\n([^<]*)<\/textarea>/)
            // Sent once, and each part is kept by a name of its own while it is not.
            #expect(sheet.contains("action=\"/messages/q/edit\" data-once"))
            let kept = Set(sheet.matches(of: /data-draft="(edit-q[-0-9]*)"/).map(\.output.1))
            #expect(kept.count == fields.count && kept.contains("edit-q"))
            #expect(fields.count > 10 && fields.allSatisfy { $0.output.2.utf8.count <= 60_000 })
            var form = Dictionary(
                fields.map { (String($0.output.1), String($0.output.2)) }, uniquingKeysWith: { $1 })
            #expect(form["message"]?.isEmpty == false)
            form["message"] = "Changed. " + (form["message"] ?? "")
            let sent = try await browser.post("/messages/q/edit", form)
            #expect(sent.status == .seeOther && sent.location.hasPrefix("/chat/s#m-"))
            let path = try await app.conversations.path(of: "s").map(\.message)
            #expect(path.first?.content == "Changed. " + text)
        }
    }

    @Test func `words that a search finds far inside a message are on the page behind the hit`() async throws {
        try await withMessage(Self.text(20_000)) { _, browser in
            let found = try await browser.get("/history?q=300").text
            let hit = try #require(found.firstMatch(of: /href="(\/chat\/s[^"]*#m-q)"/)).output.1
            #expect(try await browser.get(String(hit.prefix { $0 != "#" })).text.contains("Sentence 300 of"))
        }
    }

    @Test func `an unknown or short message to unfold changes nothing`() async throws {
        try await withMessage("Short.") { _, browser in
            for address in ["/chat/s?open=q", "/chat/s?open=x", "/chat/s?open="] {
                let page = try await browser.get(address).text
                #expect(page.contains("<p class=\"bubble\" dir=\"auto\">Short.</p>") && !page.contains("data-fold"))
            }
            #expect(try await browser.get("/chat/s/message/q/edit").text.contains("name=\"message\""))
            #expect(try await browser.get("/chat/s/message/a/edit").status == .notFound)
            #expect(try await browser.get("/chat/s/message/x/edit").status == .notFound)
        }
    }

    @Test(arguments: [
        String(repeating: "a", count: 200_000), String(repeating: "日本", count: 60_000),
        String(repeating: "\n", count: 100_000) + "x", String(repeating: "👩‍👩‍👧‍👦", count: 10_000),
        "e" + String(repeating: "\u{301}", count: 100_000), String(repeating: "one\r\n", count: 30_000),
    ])
    func `any text is cut and put together again`(text: String) {
        #expect(LongText.paragraphs(of: text).joined() == text && LongText.fields(of: text).joined() == text)
        #expect(LongText.paragraphs(of: text).allSatisfy { !$0.isEmpty && $0.utf8.count <= 4_000 })
        let beginning = LongText.beginning(of: text)
        #expect(Array(text.unicodeScalars).starts(with: Array(beginning.unicodeScalars)))
        #expect(beginning.utf8.count <= 1_500 && beginning.utf8.count(where: { $0 == 10 }) <= 24)
    }

    @Test func `what is continued from, and what was not sent, is shortened`() async throws {
        let text = Self.text(300_000)
        try await withMessage(text) { app, browser in
            let next = try await browser.post("/chat/s/continue").location
            let page = try await browser.get(next).text
            #expect(page.utf8.count < 60_000 && page.contains("Sentence 1 of") && page.contains(" …</p>"))
        }
    }
}
