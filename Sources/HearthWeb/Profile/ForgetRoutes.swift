// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import Hummingbird

/// Forgetting for good, after saying what is lost.
struct ForgetRoutes: Sendable {
    let profile: ProfileContext

    private static let mostChats = 50

    /// Shows what can be forgotten, and how much it is once something is chosen.
    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let store = try profile.known(locale).store
        let all = try await store.facts(history: true)
        let query = request.query
        var dialog: ForgetDialog?
        if let target = DeletionQuery({ query.get($0).map { String($0) } }) {
            let counts = try await store.count(of: try await forgotten(target, locale))
            dialog = ForgetDialog(
                target, counts, statement: try await statement(target, all, locale),
                chat: try await title(target, locale),
                profile.pages.clock, locale.text)
        }
        let people = Set(all.compactMap(\.person)).sorted { $0.localizedCompare($1) == .orderedAscending }
        let page = ForgetPage(
            people: people, chats: try await chats(all, locale), dialog: dialog, profile.pages.clock, locale.text)
        return try await profile.response(page, locale, to: request)
    }

    @Sendable func forget(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        guard let target = DeletionQuery({ context.form[$0] }) else { throw WebError(.badRequest, .input) }
        let refuses = target.mayRefuse && context.form["refuse"] == "1"
        let report = try await profile.known(locale).forget(try await forgotten(target, locale), refusing: refuses)
        let counts = report.counts
        return .redirect(
            to: "/you/forgotten?facts=\(counts.facts)&waiting=\(counts.waiting)&quotations=\(counts.quotations)"
                + "&lines=\(counts.lines)&passages=\(counts.passages)&unclean=\(report.uncleanCopies)")
    }

    @Sendable func forgotten(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let query = request.query
        func number(_ name: String) -> Int { query.number(name, in: 0...100_000_000) ?? 0 }
        var counts = ForgottenCounts()
        (counts.facts, counts.waiting, counts.quotations) = (number("facts"), number("waiting"), number("quotations"))
        (counts.lines, counts.passages) = (number("lines"), number("passages"))
        let page = ForgottenPage(counts, uncleanCopies: number("unclean"), locale.text)
        return try await profile.response(page, locale, to: request)
    }

    // MARK: Parts

    private func forgotten(_ target: DeletionQuery, _ locale: RequestLocale) async throws -> Forgotten {
        switch target {
        case .fact(let id): return .facts([id])
        case .line(let id):
            let lines = try await Profile(store: profile.known(locale).store).lines()
            guard let line = lines.first(where: { $0.id == id }) else { throw profile.gone(locale) }
            return .facts(line.facts)
        case .person(let name): return .person(name)
        case .day(let day):
            guard let range = DeletionQuery.range(day, profile.pages.clock) else {
                throw WebError(.badRequest, .input, locale.text("you.dayFault"))
            }
            return .time(range)
        case .chat(let id): return .session(id)
        case .everything: return .everything
        }
    }

    private func statement(_ target: DeletionQuery, _ all: [Fact], _ locale: RequestLocale) async throws -> String? {
        switch target {
        case .fact(let id): all.first { $0.id == id }?.statement
        case .line(let id): try await Profile(store: profile.known(locale).store).lines().first { $0.id == id }?.text
        case .person, .day, .chat, .everything: nil
        }
    }

    private func title(_ target: DeletionQuery, _ locale: RequestLocale) async throws -> String? {
        guard case .chat(let id) = target else { return nil }
        return try await profile.conversations.session(id)?.name(locale.text) ?? locale.text("you.chat")
    }

    /// Conversations of which something is known.
    private func chats(_ all: [Fact], _ locale: RequestLocale) async throws -> [(id: String, title: String)] {
        var chats: [(id: String, title: String)] = []
        var seen: Set<String> = []
        for evidence in all.flatMap(\.evidence).reversed() where seen.insert(evidence.session).inserted {
            guard chats.count < Self.mostChats, let session = try await profile.conversations.session(evidence.session)
            else { continue }
            chats.append((session.id, session.name(locale.text)))
        }
        return chats
    }
}
