// SPDX-License-Identifier: Apache-2.0

/// One answer of a learner, as the optimizer needs it.
public struct TrainingReview: Sendable, Hashable {
    public var card: Int64
    /// Seconds since 1970. Answers of the same card and second keep their order.
    public var time: Int64
    public var rating: Rating
    /// Days since the review before; 0 for the first one, and for one of the same day.
    public var elapsedDays: Int

    public init(card: Int64, time: Int64, rating: Rating, elapsedDays: Int) {
        (self.card, self.time, self.rating, self.elapsedDays) = (card, time, rating, elapsedDays)
    }
}

/// All answers of a learner, ordered for training.
///
/// Each review after at least a day is a prediction to be made from what came before it on that card. The i-th of n
/// predictions in order of time weighs 0.25 + 0.75 (i/(n-1))³, since memory and habits change. Source: fsrs-rs,
/// `training.rs`.
public struct TrainingSet: Sendable {
    /// A review where it stands in a card's history.
    struct Step: Sendable {
        var rating: UInt8
        var days: Float
        /// 0 where nothing is predicted.
        var weight: Float
    }

    /// A card's steps from `start` on.
    struct Card: Sendable {
        var start: Int32
        var count: Int32
        var firstRating: UInt8
    }

    let steps: [Step]
    let cards: [Card]
    /// How many reviews have something to predict.
    public let predictions: Int
    /// How many reviews there are.
    public var reviews: Int { steps.count }

    /// - Parameter reviews: in any order.
    public init(_ reviews: [TrainingReview]) {
        let ordered = Self.isOrdered(reviews) ? reviews : Self.sorted(reviews)
        let predictions = ordered.reduce(0) { $0 + ($1.elapsedDays > 0 ? 1 : 0) }
        var counts: [Int32] = []
        var places: [Int32] = []
        places.reserveCapacity(ordered.count)
        var known: [Int64: Int32] = [:]
        for review in ordered {
            let next = Int32(counts.count)
            let place = known[review.card, default: next]
            if place == next {
                known[review.card] = next
                counts.append(0)
            }
            counts[Int(place)] += 1
            places.append(place)
        }
        (cards, steps, self.predictions) = Self.grouped(ordered, places, counts, predictions)
    }

    private static func grouped(
        _ reviews: [TrainingReview], _ places: [Int32], _ counts: [Int32], _ expected: Int
    ) -> ([Card], [Step], Int) {
        var cards: [Card] = []
        cards.reserveCapacity(counts.count)
        var start: Int32 = 0
        for count in counts {
            cards.append(Card(start: start, count: 0, firstRating: 0))
            start += count
        }
        var steps = [Step](repeating: Step(rating: 0, days: 0, weight: 0), count: reviews.count)
        var number = 0
        let last = Double(max(expected - 1, 1))
        for (review, place) in zip(reviews, places) {
            let card = Int(place)
            let isFirst = cards[card].count == 0
            if isFirst { cards[card].firstRating = UInt8(review.rating.rawValue) }
            var step = Step(rating: UInt8(review.rating.rawValue), days: Float(max(review.elapsedDays, 0)), weight: 0)
            if review.elapsedDays > 0 {
                let part = Double(number) / last
                number += 1
                if !isFirst { step.weight = Float(0.25 + 0.75 * part * part * part) }
            }
            steps[Int(cards[card].start + cards[card].count)] = step
            cards[card].count += 1
        }
        return (cards, steps, number)
    }

    private static func isOrdered(_ reviews: [TrainingReview]) -> Bool {
        zip(reviews, reviews.dropFirst()).allSatisfy { $0.time <= $1.time }
    }

    /// By time; those of one second as they came.
    private static func sorted(_ reviews: [TrainingReview]) -> [TrainingReview] {
        let order = reviews.indices.sorted { (reviews[$0].time, $0) < (reviews[$1].time, $1) }
        return order.map { reviews[$0] }
    }
}

extension TrainingSet {
    /// Cards that begin with the same rating; every pass over the data adds up each chunk by itself, and then the
    /// chunks in this order, so that the result does not depend on how many threads there are.
    struct Chunk: Sendable {
        var firstRating: Int
        var cards: [Card]
    }

    /// - Parameter share: takes every so manieth card.
    func chunks(every share: Int = 1) -> [Chunk] {
        var chunks: [Chunk] = []
        for rating in 1...4 {
            var chunk = Chunk(firstRating: rating, cards: [])
            var size = 0
            for (number, card) in cards.enumerated()
            where Int(card.firstRating) == rating && number % share == 0 && card.count > 1 {
                chunk.cards.append(card)
                size += Int(card.count)
                guard size >= Self.chunkSize else { continue }
                chunks.append(chunk)
                (chunk.cards, size) = ([], 0)
            }
            if !chunk.cards.isEmpty { chunks.append(chunk) }
        }
        return chunks
    }

    /// In reviews.
    private static let chunkSize = 4_096
}
