// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

/// Asking for something for a word, following it, and taking it into the form. Nothing is saved before the user saves
/// the word.
struct WordHelpRoutes: Sendable {
    let words: WordsContext
    let help: WordHelp?
    let drafts: HelpDrafts

    @Sendable func askForNew(_ request: Request, _ context: WebContext) async throws -> Response {
        try await ask(nil, request, context)
    }

    @Sendable func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        try await ask(try word(context), request, context)
    }

    @Sendable func useForNew(_ request: Request, _ context: WebContext) async throws -> Response {
        try await use(nil, context)
    }

    @Sendable func use(_ request: Request, _ context: WebContext) async throws -> Response {
        try await use(try word(context), context)
    }

    private func word(_ context: WebContext) throws -> Int64 {
        guard let word = context.parameters.id("word") else { throw WebError(.notFound, .gone) }
        return word
    }

    private var asked: WordHelp {
        get throws {
            guard let help else { throw WebError(.notFound, .gone) }
            return help
        }
    }

    private func ask(_ word: Int64?, _ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let form = CardForm(context.form)
        var draft = HelpDraft(form: form, back: MarkedWords.back(context.form["back"]))
        guard let kind = context.form["help"].flatMap(HelpKind.init(rawValue:)), let content = form.content() else {
            return .redirect(to: address(word, await drafts.keep(draft)))
        }
        let tree = try await words.store(locale).decks()
        let pair = form.deck.flatMap { tree.settings(of: $0).languages }
        draft.asked = try await asked.start(
            .word(kind, content), pair, by: locale.settings.translation.translator)
        return .redirect(to: address(word, await drafts.keep(draft)))
    }

    private func use(_ word: Int64?, _ context: WebContext) async throws -> Response {
        var draft = HelpDraft(form: CardForm(context.form), back: MarkedWords.back(context.form["back"]))
        if let known = await drafts[context.form["draft"] ?? ""]?.asked, let state = try await asked.state(of: known),
            case .done(let found) = state.phase,
            let index = context.form.number("take", in: 0...999) ?? context.form.number("more", in: 0...999),
            found.indices.contains(index)
        {
            draft.form.take(found[index], for: state.kind, isOneMore: context.form["more"] != nil)
        }
        return .redirect(to: address(word, await drafts.keep(draft)))
    }

    private func address(_ word: Int64?, _ draft: String) -> String {
        (word.map { "/words/cards/\($0)" } ?? "/words/add") + "?draft=\(draft)"
    }

    @Sendable func cancel(_ request: Request, _ context: WebContext) async throws -> Response {
        let key = context.parameters.get("draft") ?? ""
        guard var draft = await drafts[key], let id = draft.asked else { throw WebError(.notFound, .gone) }
        try await asked.cancel(id)
        // What was typed since is in this form.
        draft.form = CardForm(context.form)
        let word = context.form.id("card")
        return .redirect(to: address(word, await drafts.keep(draft)))
    }

    @Sendable func events(_ request: Request, _ context: WebContext) async throws -> Response {
        let key = context.parameters.get("draft") ?? ""
        guard let id = await drafts[key]?.asked, let states = try await asked.states(of: id) else {
            throw WebError(.notFound, .gone)
        }
        return try eventStream(
            for: request, of: states, into: HelpWatch(), pause: .milliseconds(200), apply: { $0.state = $1 },
            event: { $0.event() })
    }
}

/// Whether what was asked for is there, and whether a browser knows.
private struct HelpWatch: Sendable {
    var state: HelpState?
    private var isSent = false

    struct Done: Encodable, Sendable { let isDone = true }

    mutating func event() -> ServerEvent? {
        guard let state, state.phase != .running, !isSent else { return nil }
        isSent = true
        return ServerEvent(name: "done", data: Done(), isLast: true)
    }
}
