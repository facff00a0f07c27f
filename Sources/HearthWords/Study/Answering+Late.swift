// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation

/// Effect of an answer on a card that was answered later than that, on another device.
public struct LateAnswer: Sendable {
    /// The card as all its answers make it, and the line of the late one.
    public var answered: AnsweredCard
    /// The lines of the log after it, as they are when it has come in its time.
    public var later: [FlashcardReview]

    public init(answered: AnsweredCard, later: [FlashcardReview]) { (self.answered, self.later) = (answered, later) }
}

extension Answering {
    /// How much older than a card's last answer another one has to be to count as late, in seconds: clocks of two
    /// devices are not the same.
    public static let lateSeconds = 300.0

    /// Whether the card has been answered later than this answer.
    public static func isLate(_ answer: StudyAnswer, for card: StudyCard) -> Bool {
        guard answer.mode == .scheduled, let last = card.state.lastReviewDate else { return false }
        return answer.date.addingTimeInterval(lateSeconds) < last
    }

    /// Applies a late answer at its own time, as if all answers had come in order.
    ///
    /// If the log lacks some of the card's answers, its dates stay as they are, and the answer is only logged.
    /// - Parameter log: all answers of the card, oldest first.
    public func answer(late answer: StudyAnswer, to card: StudyCard, log: [FlashcardReview]) -> LateAnswer {
        guard let own = Self.whole(log, of: card) else { return LateAnswer(answered: logged(card, answer), later: []) }
        let place = own.firstIndex { $0.date > answer.date } ?? own.count
        var card = card
        let before = card.state.lapses
        let lapses = before - replayed(own, of: card).card.state.lapses
        let first = replayed(Array(own[..<place]), of: card).card
        let late = self.answer(first, answer)
        let rest = replayed(Array(own[place...]), from: late.card)
        card.state = rest.card.state
        card.state.lapses = max(0, card.state.lapses + lapses)
        let added = before..<max(before, card.state.lapses)
        let becameLeech = added.contains { isLeech(lapses: $0 + 1) }
        if becameLeech && settings.leechAction == .suspend { card.isSuspended = true }
        return LateAnswer(
            answered: AnsweredCard(card: card, review: late.review, becameLeech: becameLeech), later: rest.log)
    }

    /// The lines of the log after one that has been taken back.
    public func lines(after taken: FlashcardReview, of card: StudyCard, log: [FlashcardReview]) -> [FlashcardReview] {
        guard let own = Self.whole(log, of: card) else { return [] }
        return replayed(own, of: card).log.filter { $0.date > taken.date }
    }

    /// The answers since a card was begun; `nil` where some are missing.
    private static func whole(_ log: [FlashcardReview], of card: StudyCard) -> [FlashcardReview]? {
        // A card that was reset has answers from before, which do not count any more.
        let own = log.filter(\.trains).suffix(card.state.repetitions)
        guard own.count == card.state.repetitions, own.first?.kind == .learning else { return nil }
        return Array(own)
    }

    private func replayed(_ log: [FlashcardReview], of card: StudyCard) -> (card: StudyCard, log: [FlashcardReview]) {
        var fresh = card
        fresh.state = FSRSState()
        return replayed(log, from: fresh)
    }

    private func replayed(
        _ log: [FlashcardReview], from start: StudyCard
    ) -> (card: StudyCard, log: [FlashcardReview]) {
        var (card, lines) = (start, [FlashcardReview]())
        for review in log {
            guard let rating = review.rating else { continue }
            var answered = answer(
                card,
                StudyAnswer(
                    card: card.id, rating: rating, date: review.date, milliseconds: review.milliseconds,
                    key: review.key), on: review.day)
            (answered.review.id, card) = (review.id, answered.card)
            lines.append(answered.review)
        }
        return (card, lines)
    }

    /// The line of an answer that changes no date.
    public func logged(_ card: StudyCard, _ answer: StudyAnswer) -> AnsweredCard {
        let day = days.day(of: answer.date)
        let review = FlashcardReview(
            card: card.id, date: answer.date, day: day, rating: answer.rating, kind: .review,
            elapsedDays: 0, interval: .init(value: card.state.card.intervalDays), memory: card.state.card.memory,
            milliseconds: answer.milliseconds, key: answer.key)
        return AnsweredCard(card: card, review: review)
    }
}
