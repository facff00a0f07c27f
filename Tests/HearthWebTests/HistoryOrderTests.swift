// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Pins, and what is done with several conversations at once.
@Suite struct HistoryOrderTests {
    private let app: TestApp
    private let ids: [Session.ID]

    init() async throws {
        app = try await TestApp()
        var ids: [Session.ID] = []
        for name in ["Leeks", "Trains", "Violin"] {
            ids.append(try await app.answered(name).session)
            try await app.conversations.rename(ids[ids.count - 1], to: name)
        }
        self.ids = ids
    }

    /// The titles below a heading.
    private func titles(below heading: String, in page: String) -> [String] {
        let section = page.components(separatedBy: "<section class=\"group\"><h2>\(heading)").dropFirst().first
        return section?.components(separatedBy: "</section>")[0]
            .matches(of: /<span class="clip1" dir="auto">([^<]*)<\/span>/).map { String($0.1) } ?? []
    }

    @Test func `a conversation is pinned and unpinned from its menu`() async throws {
        try await app.test { browser in
            let path = "/chat/\(ids[0])"
            #expect(try await browser.get("\(path)/details").text.contains("name=\"pinned\" value=\"1\""))
            #expect(try await browser.post("\(path)/pin", ["pinned": "1"]).location == path)
            #expect(try await browser.get("\(path)/details").text.contains("name=\"pinned\" value=\"0\""))
            let page = try await browser.get("/history").text
            #expect(titles(below: "Pinned", in: page) == ["Leeks"])
            #expect(titles(below: "Today", in: page) == ["Violin", "Trains"])
            // Older pages have no pins, and what is found is found as ever.
            #expect(try await titles(below: "Pinned", in: browser.get("/history?before=900000000").text).isEmpty)
            #expect(try await browser.get("/history?q=leeks").text.contains("<li id=\"hit-1\">"))
            // Asked in again, it stays pinned.
            _ = try await app.answered("More of them", in: ids[0])
            #expect(try await app.conversations.session(ids[0])?.isPinned == true)
            _ = try await browser.post("\(path)/pin", ["pinned": "0"])
            #expect(try await titles(below: "Today", in: browser.get("/history").text).first == "Leeks")
        }
    }

    @Test func `several are chosen, pinned, unpinned, deleted and brought back`() async throws {
        try await app.test { browser in
            let page = try await browser.get("/history?select=1").text
            #expect(page.components(separatedBy: "class=\"tick\"").count == 4)
            #expect(page.contains("name=\"session-\(ids[0])\"") && !page.contains("checked"))
            #expect(!page.contains("formaction=\"/history/unpin\""))
            let all = try await browser.get("/history?select=1&all=1").text
            #expect(all.components(separatedBy: " checked>").count == 4)

            let two = ["session-\(ids[0])": "1", "session-\(ids[1])": "1", "list": "/history"]
            #expect(try await browser.post("/history/pin", two).location == "/history")
            #expect(try await titles(below: "Pinned", in: browser.get("/history").text) == ["Trains", "Leeks"])
            #expect(try await browser.get("/history?select=1").text.contains("formaction=\"/history/unpin\""))
            _ = try await browser.post("/history/unpin", two)
            #expect(try await !browser.get("/history").text.contains("Pinned"))

            let gone = try await browser.post("/history/delete", two).location
            let both = [ids[0], ids[1]].sorted().joined(separator: ",")
            #expect(gone == "/history?deleted=\(both)")
            let shown = try await browser.get("/history?deleted=\(both)").text
            #expect(shown.contains("2 conversations deleted") && titles(below: "Today", in: shown) == ["Violin"])
            #expect(try await browser.post("/history/undelete", ["sessions": both]).location == "/history")
            #expect(try await titles(below: "Today", in: browser.get("/history").text).count == 3)
        }
    }

    @Test func `nothing chosen, what is gone and other places change nothing`() async throws {
        try await app.test { browser in
            for act in ["pin", "unpin", "delete"] {
                #expect(try await browser.post("/history/\(act)", ["list": "//evil.example"]).location == "/history")
            }
            #expect(try await browser.post("/history/pin", ["session-nobody": "1"]).status == .notFound)
            #expect(try await browser.post("/history/undelete", ["sessions": ids[0]]).location == "/history")
            let temporary = try await app.conversations.ask("Psst", isTemporary: true).session
            #expect(try await browser.post("/chat/\(temporary)/pin", ["pinned": "1"]).status == .badRequest)
            #expect(try await !browser.get("/chat/\(temporary)/details").text.contains("name=\"pinned\""))
        }
    }

    @Test func `no more are pinned than the first page shows`() async throws {
        let store = MemoryStore()
        for number in 0...Conversations.mostPins {
            await store.save(Session(id: "s\(number)", createdAt: someEvening, title: "Soup \(number)"))
        }
        let app = try await TestApp(store: store)
        try await app.conversations.pin((1...Conversations.mostPins).map { "s\($0)" })
        try await app.test { browser in
            let refused = try await browser.post("/chat/s0/pin", ["pinned": "1"])
            #expect(refused.status == .conflict && refused.text.contains("Unpin some first."))
            #expect(try await browser.post("/chat/s1/pin", ["pinned": "1"]).location == "/chat/s1")
        }
    }
}
