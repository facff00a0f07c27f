// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The order in which cards are asked.
///
/// First come cards whose step has ended, then learned cards with new ones spread among them. When nothing else is
/// left, steps that end within 20 minutes are brought forward. Of two cards of the same word only one comes, unless it
/// is in a step.
public struct StudyQueue: Sendable {
    /// A card as the queue needs it.
    public struct Entry: Sendable, Hashable {
        public var card: Int64
        public var flashcard: Int64
        public var deck: Int64
        /// For a card in a step.
        public var dueAt: Date?
        /// Its place in a random order of all cards; for a new card, its position.
        public var order: Int64

        public init(card: Int64, flashcard: Int64, deck: Int64, dueAt: Date? = nil, order: Int64 = 0) {
            (self.card, self.flashcard, self.deck, self.dueAt) = (card, flashcard, deck, dueAt)
            self.order = order
        }
    }

    /// How long before its time a step may be brought forward, in seconds; Anki's "learn ahead limit".
    public static let aheadSeconds = 1_200.0

    /// In the order in which to ask them.
    public private(set) var cards: [Int64] = []
    /// When the next step ends, where nothing is to be asked before.
    public private(set) var nextDue: Date?

    /// - Parameters:
    ///   - steps: cards in steps that are due today, by time.
    ///   - reviews: learned cards that are due, in their order.
    ///   - new: new cards, in their order.
    ///   - limits: `nil` for none.
    ///   - siblingsApart: whether a deck keeps cards of one word apart.
    public init(
        steps: [Entry], reviews: [Entry], new: [Entry], limits: DailyLimits?, at now: Date,
        siblingsApart: (Int64) -> Bool
    ) {
        var limits = limits
        var words: Set<Int64> = []
        func isFree(_ entry: Entry) -> Bool { !words.contains(entry.flashcard) || !siblingsApart(entry.deck) }
        func takes(_ entry: Entry, _ isAllowed: Bool) -> Bool {
            if isAllowed { words.insert(entry.flashcard) }
            return isAllowed
        }
        let due = steps.filter { ($0.dueAt ?? now) <= now }
        for entry in due { words.insert(entry.flashcard) }
        let again = reviews.filter { takes($0, isFree($0) && limits?.takeReview(in: $0.deck) != false) }
        let begun = new.filter { takes($0, isFree($0) && limits?.takeNew(in: $0.deck) != false) }
        cards = due.map(\.card) + Self.spread(begun.map(\.card), among: again.map(\.card))
        let later = steps.filter { ($0.dueAt ?? now) > now }
        if cards.isEmpty {
            cards = later.filter { ($0.dueAt ?? now) <= now.addingTimeInterval(Self.aheadSeconds) }.map(\.card)
        }
        if cards.isEmpty { nextDue = later.first?.dueAt }
    }

    /// Evenly, so that the last new card does not come after all others.
    static func spread(_ few: [Int64], among many: [Int64]) -> [Int64] {
        var result: [Int64] = []
        result.reserveCapacity(few.count + many.count)
        var next = 0
        for (place, card) in many.enumerated() {
            result.append(card)
            while next < few.count, (next + 1) * (many.count + 1) <= (place + 1) * (few.count + 1) {
                result.append(few[next])
                next += 1
            }
        }
        return result + few[next...]
    }
}
