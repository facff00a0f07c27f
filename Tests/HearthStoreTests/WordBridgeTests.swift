// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthChat
import HearthMemory
import HearthWords
import Testing

@testable import HearthStore

/// Ties of words to talks and the journal: reviews by messages, sentences of the user's own, wrong answers.
@Suite struct WordBridgeTests {
    private let store: Store
    private let word: Flashcard
    private let card: StudyCard
    private let days = UserDays(timeZone: .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    init() async throws {
        store = try Store()
        let deck = try await store.makeDeck("French", at: now)
        var content = FlashcardContent(word: "la pluie")
        content.translation = "rain"
        word = try #require(try await store.add([content], to: deck.id, at: now).first)
        card = try #require(try await store.cards(of: word.id).first)
    }

    private func answer(_ rating: Rating, after seconds: Double = 0, key: String? = nil, typed: String? = nil)
        async throws
    {
        let date = now.addingTimeInterval(seconds)
        let answer = StudyAnswer(card: card.id, rating: rating, date: date, key: key, typed: typed)
        try await store.answer([answer], days: days)
    }

    @Test func `an answer is found by its key and taken back by it, as long as it is the card's last`() async throws {
        try await answer(.good, key: "talk m1 \(card.id)")
        try await answer(.good, after: 900, key: "talk m2 \(card.id)")
        #expect(try await store.answers(keyed: "talk m1 ").map(\.review.key) == ["talk m1 \(card.id)"])
        #expect(try await store.answers(keyed: "talk m").count == 2)
        for other in ["talk m3 ", "talk M1 "] { #expect(try await store.answers(keyed: other).isEmpty) }
        #expect(try await store.undoAnswer("talk m1 \(card.id)") == .changedSince, "the card was answered since")
        #expect(try await store.undoAnswer("talk m2 \(card.id)").answered?.card.state.repetitions == 1)
        #expect(try await store.undoAnswer("talk m1 \(card.id)").answered?.card == card, "as it was before")
        #expect(try await store.undoAnswer("talk m1 \(card.id)") == .nothing)
        #expect(try await store.reviews(of: card.id).isEmpty)
    }

    @Test func `a word of a talk is counted, taken back, and counted again`() async throws {
        for daysAgo in [40.0, 39] { try await answer(.good, after: -86_400 * daysAgo) }
        let tutor = TutorWords(store)
        let (offer, moment) = (
            ReviewOffer(card: card.id, word: "la pluie", message: "m"), StudyMoment(now: now, days: days)
        )
        for _ in 0..<3 {
            #expect(try await tutor.accept(offer, flashcard: word.id, moment) != nil)
            #expect(try await tutor.accept(offer, flashcard: word.id, moment) == nil, "it is no longer due")
            #expect(try await tutor.reviews(by: ["m"])["m"]?.map(\.card) == [card.id])
            #expect(try await tutor.takeBack(offer))
            #expect(try await !tutor.takeBack(offer))
        }
        #expect(try await store.reviews(of: card.id).count == 2)
    }

    @Test func `a wrong answer that was typed stays with its word, the newest first`() async throws {
        try await answer(.again, typed: "snow")
        try await answer(.again, after: 60, typed: " wind\n")
        try await answer(.again, after: 120, typed: "snow")
        // Neither of these was wrong.
        try await answer(.again, after: 180, typed: "Rain!")
        try await answer(.good, after: 240, typed: "storm")
        let kept = try #require(try await store.flashcard(word.id))
        #expect(kept.content.mistakes == ["snow", "wind"])
        #expect(kept.modifiedAt == word.modifiedAt, "nobody has changed the word")
        for place in 0..<20 { try await answer(.again, after: 300 + Double(place) * 60, typed: "wrong \(place)") }
        let all = try await store.flashcard(word.id)?.content.mistakes
        #expect(all?.count == FlashcardContent.mostMistakes && all?.first == "wrong 19")
    }

    @Test func `further sentences come back as they were`() async throws {
        var changed = word
        changed.content.sentences = ["Il pleut \"fort\".", "Encore la pluie\t!"]
        changed.content.synonyms = ["rainfall"]
        try await store.save(changed, at: now)
        #expect(try await store.flashcard(word.id)?.content == changed.content)
        let copy = try await store.exportWords(deck: nil, withReviews: false, withMedia: false)
        #expect(copy.words.first?.content.sentences == changed.content.sentences)
    }

    // MARK: The user's own texts

    private func say(_ text: String, id: String, by role: Message.Role = .user, isUnremembered: Bool = false)
        async throws
    {
        var session = Session(id: "s-\(id)", createdAt: now)
        session.leaf = id
        var message = Message(
            id: id, session: session.id, parent: nil, role: role, content: text, createdAt: now.addingTimeInterval(9))
        message.isUnremembered = isUnremembered
        try await store.save([message], in: session)
    }

    @Test func `own texts are what the user wrote, and nothing that the memory is not to know`() async throws {
        try await say("Hier la pluie est tombée sur le jardin.", id: "mine")
        try await say("La pluie est douce.", id: "answer", by: .assistant)
        try await say("La pluie est un secret.", id: "secret", isUnremembered: true)
        let entry = JournalEntry(
            id: "e", day: JournalDay("2026-11-20")!, text: "Les pluies de novembre.", createdAt: now)
        try await store.save(entry)
        let found = try await store.ownTexts(with: "plui", limit: 9)
        #expect(found.map(\.source) == [.message(session: "s-mine", id: "mine"), .entry("e")])
        #expect(found.map(\.excerpt) == ["Hier la pluie est tombée sur le jardin.", "Les pluies de novembre."])
        #expect(try await store.ownTexts(with: "plui", limit: 1).count == 1)
        try await store.deleteEntries(["e"], at: now)
        #expect(try await store.ownTexts(with: "plui", limit: 9).count == 1)
        for odd in ["", "\"", "plui\" OR \"a", "NEAR(", "\0", "*"] { _ = try await store.ownTexts(with: odd, limit: 9) }
    }

    /// A card must never come back to what somebody wanted forgotten, nor to their worst hour.
    @Test func `own texts are nothing that was forgotten, and nothing that speaks of harming oneself`() async throws {
        let dark = "Je ne veux plus vivre dans cette maison, je veux mourir et me suicider."
        try await say("La maison est grande.", id: "kept")
        try await say("La maison de Paul est un secret.", id: "forgotten")
        try await say("Ma maison me pèse tant.", id: "answered")
        try await say(dark, id: "dark")
        // What the app answered with its own words, whatever its rules say of the question today.
        var care = Message(
            id: "care", session: "s-answered", parent: "answered", role: .assistant, content: "Je suis là.",
            createdAt: now.addingTimeInterval(10))
        care.care = "fr"
        let asked = try #require(try await store.session("s-answered"))
        try await store.save([care], in: asked)
        for (id, text) in [("e", "Une maison au bord de la mer."), ("dark-e", dark), ("gone-e", "La maison de Paul.")] {
            let day = try #require(JournalDay("2026-11-20"))
            try await store.save(JournalEntry(id: id, day: day, text: text, createdAt: now))
        }
        _ = try await store.forget(.sources(["forgotten"]), refusing: false, at: now.addingTimeInterval(20))
        try await store.write { try $0.exclude("gone-e", session: "journal", since: -.infinity, until: .infinity) }
        let found = try await store.ownTexts(with: "maison", limit: 9)
        #expect(Set(found.map(\.excerpt)) == ["La maison est grande.", "Une maison au bord de la mer."])
        // A day that was forgotten, by the day that an entry is about.
        let day = try #require(JournalDay("2026-11-20")).date(at: 0, in: .current)
        _ = try await store.forget(
            .time(day..<day.addingTimeInterval(86_400)), refusing: false, at: day.addingTimeInterval(86_400))
        let left = try await store.ownTexts(with: "maison", limit: 9)
        #expect(!left.map(\.source).contains(.entry("e")))
    }
}
