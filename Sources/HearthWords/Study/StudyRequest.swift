// SPDX-License-Identifier: Apache-2.0

public import FSRS
public import Foundation

/// How cards are studied.
public enum StudyMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Due cards; answers change the schedule.
    case scheduled
    /// Everything, whenever it is due; answers are logged and change nothing.
    case cram
}

/// A moment, by the user's days and by how much the user studies in one.
public struct StudyMoment: Sendable, Hashable {
    public var now: Date
    public var days: UserDays
    public var most: TotalLimits

    public init(now: Date, days: UserDays, most: TotalLimits = TotalLimits()) {
        (self.now, self.days, self.most) = (now, days, most)
    }

    public var today: Int { days.day(of: now) }
}

/// Request to the store for the next cards.
public struct StudyRequest: Sendable, Hashable {
    /// Decks in it are included.
    public var deck: Int64
    public var mode: StudyMode
    public var moment: StudyMoment
    /// How many cards at most, 1…500. A phone that may lose its server asks for many.
    public var limit: Int
    /// Cards answered in this session, which cramming leaves out, and a choice of cards.
    public var without: Set<Int64> = []
    /// Cards that are asked in this order instead of those that the deck has to study, due or not, whatever the limits.
    public var chosen: [Int64]?

    public init(deck: Int64, mode: StudyMode = .scheduled, moment: StudyMoment, limit: Int = 1) {
        (self.deck, self.mode, self.moment, self.limit) = (deck, mode, moment, min(max(limit, 1), 500))
    }
}

/// How many cards are to be studied today.
public struct StudyCounts: Sendable, Hashable, Codable {
    public var new: Int
    /// In steps, due up to the end of the day.
    public var learning: Int
    public var review: Int

    public init(new: Int = 0, learning: Int = 0, review: Int = 0) {
        (self.new, self.learning, self.review) = (new, learning, review)
    }

    public var total: Int { new + learning + review }
}

/// How much is to be studied today, deck by deck and in all.
public struct DeckCounts: Sendable, Hashable {
    private let decks: [Int64: StudyCounts]
    /// Of all decks together.
    public let total: StudyCounts

    /// - Parameters:
    ///   - decks: how much each deck has, those in it included, when it is studied before all others.
    ///   - left: what is left of the limits of all decks together.
    public init(_ decks: [Int64: StudyCounts], _ tree: DeckTree, left: TotalLimits) {
        var total = StudyCounts()
        for deck in tree.decks where deck.parent == nil {
            let counts = decks[deck.id] ?? StudyCounts()
            total = StudyCounts(
                new: total.new + counts.new, learning: total.learning + counts.learning,
                review: total.review + counts.review)
        }
        (total.new, total.review) = (min(total.new, left.new ?? .max), min(total.review, left.reviews ?? .max))
        (self.decks, self.total) = (decks, total)
    }

    public subscript(deck: Int64) -> StudyCounts? { decks[deck] }
}

/// The next cards, in the order in which to ask them.
public struct StudyBatch: Sendable, Hashable {
    public var items: [StudyItem]
    public var counts: StudyCounts
    /// When the next card in a step is due, where nothing is due now.
    public var nextDue: Date?
    /// Whether there is an answer to take back.
    public var canUndo: Bool

    public init(items: [StudyItem], counts: StudyCounts, nextDue: Date? = nil, canUndo: Bool = false) {
        (self.items, self.counts, self.nextDue, self.canUndo) = (items, counts, nextDue, canUndo)
    }
}

/// A card to be asked, with what is on it and what each button would do.
public struct StudyItem: Sendable, Hashable, Identifiable {
    public var card: StudyCard
    public var flashcard: Flashcard
    /// The intervals on the buttons, from Again to Easy; empty while cramming.
    public var previews: [Outcome.Interval]
    public var typesAnswer: Bool
    /// Of what is typed, a letter with an accent is another letter.
    public var accentsCount = false
    /// Sentences of the user's own texts with the word, which are shown in turn with those of the card.
    public var own: [OwnSentence] = []

    public init(card: StudyCard, flashcard: Flashcard, previews: [Outcome.Interval], typesAnswer: Bool) {
        (self.card, self.flashcard, self.previews, self.typesAnswer) = (card, flashcard, previews, typesAnswer)
        // Where a picture is the answer, or there is none, there is nothing to type.
        if answer.isEmpty { self.typesAnswer = false }
    }

    public var id: Int64 { card.id }
}

/// Answer of a user to a card.
public struct StudyAnswer: Sendable, Hashable, Codable {
    public var card: Int64
    public var rating: Rating
    public var mode: StudyMode
    public var date: Date
    public var milliseconds: Int
    /// Made by whoever asks the user, for each answer a new one: the same answer sent twice counts once.
    public var key: String?
    /// Text that the user typed; the store notes it with the word if the answer was not known. `nil` when nothing was
    /// typed.
    public var typed: String?

    public init(
        card: Int64, rating: Rating, mode: StudyMode = .scheduled, date: Date, milliseconds: Int = 0,
        key: String? = nil, typed: String? = nil
    ) {
        (self.card, self.rating, self.mode, self.date) = (card, rating, mode, date)
        (self.milliseconds, self.key, self.typed) = (milliseconds, key, typed)
    }
}

/// A card after an answer or after undoing one, with the line of the log.
public struct AnsweredCard: Sendable, Hashable {
    /// As it is now.
    public var card: StudyCard
    /// As it is in the log, or was.
    public var review: FlashcardReview
    /// Whether this answer made it a leech.
    public var becameLeech: Bool
    /// The answer was in the log already.
    public var wasKnown: Bool

    public init(card: StudyCard, review: FlashcardReview, becameLeech: Bool = false, wasKnown: Bool = false) {
        (self.card, self.review, self.becameLeech, self.wasKnown) = (card, review, becameLeech, wasKnown)
    }
}

/// Result of undoing an answer.
public enum AnswerUndo: Sendable, Hashable {
    /// Its card as it is again, and its line, which the log has no more.
    case undone(AnsweredCard)
    /// Its card has been answered or begun anew since.
    case changedSince
    /// There is no such answer, or too many came after it.
    case nothing

    public var answered: AnsweredCard? { if case .undone(let answered) = self { answered } else { nil } }
}
