// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HTTPTypes
import HearthChat
import HearthTesting
import HearthWords
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Due words that the user has used in a talk, and that are offered as reviews.
@Suite struct TalkReviewTests {
    private let words = MemoryWords()
    private let days = UserDays(timeZone: TimeZone(identifier: "Europe/Paris")!)

    /// An app with a talk in which a due word was used, and that word's card.
    private func app(_ text: String = "Je suis resté sur le seuil de la porte.", mode: String? = "tutor") async throws
        -> (app: TestApp, card: StudyCard)
    {
        var deck = try await words.makeDeck("French", at: someEvening)
        deck.settings = DeckSettings()
        deck.settings?.wordLanguage = "fr"
        try await words.save(deck)
        var content = FlashcardContent(word: "le seuil")
        content.translation = "<i>doorstep</i>"
        let word = try await words.add([content], to: deck.id, at: someEvening)[0]
        let card = try #require(await words.cards(of: word.id).first)
        for day in [-40.0, -39, -38] {
            let date = someEvening.addingTimeInterval(day * 86_400)
            try await words.answer([StudyAnswer(card: card.id, rating: .good, date: date)], days: days)
        }
        let store = MemoryStore()
        var session = Session(id: "s", createdAt: someEvening, title: "Seuils")
        (session.leaf, session.mode) = ("a", mode)
        await store.save(
            [
                Message(id: "q", session: "s", parent: nil, role: .user, content: text, createdAt: someEvening),
                Message(
                    id: "a", session: "s", parent: "q", role: .assistant, content: "Et puis ?", createdAt: someEvening),
            ], in: session)
        return (try await TestApp(words: words, store: store), card)
    }

    private func fields(_ card: StudyCard, _ act: String) -> [String: String] {
        ["session": "s", "card": "\(card.id)", "do": act]
    }

    @Test func `a due word that was used is offered, counted with one tap, and taken back with another`() async throws {
        let (app, card) = try await app()
        try await app.test { browser in
            let offered = try await browser.get("/chat/s").text
            #expect(
                offered.contains("<b>le seuil</b> was due, and you used it.") && offered.contains("value=\"count\""))
            #expect(offered.contains("action=\"/words/talk/q\""))
            await app.settings.change { $0.appearance.language = .french }
            let french = try await browser.get("/chat/s").text
            #expect(french.contains("était à revoir, et vous l’avez employé."))
            await app.settings.change { $0.appearance.language = .english }
            let counted = try await browser.post("/words/talk/q", fields(card, "count"))
            #expect(counted.location == "/chat/s#m-q")
            _ = try await browser.post("/words/talk/q", fields(card, "count"))
            let log = await words.reviews(of: card.id)
            #expect(log.count == 4 && log.last?.rating == .good && log.last?.kind == .review)
            let after = try await browser.get("/chat/s").text
            #expect(after.contains("counts as Good. Next: ") && after.contains("value=\"undo\""))
            #expect(!after.contains("value=\"count\""))
            _ = try await browser.post("/words/talk/q", fields(card, "undo"))
            #expect(await words.reviews(of: card.id).count == 3)
            #expect(try await browser.get("/chat/s").text.contains("value=\"count\""))
        }
    }

    @Test func `without the mode, or where the word was only asked about, nothing is offered or counted`() async throws
    {
        for (text, mode) in [
            ("Je suis resté sur le seuil de la porte.", nil), ("Que veut dire seuil dans cette phrase ?", "tutor"),
        ] {
            let (app, card) = try await app(text, mode: mode)
            try await app.test { browser in
                #expect(try await !browser.get("/chat/s").text.contains("/words/talk/"))
                guard mode != nil else { return }
                _ = try await browser.post("/words/talk/q", fields(card, "count"))
                #expect(await words.reviews(of: card.id).count == 3)
            }
        }
    }

    @Test func `what is not there is not counted`() async throws {
        let (app, card) = try await app()
        try await app.test { browser in
            for (message, fields) in [
                ("other", fields(card, "count")), ("q", ["session": "none", "card": "\(card.id)", "do": "count"]),
                ("q", ["session": "s", "card": "x"]),
            ] { #expect(try await browser.post("/words/talk/\(message)", fields).status == .notFound) }
            _ = try await browser.post("/words/talk/q", ["session": "s", "card": "99", "do": "count"])
            _ = try await browser.post("/words/talk/q", ["session": "s", "card": "99", "do": "undo"])
            #expect(await words.reviews(of: card.id).count == 3)
        }
    }
}
