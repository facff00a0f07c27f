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
            // How fast it came is said among the details.
            #expect(!page.contains("11 words/s"))
            #expect(try await browser.get("\(path)/details").text.contains("Last answer: 11 words/s"))
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

    @Test func `an answer that fills the context is not said to reach the user's limit`() async throws {
        var full = CompletionSummary.ended(.length)
        full.promptTokens = 8_192 - full.tokens
        let app = try await TestApp(ScriptedModel { [full] _ in .of([.text("Half an"), .finished(full)]) })
        let id = try await app.answered("one").session
        try await app.test { browser in
            let page = try await browser.get("/chat/\(id)").text
            #expect(page.contains("The answer stopped: the model’s context is full."))
            #expect(!page.contains("length limit") && !page.contains("#maxTokens"))
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
            let page = try await browser.get(path).text
            #expect(page.contains(address) && page.contains("The answer reached your length limit (120 tokens)."))
            #expect(page.contains("href=\"/settings/answers#maxTokens\">Change</a>"))
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
