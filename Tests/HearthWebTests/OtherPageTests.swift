// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// The first start, history, models and settings.
@Suite struct OtherPageTests {
    // MARK: First start

    @Test func `somebody new is welcomed, and led to a first model`() async throws {
        let model = ScriptedModel(state: ModelState(name: nil, phase: .none)) { _ in .of([]) }
        let settings = InMemorySettings { ($0.appearance.hasBegun, $0.appearance.language) = (false, .automatic) }
        let library = ScriptedLibrary([], offers: ScriptedLibrary.sample.all)
        let app = try await TestApp(model, settings: settings, library: library)
        try await app.test { browser in
            #expect(try await browser.get("/").location == "/welcome")
            #expect(try await browser.get("/welcome").text.contains("A companion that stays at home"))
            #expect(try await browser.get("/welcome", [.acceptLanguage: "fr-FR,fr"]).text.contains("<html lang=\"fr\""))
            #expect(try await browser.get("/welcome?language=fr").text.contains("value=\"fr\" checked"))
            #expect(try await browser.post("/welcome", ["language": "fr"]).location == "/welcome/model")
            #expect(await settings.load().appearance.language == .french)
            let choice = try await browser.get("/welcome/model").text
            #expect(choice.contains("Télécharger Qwen3 1.7B, 1,0\u{A0}Go"))
            #expect(choice.contains("Trop grand"))
            let name = "mlx-community/Qwen3-1.7B-4bit"
            let fetched = try await browser.post("/models/fetch", ["name": name])
            #expect(fetched.location == "/models/download?name=\(name)")
            #expect(try await browser.get(fetched.location).text.contains("Téléchargement en cours"))
            _ = try await browser.post("/models/pause", ["name": name])
            #expect(try await browser.get(fetched.location).text.contains("Téléchargement en pause"))
            library.set([ModelDownload(name: name, phase: .failed(LibraryError(.diskFull, "")), received: 1, total: 2)])
            #expect(try await browser.get(fetched.location).text.contains("Le disque est plein."))
            let refused = try await browser.post("/models/fetch", ["name": "nonsense"])
            #expect(refused.status == .badRequest && refused.text.contains("PROPRIÉTAIRE/NOM"))
            #expect(try await browser.post("/models/cancel", ["name": name]).location == "/welcome/model")
            // Who was welcomed and fetched it wants it to answer; when it is done, the app opens.
            #expect(model.choices == [name])
            model.set(ModelState(name: name, phase: .idle))
            #expect(try await browser.get(fetched.location).location == "/")
            #expect(model.state.phase == .idle && model.choices == [name])
            // From the list of models, one more is fetched.
            _ = try await browser.post("/models/fetch", ["name": "some/other", "back": "/settings/models"])
            #expect(model.choices == [name])
            // One that is here need not be fetched.
            #expect(try await browser.post("/models/fetch", ["name": name]).location == "/chat")
            #expect(model.choices == [name, name])
        }
    }

    @Test func `a token for the hub is kept and forgotten, and never shown`() async throws {
        let library = ScriptedLibrary.sample
        try await TestApp(ScriptedModel(saying: ""), library: library).test { browser in
            #expect(try await browser.get("/settings/models").text.contains("Enter a token…"))
            _ = try await browser.post("/models/token", ["secret": " hf_abc \n"])
            #expect(library.token == "hf_abc")
            _ = try await browser.post("/models/token", ["secret": " "])
            #expect(library.token == "hf_abc")
            let page = try await browser.get("/settings/models").text
            #expect(page.contains("A token is saved, encrypted on this machine") && !page.contains("hf_abc"))
            _ = try await browser.post("/models/token/forget")
            #expect(library.token == nil)
        }
    }

    @Test func `the splash begins to load the model`() async throws {
        let model = ScriptedModel(state: ModelState(name: "x/y", phase: .idle)) { _ in .of([]) }
        try await TestApp(model).test { browser in
            let splash = try await browser.get("/").text
            #expect(splash.contains("splash.js") && splash.contains("url=/chat"))
        }
        #expect(model.state.phase == .loaded)
    }

    @Test func `pages that are only looked at change no setting and choose no model`() async throws {
        let (model, settings) = (ScriptedModel(saying: "Yes."), InMemorySettings())
        model.add([ModelSummary(name: "some/other", bytes: 1, memory: 1)])
        let app = try await TestApp(model, settings: settings, library: ScriptedLibrary.sample)
        let id = try await app.answered("Hello").session
        try await app.test { browser in
            for page in [
                "/", "/welcome", "/welcome/model", "/chat", "/chat/new", "/chat/\(id)", "/chat/\(id)/details",
                "/history", "/settings", "/settings/models", "/settings/answers", "/settings/appearance",
                "/settings/privacy", "/settings/programs", "/everything", "/help", "/offline",
                "/models/download?name=some/other", "/models/download?name=mlx-community/Qwen3-1.7B-4bit",
            ] {
                let response = try await browser.get(page)
                #expect(response.status == .ok || response.status == .seeOther, "\(page): \(response.status)")
            }
        }
        #expect(await settings.changes == 0)
        #expect(model.choices.isEmpty)
    }

    @Test func `forms that are sent at once lose nothing of each other`() async throws {
        let app = try await TestApp()
        try await app.test { browser in
            for round in 1...20 {
                async let answers = browser.post(
                    "/settings/answers",
                    [
                        "instructions": "Be \(round).", "temperature": "0.\(round % 9)", "topP": "",
                        "maxTokens": "\(round)", "seed": "",
                    ])
                async let look = browser.post(
                    "/settings/appearance", ["theme": round % 2 == 0 ? "dark" : "light", "textSize": "large"])
                async let begun = browser.post("/welcome", ["language": round % 2 == 0 ? "fr" : "en"])
                _ = try await (answers, look, begun)
                let settings = await app.settings.load()
                #expect(settings.answers.maxTokens == round && settings.answers.instructions == "Be \(round).")
                #expect(settings.appearance.theme == (round % 2 == 0 ? .dark : .light))
                #expect(settings.appearance.language == (round % 2 == 0 ? .french : .english))
            }
        }
    }

    // MARK: History

    @Test func `conversations are listed by day and found by their words`() async throws {
        let app = try await TestApp(ScriptedModel(saying: "Three leeks are plenty."))
        let id = try await app.answered("Soup for twelve").session
        try await app.test { browser in
            let list = try await browser.get("/history").text
            #expect(list.contains("<h2>Today</h2>"))
            #expect(list.contains("href=\"/chat/\(id)\""))
            #expect(!list.contains("Frozen"))
            try await app.conversations.freeze(id)
            #expect(try await browser.get("/history").text.contains("Frozen"))
            let found = try await browser.get("/history?q=leeks").text
            #expect(found.contains("Three leeks are plenty."))
            #expect(found.contains("/chat/\(id)?open="))
            // As a form writes two words.
            let both = try await browser.get("/history?q=three+leeks").text
            #expect(both.contains("/chat/\(id)?open=") && both.contains("value=\"three leeks\""))
            #expect(try await browser.get("/history?q=1%2B1+2").text.contains("value=\"1+1 2\""))
            #expect(try await browser.get("/history?q=zebra").text.contains("No results"))
            #expect(try await browser.get("/history?q=%22%27%3Cb%3E%20OR%20%2A").status == .ok)
        }
    }

    @Test func `deleting can be undone for a while`() async throws {
        // One that stands still: on a busy machine the while is over soon.
        let app = try await TestApp(clock: StepClock())
        let id = try await app.answered("Soup").session
        try await app.test { browser in
            let deleted = try await browser.post("/chat/\(id)/delete")
            #expect(deleted.location == "/history?deleted=\(id)")
            let page = try await browser.get(deleted.location).text
            #expect(page.contains("/chat/\(id)/undelete"))
            #expect(!page.contains("href=\"/chat/\(id)\""))
            #expect(try await browser.get("/chat/\(id)").status == .notFound)
            _ = try await browser.post("/chat/\(id)/undelete")
            #expect(try await browser.get("/chat/\(id)").status == .ok)
            let tooLate = try await browser.post("/chat/unknown/undelete")
            #expect(tooLate.status == .gone || tooLate.status == .notFound)
        }
    }

    @Test func `deleting what was found stays with what was found`() async throws {
        let app = try await TestApp(clock: StepClock())
        let id = try await app.answered("Soup & bread").session
        try await app.test { browser in
            #expect(
                try await browser.get("/history?q=soup%20%26").text.contains(
                    "<input type=\"hidden\" name=\"q\" value=\"soup &amp;\">"))
            let deleted = try await browser.post("/chat/\(id)/delete", ["q": "soup &"])
            #expect(deleted.location == "/history?deleted=\(id)&q=soup%20%26")
            let undone = try await browser.post("/chat/\(id)/undelete", ["q": "soup &"])
            #expect(undone.location == "/history?q=soup%20%26")
        }
    }

    /// A date counted from 1970 loses its last bit: of these, every fourth would have begun the next page, too.
    @Test func `the last of a page does not begin the next one`() async throws {
        for bits in 0..<8 {
            let store = MemoryStore()
            for index in 0..<61 {
                let date = someEvening - Double(index) * 3_600 + Double(bits) * 0x1p-23
                var session = Session(id: "s\(index)", createdAt: date, title: "No. \(index)")
                session.frozenAt = someEvening
                await store.save(session)
            }
            try await TestApp(store: store).test { browser in
                let page = try await browser.get("/history").text
                let older = try #require(page.firstMatch(of: /href="(\/history\?before=[^"]+)"/)).1
                #expect(try await !browser.get(String(older)).text.contains("/chat/s59\""), "\(bits)")
            }
        }
    }

    @Test func `a long history has pages`() async throws {
        let store = MemoryStore()
        for index in 0..<150 {
            var session = Session(
                id: "s\(index)", createdAt: someEvening - Double(index) * 3_600, title: "No. \(index)")
            session.frozenAt = someEvening
            await store.save(session)
        }
        try await TestApp(store: store).test { browser in
            var address = "/history"
            var found = Set<String>()
            for _ in 0..<3 {
                let page = try await browser.get(address).text
                found.formUnion(
                    page.matches(of: /id="list"[\s\S]*/).flatMap {
                        $0.output.matches(of: /href="\/chat\/(s\d+)"/).map { String($0.1) }
                    })
                address = page.firstMatch(of: /href="(\/history\?before=[^"]+)"/).map { String($0.1) } ?? ""
            }
            #expect(found.count == 150)
            #expect(address == "")
        }
    }

    // MARK: Models

    @Test func `models are chosen, unloaded and told apart`() async throws {
        let app = try await TestApp(library: ScriptedLibrary.sample)
        try await app.test { browser in
            let page = try await browser.get("/settings/models").text
            #expect(page.contains("Qwen3 1.7B") && page.contains("Ready, 1.4\u{A0}GB"))
            #expect(page.contains("huggingface.co cannot be reached or stopped answering."))
            #expect(page.contains("3.2\u{A0}GB of 8.0\u{A0}GB"))
            #expect(try await browser.post("/models/unload").location == "/settings/models")
            #expect(try await browser.get("/settings/models").text.contains("Asleep"))
            let name = "mlx-community/Qwen3-1.7B-4bit"
            let chosen = try await browser.post("/models/choose", ["name": name, "back": "//evil.example"])
            #expect(chosen.location == "/settings/models")
            #expect(try await browser.post("/models/choose", ["name": "no/such"]).status == .serviceUnavailable)
        }
    }

    @Test func `without a library only what is installed is offered`() async throws {
        try await TestApp().test { browser in
            let page = try await browser.get("/settings/models").text
            #expect(!page.contains("/models/fetch"))
            for path in ["/models/fetch", "/models/pause", "/models/cancel", "/models/remove"] {
                #expect(try await browser.post(path, ["name": "a/b"]).status == .notFound)
            }
            #expect(try await browser.get("/welcome/model").status == .notFound)
        }
    }

    // MARK: Settings

    @Test func `what is chosen shows at once and is kept`() async throws {
        let app = try await TestApp()
        try await app.test { browser in
            let saved = try await browser.post(
                "/settings/appearance",
                ["theme": "dark", "textSize": "larger", "language": "fr", "lessMotion": "1", "lessGlass": "1"])
            #expect(saved.status == .seeOther)
            let page = try await browser.get(saved.location).text
            for part in [
                "lang=\"fr\"", "data-theme=\"dark\"", "data-text=\"larger\"", "data-motion=\"reduce\"",
                "data-glass=\"solid\"", "Apparence",
            ] {
                #expect(page.contains(part), "\(part)")
            }
            #expect(!page.contains("data-vibrates"))
            _ = try await browser.post("/settings/appearance", ["theme": "purple", "language": "tlh"])
            let settings = await app.settings.load()
            #expect(
                settings.appearance.theme == .dark && settings.appearance.language == .french
                    && !settings.appearance.reducesMotion)
        }
    }

    private static let good = [
        "instructions": "Be brief.", "temperature": "0,5", "topP": "", "maxTokens": "512", "seed": "7", "thinks": "1",
        "idleMinutes": "30",
    ]

    @Test func `answers are made as the settings say`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let app = try await TestApp(model)
        try await app.test { browser in
            let saved = try await browser.post("/settings/answers", Self.good)
            #expect(saved.location == "/settings/answers?saved=1")
            #expect(try await browser.get(saved.location).text.contains("Saved"))
        }
        _ = try await app.answered("Well?")
        let request = try #require(model.requests.first)
        #expect(
            request.instructions == "Be brief." && request.temperature == 0.5 && request.maxTokens == 512
                && request.seed == 7)
        let settings = await app.settings.load()
        #expect(
            settings.models.idleMinutes == 30 && settings.answers.thinks && !settings.answers.namesSessions
                && settings.answers.topP == nil)
    }

    @Test(arguments: [
        ("temperature", "2.1"), ("temperature", "nan"), ("temperature", ""), ("temperature", "-1"), ("maxTokens", "0"),
        ("maxTokens", "99999"),
        ("maxTokens", "many"), ("topP", "0"), ("topP", "1.5"), ("seed", "-1"), ("seed", "x"),
        ("instructions", String(repeating: "é", count: 10_001)),
    ])
    func `what cannot be is refused, and nothing changes`(field: String, value: String) async throws {
        let app = try await TestApp()
        let before = await app.settings.load()
        try await app.test { browser in
            let response = try await browser.post("/settings/answers", Self.good.merging([field: value]) { $1 })
            #expect(response.status == .badRequest)
            let page = response.text
            #expect(page.contains("Nothing was saved. Correct the marked fields"))
            // The field says it, and it alone; all of them are as they were filled in.
            #expect(page.contains("id=\"\(field)-fault\""))
            #expect(page.components(separatedBy: "aria-invalid=\"true\"").count == 2)
            let filled = Self.good.merging([field: value]) { $1 }
            for name in ["temperature", "topP", "maxTokens", "seed"] {
                #expect(page.contains("name=\"\(name)\""))
                #expect(page.contains("value=\"\(filled[name] ?? "")\""), "\(name)")
            }
            #expect(page.contains(">\(filled["instructions"] ?? "")</textarea>"))
            #expect(page.contains("name=\"thinks\" value=\"1\" checked"))
        }
        #expect(await app.settings.load() == before)
    }

    @Test func `a preset stands for its numbers, unless others are typed beside it`() async throws {
        let app = try await TestApp()
        var form = Self.good
        (form["temperature"], form["topP"], form["preset"]) = ("0.7", "", "precise")
        try await app.test { [form] browser in
            #expect(try await chosenPreset(browser) == "balanced")
            _ = try await browser.post("/settings/answers", form)
            let precise = await app.settings.load()
            #expect(precise.answers.temperature == 0.2 && precise.answers.topP == 0.9)
            #expect(try await chosenPreset(browser) == "precise")
            var typed = form
            (typed["preset"], typed["temperature"], typed["topP"]) = ("creative", "1.5", "0.9")
            _ = try await browser.post("/settings/answers", typed)
            #expect(await app.settings.load().answers.temperature == 1.5)
            #expect(try await chosenPreset(browser) == nil)
        }
    }

    private func chosenPreset(_ browser: Browser) async throws -> String? {
        let page = try await browser.get("/settings/answers").text
        return page.firstMatch(of: /name="preset" value="([a-z]+)"[^>]* checked>/).map { String($0.1) }
    }

    @Test func `the key for programs is shown where it is needed, and only there`() async throws {
        try await TestApp().test { browser in
            for path in ["/settings", "/help", "/everything", "/settings/privacy"] {
                #expect(try await !browser.get(path).text.contains(TestApp.key.programs.text))
            }
            let page = try await browser.get("/settings/programs").text
            #expect(page.contains(TestApp.key.programs.text) && page.contains("http://localhost/v1"))
            for (vendor, address) in [("openai", "/v1"), ("anthropic", ""), ("ollama", "")] {
                #expect(page.contains(#"id="\#(vendor)-address" value="http://localhost\#(address)""#))
            }
            #expect(page.contains(#"id="api-key" type="password""#))
            let shown = try await browser.get("/settings/programs?shown=1").text
            #expect(shown.contains(#"id="api-key" type="text""#))
        }
    }

    /// Counts the compressed bytes of a page and its files, without fonts, which stay with the browser.
    @Test func `the chat weighs less than 150 kB on its way`() async throws {
        let app = try await TestApp(
            ScriptedModel(saying: String(repeating: "A paragraph with **words**, and more of them.\n\n", count: 20)))
        let id = try await app.answered("One").session
        for index in 0..<10 { _ = try await app.answered("And \(index)?", in: id) }
        let assets = app.server.site.pages.assets
        try await app.test { browser in
            let page = try await browser.get("/chat/\(id)", [.acceptEncoding: "gzip"])
            #expect(page.headers[.contentEncoding] == "gzip")
            // What draws formulas comes with pages that have one, after their text.
            let modules = assets.files.filter { !$0.key.hasPrefix("katex/") }.filter {
                $0.key.hasSuffix(".js") || $0.key.hasSuffix(".css") || $0.key == "icons.svg" || $0.key == "app.svg"
            }
            let weight = modules.values.map { ($0.compressed ?? $0.plain).readableBytes }.reduce(
                page.body.readableBytes, +)
            #expect(weight < 150_000)
        }
    }
}
