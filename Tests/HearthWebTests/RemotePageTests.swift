// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

extension RemoteModel {
    static let sample = RemoteModel(address: "https://ai.example/v1", model: "Qwen/Qwen3-32B")
}

/// Endpoints elsewhere that answer as a test says, and note what they were asked.
actor ScriptedRemote: RemoteModels {
    private(set) var models: [RemoteModel]
    private(set) var keys: [String] = []
    private let fault: ModelError.Code?

    init(_ models: [RemoteModel] = [], fault: ModelError.Code? = nil) {
        self.models = models
        self.fault = fault
    }

    private func stumble() throws {
        if let fault { throw ModelError(fault, "English words.") }
    }
    func remoteModels() -> [RemoteModel] { models }
    func look(at address: String, key: String?, unencrypted: Bool) throws -> (address: String, models: [String]) {
        try stumble()
        if let key, !key.isEmpty { keys.append(key) }
        return ("https://ai.example/v1", ["Qwen/Qwen3-32B", "<b>bold</b>"])
    }
    func add(_ model: String, at address: String, key: String?, unencrypted: Bool) throws -> RemoteModel {
        try stumble()
        models.append(RemoteModel(address: address, model: model))
        return models[models.count - 1]
    }
    func agree(to name: String, at now: Date) {
        models = models.map { RemoteModel(address: $0.address, model: $0.model, agreedAt: now) }
    }
    func removeRemote(_ name: String) { models.removeAll { $0.name == name } }
    func check(_ name: String) throws { try stumble() }
}

/// Models elsewhere: how they are added, agreed to, tried and marked.
@Suite struct RemotePageTests {
    private var awayState: ModelState {
        var state = ModelState(name: RemoteModel.sample.name, phase: .loaded)
        state.remoteHost = "ai.example"
        return state
    }

    @Test func `a model elsewhere is found, added, and used only after it was agreed to`() async throws {
        let remote = ScriptedRemote()
        let away = awayState
        let model = ScriptedModel(state: away) { _ in .of([]) }
        try await TestApp(model, remote: remote).test { (browser: Browser) async throws in
            #expect(try await browser.get("/settings/models").text.contains("href=\"/settings/models/elsewhere\""))
            let form = try await browser.get("/settings/models/elsewhere")
            #expect(form.text.contains("action=\"/models/elsewhere/look\""))
            let found = try await browser.post(
                "/models/elsewhere/look", ["address": "ai.example", "key": "sk-secret"])
            #expect(found.text.contains("<option value=\"Qwen/Qwen3-32B\" selected>"))
            #expect(found.text.contains("&lt;b&gt;bold"))
            // What was typed as a key never comes back in a page.
            #expect(!found.text.contains("sk-secret"))
            #expect(await remote.keys == ["sk-secret"])
            let added = try await browser.post(
                "/models/elsewhere/add", ["address": "https://ai.example/v1", "model": "Qwen/Qwen3-32B"])
            #expect(added.location.hasPrefix("/models/elsewhere/consent?name=https"))
            let consent = try await browser.get(added.location).text
            #expect(consent.contains("is sent to ai.example") && consent.contains("Agree and use Qwen3 32B"))
            // Choosing it leads to the same question.
            let choice = try await browser.post("/models/choose", ["name": RemoteModel.sample.name])
            #expect(choice.location == added.location)
            #expect(
                try await browser.post("/models/elsewhere/agree", ["name": RemoteModel.sample.name]).location
                    == "/chat/new")
            #expect(await remote.models[0].agreedAt != nil)
            model.set(away)
            #expect(
                try await browser.post("/models/choose", ["name": RemoteModel.sample.name]).location
                    == "/settings/models")
        }
    }

    @Test func `it is marked at its name, in the bar, at the composer and at every message`() async throws {
        var agreed = RemoteModel.sample
        agreed.agreedAt = someEvening
        let model = ScriptedModel(state: awayState) { _ in .of([.text("Gladly."), .finished(.sample)]) }
        let app = try await TestApp(model, remote: ScriptedRemote([agreed]))
        let session = try await app.answered("Compare these two.").session
        _ = try await app.answered("And these?", in: session)
        #expect(model.requests.allSatisfy { $0.model == RemoteModel.sample.name })
        try await app.test { (browser: Browser) async throws in
            let list = try await browser.get("/settings/models").text
            #expect(list.contains("Messages are sent to ai.example"))
            let here = list.components(separatedBy: "id=\"elsewhere\"")[0]
            #expect(!here.components(separatedBy: "On this machine")[1].contains("ai.example"))
            let page = try await browser.get("/chat/\(session)").text
            #expect(page.contains("This conversation leaves the machine."))
            #expect(page.contains("<span data-chat-model=\"brief\">ai.example</span>"))
            #expect(page.contains("ember away"))
            #expect(page.contains("composer glass away") && page.contains("placeholder=\"Leaves this machine\""))
            #expect(page.components(separatedBy: "Sent to ai.example").count == 3)
            #expect(page.components(separatedBy: "Answer from ai.example").count == 3)
            // The marks stay with the messages when another model is chosen.
            model.set(.ready)
            let later = try await browser.get("/chat/\(session)").text
            #expect(!later.contains("This conversation leaves the machine."))
            #expect(later.components(separatedBy: "Answer from ai.example").count == 3)
        }
    }

    @Test(arguments: [
        (
            AppearanceSettings.Language.english, "localhost:11434", "On this computer, at localhost:11434",
            "Answer from localhost:11434, on this computer"
        ),
        (
            .french, "127.0.0.1:11434", "Sur cet ordinateur, à l’adresse 127.0.0.1:11434",
            "Réponse de 127.0.0.1:11434, sur cet ordinateur"
        ),
        (.english, "[::1]:8000", "On this computer, at [::1]:8000", "Answer from [::1]:8000, on this computer"),
    ])
    func `another program of this machine is not elsewhere, and nobody is warned`(
        language: AppearanceSettings.Language, host: String, place: String, answered: String
    ) async throws {
        let ollama = RemoteModel(address: "http://\(host)/v1", model: "qwen3:4b")
        var state = ModelState(name: ollama.name, phase: .loaded)
        state.remoteHost = host
        let model = ScriptedModel(state: state) { _ in .of([.text("Gladly."), .finished(.sample)]) }
        let remote = ScriptedRemote()
        let app = try await TestApp(
            model, settings: InMemorySettings { $0.appearance.language = language }, remote: remote)
        let session = try await app.answered("Compare these two.").session
        _ = try await app.answered("And these?", in: session)
        try await app.test { (browser: Browser) async throws in
            // Nothing to agree to.
            let added = try await browser.post(
                "/models/elsewhere/add", ["address": ollama.address, "model": ollama.model])
            #expect(added.location == "/settings/models")
            #expect(await remote.models.first?.agreedAt != nil)
            let name = try #require(ollama.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            #expect(try await browser.get("/models/elsewhere/consent?name=\(name)").location == "/settings/models")
            let list = try await browser.get("/settings/models").text
            #expect(list.components(separatedBy: "id=\"elsewhere\"")[0].contains(place))
            #expect(list.components(separatedBy: place).count == 2)
            let pages = try await [
                list, browser.get("/chat/\(session)").text, browser.get("/chat/new").text,
                browser.get("/everything").text,
            ]
            let say = app.server.site.pages.phrases(language == .french ? .french : .english)
            for page in pages {
                for key in ["chat.leaves", "chat.messageLeaves", "elsewhere.leaves", "consent.unencrypted"] {
                    #expect(!page.contains(say(key)), "\(key)")
                }
                #expect(!page.contains("ember away") && !page.contains("glass away") && !page.contains("away-line"))
            }
            #expect(pages[1].components(separatedBy: answered).count == 3)
            #expect(!pages[1].contains(say("turn.sentTo", ["host": host])))
        }
    }

    @Test(arguments: [
        ModelError.Code.unreachable, .keyRefused, .unencrypted, .badAddress, .secrets, .unreadable,
    ])
    func `what goes wrong is said in the reader's language, with what was typed kept`(code: ModelError.Code)
        async throws
    {
        let app = try await TestApp(remote: ScriptedRemote([.sample], fault: code))
        try await app.test { (browser: Browser) async throws in
            for address in ["/models/elsewhere/look", "/models/elsewhere/add"] {
                let page = try await browser.post(address, ["address": "http://ai.example", "model": "my model"])
                #expect(page.status == .badRequest)
                #expect(page.text.contains("value=\"http://ai.example\""))
                #expect(page.text.contains("role=\"alert\""))
                #expect(!page.text.contains("English words."))
                #expect(page.text.contains("name=\"unencrypted\"") == (code == .unencrypted))
            }
            let checked = try await browser.post("/models/elsewhere/check", ["name": RemoteModel.sample.name])
            #expect(try await browser.get(checked.location).text.contains("notice bad"))
        }
        await app.settings.change { $0.appearance.language = .french }
        try await app.test { (browser: Browser) async throws in
            let page = try await browser.post("/models/elsewhere/look", ["address": "ai.example"]).text
            let french = app.server.site.pages.phrases(.french).fault(code.rawValue, host: "ai.example")
            #expect(page.contains(try #require(french).replacing("’", with: "’")))
        }
    }

    @Test func `a failed answer says why in the reader's language`() async throws {
        let model = ScriptedModel(state: awayState) { _ in throw ModelError(.keyRefused, "English words.") }
        let app = try await TestApp(
            model, settings: InMemorySettings { $0.appearance.language = .french }, remote: ScriptedRemote())
        let session = try await app.answered("Bonjour").session
        try await app.test { (browser: Browser) async throws in
            #expect(try await browser.get("/chat/\(session)").text.contains("ai.example n’a pas accepté la clé API"))
        }
    }

    @Test func `a check says what came of it, and nobody else's words`() async throws {
        try await TestApp(remote: ScriptedRemote([.sample])).test { (browser: Browser) async throws in
            let checked = try await browser.post("/models/elsewhere/check", ["name": RemoteModel.sample.name])
            #expect(try await browser.get(checked.location).text.contains("ai.example answered and has Qwen3 32B."))
            for query in [
                "checked=%3Cb%3E&name=https://ai.example/v1/Qwen/Qwen3-32B",
                "checked=reached&name=http://evil.example/x",
            ] {
                let page = try await browser.get("/settings/models?\(query)").text
                #expect(!page.contains("answered and has") && !page.contains("evil.example") && !page.contains("<b>"))
            }
            _ = try await browser.post("/models/elsewhere/remove", ["name": RemoteModel.sample.name])
            #expect(try await !browser.get("/settings/models").text.contains("ai.example"))
            #expect(
                try await browser.get("/models/elsewhere/consent?name=https://ai.example/v1/Qwen/Qwen3-32B").status
                    == .notFound)
        }
    }

    @Test(arguments: ConversationError.Code.allCases)
    func `a page of an error says why in the reader's language`(code: ConversationError.Code) async throws {
        let site = try await TestApp().server.site
        let error = WebError(ConversationError(code, "English words."))
        #expect(ErrorPage(error, site.pages.phrases(.english)).explanation == "English words.")
        let french = ErrorPage(error, site.pages.phrases(.french)).explanation
        #expect(french != "English words." && !french.contains("{") && !french.contains("fault."))
        if code == .frozen { #expect(french == site.pages.phrases(.french)("fault.frozen")) }
    }

    @Test func `every fault of a model has words`() async throws {
        let site = try await TestApp().server.site.pages
        let known = Set(site.phrases(.english).groups["fault"]?.keys.map { $0 } ?? [])
        let codes = Set(ModelError.Code.allCases.map(\.rawValue) + ConversationError.Code.allCases.map(\.rawValue))
        #expect(known == codes)
    }

    @Test func `where no model can be elsewhere, none is offered`() async throws {
        try await TestApp().test { (browser: Browser) async throws in
            #expect(try await !browser.get("/settings/models").text.contains("elsewhere"))
            #expect(try await browser.get("/settings/models/elsewhere").status == .notFound)
            #expect(try await browser.post("/models/elsewhere/look").status == .notFound)
        }
    }
}
