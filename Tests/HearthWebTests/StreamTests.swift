// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Answers and states as events.
@Suite struct StreamTests {
    private let markdown = MarkdownHTML.sample

    @Test func `a browser that follows has the whole answer, whatever comes together`() async throws {
        let say = try await TestApp().server.site.pages.phrases(.english)
        let text = "# Title\n\nA *paragraph* that grows.\n\n- one\n- two\n\n```\nlet a = 1\n```\n\nThe end."
        for step in [1, 3, 7, 1_000] {
            var growing = GrowingAnswer(of: "a", seen: 0)
            var blocks: [String] = []
            for (index, piece) in text.map({ $0 }).chunked(into: step).enumerated() {
                growing.take(AnswerEvent(id: index + 1, change: .piece(.text(String(piece)))))
                guard let event = growing.event(markdown, say) else { continue }
                let update = try #require(event.data as? GrowingAnswer.Update)
                #expect(event.id == index + 1)
                // The update replaces all blocks from `from` on.
                #expect(update.from <= blocks.count)
                let all = markdown.blocks(String(text.prefix((index + 1) * step)), in: "answer-a")
                #expect(Array(all.prefix(update.from)) == Array(blocks.prefix(update.from)))
                #expect(update.html == all[update.from...].joined())
                blocks = all
            }
            #expect(blocks.joined() == markdown.html(text, in: "answer-a"))
        }
    }

    @Test func `the meter and the line follow the answer while it grows`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model)
        let first = try await app.conversations.ask("Write")
        pen.write(.context(ContextUse(tokens: 400, length: 1_000)))
        pen.write(.text("Some words."))
        try await app.test { browser in
            // Written so far: what a page shows that is opened now.
            try await eventually("the meter is there") {
                try await browser.get("/chat/\(first.session)").text.contains("<span>40%</span>")
            }
        }
        pen.write(.context(ContextUse(tokens: 990, length: 1_000, omittedTurns: 0)))
        pen.finish()
        try await app.test { browser in
            let stream = try await browser.get("/answers/\(first.id)/events").text
            let events = stream.components(separatedBy: "\n\n").filter { $0.contains("event: context") }
            #expect(stream.contains("event: finished"))
            #expect(events.allSatisfy { $0.contains("\"label\"") && !$0.contains("id: ") })
        }
        let say = try await TestApp().server.site.pages.phrases(.english)
        var growing = GrowingAnswer(of: "a", seen: 0)
        growing.take(
            AnswerEvent(
                id: 1, change: .context(ContextUse(tokens: 990, length: 1_000, omittedTurns: 4), readsFrom: "m")))
        let meter = try #require(growing.event(markdown, say)?.data as? ContextMeter)
        #expect(meter.percent == 99 && meter.isFull && meter.readsFrom == "m")
        #expect(growing.event(markdown, say) == nil)
    }

    @Test(arguments: [(Language.english, "Reading… 41%"), (.french, "Lecture… 41\u{202F}%")])
    func `how much of the prompt has been read is told until the first word`(
        language: Language, words: String
    ) async throws {
        let say = try await TestApp().server.site.pages.phrases(language)
        var growing = GrowingAnswer(of: "a", seen: 0)
        growing.take(AnswerEvent(id: 1, change: .reading(0.1)))
        growing.take(AnswerEvent(id: 2, change: .reading(0.415)))
        let told = growing.event(markdown, say)
        let event = try #require(told)
        #expect(event.name == "reading" && event.id == nil)
        #expect(event.data as? GrowingAnswer.Reading == .init(percent: 41, words: words))
        growing.take(AnswerEvent(id: 3, change: .reading(0.419)))
        #expect(growing.event(markdown, say) == nil, "the same percent")
        growing.take(AnswerEvent(id: 4, change: .reading(0.9)))
        growing.take(AnswerEvent(id: 5, change: .piece(.text("Yes"))))
        #expect(growing.event(markdown, say)?.name == "grew")
        #expect(growing.event(markdown, say) == nil)
    }

    @Test func `a browser that comes back gets everything, and nothing twice`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model)
        let answer = try await app.conversations.ask("Write")
        pen.write(.text("First.\n\n"))
        pen.write(.text("Second.\n\n"))
        try await eventually("both have arrived") {
            try await app.conversations.path(of: answer.session).last?.message.content.contains("Second") == true
        }
        pen.write(.text("Third."))
        pen.finish()
        try await eventually("it is finished") {
            try await app.conversations.path(of: answer.session).last?.message.state == .complete
        }
        try await app.test { browser in
            let whole = try await browser.get("/answers/\(answer.id)/events")
            #expect(whole.headers[.contentType] == "text/event-stream; charset=utf-8")
            #expect(whole.text.contains("event: finished"))
            let last = try #require(whole.text.matches(of: /id: (\d+)/).last?.1)
            let again = try await browser.get("/answers/\(answer.id)/events", [.lastEventID: String(last)])
            #expect(!again.text.contains("event: grew"))
            #expect(again.text.contains("event: finished"))
            #expect(try await browser.get("/answers/unknown/events").text.contains("event:") == false)
        }
    }

    private func paragraph(_ text: String) -> String { "<p dir=\"auto\">\(text)</p>" }

    @Test func `a thought is sent as it grows, and then the answer`() async throws {
        let say = try await TestApp().server.site.pages.phrases(.english)
        var growing = GrowingAnswer(of: "a", seen: 0)
        growing.take(AnswerEvent(id: 1, change: .piece(.thought("Hm"))))
        let first = try #require(growing.event(markdown, say)?.data as? GrowingAnswer.Update)
        #expect(
            first.thought?.html == paragraph("Hm") && first.thought?.from == 0 && first.html == ""
                && first.label == "Thinking")
        growing.take(AnswerEvent(id: 2, change: .piece(.text("Yes"))))
        let second = try #require(growing.event(markdown, say)?.data as? GrowingAnswer.Update)
        #expect(second.thought == nil && second.html == paragraph("Yes") && second.label == "Thought")
        growing.take(AnswerEvent(id: 3, change: .piece(.textWasThought)))
        let third = try #require(growing.event(markdown, say)?.data as? GrowingAnswer.Update)
        #expect(third.thought?.html == paragraph("HmYes") && third.from == 0 && third.html == "")
        #expect(growing.event(markdown, say) == nil)
        growing.take(AnswerEvent(id: 4, change: .piece(.thought("\n\nAnd so on"))))
        let fourth = try #require(growing.event(markdown, say)?.data as? GrowingAnswer.Update)
        #expect(fourth.thought == .init([paragraph("HmYes"), paragraph("And so on")], after: [paragraph("HmYes")]))
        #expect(fourth.thought?.from == 1 && fourth.thought?.html == paragraph("And so on"), "only what is new")
    }

    @Test func `the model's state is told when it changes, and not otherwise`() async throws {
        let say = try await TestApp().server.site.pages.phrases(.english)
        var news = News()
        #expect(news.event(say) == nil)
        news.take(.model(.ready))
        let first = try #require(news.event(say)?.data as? News.Model)
        #expect(first.ember == "" && first.brief == "1.4\u{A0}GB")
        #expect(news.event(say) == nil)
        news.take(.model(ModelState(name: "x/y", phase: .loading(0.62))))
        news.take(.session(3))
        // What came together goes out together, one after the other.
        #expect(news.event(say)?.data as? News.Session == News.Session(changes: 3))
        let second = try #require(news.event(say)?.data as? News.Model)
        #expect(second.ember == "load" && second.progress == 62 && second.words == "Loading, 62%")
        news.take(.session(3))
        #expect(news.event(say) == nil)
    }

    @Test func `a page knows how often its conversation was changed`() async throws {
        let app = try await TestApp()
        let answer = try await app.answered("Is it?")
        try await app.test { browser in
            func count() async throws -> Int {
                let page = try await browser.get("/chat/\(answer.session)").text
                return try #require(Int(page.firstMatch(of: #/data-changes="(\d+)"/#)?.1 ?? ""))
            }
            let before = try await count()
            #expect(before == app.conversations.changes(of: answer.session))
            _ = try await browser.post("/chat/\(answer.session)/rename", ["title": "Another"])
            #expect(try await count() == before + 1)
        }
    }

    @Test func `an event is one line of JSON`() throws {
        let event = ServerEvent(
            name: "grew", id: 3, data: GrowingAnswer.Update(from: 0, html: "a\nb\r\u{2028}", thought: nil))
        let lines = try event.text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines[0] == "id: 3" && lines[1] == "event: grew" && lines[2].hasPrefix("data: {"))
    }
}

extension StreamTests {
    /// Text of a model, a person or a hub stays inside its line: it can neither end an event nor begin another.
    @Test(arguments: [
        "\n\nevent: finished\ndata: {}\n\n", "\r\revent: finished\r\r", "\u{2028}event: finished", "\u{85}event: x",
        "\u{0}",
        "\"}\n\nid: 9\n\n",
    ])
    func `no text breaks out of its event`(text: String) async throws {
        let event = ServerEvent(
            name: "grew", id: 3,
            data: GrowingAnswer.Update(from: 0, html: text, thought: .init([text], after: []), label: text))
        let lines = try event.text().split(omittingEmptySubsequences: false) { "\n\r".contains($0) || $0 == "\r\n" }
        #expect(lines.map { $0.prefix(6) } == ["id: 3", "event:", "data: ", "", ""])
        // The same through the whole app, as a browser gets it.
        let app = try await TestApp(ScriptedModel(saying: text))
        let answer = try await app.answered("Write")
        try await app.test { browser in
            let stream = try await browser.get("/answers/\(answer.id)/events").text
            #expect(stream.components(separatedBy: "\nevent: finished\n").count == 2)
            for line in stream.split(whereSeparator: { "\n\r".contains($0) || $0 == "\r\n" }) {
                #expect(["id: ", "even", "data", "retr", ": he"].contains(line.prefix(4)), "\(line)")
            }
        }
    }
}

extension Array {
    func chunked(into size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
