// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Taking answers back, and answers that come late.
@Suite struct StudyUndoTests {
    private static let days = UserDays(timeZone: .gmt)
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func store(_ change: (inout DeckSettings) -> Void = { _ in }) async throws -> (Store, StudyCard) {
        let store = try Store()
        var deck = try await store.makeDeck("French", at: Self.start)
        var settings = DeckSettings()
        (settings.fuzz, settings.balancesLoad) = (false, false)
        change(&settings)
        deck.settings = settings
        try await store.save(deck)
        let word = try #require(
            try await store.add([FlashcardContent(word: "le seuil")], to: deck.id, at: Self.start).first)
        return (store, try #require(try await store.cards(of: word.id).first))
    }

    private func answer(
        _ store: Store, _ card: StudyCard, _ rating: Rating, day: Double, _ mode: StudyMode = .scheduled
    ) async throws {
        let date = Self.start.addingTimeInterval(day * 86_400)
        let answer = StudyAnswer(card: card.id, rating: rating, mode: mode, date: date, key: "\(mode)-\(day)")
        try await store.answer([answer], days: Self.days)
    }

    private func card(_ store: Store, _ card: StudyCard) async throws -> StudyCard {
        try #require(try await store.cards(of: card.flashcard).first)
    }

    @Test func `a crammed answer is taken back from the log, and no other with it`() async throws {
        let (store, card) = try await store()
        try await answer(store, card, .easy, day: 0)
        let answered = try await self.card(store, card)
        try await answer(store, card, .again, day: 0.1, .cram)
        #expect(try await store.undoAnswer("cram-0.1").answered?.review.kind == .cram)
        #expect(try await store.reviews(of: card.id).map(\.rating) == [.easy])
        #expect(try await self.card(store, card) == answered)
        #expect(try await store.undoAnswer("cram-0.1") == .nothing)
        // Cramming since then changed nothing, and stands in the way of nothing.
        try await answer(store, card, .good, day: 0.2, .cram)
        #expect(try await store.undoAnswer("scheduled-0.0").answered?.card == card)
        #expect(try await store.reviews(of: card.id).map(\.kind) == [.cram])
    }

    /// Answers in the order in which they come, by day.
    private static let histories: [[(Rating, Double)]] = [
        [(.good, 0), (.good, 9), (.easy, 6)],
        [(.good, 0), (.good, 1), (.again, 30), (.good, 12), (.hard, 3)],
        [(.easy, 5), (.good, 0)],
    ]

    @Test(arguments: 0..<histories.count)
    func `answers that come late make of a card what they make in order`(_ number: Int) async throws {
        let history = Self.histories[number]
        let (late, first) = try await store()
        for (rating, day) in history { try await answer(late, first, rating, day: day) }
        let (ordered, second) = try await store()
        for (rating, day) in history.sorted(by: { $0.1 < $1.1 }) {
            try await answer(ordered, second, rating, day: day)
        }
        #expect(try await card(late, first) == card(ordered, second))
        func log(_ store: Store) async throws -> [FlashcardReview] {
            try await store.reviews(of: first.id).map {
                var review = $0
                review.id = 0
                return review
            }
        }
        #expect(try await log(late) == log(ordered))
    }

    @Test func `a late answer that is taken back leaves card and log as they were`() async throws {
        let (store, card) = try await store()
        for day in [0.0, 4, 20] { try await answer(store, card, .good, day: day) }
        let (before, log) = (try await self.card(store, card), try await store.reviews(of: card.id))
        try await answer(store, card, .again, day: 10)
        #expect(try await self.card(store, card) != before)
        #expect(try await store.undoAnswer("scheduled-10.0").answered?.card == before)
        #expect(try await store.reviews(of: card.id) == log)
    }

    @Test(arguments: DeckSettings.LeechAction.allCases)
    func `a lapse that comes late makes a leech as it would have in its time`(action: DeckSettings.LeechAction)
        async throws
    {
        let (store, card) = try await store { ($0.leechThreshold, $0.leechAction) = (2, action) }
        let history: [(Rating, Double)] = [(.easy, 0), (.again, 10), (.good, 11), (.good, 30)]
        for (rating, day) in history { try await answer(store, card, rating, day: day) }
        let before = try await self.card(store, card)
        let late = StudyAnswer(
            card: card.id, rating: .again, date: Self.start.addingTimeInterval(20 * 86_400), key: "late")
        let answered = try #require(try await store.answer([late], days: Self.days).first)
        let leech = try await self.card(store, card)
        #expect(before.state.lapses == 1 && leech.state.lapses == 2)
        #expect(answered.becameLeech && answered.card == leech && leech.isSuspended == (action == .suspend))
        #expect(try await store.flashcard(card.flashcard)?.content.tags == [FlashcardContent.leechTag])
        #expect(try await store.undoAnswer("late").answered?.card == before)
        #expect(try await store.flashcard(card.flashcard)?.content.tags == [])
    }

    @Test func `a card whose log is not whole keeps its dates when an answer comes late`() async throws {
        let (store, card) = try await store()
        for day in [0.0, 4, 20] { try await answer(store, card, .good, day: day) }
        try await store.write { try $0.execute(sql: "DELETE FROM reviews WHERE key = 'scheduled-0.0'") }
        let before = try await self.card(store, card)
        try await answer(store, card, .again, day: 10)
        #expect(try await self.card(store, card) == before)
        #expect(try await store.reviews(of: card.id).map(\.rating) == [.good, .again, .good])
    }

    @Test func `clocks that are not quite the same make no answer late`() async throws {
        let (store, card) = try await store()
        try await answer(store, card, .again, day: 0)
        let date = Self.start.addingTimeInterval(-100)
        try await store.answer([StudyAnswer(card: card.id, rating: .easy, date: date)], days: Self.days)
        #expect(try await self.card(store, card).state.phase == .review)
    }

    @Test func `a deck goes into another one, but not too deep`() async throws {
        let store = try Store()
        let deep = try await store.makeDeck((1...19).map { "d\($0)" }.joined(separator: "::"), at: Self.start)
        var two = try await store.makeDeck("A::B", at: Self.start)
        var one = try #require(try await store.decks().deck(at: "A"))
        one.parent = deep.id
        await #expect(throws: WordsError.self) { try await store.save(one) }
        two.parent = deep.id
        try await store.save(two)
        #expect(try await store.decks().path(of: two.id).count == 20)
    }
}

/// Undo means exactly the last act.
@Suite struct ExactUndoTests {
    private static let days = UserDays(timeZone: .gmt)
    private static let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func store(_ change: (inout DeckSettings) -> Void = { _ in }) async throws -> (Store, [StudyCard]) {
        let store = try Store()
        var deck = try await store.makeDeck("French", at: Self.start)
        var settings = DeckSettings()
        (settings.fuzz, settings.balancesLoad, settings.directions) = (false, false, [.recognition, .production])
        change(&settings)
        deck.settings = settings
        try await store.save(deck)
        var content = FlashcardContent(word: "le seuil")
        content.translation = "the threshold"
        let words = try await store.add([content], to: deck.id, at: Self.start)
        return (store, try await store.cards(of: words[0].id))
    }

    private func answer(
        _ store: Store, _ card: StudyCard, _ rating: Rating, hours: Double = 0, key: String, typed: String? = nil
    ) async throws -> [AnsweredCard] {
        let date = Self.start.addingTimeInterval(hours * 3_600)
        return try await store.answer(
            [StudyAnswer(card: card.id, rating: rating, date: date, key: key, typed: typed)], days: Self.days)
    }

    private func moment(_ hours: Double) -> StudyMoment {
        StudyMoment(now: Self.start.addingTimeInterval(hours * 3_600), days: Self.days)
    }

    @Test func `a suspension, hiding and tags that came after an answer stay when it is undone`() async throws {
        let (store, cards) = try await store()
        _ = try await answer(store, cards[0], .easy, key: "a")
        try await store.set(.suspend, on: [cards[0].id], at: Self.start)
        try await store.set(.bury(day: moment(0).today), on: [cards[0].id], at: Self.start)
        _ = try await store.change(cards[0].flashcard, at: Self.start) {
            $0.tags = ["mine"]
            return true
        }
        let undone = try #require(try await store.undoAnswer("a").answered)
        #expect(undone.card.state == cards[0].state)
        #expect(undone.card.isSuspended && undone.card.buriedOn == moment(0).today)
        #expect(try await store.flashcard(cards[0].flashcard)?.content.tags == ["mine"])
    }

    @Test func `an answer before a card began anew is not undone, and says so`() async throws {
        let (store, cards) = try await store()
        _ = try await answer(store, cards[0], .easy, key: "a")
        try await store.set(.forget, on: [cards[0].id], at: Self.start.addingTimeInterval(60))
        #expect(try await store.undoAnswer("a") == .changedSince)
        #expect(try await store.cards(of: cards[0].flashcard)[0].state == FSRSState())
        #expect(try await store.reviews(of: cards[0].id).count == 1)
    }

    @Test func `what an answer did beside its card is undone with it`() async throws {
        let (store, cards) = try await store { ($0.buriesSiblings, $0.leechThreshold) = (true, 1) }
        _ = try await answer(store, cards[0], .easy, hours: -24 * 30, key: "first")
        // Hidden by the user on another day before.
        let former = moment(-48).today
        try await store.set(.bury(day: former), on: [cards[1].id], at: Self.start)
        let lapse = try await answer(store, cards[0], .again, key: "a", typed: "la porte")
        #expect(lapse.first?.becameLeech == true)
        #expect(try await store.cards(of: cards[0].flashcard)[1].buriedOn == moment(0).today)
        let word = try #require(try await store.flashcard(cards[0].flashcard))
        #expect(word.content.mistakes == ["la porte"] && word.content.tags == [FlashcardContent.leechTag])
        #expect(try await store.undoAnswer("a").answered != nil)
        #expect(try await store.cards(of: cards[0].flashcard)[1].buriedOn == former)
        let after = try #require(try await store.flashcard(cards[0].flashcard))
        #expect(after.content.mistakes.isEmpty && after.content.tags.isEmpty)
    }

    @Test func `an undone answer that a phone sends again stays undone`() async throws {
        let (store, cards) = try await store()
        _ = try await answer(store, cards[0], .easy, key: "a")
        #expect(try await store.undoAnswer("a").answered != nil)
        #expect(try await answer(store, cards[0], .easy, key: "a").isEmpty)
        #expect(try await store.cards(of: cards[0].flashcard)[0] == cards[0])
        #expect(try await store.reviews(of: cards[0].id).isEmpty)
    }

    @Test func `an answer from before a card began anew is logged and counts for nothing after it`() async throws {
        let (store, cards) = try await store()
        _ = try await answer(store, cards[0], .easy, key: "a")
        try await store.set(.forget, on: [cards[0].id], at: Self.start.addingTimeInterval(7_200))
        let fresh = try await store.cards(of: cards[0].flashcard)[0]
        #expect(try await answer(store, cards[0], .easy, hours: 1, key: "b").count == 1)
        #expect(try await store.cards(of: cards[0].flashcard)[0] == fresh)
        #expect(try await store.reviews(of: cards[0].id).map(\.key) == ["a", "b"])
        _ = try await answer(store, cards[0], .easy, hours: 3, key: "c")
        #expect(try await store.cards(of: cards[0].flashcard)[0].state.repetitions == 1)
    }

    @Test func `a card in a step is hidden until tomorrow, too`() async throws {
        let (store, cards) = try await store()
        _ = try await answer(store, cards[0], .again, key: "a")
        let request = StudyRequest(deck: cards[0].deck, moment: moment(0.5), limit: 9)
        #expect(try await store.study(request).items.contains { $0.card.id == cards[0].id })
        try await store.set(.bury(day: moment(0.5).today), on: [cards[0].id], at: Self.start)
        let batch = try await store.study(request)
        #expect(!batch.items.contains { $0.card.id == cards[0].id } && batch.counts.learning == 0)
        let tomorrow = StudyRequest(deck: cards[0].deck, moment: moment(24.5), limit: 9)
        #expect(try await store.study(tomorrow).items.contains { $0.card.id == cards[0].id })
    }
}
