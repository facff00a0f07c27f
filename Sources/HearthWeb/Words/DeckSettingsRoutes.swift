// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthWords
import Hummingbird

/// Settings of a deck, with what they cost and how they are fitted to their user.
struct DeckSettingsRoutes: Sendable {
    let words: WordsContext
    let curves = WorkCurves.shared

    @Sendable func settings(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let isSaved = request.query.get("saved") != nil
        let form = DeckForm(deck, tree.settings(of: deck.id), locale.text)
        let page = try await page(deck, tree, form, isSaved: isSaved, locale)
        return try await words.response(page, locale, to: request)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        if context.form["share"] != nil, deck.parent != nil {
            var shared = deck
            shared.settings = nil
            try await words.store(locale).save(shared)
            return .redirect(to: "/words/decks/\(deck.id)/settings?saved=1")
        }
        let form = DeckForm(context.form)
        let (changed, faults) = form.applied(to: deck, tree)
        guard faults.isEmpty else {
            let page = try await page(deck, tree, form, faults: faults, locale)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        do { try await words.store(locale).save(changed) } catch let error as WordsError where error.code == .exists {
            let page = try await page(deck, tree, form, faults: [.taken], locale)
            return try await words.response(page, locale, to: request, status: .conflict)
        }
        return .redirect(to: "/words/decks/\(deck.id)/settings?saved=1")
    }

    /// Fits the deck's parameters now, or goes back to those from before.
    @Sendable func fit(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let now = words.pages.clock.now()
        let refitting = Refitting(try words.store(locale)) { now }
        if context.form["do"] == "undo" {
            try await refitting.takeBack(deck.id)
        } else {
            try await refitting.fit(deck.id)
        }
        return .redirect(to: "/words/decks/\(deck.id)/settings?saved=1#fit")
    }

    private func page(
        _ deck: Deck, _ tree: DeckTree, _ form: DeckForm, faults: Set<DeckFault> = [], isSaved: Bool = false,
        _ locale: RequestLocale
    ) async throws -> DeckSettingsPage {
        let settings = tree.settings(of: deck.id)
        let (store, say) = (try words.store(locale), locale.text)
        let counts = try await store.reviewCounts()
        let shared = tree.decks(withSettingsOf: tree.preset(of: deck.id))
        let reviews = shared.reduce(0) { $0 + (counts[$1] ?? 0) }
        let found = try await store.statistics(
            StatisticsRequest(deck: deck.id, moment: words.moment(locale), daysAhead: 1))
        let curve = await curves.curve(settings).scaled(newPerDay: settings.newPerDay, pace: found.days)
        let percent = Int((settings.desiredRetention * 100).rounded())
        return DeckSettingsPage(
            deck, tree, form, work: WorkFigure(curve, percent: percent, canSlide: true, say),
            fit: FitView(settings, reviews: reviews, words.pages.clock, say), faults: faults, isSaved: isSaved, say)
    }
}
