// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// Conversations as they are read.
struct ChatRoutes: Sendable {
    let pages: Pages
    let conversations: Conversations
    let models: any ModelHost
    let library: (any ModelLibrary)?

    /// The conversation that is going on, or a new one.
    @Sendable func currentChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let newest = try await conversations.sessions(before: nil, limit: 1).first
        guard let newest, newest.frozenAt == nil else { return .redirect(to: "/chat/new") }
        return .redirect(to: "/chat/\(newest.id)")
    }

    @Sendable func newChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        let isTemporary = request.uri.queryParameters.get("temporary") != nil
        let model = await models.state
        let page = ChatPage(
            isTemporary: isTemporary, model: model, pocket: await pocketNotice(model, voice.say), pages.clock, voice.say
        )
        return try await pages.response(page, voice, to: request, in: .chat)
    }

    @Sendable func chat(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat(request, context, withSheet: false)
    }

    @Sendable func chatDetails(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat(request, context, withSheet: true)
    }

    private func chat(_ request: Request, _ context: WebContext, withSheet: Bool) async throws -> Response {
        let voice = try await pages.voice(request)
        // Before anything is read, so that a change meanwhile is seen as one.
        let changes = conversations.changes(of: context.parameters.get("session") ?? "")
        let session = try await conversations.session(in: context)
        let page = ChatPage(
            session, changes: changes, turns: try await conversations.path(of: session.id),
            after: try await conversations.former(of: session),
            draft: try await conversations.draft(of: session.id) ?? "", model: await models.state,
            settings: withSheet ? voice.settings : nil, pages.clock, pages.markdown(voice.say), voice.say)
        return try await pages.response(page, voice, to: request, in: .chat, open: session.id)
    }

    @Sendable func exportChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
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

    /// `nil` where another model answers, or none can be fetched.
    private func pocketNotice(_ model: ModelState, _ say: Phrases) async -> PocketNotice? {
        guard model.isBuiltIn, let library else { return nil }
        return PocketNotice(
            suggested: await library.suggested(), room: await library.room(), downloads: await library.downloads(), say)
    }
}
