// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

/// A short story of the words of a deck that are due today, or of those that a session has asked.
struct StoryRoutes: Sendable {
    let words: WordsContext
    let help: WordHelp?
    let sessions: StudySessions

    private static let mostWords = 8

    @Sendable func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let id = request.query.get("asked")
        var state: HelpState?
        if let id { state = try await asked.state(of: id) }
        let session = session(request.query.get("session"))
        let page = StoryPage(deck, tree, try await due(deck, session, locale), session, state, id, locale.text)
        return try await words.response(page, locale, to: request)
    }

    @Sendable func write(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, tree) = try await words.deck(context, locale)
        let session = session(context.form["session"])
        let place = "/words/decks/\(deck.id)/story?session=\(session)"
        let due = try await due(deck, session, locale).map(\.content.word)
        guard !due.isEmpty else { return .redirect(to: place) }
        let id = try await asked.start(.story(due), tree.settings(of: deck.id).languages)
        return .redirect(to: "\(place)&asked=\(id)")
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (deck, _) = try await words.deck(context, locale)
        try await asked.cancel(context.form["asked"] ?? "")
        return .redirect(to: "/words/decks/\(deck.id)/story?session=\(session(context.form["session"]))")
    }

    private var asked: WordHelp {
        get throws {
            guard let help else { throw WebError(.notFound, .gone) }
            return help
        }
    }

    /// The name of a session; empty where there is none.
    private func session(_ name: String?) -> String { name.flatMap { StudySessions.isName($0) ? $0 : nil } ?? "" }

    private func due(_ deck: Deck, _ session: String, _ locale: RequestLocale) async throws -> [Flashcard] {
        let asked = await sessions[session].wordsByNeed.prefix(Self.mostWords)
        guard asked.isEmpty else {
            var found: [Flashcard] = []
            for id in asked { if let word = try await words.store(locale).flashcard(id) { found.append(word) } }
            return found
        }
        let request = StudyRequest(deck: deck.id, moment: words.moment(locale), limit: Self.mostWords)
        return try await words.store(locale).study(request).items.map(\.flashcard)
    }
}

struct StoryPage: Page {
    static let template = "word-story"

    let title: String
    let deckName: String
    let id: String
    let back: String
    let backLabel: String
    let due: [WordView]
    let hasDue: Bool
    let session: String
    let dueLabel: String
    let isRunning: Bool
    let asked: String
    let story: StoryView?
    let failure: String?

    struct WordView: Sendable {
        let word: String
        let address: String
    }

    struct StoryView: Sendable {
        let text: String
        let meaning: String?
    }

    init(
        _ deck: Deck, _ tree: DeckTree, _ due: [Flashcard], _ session: String, _ state: HelpState?, _ asked: String?,
        _ say: Phrases
    ) {
        self.session = session
        dueLabel = say(session.isEmpty ? "wordHelp.storyWords" : "wordHelp.sessionWords")
        title = say("wordHelp.storyTitle")
        deckName = tree.name(of: deck.id)
        id = String(deck.id)
        (back, backLabel) = ("/words/decks/\(deck.id)", say("deck.backTo"))
        self.due = due.map { WordView(word: $0.content.word, address: "/words/cards/\($0.id)") }
        hasDue = !due.isEmpty
        isRunning = state?.phase == .running
        self.asked = asked ?? ""
        switch state?.phase {
        case .done(let found)?:
            story = found.first.map { StoryView(text: $0.text, meaning: $0.note.isEmpty ? nil : $0.note) }
            failure = found.isEmpty ? say("wordHelp.unsuitable") : nil
        case .failed(let reason)?: (story, failure) = (nil, say.helpFault(reason, .story))
        case .cancelled?: (story, failure) = (nil, say("wordHelp.cancelled"))
        case .running?, nil: (story, failure) = (nil, nil)
        }
    }
}
