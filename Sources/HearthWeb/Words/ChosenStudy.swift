// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords
import Hummingbird
import HummingbirdCore

/// Studying what a search has found: `/words/decks/1/these?q=…`.
struct ChosenStudyRoutes: Sendable {
    let words: WordsContext
    let sessions: StudySessions

    /// How many cards can be chosen.
    static let amounts = 1...500

    /// Asks how the words are to be studied.
    @Sendable func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let query = query(request.query, deck, locale)
        let found = try await words.store(locale).flashcards(query).total
        let page = ChosenStudyPage(query, of: deck, found: found, ChosenStudyPage.Options(), locale.text)
        return try await words.response(page, locale, to: request)
    }

    /// Begins a session with the cards that are found now.
    @Sendable func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let form = context.form
        let list = CardForm.list(form["list"]) ?? "/words/decks/\(deck.id)"
        let query = query(URI(list).queryParameters, deck, locale)
        let mode = form["mode"].flatMap(StudyMode.init(rawValue:)) ?? .scheduled
        let options = ChosenStudyPage.Options(
            mode: mode, most: form["most"]?.trimmed ?? "", isShuffled: form["order"] == "random")
        let most = form.number("most", in: Self.amounts)
        var cards: [Int64] = []
        if let most { cards = try await self.cards(query, mode, most: most, isShuffled: options.isShuffled, locale) }
        guard most != nil, !cards.isEmpty else {
            let found = try await words.store(locale).flashcards(query).total
            let fault = most == nil ? ChosenStudyPage.Fault.amount : .nothing
            let page = ChosenStudyPage(query, of: deck, found: found, options, fault: fault, locale.text)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        let (session, choice) = (StudySession.newChoiceName(), StudySession.Choice(mode: mode, cards: cards))
        await sessions.change(session) { $0.choice = choice }
        return .redirect(to: choice.address(of: deck.id, session))
    }

    private func query(_ parameters: Parameters, _ deck: Deck, _ locale: RequestLocale) -> FlashcardQuery {
        var query = FlashcardQuery(deck: deck.id, parameters)
        query.moment = words.moment(locale)
        return query
    }

    /// Cards of the words that a query finds, in its order or a random one: those that it asks for and that can be
    /// asked.
    private func cards(
        _ query: FlashcardQuery, _ mode: StudyMode, most: Int, isShuffled: Bool, _ locale: RequestLocale
    ) async throws -> [Int64] {
        let (store, moment) = (try words.store(locale), words.moment(locale))
        var (query, found) = (query, [Int64]())
        query.limit = isShuffled ? 1_000 : most
        while isShuffled || found.count < most {
            let page = try await store.flashcards(query)
            let cards = Dictionary(grouping: page.cards, by: \.flashcard)
            for word in page.flashcards {
                found += (cards[word.id] ?? []).filter { card in
                    !card.isSuspended && query.state?.fits(card) != false
                        && (mode == .cram || !card.isHidden(on: moment.today))
                }.map(\.id)
            }
            query.offset += page.flashcards.count
            guard !page.flashcards.isEmpty, query.offset < page.total else { break }
        }
        return Array((isShuffled ? found.shuffled() : found).prefix(most))
    }
}

extension StudySession {
    /// Cards that were chosen by a search.
    struct Choice: Sendable {
        let mode: StudyMode
        let cards: [Int64]

        func address(of deck: Int64, _ session: String) -> String {
            "/words/decks/\(deck)/study?mode=\(mode.rawValue)&session=\(session)"
        }
    }

    private static let choiceNames = "chosen-"

    static func newChoiceName() -> String { choiceNames + StudySessions.newName() }

    /// Whether a session of this name studies chosen cards: when they are forgotten, nothing else takes their place.
    static func isChoice(_ name: String) -> Bool { name.hasPrefix(choiceNames) }
}

/// How the words that were found are to be studied.
struct ChosenStudyPage: Page {
    static let template = "study-chosen"

    let title: String
    let sub: String
    let deck: String
    let back: String
    let backLabel: String
    let list: String
    let isCram: Bool
    let most: String
    let mostFault: String?
    let isShuffled: Bool
    let fault: String?

    struct Options: Sendable {
        var mode = StudyMode.scheduled
        /// As it was typed.
        var most = "100"
        var isShuffled = false
    }

    enum Fault: Sendable {
        case amount, nothing
    }

    init(
        _ query: FlashcardQuery, of deck: Deck, found: Int, _ options: Options, fault: Fault? = nil, _ say: Phrases
    ) {
        title = say("study.chosen")
        sub = say.count("words.found", found)
        self.deck = String(deck.id)
        list = DeckPage.address(query) { _ in }
        back = list
        backLabel = say("deck.backTo")
        (isCram, most, isShuffled) = (options.mode == .cram, options.most, options.isShuffled)
        mostFault = fault == .amount ? say("study.chosenMostFault") : nil
        self.fault = fault == .nothing ? say("study.chosenNothing") : nil
    }
}
