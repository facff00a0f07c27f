// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// Questions and their answers. Every write is a form and ends in a redirect to the page that shows what came of it.
struct MessageRoutes: Sendable {
    let pages: Pages
    let conversations: Conversations
    let remote: (any RemoteModels)?

    @Sendable func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = context.form
        let id = form["session"].flatMap { $0.isEmpty ? nil : $0 }
        let text = form["message"] ?? ""
        // Nothing to say is no mistake.
        if text.trimmed.isEmpty { return .redirect(to: id.map { "/chat/\($0)" } ?? "/chat/new") }
        let answer = try await conversations.ask(
            text, in: id, isTemporary: form["temporary"] != nil, mode: form["mode"].flatMap { $0.isEmpty ? nil : $0 },
            memoryIsOff: form["memory"] == "off", model: form["model"].flatMap { $0.isEmpty ? nil : $0 },
            folder: form["folder"])
        return redirect(to: answer)
    }

    @Sendable func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        let text = ChatPage.EditSheet.text(in: context.form)
        return redirect(to: try await conversations.edit(context.parameters.require("message"), to: text))
    }

    @Sendable func regenerate(_ request: Request, _ context: WebContext) async throws -> Response {
        let model = context.form["model"].flatMap { $0.isEmpty ? nil : $0 }
        if let model, let consent = try await remote?.consentAddress(beforeChoosing: model, at: pages.clock.now()) {
            return .redirect(to: consent)
        }
        return redirect(to: try await conversations.regenerate(context.parameters.require("message"), by: model))
    }

    @Sendable func goOn(_ request: Request, _ context: WebContext) async throws -> Response {
        redirect(to: try await conversations.goOn(with: context.parameters.require("message")))
    }

    @Sendable func chooseBranch(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = context.form["message"] ?? ""
        guard let session = try await conversations.session(context.form["session"] ?? "") else {
            throw WebError(.notFound, .gone)
        }
        try await conversations.choose(branch: id)
        // From what was found in it, to the place.
        if context.form["open"] != nil { return .redirect(to: .message(id, in: session.id)) }
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func stop(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        await conversations.stop(session.id)
        return .redirect(to: "/chat/\(session.id)")
    }

    private func redirect(to answer: Message) -> Response {
        .redirect(to: "/chat/\(answer.session)#m-\(answer.id)")
    }

    /// Follows an answer: everything that there is, then what comes. A browser that comes back gets what it has not
    /// seen.
    @Sendable func answerEvents(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let id = try context.parameters.require("message")
        let seen = request.headers[.lastEventID]?.number(in: 0...1_000_000_000) ?? 0
        let (markdown, say) = (pages.markdown(locale.text), locale.text)
        return try eventStream(
            for: request, of: conversations.events(of: id), into: GrowingAnswer(of: id, seen: seen),
            apply: { $0.take($1) },
            event: { $0.event(markdown, say) })
    }
}
