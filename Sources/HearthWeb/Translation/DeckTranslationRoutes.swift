// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

/// Translating the words of a deck.
struct DeckTranslationRoutes: Sendable {
    let shared: TranslationContext

    @Sendable func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await shared.pages.locale(request)
        let (deck, tree) = try await shared.words.deck(context, locale)
        guard let run = try await shared.running.run(of: deck.id) else {
            return try await form(deck, tree, locale, request)
        }
        let page = TranslationProgressPage(
            deck, tree, run.job, run.progress, try await shared.choices(locale, chosen: run.job.translator), locale.text
        )
        return try await shared.words.response(page, locale, to: request)
    }

    private func form(
        _ deck: Deck, _ tree: DeckTree, fault: String? = nil, _ locale: RequestLocale, _ request: Request
    ) async throws -> Response {
        let store = try shared.words.store(locale)
        var query = FlashcardQuery(deck: deck.id)
        query.limit = 1
        let all = try await store.flashcards(query).total
        query.state = .untranslated
        let page = TranslatePage(
            deck, tree, all: all, untranslated: try await store.flashcards(query).total,
            try await shared.choices(locale), fault: fault, locale.text)
        return try await shared.words.response(page, locale, to: request, status: fault == nil ? .ok : .badRequest)
    }

    @Sendable func start(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await shared.pages.locale(request)
        let (deck, tree) = try await shared.words.deck(context, locale)
        let translator = translator(context) ?? locale.settings.translation.translator
        let (source, target) = (context.form["from"] ?? "", context.form["to"] ?? "")
        guard Self.isLanguage(source), Self.isLanguage(target), source != target else {
            return try await form(deck, tree, fault: locale.text("translation.languageFault"), locale, request)
        }
        try await remember(source, target, of: deck, tree, locale)
        let back = address(deck)
        if let consent = shared.consentAddress(before: translator, back: back, locale) {
            return .redirect(to: consent)
        }
        let job = TranslationJob(
            deck: deck.id, pair: LanguagePair(from: source, to: target), translator: translator,
            scope: context.form["scope"] == "all" ? .all : .untranslated)
        do { try await shared.running.start(job) } catch let error as TranslationError {
            return try await form(deck, tree, fault: locale.text.fault(of: error), locale, request)
        }
        return .redirect(to: back)
    }

    /// The languages of a deck that had none are those that it was first translated between.
    private func remember(
        _ source: String, _ target: String, of deck: Deck, _ tree: DeckTree, _ locale: RequestLocale
    ) async throws {
        var settings = tree.settings(of: deck.id)
        guard settings.wordLanguage == nil || settings.translationLanguage == nil else { return }
        settings.wordLanguage = settings.wordLanguage ?? source
        settings.translationLanguage = settings.translationLanguage ?? target
        var deck = deck
        deck.settings = settings
        try await shared.words.store(locale).save(deck)
    }

    /// Source: RFC 5646, as far as it is used here.
    private static func isLanguage(_ code: String) -> Bool {
        code.wholeMatch(of: /[a-z]{2,3}(?:-[A-Za-z]{2,8})?/) != nil
    }

    @Sendable func pause(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { await $0.pause($1) }
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { await $0.cancel($1) }
    }

    @Sendable func close(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context) { await $0.dismiss($1) }
    }

    @Sendable func resume(_ request: Request, _ context: WebContext) async throws -> Response {
        let translator = translator(context)
        return try await change(request, context, asking: translator) {
            try await $0.resume($1, with: translator)
        }
    }

    /// Tries failed words again: the one that a button names, or all of them with what is left.
    @Sendable func retry(_ request: Request, _ context: WebContext) async throws -> Response {
        let (word, translator) = (context.form.id("word"), translator(context))
        return try await change(request, context, asking: translator) {
            try await $0.resume($1, retrying: word.map { [$0] }, with: translator)
        }
    }

    private func change(
        _ request: Request, _ context: WebContext, asking translator: Translator? = nil,
        _ work: (Translations, Int64) async throws -> Void
    ) async throws -> Response {
        let locale = try await shared.pages.locale(request)
        let (deck, tree) = try await shared.words.deck(context, locale)
        if let translator, let consent = shared.consentAddress(before: translator, back: address(deck), locale) {
            return .redirect(to: consent)
        }
        do { try await work(shared.running, deck.id) } catch let error as TranslationError {
            return try await form(deck, tree, fault: locale.text.fault(of: error), locale, request)
        }
        return .redirect(to: address(deck))
    }

    private func translator(_ context: WebContext) -> Translator? {
        context.form["translator"].flatMap(Translator.init(rawValue:))
    }

    private func address(_ deck: Deck) -> String { "/words/decks/\(deck.id)/translate" }

    // MARK: Progress

    @Sendable func events(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await shared.pages.locale(request)
        let (deck, _) = try await shared.words.deck(context, locale)
        guard let run = try await shared.running.run(of: deck.id) else { throw WebError(.notFound, .gone) }
        let say = locale.text
        return try eventStream(
            for: request, of: run.changes, into: TranslationWatch(), pause: .milliseconds(250),
            apply: { $0.progress = $1 },
            event: { $0.event(say) })
    }
}

/// How far a translation is, and what a browser has of it.
private struct TranslationWatch: Sendable {
    var progress: TranslationProgress?
    private var sent: TranslationProgress?

    mutating func event(_ say: Phrases) -> ServerEvent? {
        guard let progress, progress != sent else { return nil }
        sent = progress
        return ServerEvent(name: "progress", data: TranslationProgressView(progress, say), isLast: !progress.isActive)
    }
}
