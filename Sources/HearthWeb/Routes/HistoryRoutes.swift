// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import Hummingbird

/// Past conversations: found, deleted and brought back.
extension Site {
    /// How many conversations a page of the history lists.
    static let historyPage = 60

    @Sendable func history(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        let query = request.uri.queryParameters
        let sought = (query.get("q") ?? "").trimmed
        let before = query.get("before", as: Double.self).flatMap {
            $0.isFinite ? Date(timeIntervalSince1970: $0) : nil
        }
        let list: HistoryPage.List =
            sought.isEmpty
            ? try await days(before: before)
            : .found(try await conversations.search(String(sought.prefix(200)), limit: Self.historyPage))
        let page = HistoryPage(
            list, query: sought, isOlder: before != nil, deleted: query.get("deleted"), site: self, voice.say)
        return try await response(page, voice, to: request, in: .history)
    }

    private func days(before: Date?) async throws -> HistoryPage.List {
        let sessions = try await conversations.sessions(before: before, limit: Self.historyPage + 1)
        return .days(sessions, words: try await conversations.lastWords(of: sessions))
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await session(context)
        try await conversations.delete(session.id)
        return .redirect(to: "/history?deleted=\(session.id)")
    }

    @Sendable func undelete(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = try context.parameters.require("session")
        do {
            try await conversations.undelete(id)
        } catch let error as ConversationError where error.code == .notFound {
            throw WebError(.gone, .gone, try await voice(request).say("history.tooLate"))
        }
        return .redirect(to: "/history")
    }
}
