// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Conversations in a browser without script: forms, redirects and pages.
@Suite struct ChatPageTests {
    @Test func `the very small model is offered what it can do, and says that it is small`() async throws {
        for isBuiltIn in [true, false] {
            var state = ModelState.ready
            state.isBuiltIn = isBuiltIn
            try await TestApp(ScriptedModel(state: state) { _ in .of([]) }).test { browser in
                let page = try await browser.get("/chat/new").text
                #expect(page.contains("I slept badly last night") == isBuiltIn)
                #expect(page.contains("Plan the week with me") != isBuiltIn)
                #expect(page.contains("id=\"small\"") == isBuiltIn)
            }
        }
    }

    @Test func `asking leads to the page with the answer`() async throws {
        let app = try await TestApp(ScriptedModel(saying: "**Gladly**, here it is."))
        try await app.test { browser in
            let empty = try await browser.get("/chat/new")
            #expect(empty.text.contains("Good evening"))
            let asked = try await browser.post("/chat/ask", ["message": "Plan a bed\nwith <ferns>"])
            #expect(asked.status == .seeOther)
            #expect(asked.location.contains("#m-"))
            let path = String(asked.location.prefix { $0 != "#" })
            try await eventually("the answer is there") {
                try await browser.get(path).text.contains("<strong>Gladly</strong>")
            }
            let page = try await browser.get(path).text
            #expect(page.contains("<p class=\"bubble\" dir=\"auto\">Plan a bed\nwith &lt;ferns&gt;</p>"))
            #expect(page.contains("Today, 18:42"))
            #expect(page.contains("11 words/s"))
            #expect(page.contains("38%"))  // 3,120 of 8,192 tokens
            // The place of conversations leads to the one that is going on.
            #expect(try await browser.get("/chat").location == path)
        }
    }

    @Test(arguments: ["", "   ", "\n\t ", "\u{A0}"])
    func `an empty message is never sent`(message: String) async throws {
        let model = ScriptedModel(saying: "x")
        let app = try await TestApp(model)
        try await app.test { browser in
            let response = try await browser.post("/chat/ask", ["message": message])
            #expect(response.status == .seeOther)
            #expect(response.location == "/chat/new")
        }
        #expect(model.requests.isEmpty)
    }

    @Test func `an answer that is being written can be stopped, and says so`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model)
        try await app.test { browser in
            let path = String(try await browser.post("/chat/ask", ["message": "Write"]).location.prefix { $0 != "#" })
            pen.write(.text("Half an answ"))
            try await eventually("half is there") { try await browser.get(path).text.contains("Half an answ") }
            let page = try await browser.get(path).text
            #expect(page.contains("aria-busy=\"true\""))
            #expect(page.contains("action=\"\(path)/stop\""))
            #expect(!page.contains("data-send"))
            #expect(try await browser.post("\(path)/stop").location == path)
            let stopped = try await browser.get(path).text
            #expect(stopped.contains("You stopped this answer. It is kept as it is."))
            #expect(stopped.contains("Half an answ"))
            #expect(stopped.contains("data-send"))
        }
    }

    @Test func `an answer that is stopped before its first word says what is kept`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model)
        try await app.test { browser in
            let path = String(try await browser.post("/chat/ask", ["message": "Write"]).location.prefix { $0 != "#" })
            #expect(
                try await browser.get(path).text.contains("role=\"progressbar\" aria-label=\"Reading your message\""))
            _ = try await browser.post("\(path)/stop")
            let stopped = try await browser.get(path).text
            #expect(stopped.contains("Stopped. Your message is kept."))
            #expect(!stopped.contains("It is kept as it is.") && !stopped.contains("progressbar"))
            #expect(stopped.contains("data-words=\"Connection lost, trying again\""))
            await app.settings.change { $0.appearance.language = .french }
            let french = try await browser.get(path).text
            #expect(french.contains("Arrêté. Votre message est conservé."))
            #expect(french.contains("data-words=\"Connexion perdue, nouvel essai en cours\""))
        }
    }

    @Test func `an answer that ended early is gone on with, as long as nothing follows it`() async throws {
        let model = ScriptedModel { request in
            let isRest = request.beginning != nil
            var summary = CompletionSummary.sample
            if !isRest { summary.reason = .length }
            return .of([.text(isRest ? " answer." : "Half an"), .finished(summary)])
        }
        let app = try await TestApp(model)
        let half = try await app.answered("one")
        try await app.test { browser in
            let (path, address) = ("/chat/\(half.session)", "/messages/\(half.id)/continue")
            #expect(try await browser.get(path).text.contains(address))
            #expect(try await browser.post(address).location == "\(path)#m-\(half.id)")
            try await eventually("the rest is there") { try await browser.get(path).text.contains("Half an answer.") }
            #expect(try await browser.get(path).text.contains(address) == false)
            #expect(try await browser.post(address).status == .badRequest)
            let next = try await app.answered("two", in: half.session)
            _ = try await app.answered("three", in: half.session)
            #expect(try await browser.get(path).text.contains("/messages/\(next.id)/continue") == false)
        }
    }

    @Test func `the sheet says what fills the context`() async throws {
        var end = CompletionSummary.sample
        end.instructionTokens = 624
        let app = try await TestApp(ScriptedModel { [end] _ in .of([.text("Yes."), .finished(end)]) })
        let id = try await app.answered("one").session
        try await app.test { browser in
            let sheet = try await browser.get("/chat/\(id)/details").text
            #expect(sheet.contains("3,120 of 8,192 tokens"))
            #expect(sheet.contains("Instructions 624") && sheet.contains("Conversation 2,496"))
            #expect(sheet.contains(#"<rect class="used" width="7.6171875""#))
            #expect(sheet.contains(#"<rect class="blue" x="7.6171875" width="30.46875""#))
        }
        let unknown = try await TestApp()
        let other = try await unknown.answered("one").session
        try await unknown.test { browser in
            let sheet = try await browser.get("/chat/\(other)/details").text
            #expect(sheet.contains("3,120 of 8,192 tokens") && !sheet.contains("Instructions 6"))
        }
    }

    @Test func `a line shows where the model begins to read, and the meter says so`()
        async throws
    {
        let model = ScriptedModel { request in
            let isThird = request.turns.count == 5
            let use = ContextUse(tokens: 6_000, length: 8_192, omittedTurns: isThird ? 2 : 0)
            return .of([.context(use), .text("Yes."), .finished(.sample)])
        }
        let app = try await TestApp(model)
        let id = try await app.answered("one").session
        let second = try await app.answered("two", in: id)
        try await app.test { browser in
            let page = try await browser.get("/chat/\(id)").text
            #expect(page.contains("Context: 38% used\""))
            // The line is there only as what a script can put in.
            #expect(page.matches(of: /id="reads-from"/).count == 1)
            _ = try await app.answered("three", in: id)
            let cut = try await browser.get("/chat/\(id)").text
            #expect(cut.contains("Context: 38% used, the oldest messages are left out"))
            let line = try #require(cut.range(of: "The model no longer sees the messages above this line"))
            let question = try #require(cut.range(of: "id=\"m-\(second.parent ?? "")\""))
            try #require(line.upperBound < question.lowerBound)
            let between = cut[line.upperBound..<question.lowerBound]
            #expect(!between.contains("<article") || between.matches(of: /<article/).count == 1)
        }
    }

    @Test func `thinking is switched for one conversation`() async throws {
        let model = ScriptedModel(saying: "Gladly.")
        var summary = ModelSummary(name: model.state.name ?? "", bytes: 1, memory: 1)
        summary.thinks = true
        model.install([summary])
        let app = try await TestApp(model)
        let id = try await app.answered("one").session
        try await app.test { browser in
            let path = "/chat/\(id)/thinking"
            let isOn = #/name="thinks" value="1" checked/#
            #expect(try await browser.get("/chat/\(id)/details").text.contains(isOn))
            #expect(try await browser.post(path).location == "/chat/\(id)/details")
            #expect(try await browser.get("/chat/\(id)/details").text.contains(isOn) == false)
            _ = try await app.answered("two", in: id)
            #expect(model.requests.last?.thinks == false)
            _ = try await browser.post(path, ["thinks": "1"])
            #expect(try await app.conversations.session(id)?.thinks == nil)
        }
    }

    @Test func `editing and answering again keep what was there`() async throws {
        let app = try await TestApp(
            ScriptedModel { request in
                .of([.text("Answer to \(request.turns.last!.content)"), .finished(.sample)])
            })
        let first = try await app.answered("one")
        try await app.test { browser in
            let path = "/chat/\(first.session)"
            let question = try #require(try await app.conversations.path(of: first.session).first).id
            _ = try await browser.post("/messages/\(question)/edit", ["message": "two"])
            try await eventually("the second answer is there") {
                try await browser.get(path).text.contains("Answer to two")
            }
            let page = try await browser.get(path).text
            #expect(!page.contains("Answer to one"))
            #expect(page.contains("2 of 2"))
            let back = try await browser.post("/messages/choose", ["message": question, "session": first.session])
            #expect(back.location == path)
            #expect(try await browser.get(path).text.contains("Answer to one"))
            _ = try await browser.post("/messages/\(first.id)/repeat")
            try await eventually("a second answer stands beside it") {
                try await browser.get(path).text.contains("2 of 2")
            }
        }
    }

    @Test func `a failed answer says why, and offers another try`() async throws {
        let app = try await TestApp(
            ScriptedModel { _ in throw ModelError(.memory, "The model ran out of memory.") })
        let answer = try await app.answered("And the bill?")
        try await app.test { browser in
            let page = try await browser.get("/chat/\(answer.session)").text
            #expect(page.contains("The answer was interrupted."))
            #expect(page.contains("The model ran out of memory."))
            #expect(page.contains("/messages/\(answer.id)/repeat"))
        }
    }

    @Test func `thoughts are folded, with the time they took`() async throws {
        let app = try await TestApp(
            ScriptedModel { _ in .of([.thought("Let me *see*."), .text("Yes."), .finished(.sample)]) })
        let answer = try await app.answered("Well?")
        try await app.test { browser in
            let page = try await browser.get("/chat/\(answer.session)").text
            #expect(page.contains("<details class=\"think\">"))
            #expect(page.contains("Let me <em>see</em>."))
            #expect(page.firstMatch(of: /Thought for \d+\u{A0}s/) != nil)
        }
    }

    @Test func `a conversation with another machine says so at every message`() async throws {
        var state = ModelState(name: "org/Big-32B", phase: .loaded)
        state.remoteHost = "ai.example"
        let app = try await TestApp(ScriptedModel(state: state) { _ in .of([.text("Yes."), .finished(.sample)]) })
        let answer = try await app.answered("Compare")
        try await app.test { browser in
            let page = try await browser.get("/chat/\(answer.session)").text
            for words in [
                "This conversation leaves the machine.", "Sent to ai.example", "Answer from ai.example",
                "Leaves this machine",
            ] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(page.contains("composer glass away"))
        }
    }

    // MARK: Sessions

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

    @Test func `a draft waits in the box`() async throws {
        let app = try await TestApp()
        let id = try await app.answered("Question").session
        try await app.test { browser in
            #expect(try await browser.post("/chat/\(id)/draft", ["message": "Dear \"you\""]).status == .noContent)
            #expect(try await browser.get("/chat/\(id)").text.contains(">Dear &quot;you&quot;</textarea>"))
            _ = try await browser.post("/chat/ask", ["session": id, "message": "Dear you"])
            #expect(try await !browser.get("/chat/\(id)").text.contains("Dear &quot;you&quot;"))
        }
    }

    @Test(arguments: ["/chat/unknown", "/chat/unknown/details", "/chat/unknown/export", "/chat/%2e%2e", "/chat/'--"])
    func `what is not there is told kindly`(path: String) async throws {
        try await TestApp().test { browser in
            let response = try await browser.get(path)
            #expect(response.status == .notFound)
            #expect(response.text.contains("Not found"))
        }
    }
}
