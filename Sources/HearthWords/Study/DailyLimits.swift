// SPDX-License-Identifier: Apache-2.0

/// How many cards may still be studied today: a card counts in its deck and in each deck around it, up to the one that
/// is studied, and among those of all decks together.
public struct DailyLimits: Sendable {
    private let tree: DeckTree
    private let root: Int64
    private var newLeft: [Int64: Int] = [:]
    private var reviewsLeft: [Int64: Int] = [:]
    private var total: TotalLimits

    /// - Parameters:
    ///   - begun: how many cards were begun today, by deck.
    ///   - reviewed: how many learned cards were answered today, by deck.
    ///   - left: what is left of the limits of all decks together.
    public init(
        _ tree: DeckTree, studying root: Int64, begun: [Int64: Int], reviewed: [Int64: Int],
        left: TotalLimits = TotalLimits()
    ) {
        (self.tree, self.root, total) = (tree, root, left)
        let decks = tree.subtree(of: root)
        for deck in decks {
            let settings = tree.settings(of: deck)
            newLeft[deck] = settings.newPerDay
            reviewsLeft[deck] = settings.reviewsPerDay
        }
        // What was done in other decks is not looked at: there may be thousands of them.
        for deck in decks {
            if let count = begun[deck] { use(count, of: &newLeft, for: deck) }
            if let count = reviewed[deck] { use(count, of: &reviewsLeft, for: deck) }
        }
    }

    /// How many new cards a deck may still begin.
    public func new(in deck: Int64) -> Int { left(newLeft, deck, total.new) }
    /// How many learned cards of a deck may still come back.
    public func reviews(in deck: Int64) -> Int { left(reviewsLeft, deck, total.reviews) }

    /// Counts as many of so many new cards as are allowed, and says how many that is.
    public mutating func takeNew(upTo count: Int, in deck: Int64) -> Int {
        let allowed = min(count, new(in: deck))
        use(allowed, of: &newLeft, for: deck)
        total.new? -= allowed
        return allowed
    }

    /// Counts as many of so many learned cards as are allowed, and says how many that is.
    public mutating func takeReviews(upTo count: Int, in deck: Int64) -> Int {
        let allowed = min(count, reviews(in: deck))
        use(allowed, of: &reviewsLeft, for: deck)
        total.reviews? -= allowed
        return allowed
    }

    /// Counts a new card, if it is allowed.
    public mutating func takeNew(in deck: Int64) -> Bool {
        takeNew(upTo: 1, in: deck) == 1
    }

    /// Counts a learned card, if it is allowed.
    public mutating func takeReview(in deck: Int64) -> Bool {
        takeReviews(upTo: 1, in: deck) == 1
    }

    private func left(_ all: [Int64: Int], _ deck: Int64, _ total: Int?) -> Int {
        max(0, min(way(from: deck).compactMap { all[$0] }.min() ?? 0, total ?? .max))
    }

    private func use(_ count: Int, of all: inout [Int64: Int], for deck: Int64) {
        for place in way(from: deck) { all[place]? -= count }
    }

    /// A deck and those around it, up to the one that is studied.
    private func way(from deck: Int64) -> ArraySlice<Int64> {
        let ancestors = tree.ancestors(of: deck)
        guard let end = ancestors.firstIndex(of: root) else { return [] }
        return ancestors[...end]
    }
}

/// The most that is studied in a day over all decks together, beside the limits of each deck; `nil` for no limit.
public struct TotalLimits: Sendable, Hashable {
    public var new: Int?
    public var reviews: Int?

    public init(new: Int? = nil, reviews: Int? = nil) { (self.new, self.reviews) = (new, reviews) }

    /// The rest of them after so many cards.
    public func left(begun: Int, reviewed: Int) -> TotalLimits {
        TotalLimits(new: new.map { max(0, $0 - begun) }, reviews: reviews.map { max(0, $0 - reviewed) })
    }
}
