// SPDX-License-Identifier: Apache-2.0

import HearthChat
import Hummingbird

/// Acts on conversations that were chosen in a list.
struct ChosenChatRoutes: Sendable {
    let conversations: Conversations

    func pin(_ isPinned: Bool, _ request: Request, _ context: WebContext) async throws -> Response {
        let chosen = context.form.chosenSessions
        if !chosen.isEmpty { try await conversations.pin(chosen, isPinned) }
        return .redirect(to: context.form.list)
    }

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let (list, chosen) = (context.form.list, context.form.chosenSessions)
        guard !chosen.isEmpty else { return .redirect(to: list) }
        let deleted = try await conversations.delete(chosen)
        return .redirect(to: "\(list)\(list.contains("?") ? "&" : "?")deleted=\(deleted.joined(separator: ","))")
    }

    /// From the menu of one.
    @Sendable func pinOne(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        try await conversations.pin([session.id], context.form["pinned"] == "1")
        return .redirect(to: "/chat/\(session.id)")
    }
}

extension Form {
    /// Sessions that were chosen in a list, each a field of its own.
    var chosenSessions: [Session.ID] {
        let beginning = "session-"
        return names.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }.sorted()
    }

    /// The list of the history that they were chosen in, or the conversation whose menu it was.
    var list: String {
        let places = /\/history(\/folders\/[A-Za-z0-9-]{1,100})?(\?before=-?[0-9.]{1,30})?|\/chat\/[A-Za-z0-9-]{1,100}/
        guard let typed = self["list"], typed.wholeMatch(of: places) != nil else { return "/history" }
        return typed
    }
}
