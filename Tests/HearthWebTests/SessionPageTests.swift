// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Work on whole conversations in a browser without script: temporary ones, freezing, clearing, deleting.
@Suite struct SessionPageTests {
    @Test func `a temporary chat is in no list, and says what it is`() async throws {
        let app = try await TestApp()
        try await app.test { browser in
            #expect(try await browser.get("/chat/new?temporary=1").text.contains("Nothing is saved here"))
            let path = String(
                try await browser.post("/chat/ask", ["message": "A secret", "temporary": "1"]).location.prefix {
                    $0 != "#"
                })
            #expect(try await browser.get(path).text.contains("Temporary chat"))
            #expect(try await !browser.get("/history").text.contains("A secret"))
            #expect(try await !browser.get("/history?q=secret").text.contains(path))
        }
    }

    @Test func `a frozen conversation is read, and continued in a new one`() async throws {
        let app = try await TestApp()
        let old = try await app.answered("Lise and the violin").session
        _ = try await app.answered("Something else")
        try await app.test { browser in
            #expect(try await browser.get("/chat/\(old)").text.contains("id=\"message\""))
            _ = try await browser.post("/chat/\(old)/draft", ["message": "half a <thought>"])
            _ = try await browser.post("/chat/\(old)/freeze")
            let page = try await browser.get("/chat/\(old)").text
            #expect(page.contains("Frozen on 21 November"))
            #expect(page.contains("<p class=\"bubble\" dir=\"auto\">half a &lt;thought&gt;</p>"))
            #expect(!page.contains("id=\"message\""))
            let refused = try await browser.post("/chat/ask", ["message": "more", "session": old])
            #expect(refused.status == .conflict)
            let continued = try await browser.post("/chat/\(old)/continue")
            #expect(continued.location.hasPrefix("/chat/") && continued.location != "/chat/\(old)")
            let next = try await browser.get(continued.location).text
            #expect(next.contains(">half a &lt;thought&gt;</textarea>"))
            #expect(try await !browser.get("/chat/\(old)").text.contains("half a"))
        }
    }

    @Test func `the new conversation shows what it goes on from, and leads there`() async throws {
        let app = try await TestApp(ScriptedModel(saying: "**Gladly**."))
        let old = try await app.answered("Lise and the <violin>").session
        for number in 1...5 { _ = try await app.answered("Question \(number)", in: old) }
        try await app.test { browser in
            // From an open conversation too; that freezes it, and nothing else does.
            #expect(try await browser.get("/chat/\(old)/details").text.contains("action=\"/chat/\(old)/continue\""))
            let address = try await browser.post("/chat/\(old)/continue").location
            #expect(try await browser.post("/chat/\(old)/continue").location == address)
            #expect(try await browser.get("/chat/\(old)").text.contains("Frozen on"))
            let page = try await browser.get(address).text
            let fold = try #require(page.firstMatch(of: /<details [^>]*id="carried"([^>]*)>[\s\S]*?<\/details>/))
            #expect(fold.1.contains("open"))
            for words in [
                "Continues “Lise and the &lt;violin&gt;”", "4 earlier messages",
                "<p class=\"bubble\" dir=\"auto\">Question 5</p>",
                "<strong>Gladly</strong>", "href=\"/chat/\(old)\"",
            ] {
                #expect(fold.0.contains(words), "\(words)")
            }
            #expect(!fold.0.contains("Question 1"))
            #expect(!page.contains("Good evening"))

            // It folds when something was said, and goes when the other is deleted.
            let session = String(address.dropFirst("/chat/".count))
            _ = try await app.answered("And now?", in: session)
            let later = try await browser.get(address).text
            #expect(later.firstMatch(of: /<details [^>]*id="carried"([^>]*)>/).map { $0.1.contains("open") } == false)
            _ = try await browser.post("/chat/\(old)/delete")
            #expect(try await !browser.get(address).text.contains("id=\"carried\""))
        }
    }

    @Test func `a temporary chat that is ended or left is gone`() async throws {
        let clock = StepClock()
        let app = try await TestApp(clock: clock)
        try await app.test { browser in
            for way in ["end", "leave"] {
                let asked = try await browser.post("/chat/ask", ["message": "A secret", "temporary": "1"])
                let path = String(asked.location.prefix { $0 != "#" })
                try await eventually("it is answered") { try await browser.get(path).text.contains("data-send") }
                #expect(try await browser.get(path).text.contains("action=\"\(path)/end\""))
                let done = try await browser.post("\(path)/\(way)")
                if way == "end" {
                    #expect(done.location == "/chat/new")
                } else {
                    #expect(done.status == .noContent)
                    try await clock.waitForSleeper(within: Conversations.returnTime)
                    clock.advance(by: Conversations.returnTime)
                    // Not asked of the page: who reads it has it stay.
                    let id = String(path.dropFirst("/chat/".count))
                    try await eventually("it is gone") { try await app.conversations.session(id) == nil }
                }
                #expect(try await browser.get(path).status == .notFound)
            }
        }
    }

    @Test func `a conversation is renamed, instructed, exported and cleared`() async throws {
        let app = try await TestApp()
        let id = try await app.answered("Question").session
        try await app.test { browser in
            _ = try await browser.post("/chat/\(id)/rename", ["title": "A <new> name/é"])
            let renamed = try await browser.get("/chat/\(id)").text
            #expect(renamed.contains("<h1 class=\"h\" dir=\"auto\">A &lt;new&gt; name/é</h1>"))
            for blank in ["", " \t "] {
                let kept = try await browser.post("/chat/\(id)/rename", ["title": blank])
                #expect(kept.location == "/chat/\(id)/details?unnamed=1#session-title")
                let sheet = try await browser.get(kept.location).text
                #expect(sheet.contains("it keeps this one") && sheet.contains("value=\"A &lt;new&gt; name/é\""))
            }
            _ = try await browser.post("/chat/\(id)/instructions", ["instructions": "Be brief."])
            #expect(try await app.conversations.session(id)?.instructions == "Be brief.")
            #expect(try await browser.get("/chat/\(id)/details").text.contains(">Be brief.</textarea>"))
            let export = try await browser.get("/chat/\(id)/export")
            #expect(
                export.headers[.contentDisposition] == "attachment; filename*=UTF-8''A%20new%20nam%C3%A9.md"
                    || export.headers[.contentDisposition]?.hasPrefix("attachment; filename*=UTF-8''A%20new%20name")
                        == true
            )
            #expect(export.text.contains("Gladly."))
        }
    }

    @Test func `a conversation is cleared, and that can be undone`() async throws {
        // Its time to be undone in does not pass on a busy machine.
        let app = try await TestApp(clock: StepClock())
        let id = try await app.answered("Question").session
        try await app.test { browser in
            _ = try await browser.post("/chat/\(id)/instructions", ["instructions": "Be brief."])
            #expect(try await browser.get("/chat/\(id)/details").text.contains("You can undo this for a few seconds."))
            let cleared = try await browser.post("/chat/\(id)/clear").location
            let empty = try #require(cleared.firstMatch(of: #/^/chat/([^?]+)\?cleared=/#)?.1)
            #expect(cleared == "/chat/\(empty)?cleared=\(id)" && empty != id)
            let page = try await browser.get(cleared).text
            #expect(page.contains("Conversation cleared") && page.contains("action=\"/chat/\(id)/undelete\""))
            #expect(!page.contains("Gladly."))
            #expect(try await app.conversations.session(String(empty))?.instructions == "Be brief.")
            #expect(try await browser.get("/chat/\(id)").status == .notFound)
            let back = try await browser.post("/chat/\(id)/undelete", ["instead": String(empty)])
            #expect(back.location == "/chat/\(id)")
            #expect(try await browser.get("/chat/\(id)").text.contains("Gladly."))
            #expect(try await browser.get("/chat/\(empty)").status == .notFound)
        }
    }

    @Test func `what has been said since a conversation was cleared stays when that is undone`() async throws {
        let app = try await TestApp(clock: StepClock())
        let id = try await app.answered("Question").session
        try await app.test { browser in
            let empty = try await app.conversations.clear(id).id
            _ = try await app.answered("Another", in: empty)
            _ = try await browser.post("/chat/\(id)/undelete", ["instead": empty])
            #expect(try await browser.get("/chat/\(id)").status == .ok)
            #expect(try await browser.get("/chat/\(empty)").text.contains("Another"))
        }
    }

    @Test func `a conversation is deleted from its own sheet`() async throws {
        let app = try await TestApp()
        let id = try await app.answered("Question").session
        try await app.test { browser in
            let page = try await browser.get("/chat/\(id)").text
            #expect(page.contains("href=\"/chat/\(id)/details\" aria-label=\"About this chat\""))
            let sheet = try await browser.get("/chat/\(id)/details").text
            #expect(sheet.contains("action=\"/chat/\(id)/delete\""))
            let deleted = try await browser.post("/chat/\(id)/delete").location
            #expect(deleted == "/history?deleted=\(id)")
        }
    }

    @Test func `a suggestion is put into the box, and sends nothing`() async throws {
        let model = ScriptedModel(saying: "x")
        let app = try await TestApp(model)
        try await app.test { browser in
            let page = try await browser.get("/chat/new").text
            #expect(page.contains("href=\"/chat/new?mode=friend&amp;suggestion=1\" data-fill"))
            #expect(!page.contains("type=\"submit\" form=\"composer\""))
            let filled = try await browser.get("/chat/new?suggestion=1").text
            #expect(filled.contains(">Explain something simply</textarea>"))
            for none in ["7", "-1", "x", "99999999999999999999"] {
                #expect(try await browser.get("/chat/new?suggestion=\(none)").text.contains("></textarea>"), "\(none)")
            }
        }
        #expect(model.requests.isEmpty)
    }

    @Test func `thinking is offered only where the model can think`() async throws {
        for (thinks, isOffered) in [(true, true), (false, false), (nil, false)] as [(Bool?, Bool)] {
            let model = ScriptedModel(saying: "Gladly.")
            var summary = ModelSummary(name: model.state.name ?? "", bytes: 1, memory: 1)
            summary.thinks = thinks
            model.install([summary])
            let app = try await TestApp(model)
            let id = try await app.answered("one").session
            try await app.test { browser in
                let sheet = try await browser.get("/chat/\(id)/details").text
                #expect(sheet.contains("name=\"thinks\"") == isOffered)
            }
        }
        // Of a model elsewhere that is known once it has done so.
        let app = try await TestApp(ScriptedModel { _ in .of([.thought("Hm."), .text("Yes."), .finished(.sample)]) })
        let id = try await app.answered("one").session
        try await app.test { browser in
            let sheet = try await browser.get("/chat/\(id)/details").text
            #expect(sheet.contains("name=\"thinks\""))
        }
    }
}
