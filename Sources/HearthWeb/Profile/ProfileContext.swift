// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import Hummingbird

/// State and helpers that the handlers of the page You share.
struct ProfileContext: Sendable {
    /// Characters of a fact or line that the user writes.
    static let longest = 500

    let pages: Pages
    let conversations: Conversations
    /// `nil` where this server keeps no facts.
    let curation: FactCuration?

    /// - Throws: `WebError` `.gone` where there is nothing known.
    func known(_ locale: RequestLocale) throws -> FactCuration {
        guard let curation else { throw WebError(.notFound, .gone, locale.text("you.unavailable")) }
        return curation
    }

    func gone(_ locale: RequestLocale) -> WebError { WebError(.notFound, .gone, locale.text("you.gone")) }

    /// Joins the lines of the form's statement into one, cut to `longest` characters; `nil` if it is empty.
    func statement(_ form: Form) -> String? {
        let text = (form["statement"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.isEmpty ? nil : String(text.prefix(Self.longest))
    }

    /// The fact or line that an address names.
    func id(_ name: String, _ context: WebContext) throws -> String {
        let text = try context.parameters.require(name)
        return text.removingPercentEncoding ?? text
    }

    /// Back to a page of this area, which says what was done and offers to take it back.
    func done(_ act: String, _ key: String?, at address: String) -> Response {
        let mark = address.contains("?") ? "&" : "?"
        return .redirect(to: "\(address)\(mark)saved=\(act)" + (key.map { "&undo=\($0)" } ?? ""))
    }

    /// Reads from the address what was just done, and whether it can still be undone.
    func notice(_ request: Request, _ locale: RequestLocale) async -> ActNotice? {
        let query = request.query
        guard let act = query.get("saved").flatMap({ ActNotice.Act(rawValue: String($0)) }) else { return nil }
        var key = query.get("undo").map { String($0) }
        if let given = key, await curation?.canUndo(given) != true { key = nil }
        return ActNotice(act, key, back: request.uri.path, locale.text)
    }

    func response(_ page: some Page, _ locale: RequestLocale, to request: Request, status: HTTPResponse.Status = .ok)
        async throws -> Response
    {
        try await pages.response(page, locale, to: request, in: .profile, status: status)
    }

    /// The texts in which quotations stand, as far as they are still there.
    func sayings(of facts: [Fact]) async throws -> Sayings {
        var sayings = Sayings()
        for session in Set(facts.flatMap(\.evidence).map(\.session)) where session != FactEvidence.ownSession {
            guard try await conversations.session(session) != nil else { continue }
            sayings.sessions.insert(session)
            for turn in try await conversations.path(of: session) where turn.message.role == .user {
                // Facts are found in the beginning of a message.
                sayings.texts[turn.message.id] = String(turn.message.content.prefix(Utterance.longestRead))
            }
        }
        return sayings
    }
}

/// Texts of the user's messages, by their identifiers.
struct Sayings: Sendable {
    var texts: [String: String] = [:]
    /// Conversations that can be opened.
    var sessions: Set<String> = []
}

/// A toast about the action just done.
struct ActNotice: Sendable {
    enum Act: String, Sendable, CaseIterable {
        case confirmed, refused, corrected, added, ended, kept, pinned, unpinned, hidden, shown, reopened, undone
    }

    let words: String
    /// Undoes the action; `nil` if it is too late.
    let key: String?
    let back: String

    init(_ act: Act, _ key: String?, back: String, _ say: Phrases) {
        words = say("you.did_\(act.rawValue)")
        (self.key, self.back) = (key, back)
    }
}

extension String {
    /// As one part of a path.
    var pathPart: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? ""
    }
}
