// SPDX-License-Identifier: Apache-2.0

/// Filter, order and page of a list of words.
public struct FlashcardQuery: Sendable, Hashable {
    /// `nil` for all decks; decks in it are included.
    public var deck: Int64?
    /// Each word of it has to stand in the card's word, definition, translation or example, whatever its case and
    /// accents.
    public var text: String = ""
    /// The word itself, whole, whatever its case.
    public var word: String?
    /// Words with this tag, or with one in it: `a` finds `a::b`.
    public var tag: String?
    public var state: State?
    public var order = Order.added
    /// By which it is said what is due and what is hidden; without it, whatever was ever hidden is.
    public var moment: StudyMoment?
    /// How many to leave out at the beginning.
    public var offset = 0
    /// How many at most, 1…1,000.
    public var limit = 50

    public init(deck: Int64? = nil) { self.deck = deck }

    public enum State: String, Sendable, CaseIterable {
        case new, learning, review, suspended, buried, leech
        /// Without a translation.
        case untranslated
    }

    public enum Order: String, Sendable, CaseIterable {
        case added, word, due, difficulty
    }
}

/// A page of words, and how many there are in all.
public struct FlashcardPage: Sendable, Hashable {
    public var flashcards: [Flashcard]
    /// The cards of these words.
    public var cards: [StudyCard]
    public var total: Int

    public init(flashcards: [Flashcard], cards: [StudyCard], total: Int) {
        (self.flashcards, self.cards, self.total) = (flashcards, cards, total)
    }
}

/// Actions on a card besides answering it.
public enum CardMark: Sendable, Hashable {
    /// Hide it up to the end of this day.
    case bury(day: Int)
    case unbury
    case suspend
    case unsuspend
    /// As if it had never been answered; its log stays.
    case forget
    case flag(Int)
}
