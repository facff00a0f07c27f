// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthChat
import Hummingbird

extension WebArea {
    /// Past conversations: found, deleted and brought back.
    static let history = WebArea(
        "History", features: [Feature("history", at: "/history", icon: "clock")]
    ) { router, site in
        let history = HistoryRoutes(pages: site.pages, conversations: site.conversations)
        router.get("/history", use: history.history)
        router.post("/chat/:session/delete", use: history.delete)
        router.post("/chat/:session/undelete", use: history.undelete)
    }
}

struct HistoryRoutes: Sendable {
    let pages: Pages
    let conversations: Conversations
    /// Seconds since 2001, from 1901 until 2100.
    private static let moments = -3_155_760_000.0...3_124_137_600

    @Sendable func history(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        let query = request.query
        let sought = (query.get("q") ?? "").trimmed
        // Seconds as a date has them: others round, and the last conversation of a page would begin the next one, too.
        let before = query.get("before")?.number(in: Self.moments).map {
            Date(timeIntervalSinceReferenceDate: $0)
        }
        let shown = ShownRows(query, step: HistoryPage.length).count
        let list: HistoryPage.List =
            sought.isEmpty
            ? try await days(before: before)
            : .found(
                try await conversations.search(String(sought.prefix(200)), limit: shown + 1), shown: shown)
        let page = HistoryPage(
            list, query: sought, isOlder: before != nil, deleted: query.get("deleted"), pages.clock, voice.say)
        return try await pages.response(page, voice, to: request, in: .history)
    }

    private func days(before: Date?) async throws -> HistoryPage.List {
        let sessions = try await conversations.sessions(before: before, limit: HistoryPage.length + 1)
        return .days(sessions, words: try await conversations.lastWords(of: sessions))
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        try await conversations.delete(session.id)
        return .redirect(to: Self.address(["deleted=\(session.id)"], context.form))
    }

    @Sendable func undelete(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = try context.parameters.require("session")
        do {
            try await conversations.undelete(id)
        } catch let error as ConversationError where error.code == .notFound {
            throw WebError(.gone, .gone, try await pages.voice(request).say("history.tooLate"))
        }
        // A chat that was cleared takes its place again.
        if let empty = context.form["instead"] {
            try await conversations.discardEmpty(empty)
            return .redirect(to: "/chat/\(id)")
        }
        return .redirect(to: Self.address([], context.form))
    }

    /// The list, where something was sought what was found.
    private static func address(_ parts: [String], _ form: Form) -> String {
        let sought = (form["q"] ?? "").trimmed
        let all = parts + (sought.isEmpty ? [] : ["q=\(String(sought.prefix(200)).escapedForAddress)"])
        return all.isEmpty ? "/history" : "/history?\(all.joined(separator: "&"))"
    }
}
