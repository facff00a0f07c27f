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
        imported.state = state(card, log, options)
        imported.isSuspended = card.queue == -1
        imported.buriedOn = card.queue == -2 || card.queue == -3 ? today : nil
        imported.flag = Int(card.flags)
        return imported
    }

    // MARK: Log

    private func log(_ reviews: [AnkiReview]) -> [FlashcardReview] {
        var last: Int?
        return reviews.map { review in
            let date = Date(timeIntervalSince1970: Double(review.id / 1000))
            let day = starts.day(of: date)
            let result = FlashcardReview(
                card: 0, date: date, day: day, rating: Rating(rawValue: Int(review.ease)), kind: Self.kind(review),
                elapsedDays: max(0, day - (last ?? day)), interval: .init(value: Int(review.interval)),
                milliseconds: Int(max(0, review.milliseconds)), key: "\(review.id)")
            if result.trains { last = day }
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

    // MARK: State

    private func state(_ card: AnkiCard, _ log: [FlashcardReview], _ options: AnkiDeckOptions?) -> FSRSState {
        var state = FSRSState()
        let answers = log.filter { $0.trains }
        state.repetitions = max(0, Int(card.repetitions))
        state.lapses = max(0, Int(card.lapses))
        guard let phase = Phase(rawValue: Int(card.type)), phase != .new, let memory = memory(card, answers, options)
        else {
            return state
        }
        let steps = phase == .learning ? options?.learningSteps : options?.relearningSteps
        // The thousands are another number; see `AnkiCard.left`.
        let left = Int(card.left) % 1000
        let step = phase == .review ? 0 : min(max(0, (steps?.count ?? left) - left), 20)
        let interval = phase == .review ? min(max(1, Int(card.interval)), 36_500) : 0
        state.card = CardState(phase: phase, step: step, memory: memory, intervalDays: interval)
        state.due = due(card)
        state.firstReviewDay = answers.first?.day
        setLastReview(&state, card, answers, interval)
        return state
    }

    /// What Anki keeps with the card; else what the whole log says; else what SM-2's interval and ease say.
    private func memory(_ card: AnkiCard, _ answers: [FlashcardReview], _ options: AnkiDeckOptions?) -> MemoryState? {
        if let memory = card.memory {
            return MemoryState(stability: min(max(memory.stability, 0.001), 36_500), difficulty: memory.difficulty)
        }
        // Parameters that FSRS does not take are as good as none.
        let parameters = options.flatMap { try? Parameters(clipping: $0.parameters, as: .six) }
        let model = MemoryModel(parameters ?? .fsrs6)
        if let first = answers.first, first.kind == .learning {
            return model.replay(answers.compactMap { answer in answer.rating.map { ($0, answer.elapsedDays) } })
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
