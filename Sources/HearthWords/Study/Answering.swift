// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// Rules for the effect of an answer on a card, without a store.
public struct Answering: Sendable {
    public let settings: DeckSettings
    public let days: UserDays
    private let scheduler: Scheduler
    /// How many cards are due on a day of the user.
    private let load: @Sendable (ClosedRange<Int>) -> [Int: Int]

    /// - Parameter load: how many cards are due on which of these days; it is asked only where the deck's settings want
    ///   the load balanced.
    public init(
        _ settings: DeckSettings, days: UserDays,
        load: @escaping @Sendable (ClosedRange<Int>) -> [Int: Int] = { _ in [:] }
    ) {
        (self.settings, self.days, self.load) = (settings, days, load)
        scheduler = settings.scheduler
    }

    /// Applies an answer to a card, and makes the line for the log.
    ///
    /// Cramming is logged as Anki does it, as kind 3, and changes nothing.
    public func answer(_ card: StudyCard, _ answer: StudyAnswer) -> AnsweredCard {
        self.answer(card, answer, on: days.day(of: answer.date))
    }

    /// - Parameter day: the user's day, by the clock and time zone of then.
    func answer(_ card: StudyCard, _ answer: StudyAnswer, on day: Int) -> AnsweredCard {
        guard answer.mode == .scheduled else { return crammed(card, answer, day) }
        let before = card.state
        let outcome = scheduler.next(
            before.card, answer.rating, afterDays: before.elapsedDays(on: day), fuzz: fuzz(for: card, on: day))
        var card = card
        card.state.card = outcome.state
        card.state.due = due(outcome.interval, from: answer.date, day)
        card.state.lastReviewDate = answer.date
        card.state.lastReviewDay = day
        card.state.firstReviewDay = before.firstReviewDay ?? day
        card.state.repetitions += 1
        let isLapse = before.phase == .review && answer.rating == .again
        if isLapse { card.state.lapses += 1 }
        let becameLeech = isLapse && isLeech(lapses: card.state.lapses)
        if becameLeech && settings.leechAction == .suspend { card.isSuspended = true }
        let review = FlashcardReview(
            card: card.id, date: answer.date, day: day, rating: answer.rating, kind: Self.kind(before.phase),
            elapsedDays: before.elapsedDays(on: day), interval: .init(outcome.interval), memory: outcome.state.memory,
            milliseconds: answer.milliseconds, key: answer.key)
        return AnsweredCard(card: card, review: review, becameLeech: becameLeech)
    }

    /// The intervals on the buttons, from Again to Easy.
    public func previews(_ card: StudyCard, at now: Date) -> [Outcome.Interval] {
        let day = days.day(of: now)
        return scheduler.previews(
            card.state.card, afterDays: card.state.elapsedDays(on: day), fuzz: fuzz(for: card, on: day)
        ).map(\.interval)
    }

    private func crammed(_ card: StudyCard, _ answer: StudyAnswer, _ day: Int) -> AnsweredCard {
        let review = FlashcardReview(
            card: card.id, date: answer.date, day: day, rating: answer.rating, kind: .cram,
            elapsedDays: card.state.elapsedDays(on: day), interval: .init(value: card.state.card.intervalDays),
            memory: card.state.card.memory, milliseconds: answer.milliseconds, key: answer.key)
        return AnsweredCard(card: card, review: review)
    }

    private static func kind(_ phase: Phase) -> FlashcardReview.Kind {
        switch phase {
        case .new, .learning: .learning
        case .review: .review
        case .relearning: .relearning
        }
    }

    /// A step that ends on another day of the user is due when that day begins.
    private func due(_ interval: Outcome.Interval, from date: Date, _ day: Int) -> FSRSState.Due {
        switch interval {
        case .days(let days): return .on(day: day + days)
        case .seconds(let seconds):
            let moment = date.addingTimeInterval(seconds)
            return moment < days.end(of: day) ? .at(moment) : .on(day: days.day(of: moment))
        }
    }

    /// At the threshold, and then each time half of it is added, as in Anki.
    func isLeech(lapses: Int) -> Bool {
        let threshold = settings.leechThreshold
        guard threshold > 0, lapses >= threshold else { return false }
        return (lapses - threshold).isMultiple(of: max((threshold + 1) / 2, 1))
    }

    private func fuzz(for card: StudyCard, on day: Int) -> Fuzz? {
        guard settings.fuzz else { return nil }
        let position = Fuzz.position(card: card.id, repetition: card.state.repetitions)
        guard settings.balancesLoad else { return Fuzz(position: position) }
        let load = load
        return Fuzz(position: position) { range in
            let due = load(day + range.lowerBound...day + range.upperBound)
            return range.map {
                let cards = Double(1 + (due[day + $0] ?? 0))
                return 1 / (cards * cards)
            }
        }
    }
}
