// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// Makes the schedule of a card of Anki's columns and log.
struct CardSchedule {
    let days: UserDays
    private let starts: DayStarts
    /// The user's day on which the collection began; Anki counts from there.
    let firstDay: Int
    let today: Int

    init(days: UserDays, firstDay: Int, today: Int) {
        (self.days, self.firstDay, self.today) = (days, firstDay, today)
        starts = DayStarts(days)
    }

    /// Further than this from today, in days, is no date of a learner.
    private static let mostDays = 40_000

    /// - Parameter reviews: of this card, oldest first.
    func card(
        _ card: AnkiCard, _ direction: Direction, _ reviews: [AnkiReview], _ options: AnkiDeckOptions?, deck: Int?
    ) -> ImportedCard {
        let log = self.log(reviews)
        var imported = ImportedCard(direction: direction, deck: deck, reviews: log)
        let start = lifeStart(reviews, log, isNew: card.type == 0)
        imported.resetAt = start.map { log[$0].date }
        imported.state = state(card, reviews, log, since: start, options)
        imported.isSuspended = card.queue == -1
        imported.buriedOn = card.queue == -2 || card.queue == -3 ? today : nil
        imported.flag = Int(card.flags)
        return imported
    }

    // MARK: Log

    private func log(_ reviews: [AnkiReview]) -> [FlashcardReview] {
        // The last answer that counts: its day, and what it was.
        var last: (day: Int, kind: FlashcardReview.Kind)?
        return reviews.map { review in
            let date = Date(timeIntervalSince1970: Double(review.id / 1000))
            let (day, kind) = (starts.day(of: date), Self.kind(review))
            // What is learned after it was reviewed was made new in between.
            if review.isReset || kind == .learning && last.map({ $0.kind != .learning }) == true { last = nil }
            let result = FlashcardReview(
                card: 0, date: date, day: day, rating: Rating(rawValue: Int(review.ease)), kind: kind,
                elapsedDays: max(0, day - (last?.day ?? day)), interval: .init(value: Int(review.interval)),
                milliseconds: Int(max(0, review.milliseconds)), key: "\(review.id)")
            if result.trains { last = (day, kind) }
            return result
        }
    }

    /// Type 3 is any answer in a filtered deck; without an ease it was cramming, which changes nothing.
    private static func kind(_ review: AnkiReview) -> FlashcardReview.Kind {
        switch review.type {
        case 0...2 where review.ease == 0: .manual
        case 3 where review.factor != 0: .review
        default: FlashcardReview.Kind(rawValue: Int(review.type)) ?? .manual
        }
    }

    /// The place in the log at which a card that was made new begins again; `nil` where it has one life alone.
    ///
    /// It was made new by a line that says so, or between a review and an answer that is learning: relearning is
    /// another kind. A line after which nothing came, though the card is learned, stands in the wrong place.
    private func lifeStart(_ reviews: [AnkiReview], _ log: [FlashcardReview], isNew: Bool) -> Int? {
        var (start, reset): (Int?, Int?)
        var last: FlashcardReview.Kind?
        for (place, (review, line)) in zip(reviews, log).enumerated() {
            if review.isReset {
                reset = place
            } else if line.trains {
                if let made = reset {
                    start = made
                } else if let last, last != .learning, line.kind == .learning {
                    start = place
                }
                (reset, last) = (nil, line.kind)
            }
        }
        return isNew ? reset ?? start : start
    }

    // MARK: State

    /// - Parameter start: the place in the log at which the card began again.
    private func state(
        _ card: AnkiCard, _ reviews: [AnkiReview], _ log: [FlashcardReview], since start: Int?,
        _ options: AnkiDeckOptions?
    ) -> FSRSState {
        var state = FSRSState()
        let places = log.indices.filter { $0 >= start ?? 0 && log[$0].trains }
        let answers = places.map { log[$0] }
        // Anki may have gone on counting; what is known of the card is worked out from so many answers.
        state.repetitions = start == nil ? max(0, Int(card.repetitions)) : answers.count
        state.lapses = max(0, Int(card.lapses))
        let first = places.first.map { reviews[$0] }
        guard let phase = Phase(rawValue: Int(card.type)), phase != .new,
            let memory = memory(card, answers, first, options)
        else {
            return state
        }
        let steps = phase == .learning ? options?.learningSteps : options?.relearningSteps
        // The thousands are another number; see `AnkiCard.left`.
        let left = Int(card.left) % 1000
        let step = phase == .review ? 0 : min(max(0, (steps?.count ?? left) - left), 20)
        // A card that is learned again keeps the interval that it will have.
        let interval = phase == .learning ? 0 : min(max(1, Int(card.interval)), 36_500)
        state.card = CardState(phase: phase, step: step, memory: memory, intervalDays: interval)
        state.due = due(card)
        state.firstReviewDay = answers.first?.day
        setLastReview(&state, card, answers, phase == .review ? interval : 0)
        return state
    }

    /// The state that Anki keeps with the card; else that of the whole log; else that of a log without its beginning,
    /// from the interval and the ease of its first entry on; else that of SM-2's interval and ease. Source: Anki,
    /// `fsrs/memory_state.rs`.
    /// - Parameter first: the first of the answers as Anki has it.
    private func memory(
        _ card: AnkiCard, _ answers: [FlashcardReview], _ first: AnkiReview?, _ options: AnkiDeckOptions?
    ) -> MemoryState? {
        if let memory = card.memory {
            return MemoryState(stability: min(max(memory.stability, 0.001), 36_500), difficulty: memory.difficulty)
        }
        // Parameters that FSRS does not take are as good as none.
        let parameters = options.flatMap { try? Parameters(clipping: $0.parameters, as: .six) }
        let model = MemoryModel(parameters ?? .fsrs6)
        let ratings = answers.compactMap { answer in answer.rating.map { (rating: $0, days: answer.elapsedDays) } }
        if answers.first?.kind == .learning { return model.replay(ratings) }
        if let first,
            var start = model.stateFromSM2(
                interval: Double(max(1, first.interval)), ease: first.factor == 0 ? 2.5 : Double(first.factor) / 1000)
        {
            // Where FSRS wrote the entry, its ease is the difficulty.
            if (1...1100).contains(first.factor) {
                start.difficulty = min(max((Double(first.factor) / 1000 - 0.1) * 9 + 1, 1), 10)
            }
            return model.replay(ratings.dropFirst(), from: start)
        }
        let ease = card.factor >= 1300 ? Double(card.factor) / 1000 : 2.5
        return model.stateFromSM2(interval: Double(max(1, card.interval)), ease: min(ease, 10))
    }

    /// Seconds since 1970 where it is in a step of less than a day, else days since the collection began.
    private func due(_ card: AnkiCard) -> FSRSState.Due {
        let due = card.originalDeck != 0 && card.originalDue != 0 ? card.originalDue : card.due
        if due > 1_000_000_000 {
            return .at(Date(timeIntervalSince1970: Double(min(due, 4_102_444_800))))
        }
        let most = Self.mostDays
        return .on(day: min(max(firstDay + min(max(due, -most), most), today - most), today + most))
    }

    private func setLastReview(
        _ state: inout FSRSState, _ card: AnkiCard, _ answers: [FlashcardReview], _ interval: Int
    ) {
        if let last = answers.last {
            (state.lastReviewDate, state.lastReviewDay) = (last.date, last.day)
        } else if let seconds = card.memory?.lastReview, (0..<4_102_444_800).contains(seconds) {
            state.lastReviewDate = Date(timeIntervalSince1970: Double(seconds))
            state.lastReviewDay = state.lastReviewDate.map(days.day)
        } else if case .on(let day) = state.due {
            state.lastReviewDay = min(day - interval, today)
            state.lastReviewDate = state.lastReviewDay.map(days.start)
        } else {
            state.lastReviewDay = today
            state.lastReviewDate = days.start(of: today)
        }
    }
}
