// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import Hummingbird

/// Changes of many words at once: when they are due, which new ones come first, their tags, their texts.
struct WordChangeRoutes: Sendable {
    let words: WordsContext
    let changes: ExpiringState<ChangedWords>

    /// Days from today on which words can be made due.
    private static let days = 0...36_500
    /// Words whose change is shown before it is made.
    private static let shown = 20

    // MARK: Chosen words

    /// Changes chosen words, or asks what is to be done while nothing is named.
    @Sendable func change(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let (form, chosen) = (context.form, context.form.numbers("word-"))
        let list = CardForm.list(form["list"]) ?? "/words/decks/\(deck.id)"
        guard !chosen.isEmpty else { return .redirect(to: list) }
        let moment = words.moment(locale)
        guard let change = change(form, moment) else {
            let page = ChangeCardsPage(chosen, of: deck, list: list, isRefused: form["act"] != nil, locale.text)
            return try await words.response(page, locale, to: request, status: form["act"] == nil ? .ok : .badRequest)
        }
        return try await apply(change, chosen, moment, back: list, locale)
    }

    private func change(_ form: Form, _ moment: StudyMoment) -> WordChange? {
        let tag = (form["tag"] ?? "").split(whereSeparator: \.isWhitespace).first.map { String($0.prefix(100)) }
        return switch form["act"] {
        case "due": form.number("days", in: Self.days).map { .due(day: moment.today + $0) }
        case "tag": tag.map { .tag($0) }
        case "untag": tag.map { .untag($0) }
        case "first": .newFirst(shuffled: false)
        case "shuffled": .newFirst(shuffled: true)
        case "added": .newAsAdded
        default: nil
        }
    }

    private func apply(
        _ change: WordChange, _ chosen: [Int64], _ moment: StudyMoment, back: String, _ locale: RequestLocale
    ) async throws -> Response {
        let (store, changes) = (try words.store(locale), changes)
        // In a task of its own: it goes on when the browser leaves, and can be undone when it comes back.
        let key = try await Task {
            let changed = try await store.change(change, of: chosen, moment)
            return changed.count > 0 ? await changes.keep(changed) : "none"
        }.value
        return .redirect(to: back + (back.contains("?") ? "&" : "?") + "changed=\(key)")
    }

    /// Takes a change back. It is a form's answer, so that no address alone does it.
    @Sendable func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (store, now) = (try words.store(locale), words.pages.clock.now())
        let back = CardForm.list(context.form["list"]) ?? "/words"
        let isThere = try await changes.use(context.form["key"] ?? "") { _ = try await store.revert($0, at: now) }
        guard isThere else { throw WebError(.notFound, .gone, locale.text("words.noChange")) }
        return .redirect(to: back)
    }

    // MARK: Tags

    /// Asks how a tag is to be called.
    @Sendable func tag(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let tag = try await tag(request.query.get("tag"), locale)
        return try await words.response(TagPage(tag, of: deck, locale.text), locale, to: request)
    }

    /// Renames a tag in all decks, with those in it, or removes them.
    @Sendable func retag(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let tag = try await tag(context.form["tag"], locale)
        let typed = String((context.form["to"] ?? "").prefix(100))
        let name = context.form["act"] == "remove" ? nil : typed.trimmed
        if let name, name.isEmpty || name.contains(where: { $0.isWhitespace || $0 == "," }) {
            let page = TagPage(tag, of: deck, to: typed, locale.text)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        var query = FlashcardQuery()
        query.tag = tag.name
        var chosen: [Int64] = []
        try await each(query, locale) { chosen.append($0.id) }
        let back = "/words/decks/\(deck.id)?tags=1"
        return try await apply(.retag(tag.name, to: name), chosen, words.moment(locale), back: back, locale)
    }

    private func tag(_ name: String?, _ locale: RequestLocale) async throws -> TagTree.Tag {
        guard let name, let tag = try await words.store(locale).tags(of: nil)[name] else {
            throw WebError(.notFound, .gone, locale.text("words.noTag"))
        }
        return tag
    }

    // MARK: Finding and replacing

    /// Shows the words in which something would be replaced; changes nothing.
    @Sendable func preview(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let query = request.query
        let wish = replacement(
            query.get("find"), query.get("by"), TextReplacement.Text.allCases.filter { query.get($0.rawValue) != nil },
            ignoresCase: query.get("anycase") != nil)
        var found = [(before: FlashcardContent, after: FlashcardContent)]()
        var count = 0
        if !wish.sought.isEmpty {
            (found, count) = try await look(for: wish, in: deck, locale)
        }
        let page = ReplacePage(wish, deck, found, count, isAsked: query.get("find") != nil, locale.text)
        return try await words.response(page, locale, to: request)
    }

    @Sendable func replace(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let form = context.form
        let wish = replacement(
            form["find"], form["by"], TextReplacement.Text.allCases.filter { form[$0.rawValue] != nil },
            ignoresCase: form["anycase"] != nil)
        let back = "/words/decks/\(deck.id)"
        guard !wish.sought.isEmpty else { return .redirect(to: back + "/replace") }
        var chosen: [Int64] = []
        try await each(FlashcardQuery(deck: deck.id), locale) {
            if wish.applied(to: $0.content) != nil { chosen.append($0.id) }
        }
        return try await apply(.replace(wish), chosen, words.moment(locale), back: back, locale)
    }

    private func replacement(
        _ sought: String?, _ replacement: String?, _ texts: [TextReplacement.Text], ignoresCase: Bool
    ) -> TextReplacement {
        TextReplacement(
            String((sought ?? "").prefix(500)), by: String((replacement ?? "").prefix(500)),
            in: texts.isEmpty ? Set(TextReplacement.Text.allCases) : Set(texts), matchesCase: !ignoresCase)
    }

    private func look(
        for wish: TextReplacement, in deck: Deck, _ locale: RequestLocale
    ) async throws -> (found: [(before: FlashcardContent, after: FlashcardContent)], count: Int) {
        var (found, count) = ([(before: FlashcardContent, after: FlashcardContent)](), 0)
        try await each(FlashcardQuery(deck: deck.id), locale) { word in
            guard let after = wish.applied(to: word.content) else { return }
            count += 1
            if found.count < Self.shown { found.append((word.content, after)) }
        }
        return (found, count)
    }

    /// All words that a query finds, some at a time.
    private func each(_ query: FlashcardQuery, _ locale: RequestLocale, _ take: (Flashcard) -> Void) async throws {
        let store = try words.store(locale)
        var query = query
        query.limit = 1_000
        while true {
            let page = try await store.flashcards(query)
            page.flashcards.forEach(take)
            query.offset += page.flashcards.count
            guard !page.flashcards.isEmpty, query.offset < page.total else { return }
        }
    }
}
