// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The models in a conversation's header, and another model's answer.
@Suite struct ModelMenuTests {
    private let model = ScriptedModel(saying: "Gladly.")
    private let large = "someone/Large-9B"

    private func app() async throws -> TestApp {
        var builtIn = ModelSummary(name: "hearth/pocket", bytes: 29_000_000, memory: 60_000_000)
        builtIn.isBuiltIn = true
        model.install([
            ModelSummary(name: model.state.name ?? "", bytes: 1_000_000_000, memory: 1_400_000_000), builtIn,
            ModelSummary(name: large, bytes: 5_000_000_000, memory: 6_000_000_000),
            ModelSummary(name: "https://far.example/v1/huge", bytes: 0, memory: 0, remoteHost: "far.example"),
        ])
        return try await TestApp(model, library: ScriptedLibrary.sample)
    }

    @Test func `the header leads to the models, of which one is marked`() async throws {
        let app = try await app()
        let id = try await app.answered("one").session
        try await app.test { browser in
            #expect(
                try await browser.get("/chat/\(id)").text.contains(
                    "href=\"/chat/\(id)/model\" aria-haspopup=\"dialog\""))
            let menu = try await browser.get("/chat/\(id)/model").text
            #expect(menu.contains("This chat keeps its model. New chats start with Qwen3 1.7B."))
            #expect(menu.contains("action=\"/chat/\(id)/model\""))
            for words in [
                "1.0\u{A0}GB on disk", "1.4\u{A0}GB of memory", "Built in", "Loaded", "Leaves this machine",
                "far.example",
                "value=\"\(large)\"", "href=\"/settings/models\"", "Add a model",
            ] { #expect(menu.contains(words), "\(words)") }
            #expect(menu.matches(of: #/class="item" name="model" value="[^"]*" aria-current/#).count == 1)
            #expect(menu.contains("value=\"mlx-community/Qwen3-1.7B-4bit\" aria-current=\"true\""))
            await app.settings.change { $0.appearance.language = .french }
            let french = try await browser.get("/chat/\(id)/model").text
            #expect(french.contains("Cette discussion garde son modèle.") && french.contains("Chargé"))
        }
    }

    @Test func `a choice is this conversation's, and shown in its header alone`() async throws {
        let app = try await app()
        let id = try await app.answered("one").session
        try await app.test { browser in
            #expect(try await browser.post("/chat/\(id)/model", ["model": large]).location == "/chat/\(id)")
            let page = try await browser.get("/chat/\(id)").text
            #expect(page.contains("<span class=\"name\">Large 9B</span>"))
            #expect(page.contains("<a class=\"side-model\" href=\"/settings/models\">"))
            #expect(try await browser.get("/chat/new").text.contains("<span class=\"name\">Qwen3 1.7B</span>"))
            _ = try await app.answered("two", in: id)
            #expect(model.requests.last?.model == large)
            #expect(
                try await browser.post("/chat/\(id)/model", ["model": "someone/gone"]).status == .serviceUnavailable)
            #expect(try await app.conversations.session(id)?.model == large)
        }
    }

    @Test func `a new conversation takes a model along`() async throws {
        let app = try await app()
        try await app.test { browser in
            let page = try await browser.get("/chat/new").text
            #expect(page.contains("href=\"/chat/new?mode=friend&amp;choose=model\""))
            #expect(!page.contains("name=\"model\""))
            let menu = try await browser.get("/chat/new?temporary=1&memory=off&choose=model").text
            #expect(menu.contains("href=\"/chat/new?temporary=1&amp;memory=off&amp;model=\(large)\""))
            let chosen = try await browser.get("/chat/new?model=someone%2FLarge-9B").text
            #expect(chosen.contains("name=\"model\" value=\"\(large)\""))
            #expect(chosen.contains("<span class=\"name\">Large 9B</span>"))
            let asked = try await browser.post("/chat/ask", ["message": "Hi", "model": large]).location
            let id = try #require(asked.firstMatch(of: #/^/chat/([^#]+)/#)?.1)
            #expect(try await app.conversations.session(String(id))?.model == large)
            #expect(try await !browser.get("/chat/new?model=someone%2Fgone").text.contains("name=\"model\""))
        }
    }

    @Test func `another model's answer stands beside the first, each with its model`() async throws {
        let app = try await app()
        let first = try await app.answered("one")
        try await app.test { browser in
            let page = try await browser.get("/chat/\(first.session)").text
            #expect(
                page.contains(
                    "href=\"/chat/\(first.session)/model?answer=\(first.id)\" aria-label=\"Try another model\""))
            #expect(!page.contains("model-mark"))
            let menu = try await browser.get("/chat/\(first.session)/model?answer=\(first.id)").text
            #expect(menu.contains("action=\"/messages/\(first.id)/repeat\""))
            #expect(menu.contains("Its answer is added beside this one."))
            _ = try await browser.post("/messages/\(first.id)/repeat", ["model": large])
            try await eventually("it is there") {
                try await browser.get("/chat/\(first.session)").text.contains("2 of 2")
            }
            #expect(model.requests.last?.model == large)
            let other = try await browser.get("/chat/\(first.session)").text
            #expect(other.contains(#/model-mark">.*?Large 9B/#))
            _ = try await browser.post("/messages/choose", ["message": first.id, "session": first.session])
            #expect(try await browser.get("/chat/\(first.session)").text.contains(#/model-mark">.*?Qwen3 1.7B/#))
            for address in ["model?answer=\(first.parent ?? "")", "model?answer=nothing"] {
                #expect(try await browser.get("/chat/\(first.session)/\(address)").status == .notFound, "\(address)")
            }
        }
    }

    @Test func `the header follows the conversation's model`() async throws {
        let say = try await TestApp().server.site.pages.phrases(.english)
        var news = News()
        news.take(.model(.ready))
        news.take(.chat(ModelState(name: large, phase: .loading(0.4))))
        let first = news.event(say)
        let chat = try #require(first)
        #expect(chat.name == "chat" && chat.data as? News.ChatModel == .init(ember: "load", brief: "loading 40%"))
        let next = news.event(say)
        #expect(next?.name == "model")
        let last = news.event(say)
        #expect(last == nil)
    }
}
