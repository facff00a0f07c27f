// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthTesting
import HearthWords
import Hummingbird
import HummingbirdTesting
import Mustache
import Testing

@testable import HearthWeb

extension XSSTests {
    /// Through what a service says, a model writes, a dictionary has, and a mark.
    @Test(arguments: payloads)
    func `translations and suggestions have only elements of ours, too`(payload: String) async throws {
        let store = MemoryWords()
        let settings = InMemorySettings()
        let translators = ScriptedTranslators(settings) { text in
            if text.hasPrefix("no") { throw TranslationError(.refused, said: payload) }
            return payload
        }
        let app = try await TestApp(settings: settings, words: store, translators: translators)
        let deck = try await store.makeDeck("French", at: someEvening)
        _ = try await store.add(
            [FlashcardContent(word: payload + "."), FlashcardContent(word: "no" + payload)], to: deck.id,
            at: someEvening)
        let query = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        try await app.test { browser in
            let place = "/words/decks/\(deck.id)/translate"
            _ = try await browser.post(place, ["from": "fr", "to": "en"])
            let run = try #require(await app.server.site.translations?.run(of: deck.id))
            try await eventually("it ends") { !run.progress.isActive }
            for path in [place, "/words/add?word=\(query)&session=\(query)&message=\(query)", "/settings/translation"] {
                let response = try await browser.get(path)
                #expect(response.status == .ok, "\(path)")
                for element in try elements(response.text) { check(element, path, Self.words) }
            }
        }
        let (pages, say) = (app.server.site.pages, try Self.say.get())
        let frame = pages.bareFrame(RequestLocale(settings: AppSettings(), text: say))
        let found = Suggestion(payload, note: payload, source: .dictionary(payload))
        for phase in [HelpState.Phase.done([found]), .failed(.unknownWords([payload]))] {
            let help = HelpView(HelpState(kind: .example, phase: phase), draft: "d", word: nil, say)
            let page = NewCardPage(CardForm(), await store.decks(), help: help, say)
            let html = try pages.templates.render(
                FramedPage(page: page, frame: frame), withTemplate: NewCardPage.template)
            for element in try elements(html) { check(element, "help", Self.words) }
        }
    }
}
