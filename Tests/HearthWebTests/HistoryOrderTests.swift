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

    // MARK: Folders

    @Test func `a folder is made, named, filled, emptied, deleted and brought back`() async throws {
        try await app.test { browser in
            #expect(try await browser.get("/history").text.contains("href=\"/history/folders/new\""))
            let made = try await browser.post("/history/folders", ["name": "  Ward <b> "]).location
            let id = String(made.dropFirst("/history/folders/".count))
            #expect(try await browser.get(made).text.contains("Nothing in this folder yet"))
            #expect(try await browser.get("/history").text.contains("Ward &lt;b&gt;"))

            let two = ["session-\(ids[0])": "1", "session-\(ids[1])": "1", "list": "/history"]
            let asked = try await browser.post("/history/move", two)
            #expect(asked.status == .ok && asked.text.contains("name=\"to\" value=\"\(id)\""))
            #expect(!asked.text.contains("value=\"none\""))
            let moved = try await browser.post("/history/move", two.merging(["to": id]) { $1 }).location
            #expect(moved == "/history?moved=2&to=\(id)")
            let page = try await browser.get(moved).text
            #expect(page.contains("2 conversations moved to “Ward &lt;b&gt;”"))
            #expect(page.contains("2 conversations</span>") && titles(below: "Today", in: page) == ["Violin"])
            #expect(try await titles(below: "Today", in: browser.get(made).text) == ["Trains", "Leeks"])

            _ = try await browser.post("\(made)/rename", ["name": "Night shifts"])
            #expect(try await browser.get(made).text.contains("<h1 class=\"large\">Night shifts</h1>"))
            #expect(try await browser.get("/chat/\(ids[0])/details").text.contains("Night shifts</span>"))
            let sheet = try await browser.get("/chat/\(ids[0])/folder").text
            #expect(sheet.contains("value=\"none\"") && sheet.contains("value=\"/chat/\(ids[0])\""))
            let one = ["session-\(ids[0])": "1", "list": "/chat/\(ids[0])", "to": "none"]
            #expect(try await browser.post("/history/move", one).location == "/chat/\(ids[0])")

            let gone = try await browser.post("\(made)/delete").location
            #expect(gone == "/history?gone=\(id)")
            let without = try await browser.get(gone).text
            #expect(without.contains("\(made)/undelete") && !without.contains("Night shifts"))
            #expect(titles(below: "Today", in: without) == ["Violin", "Trains", "Leeks"])
            #expect(try await browser.get(made).status == .notFound)
            #expect(try await browser.post("\(made)/undelete").location == made)
            #expect(try await titles(below: "Today", in: browser.get(made).text) == ["Trains"])
        }
    }

    @Test func `a chat begins in a folder, and what goes on from it is in it`() async throws {
        let folder = try await app.conversations.makeFolder("House hunt")
        try await app.test { browser in
            let page = try await browser.get("/chat/new?folder=\(folder.id)").text
            #expect(page.contains("name=\"folder\" value=\"\(folder.id)\"") && page.contains("House hunt"))
            #expect(try await !browser.get("/chat/new?folder=\(folder.id)&temporary=1").text.contains("House hunt"))
            #expect(try await !browser.get("/chat/new?folder=nowhere").text.contains("name=\"folder\""))
            let place = try await browser.post("/chat/ask", ["message": "Two rooms", "folder": folder.id]).location
            let id = String(place.dropFirst("/chat/".count).prefix { $0 != "#" })
            #expect(try await app.conversations.session(id)?.folder == folder.id)
            let next = try await app.conversations.continue(from: id)
            #expect(next.folder == folder.id && !next.isPinned)
            try await app.conversations.pin([next.id])
            let cleared = try await app.conversations.clear(next.id)
            #expect(cleared.folder == folder.id && cleared.isPinned)
        }
    }

    @Test func `names and folders have limits, and temporary chats none of either`() async throws {
        let conversations = app.conversations
        let folder = try await conversations.makeFolder(String(repeating: "long ", count: 60))
        #expect(folder.name.count <= Conversations.longestFolderName + 1)
        try await app.test { browser in
            for (path, fields) in [
                ("/history/folders", ["name": " "]), ("/history/folders/\(folder.id)/rename", ["name": ""]),
                ("/history/move", ["session-\(ids[0])": "1", "to": "new", "name": " "]),
            ] {
                let refused = try await browser.post(path, fields)
                #expect(refused.status == .badRequest && refused.text.contains("A folder needs a name."))
            }
            let chosen = ["session-\(ids[0])": "1"]
            #expect(try await browser.post("/history/move", chosen.merging(["to": "gone"]) { $1 }).status == .notFound)
            let temporary = try await conversations.ask("Psst", isTemporary: true, folder: folder.id).session
            #expect(try await conversations.session(temporary)?.folder == nil)
            #expect(try await browser.get("/chat/\(temporary)/folder").status == .notFound)
            let moved = ["session-\(temporary)": "1", "to": folder.id]
            #expect(try await browser.post("/history/move", moved).status == .badRequest)

            for number in 2...Conversations.mostFolders { _ = try await conversations.makeFolder("No. \(number)") }
            let full = try await browser.post("/history/folders", ["name": "One more"])
            #expect(full.status == .conflict && full.text.contains("Delete one that you no longer need."))
            let page = try await browser.get("/history").text
            #expect(page.contains("All 200 folders") && !page.contains("No. 2<"))
            #expect(try await browser.get("/history?folders=all").text.contains("No. 2<"))
        }
    }
}
