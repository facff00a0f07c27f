// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Storage for decks, cards and the review log. Each method is one whole transaction.
///
/// All methods throw the store's own errors beside those that are named.
public protocol WordStore: Sendable {
    // MARK: Decks

    /// All decks.
    func decks() async throws -> DeckTree
    /// Makes the deck of a path, such as "French::Verbs", and those around it; one that is there stays as it is.
    /// - Throws: `WordsError` `.invalid` for an empty name, and for a path of more than 20 names.
    func makeDeck(_ path: String, at now: Date) async throws -> Deck
    /// Saves name, parent and settings.
    /// - Throws: `WordsError` `.missing`; `.exists` where the parent has a deck of this name; `.invalid` for what
    ///   cannot be used, such as a deck that would lie in itself.
    func save(_ deck: Deck) async throws
    /// Changes a deck's settings, in one transaction. Where that changes FSRS's parameters, the memory of its cards is
    /// worked out anew from their logs; dates stay as they are.
    /// - Parameter edit: is given the settings that the deck has, its own or not.
    /// - Throws: `WordsError` `.missing`, `.invalid`.
    func change(_ deck: Int64, _ edit: @escaping @Sendable (inout DeckSettings) -> Void) async throws
    /// Erases a deck and all in it.
    /// - Returns: how many words went with it.
    @discardableResult func eraseDeck(_ id: Int64) async throws -> Int

    /// Hides a deck and all in it, until it is restored or erased.
    /// - Returns: `nil` where there is no such deck.
    func deleteDeck(_ id: Int64, at date: Date) async throws -> WordDeletion?
    /// Shows again what a deletion has hidden, with the same identifiers. A deck whose name is taken by now gets a
    /// number behind it.
    /// - Returns: `false` where it has been erased, or was restored before.
    /// - Throws: `WordsError` `.missing` where the deck that it was in has been deleted since.
    func restore(_ deletion: WordDeletion.ID) async throws -> Bool
    /// Erases what a deletion has hidden, for good.
    func erase(_ deletion: WordDeletion.ID) async throws

    // MARK: Words

    /// Adds words with a card for each direction of their deck's settings, all or none.
    /// - Returns: them, as they are now.
    func add(_ contents: [FlashcardContent], to deck: Int64, at now: Date) async throws -> [Flashcard]
    /// Saves a word's content and deck; its cards follow it into the deck.
    /// - Throws: `WordsError` `.missing`, `.invalid`.
    func save(_ flashcard: Flashcard, at now: Date) async throws
    /// Reads a word, changes its content and saves it in one step: nobody else's change comes between.
    /// - Parameter edit: `false` leaves the word as it is.
    /// - Returns: whether it was changed; `false` too where there is no such word.
    /// - Throws: `WordsError` `.invalid`.
    func change(
        _ flashcard: Int64, at now: Date, _ edit: @escaping @Sendable (inout FlashcardContent) -> Bool
    ) async throws -> Bool
    /// Hides words with their cards and reviews, until they are restored or erased.
    /// - Returns: `nil` where there is none of them.
    func deleteFlashcards(_ ids: [Int64], at date: Date) async throws -> WordDeletion?
    /// Erases words with their cards and reviews.
    func eraseFlashcards(_ ids: [Int64]) async throws
    func flashcard(_ id: Int64) async throws -> Flashcard?
    /// One page of words, in the order that the query asks for.
    func flashcards(_ query: FlashcardQuery) async throws -> FlashcardPage
    /// The tags of the words of a deck, those in it included, or of all words.
    func tags(of deck: Int64?) async throws -> TagTree
    /// The cards of a word, by direction.
    func cards(of flashcard: Int64) async throws -> [StudyCard]
    /// The log of a card, oldest first.
    func reviews(of card: Int64) async throws -> [FlashcardReview]

    // MARK: Media

    func media(_ name: String) async throws -> MediaFile?
    /// Adds a file; one of this name and other contents gets another name.
    /// - Returns: the name that cards have to use.
    func add(_ file: MediaFile) async throws -> String

    // MARK: Study

    /// Next cards to study, and how many there are.
    func study(_ request: StudyRequest) async throws -> StudyBatch
    /// How much there is to study in each deck, decks in it included, and in all of them.
    func studyCounts(_ moment: StudyMoment) async throws -> DeckCounts
    /// Counts the cards of each deck at the top by their state, decks in it included.
    /// - Returns: the counts by deck.
    func sizes(_ moment: StudyMoment) async throws -> [Int64: WordStatistics.CardCounts]
    /// Answers cards in this order, all in one transaction. An answer whose key is in the log already changes nothing
    /// and is not an error; one whose card is gone, and one that was taken back before, are left out.
    /// - Returns: the answers that count, in their order.
    @discardableResult func answer(_ answers: [StudyAnswer], days: UserDays) async throws -> [AnsweredCard]
    /// Answers cards, and says what comes next: in one transaction, where the store has them.
    /// - Returns: without a batch where there is no such deck any more; the answers are saved all the same.
    func answer(
        _ answers: [StudyAnswer], days: UserDays, next request: StudyRequest
    ) async throws -> (answered: [AnsweredCard], next: StudyBatch?)
    /// Takes back the answer of a key, if nobody has changed since what it changed: the card's schedule is as it was
    /// before, and the answer leaves the log. Where it was crammed, only the log has it.
    func undoAnswer(_ key: String) async throws -> AnswerUndo
    /// Answers whose keys begin like this, oldest first, with their cards as they are now.
    func answers(keyed beginning: String) async throws -> [AnsweredCard]
    /// Changes some hundreds of words at once, all of them or none; `change(_:of:_:)` takes as many as there are.
    /// - Returns: what was changed: nothing of words that are gone, or have nothing to change.
    func change(_ change: WordChange, ofSome words: [Int64], _ moment: StudyMoment) async throws -> ChangedWords
    /// Takes such a change back, for those that nobody has changed since.
    /// - Returns: how many words are as they were.
    func revertSome(_ changed: ChangedWords, at now: Date) async throws -> Int
    /// Hides cards for the rest of a day, stops studying them, takes either back, or has them begin anew.
    func set(_ mark: CardMark, on cards: [Int64], at now: Date) async throws

    // MARK: The user's own texts

    /// Finds parts of the user's own messages and journal entries in which a word begins like this; the newest first.
    /// Texts that the user has excluded from the memory are left out.
    /// - Parameter beginning: letters and digits.
    func ownTexts(with beginning: String, limit: Int) async throws -> [OwnText]

    // MARK: Everything at once

    /// Adds what an import brings, all or nothing.
    ///
    /// - Parameter progress: is told which part is done, 0…1; what it throws calls the import off.
    func importWords(
        _ batch: WordImport, days: UserDays, at now: Date, progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> WordImportReport
    /// A deck and those in it, or everything, as one value.
    func exportWords(deck: Int64?, withReviews: Bool, withMedia: Bool) async throws -> WordImport
    func statistics(_ request: StatisticsRequest) async throws -> WordStatistics
    /// All answers in these decks that FSRS can learn from, by card and time; see `StudyHistory`.
    func history(decks: [Int64]) async throws -> StudyHistory
    /// How many such answers each deck has, without those in decks within it.
    func reviewCounts() async throws -> [Int64: Int]
}
