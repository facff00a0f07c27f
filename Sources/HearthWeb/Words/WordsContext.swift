// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import HearthWords
import Hummingbird

/// Services that all handlers of words share: the store, the user's days and the decks.
struct WordsContext: Sendable {
    let pages: Pages
    /// `nil` where this server keeps no words.
    let kept: (any WordStore)?

    /// - Throws: `WebError` `.gone` where there is no store.
    func store(_ locale: RequestLocale) throws -> any WordStore {
        guard let kept else { throw WebError(.notFound, .gone, locale.text("words.unavailable")) }
        return kept
    }

    func days(_ locale: RequestLocale) -> UserDays {
        UserDays(timeZone: pages.clock.zone, startMinutes: locale.settings.words.dayStartMinutes)
    }

    func moment(_ locale: RequestLocale) -> StudyMoment {
        StudyMoment(now: pages.clock.now(), days: days(locale), most: locale.settings.words.mostADay)
    }

    /// The deck that an address names, and all others.
    func deck(_ context: WebContext, _ locale: RequestLocale) async throws -> (deck: Deck, tree: DeckTree) {
        let tree = try await store(locale).decks()
        guard let id = context.parameters.id("deck"), let deck = tree[id] else {
            throw WebError(.notFound, .gone, locale.text("words.noDeck"))
        }
        return (deck, tree)
    }

    func response(_ page: some Page, _ locale: RequestLocale, to request: Request, status: HTTPResponse.Status = .ok)
        async throws -> Response
    {
        try await pages.response(page, locale, to: request, in: .words, status: status)
    }
}

extension DeckTree {
    /// As people read it: French, Verbs.
    func name(of deck: Int64) -> String { path(of: deck).joined(separator: " › ") }

    /// All decks as choices of a form.
    func choices(_ chosen: Int64?) -> [ChoiceView] {
        decks.map { ChoiceView(value: String($0.id), label: name(of: $0.id), isChosen: $0.id == chosen) }
    }
}

extension WebError {
    init(_ error: WordsError) {
        switch error.code {
        case .missing: self.init(.notFound, .gone)
        case .exists: self.init(.conflict, .input, error.description)
        case .invalid: self.init(.badRequest, .input, error.description)
        }
    }
}

extension String {
    /// At most so many characters, and no spaces around them.
    func trimmed(to most: Int) -> String { String(trimmed.prefix(most)) }
}
