// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Translating a deck, and who does it.
@Suite struct TranslationPageTests {
    private let words = MemoryWords()
    private let settings = InMemorySettings()

    private func app(
        _ translators: ScriptedTranslators? = nil, _ texts: [String] = ["une bourrasque", "pallier", "le seuil"]
    ) async throws -> (app: TestApp, place: String) {
        let deck = try await words.makeDeck("French", at: someEvening)
        _ = try await words.add(texts.map { FlashcardContent(word: $0) }, to: deck.id, at: someEvening)
        let services = translators ?? ScriptedTranslators(settings)
        let app = try await TestApp(settings: settings, words: words, translators: services)
        return (app, "/words/decks/\(deck.id)/translate")
    }

    private func finished(_ app: TestApp, _ place: String) async throws {
        let deck = try #require(Int64(place.split(separator: "/")[2]))
        let run = try #require(await app.server.site.translations?.run(of: deck))
        try await eventually("it ends") { !run.progress.isActive }
    }

    @Test func `a deck is translated, and says who, from and into what`() async throws {
        let (app, place) = try await app()
        try await app.test { browser in
            let form = try await browser.get(place).text
            #expect(form.contains("3 words have no translation"))
            #expect(form.contains("<option value=\"machine\" selected>This machine, Qwen3 1.7B</option>"))
            #expect(form.contains("<option value=\"fr\">French</option>"))
            #expect(form.contains("<option value=\"en\" selected>English</option>"))
            let started = try await browser.post(place, ["translator": "machine", "from": "fr", "to": "en"])
            #expect(started.status == .seeOther && started.location == place)
            try await finished(app, place)
            let page = try await browser.get(place).text
            #expect(page.contains("<h1 class=\"large\">Translated</h1>") && page.contains("3 words translated"))
            #expect(page.contains("une bourrasque in English") && page.contains("French, 3 words into English"))
        }
        let deck = try #require(await words.decks().decks.first)
        #expect(deck.settings?.wordLanguage == "fr" && deck.settings?.translationLanguage == "en")
    }

    @Test(arguments: [[:], ["from": "fr", "to": "fr"], ["from": "<b>", "to": "en"], ["from": "fr", "to": "english"]])
    func `languages that cannot be are refused before anything is asked`(fields: [String: String]) async throws {
        let (app, place) = try await app()
        try await app.test { browser in
            let refused = try await browser.post(place, fields)
            #expect(refused.status == .badRequest && refused.text.contains("Choose two different languages"))
        }
        #expect(await app.server.site.translations?.run(of: 1) == nil)
    }

    @Test func `failures are listed with their reasons and can be tried again, one or all`() async throws {
        let translators = ScriptedTranslators(settings) { text in
            if text == "pallier" { throw TranslationError(.repeated) }
            if text == "le seuil" { throw TranslationError(.nonsense, said: "<script>alert(1)</script>") }
            return text.uppercased()
        }
        let (app, place) = try await app(translators)
        try await app.test { browser in
            _ = try await browser.post(place, ["from": "fr", "to": "en"])
            try await finished(app, place)
            let page = try await browser.get(place).text
            #expect(page.contains("Not translated") && page.contains("The answer repeats the word."))
            #expect(page.contains("It says: “&lt;script&gt;") && !page.contains("<script>alert"))
            #expect(page.contains("Try these 2 again") && page.contains("aria-label=\"Retry pallier\""))
            let one = try #require(
                await words.flashcards(FlashcardQuery()).flashcards.first { $0.content.word == "pallier" })
            #expect(try await browser.post("\(place)/retry", ["word": "\(one.id)"]).location == place)
            try await finished(app, place)
            #expect(try await browser.post("\(place)/close").location == place)
            #expect(try await browser.get(place).text.contains("2 words have no translation"))
        }
    }

    @Test func `what stops everything is said with what to do`() async throws {
        let translators = ScriptedTranslators(settings) { _ in throw TranslationError(.quota) }
        let (app, place) = try await app(translators)
        try await app.test { browser in
            _ = try await browser.post(place, ["from": "fr", "to": "en"])
            try await finished(app, place)
            let page = try await browser.get(place).text
            #expect(page.contains("Translation stopped") && page.contains("This key’s quota is used up"))
            #expect(page.contains("href=\"/settings/translation\"") && page.contains("translate/resume"))
        }
    }

    @Test func `without a model at home that can translate, the page says so`() async throws {
        let (app, place) = try await app(ScriptedTranslators(settings, model: nil))
        try await app.test { browser in
            #expect(try await browser.get(place).text.contains("no model that can translate"))
            let refused = try await browser.post(place, ["from": "fr", "to": "en"])
            #expect(refused.status == .badRequest && refused.text.contains("Add a larger one"))
        }
    }

    @Test func `progress is told as it happens`() async throws {
        let (app, place) = try await app()
        try await app.test { browser in
            _ = try await browser.post(place, ["from": "fr", "to": "en"])
            let events = try await browser.get("\(place)/events")
            #expect(events.headers[.contentType]?.hasPrefix("text/event-stream") == true)
            let last = try #require(events.text.components(separatedBy: "data: ").last)
            #expect(last.contains(#""percent":100"#) && last.contains(#""isActive":false"#))
        }
    }

    @Test func `looking changes nothing`() async throws {
        let (app, place) = try await app()
        try await app.test { browser in
            for path in [place, "/settings/translation", "/settings/translation/consent?service=deepL"] {
                _ = try await browser.get(path)
            }
        }
        #expect(await settings.changes == 0)
        #expect(await app.server.site.translations?.run(of: 1) == nil)
    }

    // MARK: Settings

    @Test func `a key is kept only when the service takes it, and never comes back in a page`() async throws {
        let (app, _) = try await app()
        try await app.test { browser in
            let refused = try await browser.post(
                "/settings/translation/connect", ["service": "deepL", "key": "wrong-key-1"])
            #expect(
                refused.status == .badRequest
                    && refused.text.contains("The service refused this key. It was not saved."))
            #expect(refused.text.contains("It says: “&lt;b&gt;No.&lt;/b&gt;”") && !refused.text.contains("wrong-key-1"))
            #expect(await settings.load().translation.translationServices.isEmpty)
            let kept = try await browser.post(
                "/settings/translation/connect", ["service": "deepL", "key": "right-key"])
            #expect(kept.location == "/settings/translation?saved=1#deepL")
            let page = try await browser.get(kept.location).text
            #expect(page.contains("Key ending in -key works. 412,300 of 500,000 characters left this month."))
            #expect(page.contains("Checked today, 18:42") && !page.contains("right-key"))
            _ = try await browser.post("/settings/translation/disconnect", ["service": "deepL"])
            #expect(!(try await browser.get("/settings/translation").text).contains("Key ending"))
        }
    }

    @Test func `a service is used only after the user agreed to what is sent there`() async throws {
        let (app, place) = try await app()
        try await app.test { browser in
            #expect(try await browser.post("/settings/translation", ["translator": "deepL"]).status == .badRequest)
            _ = try await browser.post("/settings/translation/connect", ["service": "deepL", "key": "right-key"])
            #expect(try await browser.get(place).text.contains("DeepL (leaves this machine)"))
            let asked = try await browser.post(place, ["translator": "deepL", "from": "fr", "to": "en"])
            #expect(asked.location.hasPrefix("/settings/translation/consent?service=deepL&back="))
            let consent = try await browser.get(asked.location).text
            #expect(consent.contains("are sent to api-free.deepl.com") && consent.contains("Agree and use DeepL"))
            #expect(consent.contains("value=\"\(place)\""))
            let agreed = try await browser.post("/settings/translation/agree", ["service": "deepL", "back": place])
            #expect(agreed.location == place)
            let started = try await browser.post(place, ["translator": "deepL", "from": "fr", "to": "en"])
            #expect(started.location == place)
            try await finished(app, place)
            #expect(try await browser.get("/settings").text.contains("DeepL"))
        }
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/chat", "javascript:alert(1)", ""])
    func `agreeing leads back to a page of translation only`(back: String) async throws {
        let (app, _) = try await app()
        try await app.test { browser in
            _ = try await browser.post("/settings/translation/connect", ["service": "deepL", "key": "right-key"])
            let agreed = try await browser.post("/settings/translation/agree", ["service": "deepL", "back": back])
            #expect(agreed.location == "/settings/translation")
        }
    }

    @Test func `a connection that others could read along is confirmed first`() async throws {
        let (app, _) = try await app()
        try await app.test { browser in
            var fields = ["service": "libreTranslate", "key": "right-key", "address": "http://libre.example"]
            let refused = try await browser.post("/settings/translation/connect", fields)
            #expect(refused.status == .badRequest && refused.text.contains("name=\"unencrypted\""))
            fields["unencrypted"] = "1"
            #expect(try await browser.post("/settings/translation/connect", fields).status == .seeOther)
        }
    }

    @Test func `French says it in French`() async throws {
        let (app, place) = try await app()
        await settings.change { $0.appearance.language = .automatic }
        try await app.test { browser in
            let page = try await browser.get(place, [.acceptLanguage: "fr"]).text
            #expect(page.contains("3 mots n’ont pas de traduction") && page.contains(">français</option>"))
            #expect(
                try await browser.get("/settings/translation", [.acceptLanguage: "fr"]).text.contains("Cette machine"))
        }
    }
}
