// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

/// A short story of the words of a deck that are due today.
struct StoryRoutes: Sendable {
    let words: WordPages
    let help: WordHelp?

    @Sendable func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (deck, tree) = try await words.deck(context, voice)
        let id = request.query.get("asked")
        var state: HelpState?
        if let id { state = try await asked.state(of: id) }
        let page = StoryPage(deck, tree, try await due(deck, voice), state, id, voice.say)
        return try await words.response(page, voice, to: request)
    }

    @Sendable func write(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (deck, tree) = try await words.deck(context, voice)
        let place = "/words/decks/\(deck.id)/story"
        let due = try await due(deck, voice).map(\.content.word)
        guard !due.isEmpty else { return .redirect(to: place) }
        let id = try await asked.start(.story(due), tree.settings(of: deck.id).languages)
        return .redirect(to: "\(place)?asked=\(id)")
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await words.pages.voice(request)
        let (deck, _) = try await words.deck(context, voice)
        try await asked.cancel(context.form["asked"] ?? "")
        return .redirect(to: "/words/decks/\(deck.id)/story")
    }

    private var asked: WordHelp {
        get throws {
            guard let help else { throw WebError(.notFound, .gone) }
            return help
        }
    }

    private func due(_ deck: Deck, _ voice: Voice) async throws -> [Flashcard] {
        let request = StudyRequest(deck: deck.id, moment: words.moment(voice), limit: 8)
        return try await words.store(voice).study(request).items.map(\.flashcard)
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

    init(_ deck: Deck, _ tree: DeckTree, _ due: [Flashcard], _ state: HelpState?, _ asked: String?, _ say: Phrases) {
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
        case .failed(let reason)?: (story, failure) = (nil, say.helpFault(reason))
        case .cancelled?: (story, failure) = (nil, say("wordHelp.cancelled"))
        case .running?, nil: (story, failure) = (nil, nil)
        }
    }
}
