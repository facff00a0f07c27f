// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Pages while nothing can be saved.
@Suite struct FullDiskPageTests {
    private let store = FullDisk()
    private let pen = Pen()

    /// Whether a page says that its answer is not saved, in words that can be seen.
    private func saysSo(_ page: String) -> Bool {
        page.firstMatch(of: /<div class="notice bad" role="alert" data-unsaved>[\s\S]*?<\/article>/).map {
            $0.0.contains("This answer is not saved yet.")
                && $0.0.contains("12\u{A0}kB are free, 10\u{A0}MB are needed")
        } ?? false
    }

    @Test func `the page says that an answer is not saved, until it is`() async throws {
        let app = try await TestApp(pen.model, store: store)
        let answer = try await app.conversations.ask("Write")
        try await app.test { browser in
            let path = "/chat/\(answer.session)"
            #expect(try await !saysSo(browser.get(path).text))
            await store.fill()
            pen.write(.text("Half an answer"))
            try await eventually("the page says so") { try await saysSo(browser.get(path).text) }
            #expect(try await browser.get(path).text.contains("Half an answer"))
            #expect(try await browser.get(path, [.acceptLanguage: "fr"]).text.contains("data-unsaved"))
            pen.finish()
            try await eventually("it is whole") { try await browser.get(path).text.contains("data-send") }
            let page = try await browser.get(path).text
            #expect(saysSo(page) && page.contains("Half an answer") && !page.contains("The answer was interrupted."))

            await store.makeRoom()
            try await eventually("the page says no more") { try await !browser.get(path).text.contains("data-unsaved") }
            #expect(await store.message(answer.id)?.content == "Half an answer")
            #expect(await store.message(answer.id)?.state == .complete)
        }
    }

    @Test func `who follows an answer is told with the next event, and when it is saved again`() async throws {
        let app = try await TestApp(pen.model, store: store)
        let answer = try await app.conversations.ask("Write")
        await store.fill()
        pen.write(.text("One"))
        try await app.test { browser in
            try await eventually("it is not saved") { try await saysSo(browser.get("/chat/\(answer.session)").text) }
            await store.makeRoom()
            try await eventually("it is saved") { await store.message(answer.id)?.content == "One" }
            pen.finish()
        }
        let say = app.server.site.pages.phrases(.english)
        var growing = GrowingAnswer(of: "a", seen: 0)
        var told: [String] = []
        for await event in app.conversations.events(of: answer.id) {
            growing.take(event)
            let update = growing.event(app.server.site.pages.markdown(say), say)?.data as? GrowingAnswer.Update
            if let words = update?.unsaved { told.append(words) }
        }
        #expect(told.count == 2)
        #expect(told.first?.hasPrefix("The disk is full: 12\u{A0}kB are free") == true && told.last == "")
    }

    @Test(arguments: [("en", "10\u{A0}MB are needed"), ("fr", "il en faut 10\u{A0}Mo")])
    func `asking says that the disk is full and how much is needed`(language: String, words: String) async throws {
        let settings = InMemorySettings { $0.appearance.language = .automatic }
        let app = try await TestApp(pen.model, settings: settings, store: store)
        await store.fill()
        try await app.test { browser in
            let refused = try await browser.post("/chat/ask", ["message": "Hello"], [.acceptLanguage: language])
            #expect(refused.status == .insufficientStorage)
            #expect(refused.text.contains(words))
            #expect(try await browser.get("/history").text.contains("No conversations yet"))
        }
    }
}
