// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation

/// A word that is due, for a talk that is to use it.
public struct DueWord: Sendable, Hashable {
    public var flashcard: Flashcard
    public var card: StudyCard
    /// The language of its deck's words, such as `fr`.
    public var language: String?

    public var word: String { flashcard.content.word }
}

/// The user has used a due word: their words can count as a review.
public struct ReviewOffer: Sendable, Hashable, Codable {
    public var card: Int64
    public var word: String
    /// The message in which it was used; with the card, it makes the review the same when it is accepted twice.
    public var message: String

    public init(card: Int64, word: String, message: String) {
        (self.card, self.word, self.message) = (card, word, message)
    }

    var key: String { "\(Self.beginning(message))\(card)" }

    /// Prefix of the keys of all reviews that come from a message.
    static func beginning(_ message: String) -> String { "talk \(message) " }
}

/// A word that a message used, and that was counted as a review.
public struct TalkReview: Sendable, Hashable {
    public var answered: AnsweredCard
    public var word: String

    public var card: Int64 { answered.card.id }
    /// Whether it is the last answer of its card, so that it can be taken back.
    public var isLast: Bool {
        answered.card.state.lastReviewDate.map { Int($0.timeIntervalSince1970) }
            == Int(answered.review.date.timeIntervalSince1970)
    }
}

/// Brings due words into a talk, and what is said back into their schedule.
public struct TutorWords: Sendable {
    private let store: any WordStore

    public init(_ store: any WordStore) { self.store = store }

    /// Words that are due, those that wait longest first. New words are not among them: a talk is no place to be asked
    /// for what nobody has shown one.
    /// - Parameter limit: how many at most.
    public func due(_ moment: StudyMoment, limit: Int = 8) async throws -> [DueWord] {
        let tree = try await store.decks()
        var words: [DueWord] = []
        for deck in tree.decks where deck.parent == nil {
            let batch = try await store.study(StudyRequest(deck: deck.id, moment: moment, limit: 100))
            words += batch.items.filter { $0.card.state.phase != .new }.map { item in
                DueWord(
                    flashcard: item.flashcard, card: item.card,
                    language: tree.settings(of: item.card.deck).wordLanguage)
            }
        }
        var seen: Set<Int64> = []
        let sorted = words.filter { seen.insert($0.flashcard.id).inserted }.sorted { first, second in
            (first.card.state.dueDate(moment.days) ?? .distantFuture, first.card.id)
                < (second.card.state.dueDate(moment.days) ?? .distantFuture, second.card.id)
        }
        return Array(sorted.prefix(limit))
    }

    /// Part of a tutor's instructions about due words; empty when there are none.
    public static func prompt(_ words: [DueWord]) -> String {
        guard !words.isEmpty else { return "" }
        let list = words.map { due in
            let meaning = due.flashcard.content.translation
            return "- \(HelpCheck.tidied(due.word).prefix(80))"
                + (meaning.isEmpty ? "" : " (\(HelpCheck.tidied(meaning).prefix(80)))")
        }
        return
            "The user is learning these words. Use one or two of them where they fit, and ask in a way that invites the "
            + "user to use them too. Never list them, and do not explain them unless asked:\n"
            + list.joined(separator: "\n")
    }

    /// The due words that a message of the user uses, in any form. Asking what a word means is not using it.
    public static func used(_ words: [DueWord], in message: String) -> [DueWord] {
        words.filter { due in
            let forms = WordForms(due.language)
            guard forms.has(due.word, in: message), !isAskedAbout(due.word, in: message) else { return false }
            // A word by itself, or quoted back with nothing around it, shows nothing.
            let own = Set(forms.stems(of: due.word))
            return forms.words(in: message).count { !own.contains(forms.stem($0)) } >= 3
        }
    }

    private static func isAskedAbout(_ word: String, in message: String) -> Bool {
        let text = message.lowercased()
        let questions = [
            "mean", "meaning of", "what is", "what’s", "what's", "translate", "definition", "que veut dire", "signifie",
            "veut dire", "c’est quoi", "c'est quoi", "traduis", "définition", "was heißt", "bedeutet", "qué significa",
        ]
        let word = word.lowercased()
        return questions.contains { text.contains($0) }
            || ["“\(word)”", "\"\(word)\"", "«\(word)»", "« \(word) »", "‘\(word)’"].contains { text.contains($0) }
    }

    public static func offers(_ words: [DueWord], in message: String, id: String) -> [ReviewOffer] {
        used(words, in: message).map { ReviewOffer(card: $0.card.id, word: $0.word, message: id) }
    }

    /// Reviews that messages were, by message, with their words.
    public func reviews(by messages: [String]) async throws -> [String: [TalkReview]] {
        var reviews: [String: [TalkReview]] = [:]
        for message in messages {
            for answered in try await store.answers(keyed: ReviewOffer.beginning(message)) {
                guard let word = try await store.flashcard(answered.card.flashcard) else { continue }
                reviews[message, default: []].append(TalkReview(answered: answered, word: word.content.word))
            }
        }
        return reviews
    }

    /// Takes a review back that a message was, if the card has not been answered since.
    /// - Returns: whether it was.
    public func takeBack(_ offer: ReviewOffer) async throws -> Bool {
        let keys = try await store.answers(keyed: offer.key).compactMap(\.review.key)
        guard let key = keys.last(where: { $0 == offer.key || $0.hasPrefix("\(offer.key) ") }) else { return false }
        return try await store.undoAnswer(key).answered != nil
    }

    /// Counts a word that was used as an answer of "Good", if it is due still.
    /// - Returns: `nil` where it is no longer due, or gone.
    public func accept(_ offer: ReviewOffer, flashcard: Int64, _ moment: StudyMoment) async throws -> AnsweredCard? {
        guard let card = try await store.cards(of: flashcard).first(where: { $0.id == offer.card }), !card.isSuspended,
            card.state.phase != .new, let due = card.state.dueDay(moment.days), due <= moment.today
        else { return nil }
        // What was taken back is not taken by its key again; whoever counts it once more wants a new answer.
        for key in [offer.key] + (2...Self.mostTimes).map({ "\(offer.key) \($0)" }) {
            let answer = StudyAnswer(card: card.id, rating: .good, date: moment.now, key: key)
            if let answered = try await store.answer([answer], days: moment.days).first { return answered }
        }
        return nil
    }

    /// How often one use of a word can be counted, each time but the last taken back.
    private static let mostTimes = 20
}
