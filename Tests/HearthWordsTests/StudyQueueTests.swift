// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords
import Testing

@Suite struct StudyQueueTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Deck 1 with decks 2 and 3 in it; each has its own limits.
    private func tree(_ limits: [Int64: (new: Int, reviews: Int)]) -> DeckTree {
        DeckTree(
            [1, 2, 3].map { (id: Int64) in
                var settings = DeckSettings()
                (settings.newPerDay, settings.reviewsPerDay) = limits[id] ?? (20, 200)
                return Deck(id: id, parent: id == 1 ? nil : 1, name: "\(id)", settings: settings, createdAt: now)
            })
    }

    private func entry(_ card: Int64, word: Int64? = nil, deck: Int64 = 1, in seconds: Double? = nil)
        -> StudyQueue.Entry
    {
        StudyQueue.Entry(card: card, flashcard: word ?? card, deck: deck, dueAt: seconds.map(now.addingTimeInterval))
    }

    private func limits(_ all: [Int64: (new: Int, reviews: Int)] = [:], begun: [Int64: Int] = [:]) -> DailyLimits {
        DailyLimits(tree(all), studying: 1, begun: begun, reviewed: [:])
    }

    @Test func `a limit of all decks together is used up by every card`() {
        var limits = DailyLimits(
            tree([2: (new: 3, reviews: 9)]), studying: 1, begun: [:], reviewed: [:],
            left: TotalLimits(new: 5, reviews: 2).left(begun: 1, reviewed: 0))
        #expect(limits.new(in: 2) == 3 && limits.new(in: 3) == 4)
        let (first, one, none) = (
            limits.takeNew(upTo: 9, in: 2), limits.takeNew(in: 3), limits.takeNew(in: 3)
        )
        #expect(first == 3 && one && !none && limits.new(in: 3) == 0)
        let (two, third) = (limits.takeReviews(upTo: 9, in: 1), limits.takeReview(in: 2))
        #expect(two == 2 && !third)
        #expect(TotalLimits(new: 5).left(begun: 9, reviewed: 9) == TotalLimits(new: 0))
    }

    @Test func `ended steps come first, new cards are spread among learned ones`() {
        let queue = StudyQueue(
            steps: [entry(1, in: -60), entry(2, in: 600)], reviews: (10..<16).map { entry($0) },
            new: [entry(20), entry(21)], limits: limits(), at: now, siblingsApart: { _ in true })
        #expect(queue.cards.first == 1 && !queue.cards.contains(2))
        #expect(queue.cards.count == 9 && queue.cards.last != 21)
        let places = [20, 21].compactMap { queue.cards.firstIndex(of: $0) }
        #expect(places.count == 2 && places[1] - places[0] > 1)
    }

    @Test func `a step is brought forward only when nothing else is left`() {
        func queue(_ seconds: Double) -> StudyQueue {
            StudyQueue(
                steps: [entry(2, in: seconds)], reviews: [], new: [], limits: limits(), at: now,
                siblingsApart: { _ in true })
        }
        #expect(queue(600).cards == [2])
        #expect(queue(3_000).cards.isEmpty && queue(3_000).nextDue == now.addingTimeInterval(3_000))
    }

    @Test func `cards of one word do not meet`() {
        func cards(_ apart: Bool) -> [Int64] {
            StudyQueue(
                steps: [entry(1, word: 7, in: -5)], reviews: [entry(2, word: 7), entry(3, word: 8)],
                new: [entry(4, word: 8), entry(5, word: 9)], limits: limits(), at: now, siblingsApart: { _ in apart }
            ).cards.sorted()
        }
        #expect(cards(true) == [1, 3, 5])
        #expect(cards(false) == [1, 2, 3, 4, 5])
    }

    @Test func `a deck's limit holds in it and in the decks around it`() {
        var limits = limits([1: (5, 200), 2: (3, 200), 3: (4, 200)], begun: [2: 1])
        #expect([1, 2, 3].map { limits.new(in: $0) } == [4, 2, 4])
        let second = (0..<3).map { _ in limits.takeNew(in: 2) }
        #expect(second == [true, true, false] && limits.new(in: 3) == 2)
        let third = (0..<3).map { _ in limits.takeNew(in: 3) }
        #expect(third == [true, true, false] && limits.new(in: 1) == 0)
        let review = limits.takeReview(in: 3)
        #expect(review && limits.reviews(in: 1) == 199)
        let some = limits.takeReviews(upTo: 150, in: 2)
        let rest = limits.takeReviews(upTo: 150, in: 3)
        #expect(some == 150 && rest == 49 && limits.reviews(in: 1) == 0)
    }

    @Test func `decks that lie in each other are no trouble`() {
        let loop = DeckTree([
            Deck(id: 1, parent: 2, name: "a", createdAt: now), Deck(id: 2, parent: 1, name: "b", createdAt: now),
        ])
        #expect(
            loop.path(of: 1) == ["b", "a"] && Set(loop.subtree(of: 1)) == [1, 2] && loop.ancestors(of: 1) == [1, 2])
    }
}
