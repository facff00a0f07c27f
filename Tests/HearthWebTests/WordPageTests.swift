// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HTTPTypes
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Decks and cards in the browser.
@Suite struct WordPageTests {
    private let words = MemoryWords()
    private let app: TestApp

    init() async throws { app = try await TestApp(words: words) }

    private func deck(_ contents: [String] = ["le seuil"], _ edit: (inout DeckSettings) -> Void = { _ in }) async throws
        -> Deck
    {
        var deck = try await words.makeDeck("French", at: someEvening)
        var settings = DeckSettings()
        edit(&settings)
        deck.settings = settings
        try await words.save(deck)
        _ = try await words.add(
            contents.map { word in
                var content = FlashcardContent(word: word)
                content.translation = "the \(word)"
                return content
            }, to: deck.id, at: someEvening)
        return deck
    }

    @Test func `a first deck is made in three steps, with sample words`() async throws {
        try await app.test { browser in
            #expect(try await browser.get("/words").text.contains("href=\"/words/first\""))
            #expect(try await browser.get("/words/first").text.contains("value=\"sample\" checked"))
            #expect(
                try await browser.get("/words/first?kind=sample").text.contains(
                    "name=\"newPerDay\" value=\"10\" checked"))
            let made = try await browser.post(
                "/words/first", ["kind": "sample", "name": "Mine", "newPerDay": "5", "both": "1"])
            #expect(made.status == .seeOther && made.location.hasPrefix("/words/first?deck="))
            #expect(try await browser.get(made.location).text.contains("/study\""))
            let tree = await words.decks()
            let settings = tree.settings(of: tree.decks[0].id)
            #expect(tree.decks.map(\.name) == ["Mine"])
            #expect(settings.newPerDay == 5 && settings.directions == [.recognition, .production])
            let page = await words.flashcards(FlashcardQuery())
            #expect(page.total == 210 && page.cards.count == 100)
            let list = try await browser.get("/words").text
            #expect(list.contains("Mine") && list.contains("210 words"))
        }
    }

    @Test func `an empty first deck asks for words instead of waiting to be studied`() async throws {
        try await app.test { browser in
            #expect(try await browser.get("/words/first").text.contains("210 words, each"))
            let made = try await browser.post("/words/first", ["kind": "empty", "name": "Mine"])
            let page = try await browser.get(made.location).text
            #expect(!page.contains("waiting for you") && page.contains("Add its first words"), "\(page)")
            #expect(!page.contains("/study\"") && page.contains("href=\"/words/add?deck="))
        }
    }

    @Test func `a word that a deck has already is added with a hint`() async throws {
        let deck = try await deck(["le seuil"])
        let first = try #require(await words.flashcards(FlashcardQuery()).flashcards.first)
        try await app.test { browser in
            let added = try await browser.post("/words/add", ["deck": "\(deck.id)", "word": "Le seuil"])
            #expect(added.status == .seeOther && added.location.hasSuffix("&twin=\(first.id)"))
            let page = try await browser.get(added.location).text
            #expect(page.contains("data-twin") && page.contains("Both are in it now"), "\(page)")
            #expect(page.contains("href=\"/words/cards/\(first.id)\""))
            #expect(await words.flashcards(FlashcardQuery()).total == 2)
            let other = try await browser.post("/words/add", ["deck": "\(deck.id)", "word": "un seuil"])
            #expect(!other.location.contains("twin"))
        }
    }

    @Test func `a word opened from a list leads back to that list`() async throws {
        let deck = try await deck((1...60).map { "mot \($0)" })
        try await app.test { browser in
            let list = "/words/decks/\(deck.id)?q=mot&state=new&from=50"
            let page = try await browser.get(list).text
            let address = try #require(page.firstMatch(of: /href="(\/words\/cards\/[0-9]+\?list=[^"]+)"/)).1
            let word = try await browser.get(String(address)).text
            let back = "href=\"\(list.replacing("&", with: "&amp;"))\""
            #expect(word.contains(back), "\(word)")
            let id = try #require(await words.flashcards(FlashcardQuery()).flashcards.last)
            let fields = ["deck": "\(deck.id)", "word": "mot 60", "translation": "changed", "list": list]
            let saved = try await browser.post("/words/cards/\(id.id)", fields)
            #expect(try await browser.get(saved.location).text.contains(back))
            let gone = try await browser.post(
                "/words/decks/\(deck.id)/delete-cards", ["word-\(id.id)": "1", "list": list])
            #expect(gone.location.hasPrefix(list + "&deleted="))
            // Nobody is led elsewhere.
            let evil = try await browser.get("/words/cards/\(id.id - 1)?list=https://example.org/").text
            #expect(!evil.contains("example.org"))
        }
    }

    @Test func `of two tabs with one word, the second is shown what the first has saved`() async throws {
        let deck = try await deck(["le seuil"])
        let word = try #require(await words.flashcards(FlashcardQuery()).flashcards.first)
        let address = "/words/cards/\(word.id)"
        try await app.test { browser in
            func version(_ page: String) throws -> String {
                String(try #require(page.firstMatch(of: /name="version" value="([^"]+)"/)).1)
            }
            let seen = try version(try await browser.get(address).text)
            let fields = ["deck": "\(deck.id)", "word": "le seuil", "translation": "doorstep", "version": seen]
            #expect(try await browser.post(address, fields).status == .seeOther)
            // The same form once more is no conflict.
            #expect(try await browser.post(address, fields).status == .seeOther)
            let mine = fields.merging(["translation": "threshold", "example": "Mon exemple."]) { $1 }
            let refused = try await browser.post(address, mine)
            #expect(refused.status == .conflict && refused.text.contains("data-conflict"), "\(refused.status)")
            #expect(refused.text.contains("<dd dir=\"auto\">doorstep</dd>"))
            #expect(refused.text.contains(">threshold</textarea>") && refused.text.contains("Mon exemple."))
            #expect(await words.flashcard(word.id)?.content.translation == "doorstep")
            let again = mine.merging(["version": try version(refused.text)]) { $1 }
            #expect(try await browser.post(address, again).status == .seeOther)
            #expect(await words.flashcard(word.id)?.content.translation == "threshold")
        }
    }

    @Test func `the sample deck has a pronunciation and an example for each word`() throws {
        let contents = try SampleDeck.words()
        #expect(contents.count >= 200 && Set(contents.map(\.word)).count == contents.count)
        for content in contents {
            #expect(!content.translation.isEmpty && content.example.count > 8, "\(content.word)")
            #expect(content.phonetic.hasPrefix("[") && content.phonetic.hasSuffix("]"), "\(content.word)")
        }
    }

    @Test func `a word is added, changed, suspended, moved, deleted and brought back`() async throws {
        let deck = try await deck([])
        let other = try await words.makeDeck("Other", at: someEvening)
        try await app.test { browser in
            let added = try await browser.post(
                "/words/add",
                [
                    "deck": "\(deck.id)", "word": " flâner ", "translation": "to stroll", "tags": "verb, slow",
                    "synonyms": "a; b",
                ])
            #expect(added.location == "/words/add?deck=\(deck.id)&saved=1")
            let word = try #require(await words.flashcards(FlashcardQuery()).flashcards.first)
            #expect(word.content.word == "flâner" && word.content.tags == ["verb", "slow"])
            #expect(word.content.synonyms == ["a", "b"])
            let page = try await browser.get("/words/cards/\(word.id)").text
            #expect(page.contains("value=\"flâner\"") && page.contains("Not studied yet"))
            let saved = try await browser.post(
                "/words/cards/\(word.id)", ["deck": "\(deck.id)", "word": "flâner", "translation": "to wander"])
            #expect(saved.location.hasSuffix("?saved=1"))
            #expect(await words.flashcard(word.id)?.content.translation == "to wander")

            let chosen = ["word-\(word.id)": "1"]
            _ = try await browser.post("/words/decks/\(deck.id)/suspend", chosen)
            #expect(await words.cards(of: word.id).allSatisfy(\.isSuspended))
            #expect(try await browser.get("/words/decks/\(deck.id)").text.contains("Suspended"))
            _ = try await browser.post("/words/decks/\(deck.id)/resume", chosen)
            #expect(await words.cards(of: word.id).allSatisfy { !$0.isSuspended })

            let asked = try await browser.post("/words/decks/\(deck.id)/move", chosen)
            #expect(asked.status == .ok && asked.text.contains("value=\"\(other.id)\""))
            let moved = try await browser.post(
                "/words/decks/\(deck.id)/move", chosen.merging(["to": "\(other.id)"]) { $1 })
            #expect(moved.location == "/words/decks/\(other.id)")
            #expect(await words.flashcard(word.id)?.deck == other.id)

            let gone = try await browser.post("/words/decks/\(other.id)/delete-cards", chosen)
            #expect(await words.flashcard(word.id) == nil)
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            #expect(try await browser.get(gone.location).text.contains("action=\"/words/restore\""))
            let back = try await browser.post("/words/restore", ["key": key, "back": "\(other.id)"])
            #expect(back.location == "/words/decks/\(other.id)")
            let restored = await words.flashcards(FlashcardQuery(deck: other.id)).flashcards
            #expect(restored.map(\.content.word) == ["flâner"])
            let again = try await browser.post("/words/restore", ["key": key])
            #expect(again.status == .gone && again.text.contains("nothing more to undo"), "\(again.text)")
            let unknown = try await browser.post("/words/restore", ["key": "none"])
            #expect(unknown.status == .gone && unknown.text.contains("too late"))
        }
    }

    @Test func `what cannot be a card, a deck or a setting is refused where it stands`() async throws {
        let deck = try await deck()
        try await app.test { browser in
            let card = try await browser.post("/words/add", ["deck": "\(deck.id)", "word": "  "])
            #expect(card.status == .badRequest && card.text.contains("aria-invalid"))
            for name in [" ", "::", " :: :: "] {
                let refused = try await browser.post("/words/new", ["name": name])
                #expect(refused.status == .badRequest && refused.text.contains("id=\"name-fault\""), "\(name)")
            }
            let made = try await browser.post("/words/new", ["name": " Ships :: ::Sails::"])
            #expect(made.status == .seeOther)
            let tree = await words.decks()
            #expect(tree.deck(at: "Ships::Sails") != nil && tree.decks.count == 3)
            var form = [
                "name": "French", "retention": "60", "newPerDay": "x", "reviewsPerDay": "200", "learningSteps": "soon",
                "relearningSteps": "10 min", "maximumInterval": "0", "algorithm": "6", "wordLanguage": "<b>",
                "leechThreshold": "-1", "leechAction": "tag", "newOrder": "random", "refits": "1",
            ]
            let refused = try await browser.post("/words/decks/\(deck.id)/settings", form)
            #expect(refused.status == .badRequest)
            for field in [
                "retention", "newPerDay", "learningSteps", "maximumInterval", "wordLanguage", "leechThreshold",
            ] {
                #expect(refused.text.contains("id=\"\(field)-fault\""), "\(field)")
            }
            form.merge(
                [
                    "retention": "92", "newPerDay": "7", "learningSteps": "30 s; 1 h", "maximumInterval": "365",
                    "wordLanguage": "fr", "leechThreshold": "6",
                ]
            ) { $1 }
            #expect(try await browser.post("/words/decks/\(deck.id)/settings", form).location.hasSuffix("saved=1"))
            let settings = await words.decks().settings(of: deck.id)
            #expect(settings.desiredRetention == 0.92 && settings.learningSteps == [30, 3_600])
            #expect(settings.newPerDay == 7 && settings.maximumInterval == 365 && settings.wordLanguage == "fr")
            #expect(settings.leechThreshold == 6 && settings.leechAction == .tag && settings.newOrder == .random)
            #expect(settings.refits && !settings.balancesLoad)
            _ = try await words.makeDeck("Taken", at: someEvening)
            form["name"] = "Taken"
            #expect(try await browser.post("/words/decks/\(deck.id)/settings", form).status == .conflict)
        }
    }

    @Test func `a deck that would lie too deep is refused where it stands, with all that was typed`() async throws {
        let deck = try await deck()
        let deep = try await words.makeDeck((1...20).map { "d\($0)" }.joined(separator: "::"), at: someEvening)
        let form = [
            "name": "Renamed", "parent": "\(deep.id)", "retention": "93", "newPerDay": "7", "reviewsPerDay": "200",
            "learningSteps": "1 min", "relearningSteps": "10 min", "maximumInterval": "365", "leechThreshold": "8",
        ]
        for (language, sentence) in [(AppearanceSettings.Language.english, "19 others"), (.french, "19 autres")] {
            let app = try await TestApp(settings: InMemorySettings { $0.appearance.language = language }, words: words)
            try await app.test { browser in
                let refused = try await browser.post("/words/decks/\(deck.id)/settings", form)
                #expect(refused.status == .badRequest && refused.text.contains("id=\"parent-fault\""))
                #expect(refused.text.contains(sentence) && refused.text.contains("value=\"Renamed\""))
                let path = Array(repeating: "a", count: 21).joined(separator: "::")
                let new = try await browser.post("/words/new", ["name": path])
                #expect(new.status == .badRequest && new.text.contains(sentence))
                let top = try await browser.post(
                    "/words/decks/\(deck.id)/settings", form.merging(["parent": ""]) { $1 })
                #expect(top.status == .seeOther)
            }
        }
    }

    @Test func `synonyms stay whole in the form, whatever signs are in them`() throws {
        var content = FlashcardContent(word: "w")
        content.synonyms = ["a; b", "one, two", "c/d", "say \"x\"", "\"y\"", "\"", "two\nlines"]
        let word = Flashcard(
            id: 1, guid: "g", deck: 1, content: content, createdAt: someEvening, modifiedAt: someEvening)
        var form = CardForm(word)
        #expect(form.content(changing: content)?.synonyms == content.synonyms)
        // As a browser sends it.
        form.synonyms = form.synonyms.replacing("\n", with: "")
        #expect(form.content(changing: content)?.synonyms == content.synonyms)
        form.synonyms = "\"a; b\"; one, two; ; new "
        #expect(form.content(changing: content)?.synonyms == ["a; b", "one, two", "new"])
    }

    @Test func `a page of what is gone leads back to its part of the app`() async throws {
        try await app.test { browser in
            for (path, place, label) in [
                ("/words/decks/999", "/words", "Back to words"),
                ("/journal/nothing", "/journal", "Back to the journal"),
                ("/you/nothing", "/you", "Back to what Hearth knows"), ("/wordsmith", "/chat", "Back to chat"),
            ] {
                let gone = try await browser.get(path)
                #expect(gone.status == .notFound && gone.text.contains("href=\"\(place)\">\(label)</a>"), "\(path)")
            }
        }
    }

    @Test func `a deck is deleted with its words, and undoing brings it back with its schedule`() async throws {
        let deck = try await deck()
        let card = try #require(await words.flashcards(FlashcardQuery()).cards.first)
        let days = UserDays(timeZone: TimeZone(identifier: "Europe/Paris")!)
        let answer = StudyAnswer(card: card.id, rating: .easy, date: someEvening, key: "k")
        let answered = try await words.answer([answer], days: days)
        try await app.test { browser in
            let gone = try await browser.post("/words/decks/\(deck.id)/delete")
            #expect(await words.decks().decks.isEmpty)
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            #expect(try await browser.post("/words/restore", ["key": key]).location == "/words")
            let page = await words.flashcards(FlashcardQuery())
            #expect(page.flashcards.map(\.content.word) == ["le seuil"])
            #expect(page.cards.map(\.state) == answered.map(\.card.state))
        }
    }

    @Test func `words are found, filtered and shown page by page`() async throws {
        let deck = try await deck((1...60).map { "mot \($0)" })
        try await app.test { browser in
            let first = try await browser.get("/words/decks/\(deck.id)").text
            #expect(first.contains("1–50 of 60") && first.contains("from=50"))
            #expect(try await browser.get("/words/decks/\(deck.id)?from=50").text.contains("51–60 of 60"))
            let found = try await browser.get("/words/decks/\(deck.id)?q=mot+60").text
            #expect(found.contains("mot 60") && found.contains("1 word found"))
            #expect(
                try await browser.get("/words/decks/\(deck.id)?state=suspended").text.contains("No word is suspended"))
            #expect(
                try await browser.get("/words/decks/\(deck.id)?select=1").text.contains(
                    "type=\"checkbox\" class=\"tick\""))
        }
    }

    @Test func `without a store the area says so`() async throws {
        let app = try await TestApp(words: nil)
        try await app.test { browser in
            let page = try await browser.get("/words")
            #expect(page.status == .notFound && page.text.contains("This Hearth keeps no words."))
        }
    }

    @Test func `the day begins when the user says`() async throws {
        try await app.test { browser in
            let shown = try await browser.get("/settings/words")
            let refused = try await browser.post("/settings/words", ["dayStart": "25:00"])
            let saved = try await browser.post("/settings/words", ["dayStart": "2h30", "keys": "1"])
            #expect(shown.text.contains("value=\"04:00\""))
            #expect(refused.status == .badRequest && saved.status == .seeOther)
            let settings = await app.settings.settings.words
            #expect(settings.dayStartMinutes == 150 && settings.wordsHaveKeys && !settings.wordsSwipe)
        }
    }

    @Test func `a day has limits over all decks, or none`() async throws {
        _ = try await deck((1...9).map { "mot \($0)" })
        try await app.test { browser in
            #expect(try await browser.get("/words").text.contains("<p class=\"count num\">9</p>"))
            let fields = ["dayStart": "04:00", "mostNew": "4", "mostReviews": ""]
            #expect(try await browser.post("/settings/words", fields).status == .seeOther)
            #expect(await app.settings.settings.words.mostADay == TotalLimits(new: 4))
            #expect(try await browser.get("/settings/words").text.contains("name=\"mostNew\" value=\"4\""))
            #expect(try await browser.get("/words").text.contains("<p class=\"count num\">4</p>"))
            for wrong in ["-1", "10000", "four", "4.5"] {
                let refused = try await browser.post("/settings/words", fields.merging(["mostReviews": wrong]) { $1 })
                #expect(refused.status == .badRequest && refused.text.contains("mostReviews-fault"))
                #expect(refused.text.contains("value=\"\(wrong)\"") && !refused.text.contains("mostNew-fault"))
            }
            let none = try await browser.post("/settings/words", ["dayStart": "04:00"])
            #expect(none.status == .seeOther)
            #expect(await app.settings.settings.words.mostADay == TotalLimits())
        }
    }

    @Test func `only pictures and sounds are shown, by their first bytes`() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        _ = await words.add(MediaFile(name: "a b.png", data: png))
        _ = await words.add(MediaFile(name: "page.png", data: Data("<script>alert(1)</script>".utf8)))
        try await app.test { browser in
            let shown = try await browser.get("/words/media/a%20b.png")
            #expect(shown.status == .ok && shown.headers[.contentType] == "image/png")
            #expect(try await browser.get("/words/media/page.png").status == .notFound)
            #expect(try await browser.get("/words/media/none.png").status == .notFound)
        }
    }
}
