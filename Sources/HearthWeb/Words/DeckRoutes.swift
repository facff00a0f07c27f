// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import HearthWords
import Hummingbird

/// Decks: the list of them, one with its cards, its settings, and the first one.
struct DeckRoutes: Sendable {
    let words: WordsContext
    let deletions: DeletionQueue
    let changes: ExpiringState<ChangedWords>
    let removedSearches: ExpiringState<WordSearch>

    // MARK: The list

    @Sendable func overview(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (store, moment) = (try words.store(locale), words.moment(locale))
        let tree = try await store.decks()
        let counts = try await store.studyCounts(moment)
        let recent = try await store.statistics(StatisticsRequest(moment: moment, daysBack: 30, daysAhead: 1))
        let page = WordsPage(
            tree, counts: counts, sizes: try await store.sizes(moment), recent: recent,
            deleted: await undoable(request), moment, locale.text)
        return try await words.response(page, locale, to: request)
    }

    /// The deletion that a page has just made, while it can be restored.
    private func undoable(_ request: Request) async -> String? {
        guard let id = request.query.id("deleted"),
            await deletions.canRestore(WordDeletion.key(of: id))
        else { return nil }
        return String(id)
    }

    @Sendable func restore(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let store = try words.store(locale)
        let id = context.form.id("key") ?? 0
        let restoration: DeletionQueue.Restoration
        do {
            restoration = try await deletions.restore(WordDeletion.key(of: id)) {
                // Everything may have been erased meanwhile.
                guard try await store.restore(id) else { throw WebError(.gone, .gone, locale.text("words.tooLate")) }
            }
        } catch let error as WordsError where error.code == .missing {
            throw WebError(.conflict, .gone, locale.text("words.deckGone"))
        }
        guard restoration == .restored else {
            throw WebError(.gone, .gone, locale.text(restoration == .tooLate ? "words.tooLate" : "words.undone"))
        }
        let back = context.form.id("back").map { "/words/decks/\($0)" }
        return .redirect(to: back ?? "/words")
    }

    // MARK: The first deck, and further ones

    @Sendable func first(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let query = request.query
        let tree = try await words.store(locale).decks()
        let deck = query.id("deck").flatMap { tree[$0] }
        let kind = FirstDeckPage.Kind(rawValue: query.get("kind") ?? "")
        if kind == .file { return .redirect(to: "/words/import") }
        var count = 0
        if let deck { count = try await words.store(locale).flashcards(FlashcardQuery(deck: deck.id)).total }
        let samples = deck == nil && kind == nil ? try SampleDeck.words().count : 0
        let page = FirstDeckPage(kind, made: deck, words: count, samples: samples, locale.text)
        return try await words.response(page, locale, to: request)
    }

    @Sendable func makeFirst(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let kind = FirstDeckPage.Kind(rawValue: context.form["kind"] ?? "") ?? .empty
        var settings = DeckSettings()
        settings.newPerDay = context.form.number("newPerDay", in: 0...100) ?? 10
        settings.directions = context.form["both"] == nil ? [.recognition] : [.recognition, .production]
        if kind == .sample { (settings.wordLanguage, settings.translationLanguage) = ("fr", "en") }
        let fallback = kind == .sample ? SampleDeck.name(locale.text) : locale.text("words.firstName")
        let name = Self.path(context.form["name"]?.trimmed(to: 100))
        let deck = try await make(name.isEmpty ? fallback : name, settings, locale)
        if kind == .sample, try await words.store(locale).flashcards(FlashcardQuery(deck: deck.id)).total == 0 {
            let contents = try SampleDeck.words()
            _ = try await words.store(locale).add(contents, to: deck.id, at: words.pages.clock.now())
        }
        return .redirect(to: "/words/first?deck=\(deck.id)")
    }

    @Sendable func newDeck(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        _ = try words.store(locale)
        return try await words.response(NewDeckPage(locale.text), locale, to: request)
    }

    @Sendable func makeDeck(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let name = Self.path(context.form["name"]?.trimmed(to: 200))
        guard !name.isEmpty else {
            let page = NewDeckPage(fault: locale.text("words.nameFault"), locale.text)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        guard name.components(separatedBy: Deck.separator).count <= Deck.mostNames else {
            let page = NewDeckPage(fault: locale.text("deck.depthFault"), locale.text)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        let deck = try await make(name, nil, locale)
        return .redirect(to: "/words/decks/\(deck.id)")
    }

    /// A path as it was meant: names without white space around them, and none that is empty.
    private static func path(_ typed: String?) -> String {
        let names = (typed ?? "").components(separatedBy: Deck.separator).map(\.trimmed)
        return names.filter { !$0.isEmpty }.joined(separator: Deck.separator)
    }

    /// One that is there stays as it is.
    private func make(_ name: String, _ settings: DeckSettings?, _ locale: RequestLocale) async throws -> Deck {
        let store = try words.store(locale)
        let isNew = try await store.decks().deck(at: name) == nil
        var deck = try await store.makeDeck(name, at: words.pages.clock.now())
        if isNew, let settings {
            deck.settings = settings
            try await store.save(deck)
        }
        return deck
    }

    // MARK: One deck

    @Sendable func deck(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let parameters = request.query
        var query = FlashcardQuery(deck: deck.id, parameters)
        query.offset = parameters.number("from", in: 0...10_000_000) ?? 0
        let (store, moment) = (try words.store(locale), words.moment(locale))
        query.moment = moment
        let counts = try await store.studyCounts(moment)[deck.id] ?? StudyCounts()
        let removed = parameters.get("removed") ?? ""
        let options = DeckPage.Options(
            selects: parameters.get("select") != nil, deleted: await undoable(request),
            changed: await changed(request),
            tags: parameters.get("tags") == nil ? nil : try await store.tags(of: deck.id),
            searches: locale.settings.savedSearches.wordSearches,
            removedSearch: await removedSearches.has(removed) ? removed : nil)
        let page = DeckPage(
            deck, tree, try await store.flashcards(query), query, counts, options, moment, words.pages.clock,
            locale.text)
        return try await words.response(page, locale, to: request)
    }

    /// The change that a page has just made to words, and how many it changed.
    private func changed(_ request: Request) async -> DeckPage.Changed? {
        guard let key = request.query.get("changed") else { return nil }
        if let changed = await changes[key] { return DeckPage.Changed(key: key, count: changed.count) }
        return key == "none" ? DeckPage.Changed(key: "", count: 0) : nil
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let store = try words.store(locale)
        guard let deletion = try await store.deleteDeck(deck.id, at: words.pages.clock.now()) else {
            throw WebError(.notFound, .gone, locale.text("words.noDeck"))
        }
        await deletions.add(deletion, in: store)
        return .redirect(to: "/words?deleted=\(deletion.id)")
    }
}
