// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HTTPTypes
import HearthModels
import HearthWords
import Hummingbird

/// Studying: by pages alone, or by a script that has the next cards ready and sends answers when it can.
struct StudyRoutes: Sendable {
    let words: WordsContext
    let sessions: StudySessions
    let backgroundJobs: BackgroundJobs
    /// Whether stories can be written.
    let hasStories: Bool

    /// How many cards a script is given ahead.
    private static let ahead = 40
    /// For how many of them sentences are sought in what the user wrote: more are asked for before these are answered.
    private static let withOwnSentences = 12
    /// The most answers that are taken at once.
    private static let mostAnswers = 1_000
    /// Milliseconds since 1970, until the year 2100.
    private static let moments = 0...4_102_444_800_000

    // MARK: Pages

    /// The next card. Asking for it writes nothing.
    @Sendable func study(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let (mode, session) = (
            mode(request.query.get("mode")), name(request.query.get("session"))
        )
        let query = request.query
        let kept = await sessions[session]
        let wanted = query.id("card")
        let batch = try await batch(deck, tree, mode, kept, locale, limit: wanted == nil ? 1 : Self.ahead)
        guard let item = batch.items.first(where: { $0.card.id == wanted }) ?? batch.items.first else {
            if kept.choice?.cards.isEmpty == true { throw WebError(.gone, .gone, locale.text("study.chosenGone")) }
            return .redirect(to: "/words/decks/\(deck.id)/summary?session=\(session)")
        }
        let isWanted = wanted == nil || item.card.id == wanted
        let options = StudyPage.Options(
            showsBack: isWanted && query.get("show") != nil,
            typed: isWanted ? query.get("typed").map { String($0.prefix(1_000)) } : nil,
            isTyping: query.get("type") != nil, since: query.number("since", in: Self.moments).map(String.init))
        let leech = try await leech(query.id("leech"), locale)
        let page = StudyPage(
            item, view(item, tree, locale), in: deck, mode, session: session, leech: leech,
            done: kept.through.count, left: left(batch), spent: kept.summary.milliseconds,
            hasAnswers: kept.summary.answers > 0,
            canUndo: !kept.keys.isEmpty, options,
            locale.settings.words, now: words.pages.clock.now(), locale.text)
        return try await words.response(page, locale, to: request)
    }

    @Sendable func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        let (form, now) = (context.form, words.pages.clock.now())
        guard let card = form.id("card"),
            let rating = form.number("rating", in: 1...4).flatMap(Rating.init(rawValue:))
        else { throw WebError(.badRequest, .input) }
        let begun = form.number("since", in: Self.moments)
        let since = begun.map { now.timeIntervalSince1970 * 1_000 - Double($0) } ?? 0
        let (mode, session) = (mode(form["mode"]), name(form["session"]))
        let answer = StudyAnswer(
            card: card, rating: rating, mode: mode, date: now, milliseconds: Self.milliseconds(since),
            key: form["key"].flatMap { StudySessions.isName($0) ? $0 : nil } ?? StudySessions.newName(),
            typed: Self.typed(form["typed"]))
        let saved = try await save([answer], session, locale)
        guard !saved.isEmpty else { throw WebError(.notFound, .gone) }
        let leech = saved.first { $0.becameLeech }?.card.flashcard
        return .redirect(
            to: "/words/decks/\(deck.id)/study?mode=\(mode.rawValue)&session=\(session)"
                + (leech.map { "&leech=\($0)" } ?? ""))
    }

    /// Takes back the answer that a script names, or the last one of the session: never one of another session.
    @Sendable func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let (mode, session) = (mode(context.form["mode"]), name(context.form["session"]))
        let named = context.form["key"].flatMap { StudySessions.isName($0) ? $0 : nil }
        let last = await sessions[session].keys.last
        var undo = AnswerUndo.nothing
        if let key = named ?? last { undo = try await words.store(locale).undoAnswer(key) }
        if let answered = undo.answered { await sessions.change(session) { $0.remove(answered) } }
        if context.form["script"] != nil {
            return try await feed(deck, tree, mode, session, locale, said: Self.said(of: undo))
        }
        return .redirect(to: "/words/decks/\(deck.id)/study?mode=\(mode.rawValue)&session=\(session)")
    }

    /// The phrase that says why nothing was undone.
    private static func said(of undo: AnswerUndo) -> String? {
        switch undo {
        case .undone: nil
        case .changedSince: "study.changedSince"
        case .nothing: "study.nothingToUndo"
        }
    }

    @Sendable func summary(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let session = name(request.query.get("session"))
        let kept = await sessions[session]
        let (store, moment) = (try words.store(locale), words.moment(locale))
        let batch = try await batch(deck, tree, .scheduled, kept, locale, limit: 1)
        var stubborn: [SummaryPage.Stubborn] = []
        for (id, count) in kept.missed.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(8) {
            guard let word = try await store.flashcard(id) else { continue }
            let cards = kept.leeches.contains(id) ? try await store.cards(of: id) : []
            let isSuspended = cards.contains(where: \.isSuspended)
            stubborn.append(.init(word: word, missed: count, isSuspended: isSuspended))
        }
        let forecast = try await store.statistics(StatisticsRequest(moment: moment, daysBack: 1, daysAhead: 2)).forecast
        let counts = try await store.studyCounts(moment)
        let next = tree.decks.first { $0.parent == nil && $0.id != deck.id && (counts[$0.id]?.total ?? 0) > 0 }
        let page = SummaryPage(
            deck, kept.summary, batch, stubborn, study: kept.choice?.address(of: deck.id, session),
            tomorrow: forecast.first { $0.day == moment.today + 1 }?.cards ?? 0,
            next: next, story: hasStories ? session : nil, moment, locale.text)
        return try await words.response(page, locale, to: request)
    }

    // MARK: For the script

    /// The next cards, as JSON.
    @Sendable func next(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let query = request.query
        return try await feed(deck, tree, mode(query.get("mode")), name(query.get("session")), locale)
    }

    /// Compares a typed answer with the card's; answers with JSON.
    @Sendable func check(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let query = request.query
        let (mode, session) = (mode(query.get("mode")), name(query.get("session")))
        let batch = try await batch(deck, tree, mode, await sessions[session], locale, limit: Self.ahead)
        guard let item = batch.items.first(where: { $0.card.id == query.id("card") }) else {
            throw WebError(.notFound, .gone)
        }
        return try .json(TypedView(String((query.get("typed") ?? "").prefix(1_000)), item, locale.text))
    }

    /// Answers that a browser has collected, in their order, each counted once; all are saved, or none and the browser
    /// keeps them. One whose card was erased is left out. Where the deck is gone, its cards may have been moved to
    /// another one, or can still be restored with it.
    @Sendable func answers(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (mode, session) = (mode(context.form["mode"]), name(context.form["session"]))
        guard let sent = try? JSONDecoder().decode([SentAnswer].self, from: Data((context.form["answers"] ?? "").utf8)),
            sent.count <= Self.mostAnswers
        else { throw WebError(.badRequest, .input) }
        let now = words.pages.clock.now()
        let answers = sent.compactMap { $0.answer(mode, now: now) }
        guard answers.count == sent.count else { throw WebError(.badRequest, .input) }
        let kept = await sessions[session]
        let (answered, next): ([AnsweredCard], StudyBatch?)
        // What is left of chosen cards is known once the session has the answers.
        if kept.choice != nil {
            (answered, next) = (try await save(answers, session, locale), nil)
        } else {
            let ahead = context.form.number("ahead", in: 1...Self.ahead) ?? Self.ahead
            var request = StudyRequest(
                deck: context.parameters.id("deck") ?? 0, mode: mode, moment: words.moment(locale), limit: ahead)
            request.without = mode == .cram ? kept.crammed.union(answers.map(\.card)) : kept.crammed
            let store = try words.store(locale)
            (answered, next) = try await store.answer(answers, days: words.days(locale), next: request)
            await note(answered, session, store)
        }
        // Where the deck is gone, this says so.
        let (deck, tree) = try await words.deck(context, locale)
        let leech = try await leech(answered.last { $0.becameLeech }?.card.flashcard, locale)
        return try await feed(deck, tree, mode, session, locale, next, leech: leech)
    }

    private struct SentAnswer: Decodable {
        let card: String
        let rating: Int
        /// Milliseconds since 1970.
        let at: Double
        let milliseconds: Double
        let key: String
        let typed: String?

        func answer(_ mode: StudyMode, now: Date) -> StudyAnswer? {
            guard let card = Int64(card), let rating = Rating(rawValue: rating), at.isFinite, milliseconds.isFinite,
                StudySessions.isName(key)
            else { return nil }
            // Clocks of phones may be ahead; nothing was answered in the future, nor before last season.
            let earliest = now.addingTimeInterval(-90 * 86_400)
            let date = min(max(Date(timeIntervalSince1970: at / 1_000), earliest), now)
            return StudyAnswer(
                card: card, rating: rating, mode: mode, date: date,
                milliseconds: StudyRoutes.milliseconds(milliseconds), key: key, typed: StudyRoutes.typed(typed))
        }
    }

    private struct Feed: Encodable {
        let cards: [StudyCardView]
        let done: Int
        let left: Int
        /// How long the answers of the session took, in milliseconds.
        let spent: Int
        let canUndo: Bool
        /// The page that ends the session.
        let end: String
        /// A message, such as that nothing can be undone.
        let said: String?
        /// A word that became a leech just now.
        let leech: LeechView?
    }

    private func feed(
        _ deck: Deck, _ tree: DeckTree, _ mode: StudyMode, _ session: String, _ locale: RequestLocale,
        _ known: StudyBatch? = nil, said: String? = nil, leech: LeechView? = nil
    ) async throws -> Response {
        let kept = await sessions[session]
        var batch: StudyBatch
        if let known {
            batch = known
            try await addOwnSentences(to: &batch, tree, locale)
        } else {
            batch = try await self.batch(deck, tree, mode, kept, locale, limit: Self.ahead)
        }
        return try .json(
            Feed(
                cards: batch.items.map { view($0, tree, locale) },
                done: kept.through.count, left: left(batch), spent: kept.summary.milliseconds,
                canUndo: !kept.keys.isEmpty,
                end: "/words/decks/\(deck.id)/summary?session=\(session)", said: said.map { locale.text($0) },
                leech: leech))
    }

    // MARK: Parts

    private func batch(
        _ deck: Deck, _ tree: DeckTree, _ mode: StudyMode, _ session: StudySession, _ locale: RequestLocale, limit: Int
    ) async throws -> StudyBatch {
        var request = StudyRequest(deck: deck.id, mode: mode, moment: words.moment(locale), limit: limit)
        request.without = session.crammed
        if let choice = session.choice {
            (request.mode, request.chosen) = (choice.mode, choice.cards)
            request.without = choice.mode == .cram ? session.crammed : session.through
        }
        var batch = try await words.store(locale).study(request)
        try await addOwnSentences(to: &batch, tree, locale)
        return batch
    }

    /// For those of the next cards that have been learned: a new word is shown with the sentence that it came with.
    private func addOwnSentences(to batch: inout StudyBatch, _ tree: DeckTree, _ locale: RequestLocale) async throws {
        guard locale.settings.words.wordsShowOwn else { return }
        let store = try words.store(locale)
        for index in batch.items.indices.prefix(Self.withOwnSentences)
        where batch.items[index].card.state.phase == .review {
            guard let pair = tree.settings(of: batch.items[index].card.deck).languages else { continue }
            let own = OwnSentences(store, pair)
            batch.items[index].own = try await own.sentences(for: batch.items[index].flashcard.content)
        }
    }

    private func view(_ item: StudyItem, _ tree: DeckTree, _ locale: RequestLocale) -> StudyCardView {
        StudyCardView(item, tree.settings(of: item.card.deck), words.pages.clock, locale.text)
    }

    @discardableResult
    private func save(_ answers: [StudyAnswer], _ session: String, _ locale: RequestLocale) async throws
        -> [AnsweredCard]
    {
        let store = try words.store(locale)
        let answered = try await store.answer(answers, days: words.days(locale))
        await note(answered, session, store)
        return answered
    }

    private func note(_ answered: [AnsweredCard], _ session: String, _ store: any WordStore) async {
        Refitting(store).scheduleRefit(backgroundJobs)
        await sessions.change(session) { session in
            for one in answered { session.add(one) }
        }
    }

    /// Tells what happened to a word that is missed again and again; `nil` if it is not a leech.
    private func leech(_ word: Int64?, _ locale: RequestLocale) async throws -> LeechView? {
        let store = try words.store(locale)
        guard let word, let flashcard = try await store.flashcard(word),
            flashcard.content.tags.contains(FlashcardContent.leechTag)
        else { return nil }
        let isSuspended = try await store.cards(of: word).contains(where: \.isSuspended)
        return LeechView(flashcard, isSuspended: isSuspended, locale.text)
    }

    private func left(_ batch: StudyBatch) -> Int { max(batch.counts.total, batch.items.isEmpty ? 0 : 1) }

    private func mode(_ text: String?) -> StudyMode { text.flatMap(StudyMode.init(rawValue:)) ?? .scheduled }

    /// The session that a browser names, or a new one.
    private func name(_ text: String?) -> String {
        text.flatMap { StudySessions.isName($0) ? $0 : nil } ?? StudySessions.newName()
    }

    /// Cuts a typed answer to the length that is kept.
    private static func typed(_ text: String?) -> String? { text.map { String($0.prefix(1_000)) } }

    /// Somebody who leaves the table does not think for an hour.
    private static func milliseconds(_ value: Double) -> Int { Int(min(max(value, 0), 60_000)) }
}

extension Response {
    /// For scripts of ours.
    static func json(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}
