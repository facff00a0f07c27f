// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HTTPTypes
import HearthStore
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Words in the browser over the store itself: what is saved, taken back and kept.
@Suite struct KeptWordTests {
    let store: Store
    let app: TestApp
    let deck: Deck
    let days = UserDays(timeZone: TimeZone(identifier: "Europe/Paris")!)

    init() async throws {
        store = try Store()
        app = try await TestApp(words: store)
        deck = try await store.makeDeck("French", at: someEvening)
    }

    var address: String { "/words/decks/\(deck.id)" }

    func add(_ words: String..., edit: (inout FlashcardContent) -> Void = { _ in }) async throws -> [StudyCard] {
        let contents = words.map { word in
            var content = FlashcardContent(word: word)
            content.translation = "the \(word)"
            edit(&content)
            return content
        }
        var cards: [StudyCard] = []
        for word in try await store.add(contents, to: deck.id, at: someEvening) {
            cards += try await store.cards(of: word.id)
        }
        return cards
    }

    func settings(_ edit: @escaping @Sendable (inout DeckSettings) -> Void) async throws {
        try await store.change(deck.id, edit)
    }

    func sent(_ card: StudyCard, _ rating: Rating, _ key: String) -> String {
        let at = Int(someEvening.timeIntervalSince1970 * 1_000)
        return #"[{"card":"\#(card.id)","rating":\#(rating.rawValue),"at":\#(at),"milliseconds":900,"key":"\#(key)"}]"#
    }

    // MARK: Taking back

    @Test func `undo takes back an answer of the session alone, cramming too`() async throws {
        let cards = try await add("le seuil", "la pluie")
        try await app.test { browser in
            for (session, place) in [("A", 0), ("B", 1)] {
                let fields = ["session": session, "answers": sent(cards[place], .easy, "key-\(session)")]
                #expect(try await browser.post("\(address)/answers", fields).status == .ok)
            }
            let undo = ["session": "C", "script": "1", "mode": "cram"]
            let nothing = try await browser.post("\(address)/undo", undo).json
            #expect(nothing["said"]?.string == "There is nothing more to undo.")
            _ = try await browser.post(
                "\(address)/answers",
                ["session": "C", "mode": "cram", "answers": sent(cards[0], .again, "key-C")])
            #expect(try await store.reviews(of: cards[0].id).map(\.kind) == [.learning, .cram])
            #expect(try await browser.post("\(address)/undo", undo).json["done"]?.integer == 0)
            #expect(try await store.reviews(of: cards[0].id).map(\.kind) == [.learning])
            #expect(try await browser.post("\(address)/undo", undo).json["said"]?.string != nil)
            #expect(try await store.reviews(of: cards[1].id).count == 1)
            // The session's own answer is named by a script, and found without one.
            _ = try await browser.post("\(address)/undo", ["session": "A", "script": "1", "key": "key-A"])
            #expect(try await store.reviews(of: cards[0].id).isEmpty)
            _ = try await browser.post("\(address)/undo", ["session": "B"])
            #expect(try await store.reviews(of: cards[1].id).isEmpty)
        }
    }

    @Test func `a word that is missed again and again is said to be suspended, and can be resumed`() async throws {
        try await settings { $0.leechThreshold = 1 }
        let cards = try await add("le <i>seuil</i>", "la pluie")
        for day in [-9.0, -8] {
            let date = someEvening.addingTimeInterval(day * 86_400)
            try await store.answer([StudyAnswer(card: cards[0].id, rating: .easy, date: date)], days: days)
        }
        try await app.test { browser in
            let answered = try await browser.post(
                "\(address)/answers", ["session": "A", "answers": sent(cards[0], .again, "k")])
            let leech = try #require(try answered.json["leech"])
            #expect(leech["words"]?.string == "“le <i>seuil</i>” is missed again and again, so it is suspended.")
            #expect(try await store.cards(of: cards[0].flashcard).allSatisfy(\.isSuspended))
            let summary = try await browser.get("\(address)/summary?session=A").text
            #expect(summary.contains("missed 1 time, suspended"))
            _ = try await browser.post("\(address)/undo", ["session": "A"])
            #expect(try await store.cards(of: cards[0].flashcard).allSatisfy { !$0.isSuspended })
            let form = ["card": "\(cards[0].id)", "rating": "1", "session": "A", "mode": "scheduled"]
            let next = try await browser.post("\(address)/answer", form).location
            let page = try await browser.get(next).text
            #expect(page.contains("“le &lt;i&gt;seuil&lt;/i&gt;” is missed again and again"), "\(page)")
            #expect(page.contains("name=\"word-\(cards[0].flashcard)\""))
            let resume = ["word-\(cards[0].flashcard)": "1", "study": "\(deck.id)", "session": "A"]
            #expect(
                try await browser.post("\(address)/resume", resume).location == "\(address)/study?session=A")
            #expect(try await store.cards(of: cards[0].flashcard).allSatisfy { !$0.isSuspended })
        }
    }

    @Test func `deleted words come back with their pictures and sounds`() async throws {
        let files = ["seuil.png", "seuil.mp3"].map { MediaFile(name: $0, data: Data($0.utf8)) }
        for file in files { #expect(try await store.add(file) == file.name) }
        let cards = try await add("le seuil") { ($0.image, $0.audio) = ("seuil.png", "seuil.mp3") }
        try await app.test { browser in
            let gone = try await browser.post(
                "\(address)/delete-cards", ["word-\(cards[0].flashcard)": "1"])
            #expect(try await store.flashcard(cards[0].flashcard) == nil)
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            #expect(try await browser.post("/words/restore", ["key": key]).status == .seeOther)
            for file in files { #expect(try await store.media(file.name) == file) }
            #expect(try await store.cards(of: cards[0].flashcard) == [cards[0]])
            let back = try await store.flashcards(FlashcardQuery()).flashcards.map(\.content)
            #expect(back.map(\.image) == ["seuil.png"] && back.map(\.audio) == ["seuil.mp3"])
        }
    }

    @Test func `the time of a session is shown where that is wanted`() async throws {
        let cards = try await add("le seuil", "la pluie")
        try await app.test { browser in
            #expect(!(try await browser.get("\(address)/study").text.contains("data-time")))
            #expect(try await browser.post("/settings/words", ["dayStart": "04:00", "time": "1"]).status == .seeOther)
            #expect(await app.settings.settings.words.wordsShowTime)
            let feed = try await browser.post(
                "\(address)/answers", ["session": "A", "answers": sent(cards[0], .easy, "k")]
            ).json
            #expect(feed["spent"]?.integer == 900)
            let page = try await browser.get("\(address)/study?session=A").text
            #expect(page.contains("data-spent=\"900\"") && page.contains("<span data-session-time>0\u{A0}min</span>"))
        }
    }

    // MARK: Hiding, beginning anew, flags

    @Test func `a hidden word says so, is found, and comes back`() async throws {
        let cards = try await add("le seuil", "la pluie")
        let (word, chosen) = (cards[0].flashcard, ["word-\(cards[0].flashcard)": "1", "card": "\(cards[0].flashcard)"])
        try await app.test { browser in
            let hidden = try await browser.post("\(address)/bury", chosen)
            let page = try await browser.get(hidden.location).text
            #expect(page.contains("<span>Hidden until tomorrow</span><button"), "\(page)")
            #expect(page.contains(">Show again</button>") && !page.contains(">Hide until tomorrow</button>"))
            let list = try await browser.get("\(address)?state=buried").text
            #expect(list.contains("le seuil") && !list.contains("la pluie") && list.contains("Hidden until tomorrow"))
            let shown = try await browser.post("\(address)/unbury", chosen)
            #expect(try await browser.get(shown.location).text.contains("It is shown again"))
            #expect(try await store.cards(of: word).allSatisfy { $0.buriedOn == nil })
        }
    }

    @Test func `a word begins anew when that is asked for, and its flag is shown`() async throws {
        let cards = try await add("le seuil")
        let (word, card) = (cards[0].flashcard, cards[0].id)
        try await store.answer([StudyAnswer(card: card, rating: .easy, date: someEvening)], days: days)
        try await store.set(.flag(3), on: [card], at: someEvening)
        try await app.test { browser in
            let page = try await browser.get("/words/cards/\(word)").text
            #expect(page.contains("Green flag") && page.contains("action=\"\(address)/reset\""))
            #expect(try await browser.get(address).text.contains("Green flag"))
            let reset = try await browser.post("\(address)/reset", ["word-\(word)": "1", "card": "\(word)"])
            let after = try await browser.get(reset.location).text
            #expect(after.contains("It starts over") && after.contains("Not studied yet"))
            #expect(try await store.cards(of: word).map(\.state) == [FSRSState()])
            #expect(try await store.reviews(of: card).count == 1)
        }
    }

    @Test func `weeks show what was recalled of learned cards`() async throws {
        let cards = try await add("le seuil")
        for (rating, day) in [(Rating.easy, -12.0), (.good, -3), (.again, -2.9), (.again, -2.8)] {
            let date = someEvening.addingTimeInterval(day * 86_400)
            try await store.answer([StudyAnswer(card: cards[0].id, rating: rating, date: date)], days: days)
        }
        try await app.test { browser in
            let page = try await browser.get("/words/statistics").text
            let table = try #require(page.split(separator: "Remembered, against your target").last)
            let logged = try await store.reviews(of: cards[0].id).filter { $0.kind == .review }
            let recalled = logged.count { $0.rating != .again }
            let percent = Int((100 * Double(recalled) / Double(logged.count)).rounded())
            #expect(table.contains("\(percent)%"), "\(table)")
        }
    }

    // MARK: Saving what nobody touched

    @Test func `a text of several lines stays one when its word is saved`() async throws {
        let cards = try await add("le\nseuil") {
            ($0.translation, $0.definition, $0.phonetic) = ("threshold\ndoorstep", "one\n\ntwo", "[a]\n[b]")
        }
        let before = try #require(try await store.flashcard(cards[0].flashcard))
        try await app.test { browser in
            let page = try await browser.get("/words/cards/\(before.id)").text
            #expect(page.contains(">threshold\ndoorstep</textarea>") && page.contains(">one\n\ntwo</textarea>"))
            #expect(page.contains(">le\nseuil</textarea>"))
            // As a browser sends it: lines end in two characters, and fields of one line have lost theirs.
            let form = [
                "deck": "\(deck.id)", "word": "le\r\nseuil", "phonetic": "[a][b]",
                "translation": "threshold\r\ndoorstep",
                "definition": "one\r\n\r\ntwo",
            ]
            #expect(try await browser.post("/words/cards/\(before.id)", form).status == .seeOther)
            #expect(try await store.flashcard(before.id)?.content == before.content)
        }
    }

    @Test func `a text with gaps keeps its lines and what was said of it when a letter is changed`() async throws {
        try await app.test { browser in
            let typed = [
                "deck": "\(deck.id)", "word": "{{c1::Ottawa}} is in Canada.\r\n{{c2::Bern}} is in Swizerland.",
                "translation": "Deux capitales.",
            ]
            #expect(try await browser.post("/words/add", typed).status == .seeOther)
            let word = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first)
            #expect(word.content.translation == "Deux capitales.")
            let page = try await browser.get("/words/cards/\(word.id)").text
            #expect(page.contains(">{{c1::Ottawa}} is in Canada.\n{{c2::Bern}} is in Swizerland.</textarea>"))
            var fields = try form(page)
            fields["word"] = "{{c1::Ottawa}} is in Canada.\r\n{{c2::Bern}} is in Switzerland."
            (fields["translation"], fields["definition"]) = (word.content.translation, word.content.definition)
            #expect(try await browser.post("/words/cards/\(word.id)", fields).status == .seeOther)
            let saved = try #require(try await store.flashcard(word.id)?.content)
            #expect(saved.cloze == "{{c1::Ottawa}} is in Canada.\n{{c2::Bern}} is in Switzerland.")
            #expect(saved.definition == "Ottawa is in Canada.\nBern is in Switzerland.")
            #expect(saved.translation == "Deux capitales.")
        }
    }

    @Test func `a gap that was numbered anew elsewhere is no less a change`() async throws {
        let cards = try await add("") { $0.take("{{c1::a}} {{c2::b}}") }
        var word = try #require(try await store.flashcard(cards[0].flashcard))
        let seen = word.version
        word.content.take("{{c1::a}} {{c1::b}}")
        #expect(word.version != seen)
    }

    /// A form as its page has it.
    private func form(_ page: String) throws -> [String: String] {
        var form: [String: String] = [:]
        for field in page.matches(of: /<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"([^>]*)>/) {
            let isOff = field.0.contains("type=\"checkbox\"") && !field.3.contains("checked")
            if !isOff { form[String(field.1)] = String(field.2) }
        }
        for field in page.matches(of: /<select[^>]* name="([^"]+)">(.*?)<\/select>/) {
            let chosen = field.2.firstMatch(of: /<option value="([^"]*)" selected>/)
            form[String(field.1)] = chosen.map { String($0.1) } ?? ""
        }
        form["share"] = nil
        return form
    }

    @Test func `saving the settings of a deck changes nothing that nobody touched`() async throws {
        let given: [Double] = [0.5, 45, 90, 330, 6_000, 129_600, 172_800]
        try await settings {
            ($0.learningSteps, $0.relearningSteps) = (given, [5_400])
            ($0.desiredRetention, $0.directions) = (0.875, [.production, .recognition])
        }
        let before = try await store.decks()[deck.id]
        try await app.test { browser in
            let page = try await browser.get("\(address)/settings").text
            #expect(try form(page)["learningSteps"] == "0.5 s; 45 s; 90 s; 330 s; 100 min; 36 h; 2 d")
            let saved = try await browser.post("\(address)/settings", try form(page))
            #expect(saved.status == .seeOther, "\(saved.text)")
            #expect(try await store.decks()[deck.id] == before)
        }
        let french = given.map { DeckForm.step($0, day: "j") }.joined(separator: "; ")
        #expect(french.hasSuffix("2 j") && DeckForm.steps(french) == given)
    }

    @Test func `a deck in another one follows its settings until told otherwise, and again if told so`() async throws {
        let verbs = try await store.makeDeck("French::Verbs", at: someEvening)
        try await settings { $0.newPerDay = 7 }
        let inner = "/words/decks/\(verbs.id)/settings"
        try await app.test { browser in
            let page = try await browser.get(inner).text
            #expect(page.contains("These are the settings of “French”.") && !page.contains("name=\"share\""))
            var fields = try form(page)
            fields["name"] = "Verbes"
            #expect(try await browser.post(inner, fields).status == .seeOther)
            #expect(try await store.decks()[verbs.id]?.name == "Verbes")
            #expect(try await store.decks()[verbs.id]?.settings == nil)
            fields["newPerDay"] = "3"
            _ = try await browser.post(inner, fields)
            try await settings { $0.newPerDay = 9 }
            #expect(try await store.decks().settings(of: verbs.id).newPerDay == 3)
            #expect(try await browser.get(inner).text.contains("Follow “French”"))
            #expect(try await browser.post(inner, ["share": "1"]).status == .seeOther)
            #expect(try await store.decks().settings(of: verbs.id).newPerDay == 9)
        }
    }

    @Test func `a deck that was deleted and comes back follows the deck around it as before`() async throws {
        let verbs = try await store.makeDeck("French::Verbs", at: someEvening)
        let own = try await store.makeDeck("French::Verbs::Own", at: someEvening)
        try await settings { $0.newPerDay = 7 }
        try await store.change(own.id) { $0.newPerDay = 3 }
        _ = try await store.add([FlashcardContent(word: "être")], to: verbs.id, at: someEvening)
        try await app.test { browser in
            let gone = try await browser.post("/words/decks/\(verbs.id)/delete")
            let key = try #require(gone.location.split(separator: "=").last.map(String.init))
            #expect(try await browser.post("/words/restore", ["key": key]).status == .seeOther)
            let tree = try await store.decks()
            #expect(tree.deck(at: "French::Verbs")?.id != nil && tree.deck(at: "French::Verbs")?.settings == nil)
            #expect(tree.deck(at: "French::Verbs::Own")?.settings?.newPerDay == 3)
        }
    }

    @Test func `a deck is moved into another one and out again, and keeps its settings`() async throws {
        try await settings { $0.newPerDay = 7 }
        let other = try await store.makeDeck("Languages", at: someEvening)
        let verbs = try await store.makeDeck("French::Verbs", at: someEvening)
        try await app.test { browser in
            var fields = try form(try await browser.get("\(address)/settings").text)
            fields["parent"] = "\(verbs.id)"
            let refused = try await browser.post("\(address)/settings", fields)
            #expect(refused.status == .badRequest && refused.text.contains("id=\"parent-fault\""))
            fields["parent"] = "\(other.id)"
            #expect(try await browser.post("\(address)/settings", fields).status == .seeOther)
            #expect(try await store.decks().path(of: verbs.id) == ["Languages", "French", "Verbs"])
            #expect(try await store.decks().settings(of: verbs.id).newPerDay == 7)
            var own = try form(try await browser.get("/words/decks/\(verbs.id)/settings").text)
            #expect(own["parent"] == "\(deck.id)")
            own["parent"] = ""
            #expect(try await browser.post("/words/decks/\(verbs.id)/settings", own).status == .seeOther)
            #expect(try await store.decks().path(of: verbs.id) == ["Verbs"])
            #expect(try await store.decks().settings(of: verbs.id).newPerDay == 7)
        }
    }
}
