// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthTesting
import Testing

@testable import HearthWords

/// Due words in a talk.
@Suite struct TutorWordsTests {
    private let store = MemoryWords()
    private let moment = StudyMoment(
        now: Date(timeIntervalSince1970: 1_795_282_920), days: UserDays(timeZone: TimeZone(identifier: "Europe/Paris")!)
    )

    /// Words that were learned and are due, and one that is new.
    private func prepare() async throws -> TutorWords {
        var deck = try await store.makeDeck("French", at: moment.now)
        var settings = DeckSettings()
        settings.wordLanguage = "fr"
        deck.settings = settings
        try await store.save(deck)
        for (word, translation) in [("le seuil", "doorstep"), ("hésiter", "to hesitate"), ("la bourrasque", "gust")] {
            var content = FlashcardContent(word: word)
            content.translation = translation
            let added = try await store.add([content], to: deck.id, at: moment.now)[0]
            let card = try #require(await store.cards(of: added.id).first)
            let before = moment.now.addingTimeInterval(-40 * 86_400)
            for step in 0..<3 {
                let date = before.addingTimeInterval(Double(step) * 86_400)
                _ = try await store.answer([StudyAnswer(card: card.id, rating: .good, date: date)], days: moment.days)
            }
        }
        _ = try await store.add([FlashcardContent(word: "nouveau")], to: deck.id, at: moment.now)
        return TutorWords(store)
    }

    @Test func `words that are due are found, and new ones are not`() async throws {
        let due = try await prepare().due(moment)
        #expect(Set(due.map(\.word)) == ["le seuil", "hésiter", "la bourrasque"])
        #expect(try await TutorWords(store).due(moment, limit: 2).count == 2)
        let text = TutorWords.prompt(due)
        #expect(text.contains("- le seuil (doorstep)") && !text.contains("nouveau"))
        #expect(TutorWords.prompt([]).isEmpty)
    }

    @Test(arguments: [
        ("J’ai hésité longtemps sur le seuil de la porte.", ["le seuil", "hésiter"]),
        ("Une bourrasque a pris mon chapeau ce matin", ["la bourrasque"]), ("le seuil", []),
        ("Que veut dire seuil dans cette phrase ?", []),
        ("What does bourrasque mean in this sentence here", []), ("I do not know the word “le seuil” at all", []),
        ("Il fait beau aujourd’hui et je marche.", []), ("", []),
    ])
    func `a due word counts as used in any form, and not where it is asked about`(message: String, used: [String])
        async throws
    {
        let due = try await prepare().due(moment)
        #expect(Set(TutorWords.used(due, in: message).map(\.word)) == Set(used))
    }

    @Test func `an offer that is accepted is one answer of Good, however often it is accepted`() async throws {
        let tutor = try await prepare()
        let due = try await tutor.due(moment)
        let word = try #require(due.first { $0.word == "le seuil" })
        let offer = try #require(TutorWords.offers([word], in: "Elle attend sur le seuil encore.", id: "m1").first)
        let answered = try #require(try await tutor.accept(offer, flashcard: word.flashcard.id, moment))
        #expect(answered.review.rating == .good && answered.review.kind == .review)
        #expect(try await tutor.accept(offer, flashcard: word.flashcard.id, moment) == nil, "it is no longer due")
        #expect(await store.reviews(of: word.card.id).count == 4)
        #expect(try await tutor.due(moment).count == 2)
        let counted = try #require(try await tutor.reviews(by: ["m0", "m1"])["m1"]?.first)
        #expect(counted.word == "le seuil" && counted.card == word.card.id && counted.isLast)
        #expect(try await tutor.takeBack(offer), "and then it is due again")
        #expect(try await tutor.due(moment).count == 3)
        #expect(try await tutor.reviews(by: ["m1"]).isEmpty)
        #expect(try await tutor.takeBack(offer) == false)
        await store.eraseFlashcards([word.flashcard.id])
        #expect(try await tutor.accept(offer, flashcard: word.flashcard.id, moment) == nil, "it is gone")
    }
}
