// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthStore
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// Conversations of other programs, brought in by the browser.
@Suite struct ChatImportPageTests {
    private let app: TestApp
    private let store: Store

    init() async throws {
        store = try Store()
        app = try await TestApp(store: store)
    }

    private func file(_ name: String) throws -> Data {
        try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Fixtures/chats/\(name)"))
    }

    private func upload(_ browser: Browser, _ name: String, _ bytes: Data) async throws -> TestResponse {
        let token = "--xyz\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(TestApp.key.formToken)\r\n"
        let head = "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
        var headers = browser.headers
        headers[.contentType] = "multipart/form-data; boundary=xyz"
        headers[.origin] = "http://localhost"
        let body = Data((token + head).utf8) + bytes + Data("\r\n--xyz--\r\n".utf8)
        return try await browser.client.execute(
            uri: "/history/import", method: .post, headers: headers, body: ByteBuffer(bytes: body))
    }

    /// The page as soon as nothing goes on any more.
    private func done(_ address: String, _ browser: Browser) async throws -> String {
        for _ in 0..<2_000 {
            let page = try await browser.get(address)
            #expect(page.status == .ok)
            if !page.text.contains("data-working") { return page.text }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw WebError(.gone, .gone)
    }

    @Test func `a file is looked at, imported whole, and its chats can be gone on with`() async throws {
        try await app.test { browser in
            #expect(try await browser.get("/history").text.contains("href=\"/history/import\""))
            #expect(try await browser.get("/settings").text.contains("href=\"/history/import\""))
            let sent = try await upload(browser, "<b>gpt.zip", file("chatgpt.zip"))
            #expect(sent.status == .seeOther)
            let preview = try await done(sent.location, browser)
            for part in [
                "&lt;b&gt;gpt.zip", "from ChatGPT", "Import 2 conversations", "Names for a grey cat", "Night rota",
                "Twice in the file", "chat.html, user.json", "Not as in the original", "name=\"learn\" value=\"1\">",
            ] {
                #expect(preview.contains(part), "\(part)")
            }
            #expect(try await store.sessions(before: nil, limit: 9).isEmpty)
            let begun = try await browser.post(sent.location, ["archived": "1"])
            #expect(begun.location == sent.location)
            let report = try await done(begun.location, browser)
            #expect(report.contains("2 chats imported") && report.contains("Images"))
            // A second click finds the same report.
            #expect(try await browser.post(sent.location, ["archived": "1"]).location == sent.location)
            #expect(try await browser.get("/history").text.contains("Names for a grey cat"))
            #expect(try await browser.get("/history?q=pewter").text.contains("<mark>Pewter</mark>"))
            let session = try #require(
                try await store.sessions(before: nil, limit: 9).first { $0.title.contains("cat") })
            let chat = try await browser.get("/chat/\(session.id)").text
            #expect(chat.contains("[Image: cat on the sofa.png]") && chat.contains("Misty, of course."))
            #expect(chat.contains("2 of 2"))
            let answer = try await app.answered("And for a black one?", in: session.id)
            #expect(answer.content == "Gladly.")

            let again = try await done(try await upload(browser, "a.json", file("chatgpt.json")).location, browser)
            #expect(again.contains("Already here") && again.contains("Import 1 conversation"))
        }
    }

    @Test func `what was archived can stay away, and nothing is learned unless that is wanted`() async throws {
        try await app.test { browser in
            let sent = try await upload(browser, "a.json", file("openwebui.json"))
            #expect(try await done(sent.location, browser).contains("Archived chats too"))
            _ = try await browser.post(sent.location)
            #expect(try await done(sent.location, browser).contains("1 chat imported"))
            let session = try #require(try await store.sessions(before: nil, limit: 9).first)
            #expect(session.title == "Old")
            let messages = try await store.messages(of: session.id)
            #expect(messages.count == 2 && messages.allSatisfy { $0.isUnremembered })
            let wanted = try await upload(browser, "a.json", file("claude.json"))
            _ = try await done(wanted.location, browser)
            _ = try await browser.post(wanted.location, ["archived": "1", "learn": "1"])
            _ = try await done(wanted.location, browser)
            let learned = try #require(try await store.search("tiles", limit: 1).first?.session)
            let wantedMessages = try await store.messages(of: learned.id)
            #expect(wantedMessages.count == 3 && wantedMessages.allSatisfy { !$0.isUnremembered })
        }
    }

    @Test(arguments: [
        ("cut.json", "The file is damaged."), ("not-chats.json", "This is not an export that Hearth reads."),
        ("no-chats.zip", "This is not an export that Hearth reads."),
    ])
    func `what is no export is refused with a sentence`(name: String, words: String) async throws {
        try await app.test { browser in
            let page = try await done(try await upload(browser, name, file(name)).location, browser)
            #expect(page.contains(words) && page.contains("Nothing was imported"))
            #expect(try await store.sessions(before: nil, limit: 9).isEmpty)
        }
    }

    @Test func `without a file the page says so, and what is called off adds nothing`() async throws {
        try await app.test { browser in
            let none = try await upload(browser, "", Data())
            #expect(none.status == .badRequest && none.text.contains("Choose a file first."))
            let sent = try await upload(browser, "a.json", file("claude.json"))
            _ = try await done(sent.location, browser)
            #expect(try await browser.post(sent.location, ["do": "cancel"]).location == "/history/import")
            #expect(try await browser.get(sent.location).status == .gone)
            let other = try await upload(browser, "a.json", file("claude.json"))
            _ = try await browser.post(other.location + "/cancel")
            #expect(try await done(other.location, browser).contains("Import cancelled"))
            #expect(try await store.sessions(before: nil, limit: 9).isEmpty)
        }
    }
}
