// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Suggestions for a word, words that were marked, the quiz and the story.
@Suite struct WordHelpPageTests {
    private let words = MemoryWords()
    private let settings = InMemorySettings()

    private func app(
        _ answer: String = "{}", languages: Bool = true, _ contents: [(String, String)] = []
    ) async throws -> (app: TestApp, deck: Int64) {
        var deck = try await words.makeDeck("French", at: someEvening)
        if languages {
            var settings = DeckSettings()
            (settings.wordLanguage, settings.translationLanguage) = ("fr", "en")
            deck.settings = settings
            try await words.save(deck)
        }
        let cards = contents.map { word, translation in
            var content = FlashcardContent(word: word)
            content.translation = translation
            return content
        }
        _ = try await words.add(cards, to: deck.id, at: someEvening)
        let app = try await TestApp(
            ScriptedModel(saying: answer), settings: settings, words: words, translators: ScriptedTranslators(settings))
        return (app, deck.id)
    }

    private func asked(_ browser: Browser, _ place: String, _ fields: [String: String]) async throws -> String {
        let sent = try await browser.post("\(place)/help", fields)
        #expect(sent.status == .seeOther)
        var page = ""
        try await eventually("there is a result") {
            page = try await browser.get(sent.location).text
            return !page.contains("data-events")
        }
        return page
    }

    @Test func `a draft is offered, marked as one, and taken without saving anything`() async throws {
        let (app, deck) = try await app(#"{"definition":"l'entrée d'une \"maison\" & d'une cour"}"#)
        try await app.test { browser in
            let form = try await browser.get("/words/add?deck=\(deck)").text
            #expect(form.contains("formaction=\"/words/add/help\" name=\"help\" value=\"example\""))
            let fields = ["word": "le seuil", "deck": "\(deck)", "help": "definition", "tags": "house"]
            let page = try await asked(browser, "/words/add", fields)
            #expect(page.contains("A draft by the model. Check it") && page.contains("une &quot;maison&quot; &amp; d"))
            #expect(page.contains("value=\"le seuil\"") && page.contains("value=\"house\""), "what was typed stays")
            let key = try #require(page.firstMatch(of: /name="draft" value="([^"]+)"/)?.1)
            let used = try await browser.post(
                "/words/add/use", ["word": "le seuil", "deck": "\(deck)", "draft": String(key), "take": "0"])
            #expect(
                try await browser.get(used.location).text.contains(
                    "name=\"definition\" dir=\"auto\" rows=\"2\">l&#39;entrée"))
            #expect(await words.flashcards(FlashcardQuery()).total == 0)
        }
    }

    @Test func `what cannot be offered is said plainly`() async throws {
        let (app, deck) = try await app("nonsense")
        try await app.test { browser in
            let fields = ["word": "le seuil", "deck": "\(deck)"]
            let few = try await asked(browser, "/words/add", fields.merging(["help": "example"]) { $1 })
            #expect(few.contains("You have studied 0 words in this language. From 20 on"))
            let nothing = try await asked(browser, "/words/add", fields.merging(["help": "mnemonic"]) { $1 })
            #expect(nothing.contains("Nothing suitable was found."))
        }
    }

    @Test func `a deck without languages says where to set them`() async throws {
        let (app, deck) = try await app(languages: false)
        try await app.test { browser in
            let page = try await asked(browser, "/words/add", ["word": "x", "deck": "\(deck)", "help": "definition"])
            #expect(page.contains("Set the languages of this deck first"))
        }
    }

    @Test func `a word's page shows which words are easily taken for it`() async throws {
        let (app, _) = try await app(
            "{}", [("pallier", "to alleviate"), ("le palier", "landing"), ("manger", "to eat")])
        let word = try #require(
            await words.flashcards(FlashcardQuery()).flashcards.first { $0.content.word == "pallier" })
        try await app.test { browser in
            let page = try await browser.get("/words/cards/\(word.id)").text
            #expect(
                page.contains("Easily confused with") && page.contains("le palier") && page.contains("Similar spelling")
            )
            #expect(!page.contains("manger"))
        }
    }

    @Test func `a marked word becomes a card with its sentence in two steps, in the deck used last`() async throws {
        let (app, deck) = try await app("It was cold. A *bourrasque* took his hat. He laughed.")
        let other = try await words.makeDeck("Other", at: someEvening)
        let answer = try await app.answered("Tell me something.")
        try await app.test { browser in
            let chat = try await browser.get("/chat/\(answer.session)").text
            #expect(chat.contains("aria-label=\"Make a word card\""))
            #expect(chat.contains("name=\"message\" value=\"\(answer.id)\""))
            let form = try await browser.get(
                "/words/add?word=bourrasque&session=\(answer.session)&message=\(answer.id)"
            ).text
            #expect(form.contains("value=\"bourrasque\"") && form.contains(">A bourrasque took his hat.</textarea>"))
            let back = "/chat/\(answer.session)#m-\(answer.id)"
            #expect(form.contains("name=\"back\" value=\"\(back)\""))
            let added = try await browser.post(
                "/words/add",
                ["word": "bourrasque", "example": "A bourrasque took his hat.", "deck": "\(other.id)", "back": back])
            #expect(added.location == back)
            let again = try await browser.get("/words/add?word=hat&session=\(answer.session)&message=\(answer.id)").text
            #expect(again.contains("<option value=\"\(other.id)\" selected>"), "the deck used last")
            #expect(!again.contains("<option value=\"\(deck)\" selected>"))
        }
    }

    @Test func `a word marked in the journal becomes a card with its sentence, and leads back`() async throws {
        let store = try Store()
        let entry = JournalEntry(
            day: JournalDay("2026-11-20")!, text: "Il neige. Une *bourrasque* a pris mon chapeau ! Puis rien.",
            createdAt: someEvening)
        try await store.save(entry)
        _ = try await words.makeDeck("French", at: someEvening)
        let app = try await TestApp(words: words, journal: Journal(store, recall: Recall(store)))
        try await app.test { browser in
            let page = try await browser.get("/journal/entries/\(entry.id)").text
            #expect(page.contains("data-marks") && page.contains("name=\"entry\" value=\"\(entry.id)\""))
            let form = try await browser.get("/words/add?word=Bourrasque&entry=\(entry.id)").text
            #expect(form.contains(">Une bourrasque a pris mon chapeau !</textarea>"))
            #expect(form.contains("name=\"back\" value=\"/journal/entries/\(entry.id)\""))
            let none = try await browser.get("/words/add?word=Bourrasque&entry=other").text
            #expect(none.contains("value=\"Bourrasque\"") && !none.contains("name=\"back\""))
        }
    }

    @Test func `a translation that was asked for is in its field, where nobody has typed one`() async throws {
        let (app, deck) = try await app(#"{"translation":"gust"}"#)
        try await app.test { browser in
            let fields = ["word": "bourrasque", "deck": "\(deck)", "help": "translation"]
            let page = try await asked(browser, "/words/add", fields)
            #expect(
                page.contains("name=\"translation\" dir=\"auto\" rows=\"2\">gust</textarea>")
                    && page.contains("data-filled=\"gust\""))
            let typed = try await asked(browser, "/words/add", fields.merging(["translation": "squall"]) { $1 })
            #expect(typed.contains(">squall</textarea>") && !typed.contains("data-filled"))
            #expect(await words.flashcards(FlashcardQuery()).total == 0)
        }
    }

    @Test func `a sentence can be one more beside the example`() async throws {
        var form = CardForm()
        form.take(Suggestion("Un chat dort.", source: .checked), for: .example)
        form.take(Suggestion("Le chat mange.", source: .checked), for: .example, isOneMore: true)
        form.take(Suggestion("Un petit chat.", source: .checked), for: .example, isOneMore: true)
        form.word = "chat"
        #expect(form.content()?.example == "Un chat dort.")
        #expect(form.content()?.sentences == ["Le chat mange.", "Un petit chat."])
    }

    @Test(arguments: [
        "//evil.example", "/journal", "/journal/entries/../x", "https://evil.example", "/settings", "/chat/x",
        "javascript:alert(1)",
    ])
    func `adding a word leads back to a message only`(back: String) async throws {
        let (app, deck) = try await app()
        try await app.test { browser in
            let added = try await browser.post("/words/add", ["word": "x", "deck": "\(deck)", "back": back])
            #expect(added.location == "/words/add?deck=\(deck)&saved=1")
        }
    }

    @Test func `a quiz has one right answer, the same for the same question, and writes nothing`() async throws {
        let contents = [
            ("le chat", "cat"), ("le chien", "dog"), ("la souris", "mouse"), ("manger", "to eat"),
            ("dormir", "to sleep"),
        ]
        let (app, deck) = try await app("{}", contents)
        try await app.test { browser in
            let place = "/words/decks/\(deck)/quiz"
            let page = try await browser.get("\(place)?n=3").text
            #expect(try await browser.get("\(place)?n=3").text == page)
            let links = page.matches(of: /href="(\/words\/decks\/[0-9]+\/quiz\?[^"]*answer=([0-9]+))"/)
            #expect(links.count == 4)
            let word = try #require(page.firstMatch(of: /word=([0-9]+)/)?.1)
            for link in links {
                let answered = try await browser.get(String(link.1).replacing("&amp;", with: "&")).text
                #expect(answered.contains("Right.") == (link.2 == word))
                #expect(answered.contains("The right answer:") == (link.2 != word))
            }
            #expect(try await browser.get("\(place)?way=production&n=9").status == .ok)
        }
    }

    @Test func `without words there is no quiz and no story`() async throws {
        let (app, deck) = try await app()
        try await app.test { (browser: Browser) async throws in
            #expect(try await browser.get("/words/decks/\(deck)/quiz").text.contains("Not enough words"))
            #expect(try await browser.get("/words/decks/\(deck)/story").text.contains("Nothing is due today"))
        }
    }

    @Test func `after a session, its words can be made a story, the missed ones first`() async throws {
        let (app, deck) = try await app("{}", [("le chat", "cat"), ("le chien", "dog"), ("la souris", "mouse")])
        try await app.test { browser in
            for (index, word) in await words.flashcards(FlashcardQuery()).flashcards.prefix(2).enumerated() {
                let card = try #require(await words.cards(of: word.id).first)
                _ = try await browser.post(
                    "/words/decks/\(deck)/answer",
                    ["card": "\(card.id)", "rating": index == 0 ? "4" : "1", "session": "s1"])
            }
            let place = "/words/decks/\(deck)/story?session=s1"
            #expect(try await browser.get("/words/decks/\(deck)/summary?session=s1").text.contains("href=\"\(place)\""))
            let page = try await browser.get(place).text
            let places = ["le chien", "le chat"].map { page.range(of: $0)?.lowerBound }
            #expect(page.contains("Words of this session") && !page.contains("la souris"))
            #expect(places[0] != nil && places[1] != nil && places[0]! < places[1]!)
            let sent = try await browser.post("/words/decks/\(deck)/story", ["session": "s1"])
            #expect(sent.location.hasPrefix("\(place)&asked="))
        }
    }

    @Test func `a story of due words says why there is none`() async throws {
        let (app, deck) = try await app("{}", [("le chat", "cat")])
        try await app.test { browser in
            let place = "/words/decks/\(deck)/story"
            #expect(try await browser.get(place).text.contains("Words due today"))
            let sent = try await browser.post(place)
            var page = ""
            try await eventually("it ends") {
                page = try await browser.get(sent.location).text
                return !page.contains("data-running")
            }
            #expect(page.contains("You have studied 0 words"))
        }
    }
}
