// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// Contents of an import or an export: decks by path, words, cards, their logs and media.
public struct WordImport: Sendable {
    /// Names from the top down; the words below refer to places in this list.
    public var decks: [ImportedDeck] = []
    public var words: [ImportedWord] = []
    public var media: [MediaFile] = []
    /// Treatment of words that are here already: of the same `guid` or, for a word without one, the same word in the
    /// same deck.
    public var duplicates = Duplicates.keep

    public init() {}

    /// Decks that a file may have, and names in all their paths: every page that lists decks reads all of them.
    public static let mostDecks = 3_000
    public static let mostNames = 12_000

    /// - Throws: `WordsError` `.invalid` for more decks than that, and for words that cannot be saved.
    public func check() throws(WordsError) {
        let names = decks.reduce(0) { $0 + $1.path.count }
        guard decks.count <= Self.mostDecks, names <= Self.mostNames else {
            throw WordsError(
                .invalid,
                "the file has \(decks.count) decks, with \(names) names in their paths; "
                    + "up to \(Self.mostDecks) and \(Self.mostNames) can be imported"
            )
        }
        for word in words { try word.content.check() }
    }

    public enum Duplicates: String, Sendable, CaseIterable {
        /// Leave the word that is here as it is.
        case keep
        /// Take the new content; the schedule stays.
        case replace
        /// Add it a second time.
        case add
    }
}

public struct ImportedDeck: Sendable, Hashable {
    public var path: [String]
    public var settings: DeckSettings?

    public init(path: [String], settings: DeckSettings? = nil) { (self.path, self.settings) = (path, settings) }
}

public struct ImportedWord: Sendable {
    /// `nil` where the file has none.
    public var guid: String?
    /// A place in `WordImport.decks`.
    public var deck: Int
    public var content: FlashcardContent
    /// `nil` for a new card in each direction of the deck's settings.
    public var cards: [ImportedCard]?
    public var createdAt: Date?
    public var modifiedAt: Date?

    public init(
        guid: String? = nil, deck: Int, content: FlashcardContent, cards: [ImportedCard]? = nil, createdAt: Date? = nil,
        modifiedAt: Date? = nil
    ) {
        (self.guid, self.deck, self.content, self.cards) = (guid, deck, content, cards)
        (self.createdAt, self.modifiedAt) = (createdAt, modifiedAt)
    }
}

public struct ImportedCard: Sendable {
    public var direction: Direction
    /// A place in `WordImport.decks`; `nil` for its word's.
    public var deck: Int?
    public var state: FSRSState
    public var isSuspended: Bool
    public var buriedOn: Int?
    public var flag: Int
    /// Oldest first. The `card` of a review is not looked at.
    public var reviews: [FlashcardReview]
    /// When it was last made new: what is older than that counts for nothing.
    public var resetAt: Date?

    public init(
        direction: Direction, deck: Int? = nil, state: FSRSState = FSRSState(), isSuspended: Bool = false,
        buriedOn: Int? = nil, flag: Int = 0, reviews: [FlashcardReview] = []
    ) {
        (self.direction, self.deck, self.state, self.isSuspended) = (direction, deck, state, isSuspended)
        (self.buriedOn, self.flag, self.reviews) = (buriedOn, flag, reviews)
    }
}

/// Counts of an import.
public struct WordImportReport: Sendable, Hashable, Codable {
    public var added = 0
    public var replaced = 0
    public var kept = 0
    public var cards = 0
    public var reviews = 0
    public var media = 0
    public var decks = 0
    /// Of those that were kept as they are, words whose meaning in the file is another: they are left out.
    public var others = 0
    /// The first of them.
    public var otherNames: [String] = []

    public init() {}

    /// How many are named.
    public static let mostNamed = 50

    /// Notes a word that is here already with another meaning.
    public mutating func noteOther(_ content: FlashcardContent) {
        others += 1
        guard otherNames.count < Self.mostNamed else { return }
        otherNames.append("\(content.word.prefix(60)) – \(content.meaning.prefix(60))")
    }
}

/// Answers that FSRS can learn from.
public struct StudyHistory: Sendable, Hashable {
    /// By card, then by time.
    public var reviews: [Entry] = []

    public init() {}

    public struct Entry: Sendable, Hashable {
        public var card: Int64
        /// Seconds since 1970.
        public var time: Int64
        public var rating: Rating
        /// Days of the user since the review before.
        public var elapsedDays: Int

        public init(card: Int64, time: Int64, rating: Rating, elapsedDays: Int) {
            (self.card, self.time, self.rating, self.elapsedDays) = (card, time, rating, elapsedDays)
        }
    }
}
