// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// Changes of a session as a whole, each a form as well.
struct SessionRoutes: Sendable {
    let conversations: Conversations
    let settings: any SettingsStore

    @Sendable func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let title = (context.form["title"] ?? "").trimmed
        // The old one stays, and the sheet says so.
        guard !title.isEmpty else { return .redirect(to: "/chat/\(session.id)/details?unnamed=1#session-title") }
        try await conversations.rename(session.id, to: title)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func instruct(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let text = context.form["instructions"]?.trimmed ?? ""
        try await conversations.instruct(session.id, text.isEmpty ? nil : text)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func think(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let wish = context.form["thinks"] != nil
        // What the settings say as well goes with them when they change.
        try await conversations.think(session.id, wish == settings.load().answers.thinks ? nil : wish)
        return .redirect(to: "/chat/\(session.id)/details")
    }

    @Sendable func clear(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let empty = try await conversations.clear(session.id)
        return .redirect(to: "/chat/\(empty.id)?cleared=\(session.id)")
    }

    @Sendable func freeze(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        try await conversations.freeze(session.id)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func continueChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.continue(from: conversations.session(in: context).id)
        return .redirect(to: "/chat/\(session.id)")
    }

    @Sendable func endTemporary(_ request: Request, _ context: WebContext) async throws -> Response {
        try await conversations.end(conversations.session(in: context).id)
        return .redirect(to: "/chat/new")
    }

    /// Told by a page that goes away.
    @Sendable func leave(_ request: Request, _ context: WebContext) async throws -> Response {
        await conversations.leave(try context.parameters.require("session"))
        return Response(status: .noContent)
    }

    @Sendable func saveDraft(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        try await conversations.saveDraft(context.form["message"], of: session.id)
        return Response(status: .noContent)
    }
}

extension Conversations {
    /// The session that an address names.
    nonisolated func session(in context: WebContext) async throws -> Session {
        guard let session = try await session(context.parameters.require("session")) else {
            throw WebError(.notFound, .gone)
        }
        return session
    }
}
