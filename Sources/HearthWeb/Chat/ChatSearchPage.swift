// SPDX-License-Identifier: Apache-2.0

import HearthChat
import Hummingbird

/// The messages found in one conversation.
struct ChatSearchPage: Page {
    static let template = "chat-search"
    /// How many messages a page has.
    static let length = 60

    let title: String
    let back: String
    let backLabel: String
    let session: String
    /// The conversation's name.
    let name: String
    let query: String
    let hits: [HitView]
    /// How many there are; `nil` where nothing was sought.
    let count: String?
    /// Whether something was sought in vain.
    let isNothing: Bool
    let more: String?
    let tooMany: String?

    struct HitView: Sendable {
        /// Its number among what was found.
        let number: Int
        let message: String
        let who: String
        /// A few words around what was found, as HTML with the found words marked.
        let excerpt: String
        let time: String
        /// Its address; `nil` in a version that the conversation does not show, which has to be chosen.
        let address: String?
    }

    /// - Parameter found: one more than shown, where there are more.
    init(_ session: Session, _ query: String, _ found: [FoundMessage], shown: Int, _ clock: WallClock, _ say: Phrases) {
        title = say("session.search")
        let chat = "/chat/\(session.id)"
        back = chat
        backLabel = say("history.backToChat")
        (self.session, name, self.query) = (session.id, session.name(say), query)
        hits = found.prefix(shown).enumerated().map { HitView($1, number: $0 + 1, clock, say) }
        isNothing = !query.isEmpty && found.isEmpty
        let rest = ShownRows(shown, of: found.count, step: Self.length)
        let first = say("session.foundFirst", ["n": say.number(shown)])
        count = found.isEmpty ? nil : found.count > shown ? first : say.count("session.messages", found.count)
        more = rest.next.map { "\(chat)?q=\(query.escapedForAddress)&show=\($0)#hit-\(shown + 1)" }
        tooMany = rest.isEnd ? say("history.tooMany", ["n": say.number(shown)]) : nil
    }
}

extension ChatSearchPage.HitView {
    init(_ found: FoundMessage, number: Int, _ clock: WallClock, _ say: Phrases) {
        let message = found.message
        (self.number, self.message) = (number, message.id)
        who = message.role == .user ? say("turn.you") : "Hearth"
        excerpt = found.excerpt.startingNearMark.markedHTML
        time = "\(say.day(message.createdAt, clock)), \(say.time(message.createdAt, clock))"
        address = found.isShown ? String.message(message.id, in: message.session) : nil
    }
}

extension ChatRoutes {
    func search(_ sought: String, _ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let session = try await conversations.session(in: context)
        if session.isTemporary { await conversations.visit(session.id) }
        let query = String(sought.prefix(200))
        let shown = ShownRows(request.query, step: ChatSearchPage.length).count
        let found = try await conversations.search(query, in: session.id, limit: shown + 1)
        let page = ChatSearchPage(session, query, found, shown: shown, pages.clock, locale.text)
        return try await pages.response(page, locale, to: request, in: .chat, open: session.id)
    }
}
