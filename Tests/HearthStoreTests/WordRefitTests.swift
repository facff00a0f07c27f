// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// The table of days beside the log, and what fitting makes of cards.
@Suite struct WordRefitTests {
    private static let days = UserDays(timeZone: .gmt)
    private static let start = Date(timeIntervalSince1970: 1_767_603_600)

    /// A learner of one deck who has answered each of some words on several days.
    private func studied(_ words: Int, answers: Int) async throws -> (store: Store, deck: Deck) {
        let store = try Store()
        let deck = try await store.makeDeck("French", at: Self.start)
        let contents = (0..<words).map { FlashcardContent(word: "word \($0)") }
        _ = try await store.add(contents, to: deck.id, at: Self.start)
        var query = FlashcardQuery(deck: deck.id)
        query.limit = 1_000
        let cards = try await store.flashcards(query).cards
        for round in 0..<answers {
            let date = Self.start.addingTimeInterval(Double(round * round) * 86_400)
            try await store.answer(
                cards.enumerated().map { place, card in
                    let rating: Rating = round > 0 && (place + round) % 4 == 0 ? .again : .good
                    return StudyAnswer(
                        card: card.id, rating: rating, date: date, milliseconds: 1_000, key: "\(round)-\(place)")
                }, days: Self.days)
        }
        return (store, deck)
    }

    /// The table of days says what the log says.
    private func check(_ store: Store, _ place: Comment) async throws {
        try await store.read { (database: Database) throws in
            let log = """
                SELECT deck, day, kind, ifnull(rating, 0) AS rating, count(*), sum(milliseconds), sum(elapsedDays >= 21)
                FROM reviews GROUP BY 1, 2, 3, 4
                """
            let odd = try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM (\(log) EXCEPT SELECT * FROM review_days))
                        + (SELECT count(*) FROM (SELECT * FROM review_days EXCEPT \(log)))
                    """)
            #expect(odd == 0, place)
            let due = "SELECT dueDay, count(*) FROM cards WHERE dueDay IS NOT NULL GROUP BY dueDay"
            let oddDays = try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM (\(due) EXCEPT SELECT * FROM due_days))
                        + (SELECT count(*) FROM (SELECT * FROM due_days EXCEPT \(due)))
                    """)
            #expect(oddDays == 0, place)
        }
    }

    @Test func `the answers by day follow the log whatever happens to it`() async throws {
        let (store, deck) = try await studied(6, answers: 7)
        try await check(store, "answered")
        #expect(try await store.undoAnswer("6-5").answered != nil)
        try await check(store, "undone")
        let other = try await store.makeDeck("French::Verbs", at: Self.start)
        var word = try #require(try await store.flashcards(FlashcardQuery(deck: deck.id)).flashcards.first)
        word.deck = other.id
        try await store.save(word, at: Self.start)
        try await check(store, "moved")
        let export = try await store.exportWords(deck: nil, withReviews: true, withMedia: false)
        try await store.eraseFlashcards([word.id])
        try await check(store, "a word erased")
        try await store.eraseDeck(deck.id)
        try await check(store, "a deck erased")
        _ = try await store.importWords(export, days: Self.days, at: Self.start) { _ in }
        try await check(store, "imported")
        #expect(try await store.reviewCounts().values.reduce(0, +) == 41)
    }

    @Test func `new parameters give each card the memory that its log has with them`() async throws {
        let (store, deck) = try await studied(5, answers: 5)
        var values = Parameters.fsrs6.values
        (values[0], values[2], values[8]) = (0.5, 4, 1.2)
        let wanted = values
        try await store.change(deck.id) { $0.parameters = wanted }
        let model = MemoryModel(try Parameters(wanted))
        let cards = try await store.flashcards(FlashcardQuery(deck: deck.id)).cards
        let dates = cards.map(\.state.due)
        for card in cards {
            let log = try await store.reviews(of: card.id)
            let memory = model.replay(log.compactMap { review in review.rating.map { ($0, review.elapsedDays) } })
            #expect(card.state.card.memory == memory)
        }
        try await store.change(deck.id) { $0.parameters = nil }
        let back = try await store.flashcards(FlashcardQuery(deck: deck.id)).cards
        #expect(back.map(\.state.due) == dates)
        for card in back {
            let last = try await store.reviews(of: card.id).last
            #expect(card.state.card.memory == last?.memory)
        }
    }

    /// Files could bring them; they ended the process.
    @Test func `cards with less than no answers are studied and fitted as any others`() async throws {
        let (store, deck) = try await studied(1, answers: 3)
        try await store.writeWords { try $0.execute(sql: "UPDATE cards SET repetitions = -1, lapses = -1") }
        var word = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first)
        (word.content.example, word.content.sentences) = ("One.", ["Two."])
        try await store.save(word, at: Self.start)
        var values = Parameters.fsrs6.values
        values[0] = 0.5
        let wanted = values
        try await store.change(deck.id) { $0.parameters = wanted }
        let later = StudyMoment(now: Self.start.addingTimeInterval(4e7), days: Self.days)
        let item = try #require(try await store.study(StudyRequest(deck: deck.id, moment: later)).items.first)
        #expect(item.sentences.count == 2 && item.card.state.repetitions == 0 && item.card.state.lapses == 0)
        let late = StudyAnswer(card: item.card.id, rating: .good, date: Self.start.addingTimeInterval(60), key: "late")
        #expect(try await store.answer([late], days: Self.days).count == 1)
    }

    @Test func `a fit is kept where it is no worse, and can be taken back`() async throws {
        let (store, deck) = try await studied(70, answers: 7)
        let refitting = Refitting(store) { Self.start }
        try await refitting.refitDueDecks()
        let settings = try await store.decks().settings(of: deck.id)
        let fit = try #require(settings.fit)
        #expect(fit.reviews == 490 && fit.isInUse == (fit.logLoss <= fit.formerLogLoss) && fit.isInUse)
        #expect(settings.parameters == fit.parameters)
        #expect(try await refitting.fit(deck.id)?.parameters == fit.parameters, "the same answers, the same parameters")
        let counts = try await store.reviewCounts()
        #expect(!Refit.isWorthwhile(settings, reviews: counts[deck.id] ?? 0))
        try await refitting.takeBack(deck.id)
        let after = try await store.decks().settings(of: deck.id)
        #expect(after.fit?.isInUse == false && !Refit.isWorthwhile(after, reviews: 490))
    }
}
