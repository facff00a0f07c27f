// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import SeededRandom
import Testing

@Suite struct AnsweringTests {
    private func rules(_ zone: String = "Europe/Paris", _ change: (inout DeckSettings) -> Void = { _ in }) throws
        -> Answering
    {
        var settings = DeckSettings()
        change(&settings)
        return Answering(settings, days: UserDays(timeZone: try #require(TimeZone(identifier: zone))))
    }

    private func date(_ text: String) throws -> Date { try Date.ISO8601FormatStyle().parse(text) }

    private let card = StudyCard(id: 5, flashcard: 3, direction: .recognition, deck: 1)

    private func answer(_ rating: Rating, _ date: Date, _ mode: StudyMode = .scheduled) -> StudyAnswer {
        StudyAnswer(card: 5, rating: rating, mode: mode, date: date, milliseconds: 2_500)
    }

    @Test func `steps are kept to the second, days are the user's`() throws {
        let rules = try rules()
        let start = try date("2026-03-28T20:00:17Z")
        let first = rules.answer(card, answer(.good, start))
        #expect(first.card.state.due == .at(start.addingTimeInterval(600)) && first.review.interval.value == -600)
        let second = rules.answer(first.card, answer(.good, start.addingTimeInterval(700)))
        let today = rules.days.day(of: start)
        let days = second.card.state.card.intervalDays
        #expect(second.card.state.due == .on(day: today + days) && days >= 1)
        #expect(second.card.state.repetitions == 2 && second.card.state.firstReviewDay == today)
        #expect(second.review.elapsedDays == 0 && second.review.kind == .learning && second.review.memory != nil)
        // In the night in which clocks go forward, half past three is still the day before.
        #expect(second.card.state.elapsedDays(on: rules.days.day(of: try date("2026-03-29T01:30:00Z"))) == 0)
        #expect(second.card.state.elapsedDays(on: rules.days.day(of: try date("2026-03-29T02:00:00Z"))) == 1)
    }

    @Test func `a step over the end of the day is due when the next begins`() throws {
        let rules = try rules { $0.learningSteps = [600, 28_800] }
        let late = try date("2026-06-01T23:00:00Z")
        let answered = rules.answer(card, answer(.good, late)).card
        #expect(answered.state.due == .at(late.addingTimeInterval(600)) || answered.state.due != .new)
        let again = rules.answer(answered, answer(.good, late)).card
        #expect(again.state.dueDay(rules.days) == rules.days.day(of: late) + 1 || again.state.phase == .review)
    }

    @Test func `cramming is logged and changes nothing`() throws {
        let rules = try rules()
        let start = try date("2026-06-01T10:00:00Z")
        let learned = rules.answer(card, answer(.easy, start)).card
        let crammed = rules.answer(learned, answer(.again, start.addingTimeInterval(60), .cram))
        #expect(crammed.card == learned)
        #expect(crammed.review.kind == .cram && crammed.review.kind.rawValue == 3 && !crammed.review.trains)
        #expect(crammed.review.interval.value == learned.state.card.intervalDays)
    }

    @Test func `a card that is forgotten again and again becomes a leech`() throws {
        let rules = try rules { $0.leechThreshold = 4 }
        var card = card
        card.state.card = CardState(phase: .review, memory: MemoryState(stability: 5, difficulty: 5), intervalDays: 5)
        var leeches: [Int] = []
        var now = try date("2026-06-01T10:00:00Z")
        for lapse in 1...9 {
            now += 864_000
            let answered = rules.answer(card, answer(.again, now))
            if answered.becameLeech { leeches.append(lapse) }
            card = answered.card
            #expect(card.state.lapses == lapse)
            card.state.card.phase = .review
            card.isSuspended = false
        }
        #expect(leeches == [4, 6, 8])
    }

    @Test func `previews are what answers give`() throws {
        let rules = try rules()
        var card = card
        var random = SplitMix(seed: 3)
        var now = try date("2026-01-01T10:00:00Z")
        for _ in 0..<40 {
            let previews = rules.previews(card, at: now)
            let ratings = Rating.allCases.map { rules.answer(card, answer($0, now)) }
            #expect(previews.map { FlashcardReview.Interval($0) } == ratings.map(\.review.interval))
            card = ratings[Int.random(in: 0..<4, using: &random)].card
            now += Double.random(in: 60...900_000, using: &random)
        }
    }

    @Test func `a balanced deck takes the day on which least is due`() throws {
        let start = try date("2026-06-01T10:00:00Z")
        let days = UserDays(timeZone: try #require(TimeZone(identifier: "UTC")))
        let today = days.day(of: start)
        var card = card
        card.state.card = CardState(phase: .review, memory: MemoryState(stability: 60, difficulty: 5), intervalDays: 50)
        card.state.lastReviewDay = today - 50
        let plain = Answering(DeckSettings(), days: days).answer(card, answer(.good, start)).card.state.card
            .intervalDays
        let free = plain - 1
        let rules = Answering(DeckSettings(), days: days) { range in
            Dictionary(uniqueKeysWithValues: range.map { ($0, $0 == today + free ? 0 : 9) })
        }
        #expect(rules.answer(card, answer(.good, start)).card.state.card.intervalDays == free)
    }

    @Test func `a summary counts, and takes back`() throws {
        let rules = try rules()
        let start = try date("2026-06-01T10:00:00Z")
        var summary = SessionSummary()
        let first = rules.answer(card, answer(.good, start))
        let second = rules.answer(first.card, answer(.again, start.addingTimeInterval(700)))
        summary.add(first)
        summary.add(second)
        #expect(
            summary.answers == 2 && summary.begun == 1 && summary.differentCards == 1 && summary.milliseconds == 5_000)
        summary.remove(AnsweredCard(card: first.card, review: second.review))
        #expect(summary.answers == 1 && summary.ratings == [0, 0, 1, 0] && summary.differentCards == 1)
        summary.remove(AnsweredCard(card: card, review: first.review))
        #expect(summary.begun == 0 && summary.differentCards == 0 && summary.answers == 0)
    }
}
