// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import HearthWords
import Hummingbird

/// Words and their cards: added, changed, moved, suspended and deleted.
struct CardRoutes: Sendable {
    let words: WordsContext
    let deletions: DeletionQueue
    let help: WordHelp?
    let drafts: HelpDrafts
    let marks: MarkedWords

    // MARK: One word

    @Sendable func newCard(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let query = request.query
        let tree = try await words.store(locale).decks()
        guard !tree.decks.isEmpty else { return .redirect(to: "/words/first") }
        var draft = HelpDraft(form: CardForm())
        if let kept = await drafts[query.get("draft") ?? ""] {
            draft = kept
        } else {
            let marked = try await marks.draft(query, tree, locale)
            draft = marked ?? draft
            draft.form.deck = query.id("deck") ?? draft.form.deck
            if marked != nil { await lookUp(&draft.form, tree) }
        }
        let help = await view(&draft, query.get("draft"), word: nil, locale)
        let twin = try await twin(query, draft.form, locale)
        let page = NewCardPage(
            draft.form, tree, isAdded: query.get("saved") != nil, help: help, leadsBack: draft.back, twin: twin,
            locale.text)
        return try await words.response(page, locale, to: request)
    }

    @Sendable func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let store = try words.store(locale)
        let (form, tree) = (CardForm(context.form), try await store.decks())
        let back = MarkedWords.back(context.form["back"])
        guard let deck = form.deck, tree[deck] != nil, var content = form.content() else {
            let help = await plainView(word: nil, locale)
            let page = NewCardPage(form, tree, isRefused: true, help: help, leadsBack: back, locale.text)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        let picture: Picture?
        do { picture = try Picture(context.upload) } catch {
            let help = await plainView(word: nil, locale)
            let page = NewCardPage(form, tree, picture: error, help: help, leadsBack: back, locale.text)
            return try await words.response(page, locale, to: request, status: .badRequest)
        }
        if let picture { content.image = try await store.add(picture.file) }
        let twin = try await twin(of: content.word, in: deck, store)
        _ = try await store.add([content], to: deck, at: words.pages.clock.now())
        try await marks.remember(deck)
        return .redirect(
            to: back ?? "/words/add?deck=\(deck)&saved=1" + (twin.map { "&twin=\($0.id)" } ?? ""))
    }

    /// The same word, which a deck has already.
    private func twin(of word: String, in deck: Int64, _ store: any WordStore) async throws -> Flashcard? {
        var query = FlashcardQuery(deck: deck)
        (query.word, query.limit) = (word, 1)
        return try await store.flashcards(query).flashcards.first
    }

    /// The twin of the word that was added just now, or of the one that the form begins with.
    private func twin(_ query: Parameters, _ form: CardForm, _ locale: RequestLocale) async throws -> Flashcard? {
        let store = try words.store(locale)
        if let id = query.id("twin") { return try await store.flashcard(id) }
        guard let deck = form.deck, !form.word.isEmpty else { return nil }
        return try await twin(of: form.word, in: deck, store)
    }

    @Sendable func card(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let query = request.query
        return try await page(
            word(context, locale), nil, draft: query.get("draft"), isSaved: query.get("saved") != nil, locale, request)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let store = try words.store(locale)
        var word = try await word(context, locale)
        var form = CardForm(context.form)
        let tree = try await store.decks()
        if let conflict = CardConflict(form, word, tree, locale.text) {
            // Whoever saves again has seen what is saved now.
            form.version = word.version
            return try await page(word, form, conflict: conflict, locale, request)
        }
        guard let deck = form.deck, tree[deck] != nil, var content = form.content(changing: word.content) else {
            return try await page(word, form, locale, request)
        }
        let picture: Picture?
        do { picture = try Picture(context.upload) } catch {
            return try await page(word, form, picture: error, locale, request)
        }
        if let picture { content.image = try await store.add(picture.file) }
        (word.deck, word.content) = (deck, content)
        try await store.save(word, at: words.pages.clock.now())
        return .redirect(
            to: "/words/cards/\(word.id)?saved=1" + (form.list.map { "&list=\($0.escapedForAddress)" } ?? ""))
    }

    private func word(_ context: WebContext, _ locale: RequestLocale) async throws -> Flashcard {
        guard let id = context.parameters.id("word"),
            let word = try await words.store(locale).flashcard(id)
        else { throw WebError(.notFound, .gone, locale.text("words.noWord")) }
        return word
    }

    /// - Parameters:
    ///   - form: what was filled in and cannot be saved.
    ///   - draft: by which a form is kept that is not saved yet.
    private func page(
        _ word: Flashcard, _ form: CardForm?, draft: String? = nil, isSaved: Bool = false,
        picture: Picture.Fault? = nil, conflict: CardConflict? = nil, _ locale: RequestLocale, _ request: Request
    ) async throws -> Response {
        let store = try words.store(locale)
        let (tree, cards) = (try await store.decks(), try await store.cards(of: word.id))
        var logs: [Int64: [FlashcardReview]] = [:]
        for card in cards { logs[card.id] = try await store.reviews(of: card.id) }
        var kept = await drafts[draft ?? ""] ?? HelpDraft(form: CardForm(word))
        kept.form.list = kept.form.list ?? CardForm.list(request.query.get("list"))
        let help = await view(&kept, draft, word: word.id, locale)
        let page = CardPage(
            word, cards, logs, form ?? kept.form, tree, isSaved: isSaved,
            marked: request.query.get("marked").flatMap(CardPage.Marked.init(rawValue:)),
            isRefused: form != nil && picture == nil && conflict == nil, picture: picture, conflict: conflict,
            help: help,
            alike: try await alike(word, tree, store), words.moment(locale), words.pages.clock, locale.text)
        return try await words.response(
            page, locale, to: request, status: form == nil ? .ok : conflict == nil ? .badRequest : .conflict)
    }

    /// Words of the same deck that may be taken for this one.
    private func alike(_ word: Flashcard, _ tree: DeckTree, _ store: any WordStore) async throws -> [Confusable] {
        var query = FlashcardQuery(deck: word.deck)
        query.limit = 1_000
        return Confusable.find(
            for: word, among: try await store.flashcards(query).flashcards,
            in: tree.settings(of: word.deck).wordLanguage)
    }

    // MARK: Several words

    @Sendable func suspend(_ request: Request, _ context: WebContext) async throws -> Response {
        try await mark(.suspend, request, context)
    }

    /// Hides words for the rest of the day.
    @Sendable func bury(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        return try await mark(.bury(day: words.moment(locale).today), says: .hidden, request, context)
    }

    /// Shows hidden words again.
    @Sendable func unbury(_ request: Request, _ context: WebContext) async throws -> Response {
        try await mark(.unbury, says: .shown, request, context)
    }

    /// Has words begin anew, as if they had never been answered; their log stays.
    @Sendable func reset(_ request: Request, _ context: WebContext) async throws -> Response {
        try await mark(.forget, says: .reset, request, context)
    }

    @Sendable func resume(_ request: Request, _ context: WebContext) async throws -> Response {
        try await mark(.unsuspend, request, context)
    }

    /// - Parameter says: what the word's page says of it.
    private func mark(
        _ mark: CardMark, says: CardPage.Marked? = nil, _ request: Request, _ context: WebContext
    ) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let store = try words.store(locale)
        var cards: [Int64] = []
        for word in context.form.numbers("word-") { cards += try await store.cards(of: word).map(\.id) }
        try await store.set(mark, on: cards, at: words.pages.clock.now())
        let back = back(context, deck)
        guard let says, context.form["card"] != nil else { return .redirect(to: back) }
        return .redirect(to: back + (back.contains("?") ? "&" : "?") + "marked=\(says.rawValue)")
    }

    /// Moves words, or asks where to while no deck is named.
    @Sendable func move(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let (store, chosen) = (try words.store(locale), context.form.numbers("word-"))
        guard !chosen.isEmpty else { return .redirect(to: back(context, deck)) }
        guard let target = context.form.id("to"), tree[target] != nil else {
            let page = MoveCardsPage(chosen, from: deck, tree, locale.text)
            return try await words.response(page, locale, to: request)
        }
        for id in chosen {
            guard var word = try await store.flashcard(id) else { continue }
            word.deck = target
            try await store.save(word, at: words.pages.clock.now())
        }
        return .redirect(to: "/words/decks/\(target)")
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let (store, chosen) = (try words.store(locale), context.form.numbers("word-"))
        guard !chosen.isEmpty else { return .redirect(to: back(context, deck)) }
        guard let deletion = try await store.deleteFlashcards(chosen, at: words.pages.clock.now()) else {
            return .redirect(to: back(context, deck))
        }
        await deletions.add(deletion, in: store)
        let list = CardForm.list(context.form["list"]) ?? "/words/decks/\(deck.id)"
        return .redirect(to: list + (list.contains("?") ? "&" : "?") + "deleted=\(deletion.id)")
    }

    /// The deck's list, or the word that a form was on.
    private func back(_ context: WebContext, _ deck: Deck) -> String {
        if let study = context.form.id("study") {
            let session = context.form["session"].flatMap { StudySessions.isName($0) ? $0 : nil }
            return "/words/decks/\(study)/study" + (session.map { "?session=\($0)" } ?? "")
        }
        let list = CardForm.list(context.form["list"])
        let card = context.form.id("card").map {
            "/words/cards/\($0)" + (list.map { "?list=\($0.escapedForAddress)" } ?? "")
        }
        return card ?? list ?? "/words/decks/\(deck.id)"
    }

    // MARK: Media

    /// A picture or a sound, by its first bytes; anything else is not shown.
    @Sendable func media(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let name = context.parameters.get("name").flatMap(\.removingPercentEncoding) ?? ""
        guard let file = try await words.store(locale).media(name), let type = MediaType(file.data) else {
            throw WebError(.notFound, .gone)
        }
        return Response(
            status: .ok, headers: [.contentType: type.rawValue, .cacheControl: "private, no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.data)))
    }
}

/// Files that browsers show or play without running anything in them. Sources: the formats' own signatures.
enum MediaType: String, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
    case mp3 = "audio/mpeg"
    case ogg = "audio/ogg"
    case wav = "audio/wav"
    case m4a = "audio/mp4"

    init?(_ data: Data) {
        let head = [UInt8](data.prefix(12))
        func begins(_ text: String, at place: Int = 0) -> Bool { head.dropFirst(place).starts(with: text.utf8) }
        let isMP3 = begins("ID3") || (head.count > 1 && head[0] == 0xFF && head[1] & 0xE0 == 0xE0)
        let type: MediaType? =
            if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { .png } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
                .jpeg
            } else if begins("GIF8") { .gif } else if begins("RIFF") && begins("WEBP", at: 8) {
                .webp
            } else if begins("RIFF") && begins("WAVE", at: 8) { .wav } else if begins("OggS") {
                .ogg
            } else if begins("ftyp", at: 4) { .m4a } else { isMP3 ? .mp3 : nil }
        guard let type else { return nil }
        self = type
    }
}
