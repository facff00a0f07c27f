// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// Reading and writing conversations. Every write is a form and ends in a redirect to the page that shows what came of it.
extension Site {
    // MARK: Reading

    /// The conversation that is going on, or a new one.
    @Sendable func currentChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let newest = try await conversations.sessions(before: nil, limit: 1).first
        guard let newest, newest.frozenAt == nil else { return .redirect(to: "/chat/new") }
        return .redirect(to: "/chat/\(newest.id)")
    }

    @Sendable func newChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        let isTemporary = request.uri.queryParameters.get("temporary") != nil
        let model = await models.state
        let page = ChatPage(
            isTemporary: isTemporary, model: model, pocket: await pocketNotice(model, voice.say), clock, voice.say)
        return try await response(page, voice, to: request, in: .chat)
    }

    @Sendable func chat(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat(request, context, withSheet: false)
    }

    @Sendable func chatDetails(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat(request, context, withSheet: true)
    }

    private func chat(_ request: Request, _ context: WebContext, withSheet: Bool) async throws -> Response {
        let voice = try await voice(request)
        // Before anything is read, so that a change meanwhile is seen as one.
        let changes = conversations.changes(of: context.parameters.get("session") ?? "")
        let session = try await session(context)
        let page = ChatPage(
            session, changes: changes, turns: try await conversations.path(of: session.id),
            after: try await conversations.former(of: session),
            draft: try await conversations.draft(of: session.id) ?? "", model: await models.state,
            settings: withSheet ? voice.settings : nil, clock, markdown(voice.say), voice.say)
        return try await response(page, voice, to: request, in: .chat, open: session.id)
    }

    @Sendable func exportChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        let text = try await conversations.export(session.id)
        // The title stands in the text; a name of letters alone is safe on every system.
        let name = session.title.unicodeScalars.filter { $0.properties.isAlphabetic || $0 == " " }.prefix(60)
        let file = String(String.UnicodeScalarView(name)).trimmed.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/markdown; charset=utf-8",
                .contentDisposition:
                    "attachment; filename*=UTF-8''\(file.flatMap { $0.isEmpty ? nil : $0 } ?? "chat").md",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    // MARK: Asking

    @Sendable func ask(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = context.form
        let id = form["session"].flatMap { $0.isEmpty ? nil : $0 }
        let text = form["message"] ?? ""
        // Nothing to say is no mistake.
        if text.trimmed.isEmpty { return .redirect(to: id.map { "/chat/\($0)" } ?? "/chat/new") }
        let answer = try await conversations.ask(text, in: id, isTemporary: form["temporary"] != nil)
        return redirect(to: answer)
    }

    @Sendable func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        redirect(
            to: try await conversations.edit(context.parameters.require("message"), to: context.form["message"] ?? ""))
    }

    @Sendable func regenerate(_ request: Request, _ context: WebContext) async throws -> Response {
        redirect(to: try await conversations.regenerate(context.parameters.require("message")))
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
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func stop(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        await conversations.stop(session.id)
        return .redirect(to: "/chat/\(session.id)")
    }

    private func redirect(to answer: Message) -> Response {
        .redirect(to: "/chat/\(answer.session)#m-\(answer.id)")
    }

    // MARK: Keeping order

    @Sendable func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        try await conversations.rename(session.id, to: context.form["title"] ?? "")
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func instruct(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        let text = context.form["instructions"]?.trimmed ?? ""
        try await conversations.instruct(session.id, text.isEmpty ? nil : text)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func think(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        let wish = context.form["thinks"] != nil
        // What the settings say as well goes with them when they change.
        try await conversations.think(session.id, wish == settings.load().thinks ? nil : wish)
        return .redirect(to: "/chat/\(session.id)/details")
    }

    @Sendable func clear(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        try await conversations.clear(session.id)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func freeze(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        try await conversations.freeze(session.id)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func continueChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.continue(from: session(context).id)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func endTemporary(_ request: Request, _ context: WebContext) async throws -> Response {
        try await conversations.end(session(context).id)
        return .redirect(to: "/chat/new")
    }

    /// Told by a page that goes away.
    @Sendable func leave(_ request: Request, _ context: WebContext) async throws -> Response {
        await conversations.leave(try context.parameters.require("session"))
        return Response(status: .noContent)
    }

    @Sendable func saveDraft(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        try await conversations.saveDraft(context.form["message"], of: session.id)
        return Response(status: .noContent)
    }

    /// The session that an address names.
    func session(_ context: WebContext) async throws -> Session {
        guard let session = try await conversations.session(context.parameters.require("session")) else {
            throw WebError(.notFound, .gone)
        }
        return session
    }
}
