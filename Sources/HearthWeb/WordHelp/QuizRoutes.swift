// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

/// Questions with four answers, from the words of a deck. They are for practice: nothing is logged and no date changes,
/// so each question is an address.
struct QuizRoutes: Sendable {
    let words: WordsContext

    @Sendable func quiz(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let query = request.query
        let seed = query.number("n", in: 0...UInt64.max) ?? 1
        let (all, lapses) = try await meant(deck, locale)
        let direction: Direction = query.get("way") == "production" ? .production : .recognition
        var random = QuizRandom(seed: seed)
        // Drawn in any case, so that what follows is the same whether the address names the word or not.
        let drawn = all.randomElement(using: &random)
        let asked = query.id("word").flatMap { id in all.first { $0.id == id } } ?? drawn
        let language = tree.settings(of: deck.id).wordLanguage
        let question = asked.flatMap { word -> QuizPage.Question? in
            let wrong = Distractors.choose(
                3, for: word, asking: direction, from: all, in: language, lapses: lapses, using: &random)
            guard !wrong.isEmpty else { return nil }
            return QuizPage.Question(word: word, choices: (wrong + [word]).shuffled(using: &random))
        }
        let page = QuizPage(
            deck, tree, question, direction, seed: seed, answer: query.id("answer"), locale.text)
        return try await words.response(page, locale, to: request)
    }

    /// Words with a meaning, and how often they were forgotten: those that were studied, or all where these are too
    /// few.
    private func meant(_ deck: Deck, _ locale: RequestLocale) async throws -> ([Flashcard], lapses: [Int64: Int]) {
        var (found, lapses): ([Flashcard], [Int64: Int]) = ([], [:])
        for state in [FlashcardQuery.State.learning, .review, nil] where found.count < 20 {
            var query = FlashcardQuery(deck: deck.id)
            (query.state, query.limit) = (state, 500)
            let page = try await words.store(locale).flashcards(query)
            found += page.flashcards
            for card in page.cards { lapses[card.flashcard] = max(lapses[card.flashcard] ?? 0, card.state.lapses) }
        }
        var seen: Set<Int64> = []
        let words = found.filter { !$0.content.meaning.isEmpty && seen.insert($0.id).inserted }
        return (words.sorted { $0.id < $1.id }, lapses)
    }
}

/// The same numbers for the same question, so that an answer is looked at beside the choices that it was given to.
/// Source: Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators".
private struct QuizRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A question with several answers.
struct QuizPage: Page {
    static let template = "word-quiz"

    let title: String
    let deckName: String
    let back: String
    let backLabel: String
    let question: String
    let hasQuestion: Bool
    let choices: [ChoiceView]
    /// Whether it was answered.
    let isAnswered: Bool
    let verdict: String
    let isRight: Bool
    let next: String
    let otherWay: String
    let otherWayLabel: String
    let card: String

    struct Question: Sendable {
        let word: Flashcard
        let choices: [Flashcard]
    }

    struct ChoiceView: Sendable {
        let text: String
        let address: String
        let isRight: Bool
        let isWrong: Bool
    }

    init(
        _ deck: Deck, _ tree: DeckTree, _ question: Question?, _ direction: Direction, seed: UInt64, answer: Int64?,
        _ say: Phrases
    ) {
        let place = "/words/decks/\(deck.id)/quiz"
        let way = direction == .production ? "production" : "recognition"
        title = say("wordHelp.quiz")
        deckName = tree.name(of: deck.id)
        (back, backLabel) = ("/words/decks/\(deck.id)", say("deck.backTo"))
        hasQuestion = question != nil
        let word = question?.word
        self.question = word.map { direction == .production ? $0.content.meaning : $0.content.word } ?? ""
        isAnswered = answer != nil && question != nil
        isRight = answer == word?.id
        let right = word.map { Distractors.answer(of: $0, direction) } ?? ""
        verdict = isRight ? say("wordHelp.right") : say("wordHelp.wrong", ["answer": right])
        choices = (question?.choices ?? []).map { choice in
            ChoiceView(
                text: Distractors.answer(of: choice, direction),
                address: "\(place)?n=\(seed)&way=\(way)&word=\(word?.id ?? 0)&answer=\(choice.id)",
                isRight: answer != nil && choice.id == word?.id,
                isWrong: answer == choice.id && choice.id != word?.id)
        }
        next = "\(place)?n=\(seed &+ 1)&way=\(way)"
        let other = direction == .production ? "recognition" : "production"
        otherWay = "\(place)?n=\(seed &+ 1)&way=\(other)"
        otherWayLabel = say("card.\(other)")
        card = "/words/cards/\(word?.id ?? 0)"
    }
}
