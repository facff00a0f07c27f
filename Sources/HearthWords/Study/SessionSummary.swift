// SPDX-License-Identifier: Apache-2.0

import FSRS

/// Totals of a session of study.
public struct SessionSummary: Sendable, Hashable, Codable {
    /// By rating, from Again to Easy.
    public private(set) var ratings = [0, 0, 0, 0]
    /// Cards seen for the first time.
    public private(set) var begun = 0
    /// Answers to learned cards, and how many of them were recalled.
    public private(set) var reviews = WordStatistics.Share()
    public private(set) var crammed = 0
    public private(set) var milliseconds = 0
    /// Cards that became leeches.
    public private(set) var leeches: [Int64] = []
    private var cards: [Int64: Int] = [:]

    public init() {}

    public var answers: Int { ratings.reduce(0, +) }
    /// How many different cards were answered.
    public var differentCards: Int { cards.values.count { $0 > 0 } }

    public mutating func add(_ answered: AnsweredCard) { count(answered, by: 1) }

    /// An answer was taken back.
    public mutating func remove(_ answered: AnsweredCard) { count(answered, by: -1) }

    private mutating func count(_ answered: AnsweredCard, by step: Int) {
        let review = answered.review
        guard let rating = review.rating, !answered.wasKnown else { return }
        ratings[rating.rawValue - 1] += step
        milliseconds += step * review.milliseconds
        switch review.kind {
        case .review:
            reviews.answers += step
            if rating.isRecall { reviews.recalled += step }
        case .cram: crammed += step
        default: break
        }
        // A card's first answer leaves it with one repetition; where it was taken back, with none.
        let repetitions = answered.card.state.repetitions
        if review.kind == .learning, repetitions == (step > 0 ? 1 : 0) { begun += step }
        cards[review.card, default: 0] += step
        if answered.becameLeech, step > 0 {
            leeches.append(review.card)
        } else {
            leeches.removeAll { $0 == review.card }
        }
    }
}
