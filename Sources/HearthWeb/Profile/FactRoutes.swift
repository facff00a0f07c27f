// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Hummingbird

/// Facts: found, opened, corrected, pinned, hidden, and written by hand.
struct FactRoutes: Sendable {
    let profile: ProfileContext

    @Sendable func facts(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let query = request.query
        var search = FactsPage.Query()
        search.kind = query.get("kind").flatMap { Fact.Kind(rawValue: String($0)) }
        search.show = query.get("show").flatMap { FactsPage.Query.Show(rawValue: String($0)) } ?? .current
        search.query = String((query.get("q") ?? "").trimmed.prefix(200))
        search.person = query.get("person").map { String($0.trimmed.prefix(100)) }.flatMap { $0.isEmpty ? nil : $0 }
        search.offset = query.number("from", in: 0...10_000_000) ?? 0
        let page = try await profile.factsPage(
            search, over: .init(notice: await profile.notice(request, locale)), locale)
        return try await profile.response(page, locale, to: request)
    }

    /// Why Hearth thinks so.
    @Sendable func fact(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let (fact, all) = try await fact(context, locale)
        let sayings = try await profile.sayings(of: [fact])
        let sheet = EvidenceSheet(fact, among: all, close: "/you/facts", sayings, profile.pages.clock, locale.text)
        let over = FactsPage.Overlay(sheet: sheet, notice: await profile.notice(request, locale))
        return try await profile.response(try await profile.factsPage(.init(), over: over, locale), locale, to: request)
    }

    private func fact(_ context: WebContext, _ locale: RequestLocale) async throws -> (fact: Fact, all: [Fact]) {
        let id = try profile.id("fact", context)
        let all = try await profile.known(locale).store.facts(history: true)
        guard let fact = all.first(where: { $0.id == id }) else { throw profile.gone(locale) }
        return (fact, all)
    }

    // MARK: Writing

    @Sendable func newFact(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        return try await profile.response(FactFormPage(.new(context.form), locale.text), locale, to: request)
    }

    @Sendable func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        guard let statement = profile.statement(context.form) else {
            let page = FactFormPage(.new(context.form), isRefused: true, locale.text)
            return try await profile.response(page, locale, to: request, status: .badRequest)
        }
        let kind = context.form["kind"].flatMap(Fact.Kind.init(rawValue:)) ?? .preferences
        let person = (context.form["person"] ?? "").trimmed(to: 100)
        let (id, key) = try await profile.known(locale).add(statement, kind, about: person.isEmpty ? nil : person)
        return profile.done("added", key, at: "/you/facts/\(id.pathPart)")
    }

    @Sendable func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let fact = try await fact(context, locale).fact
        if let slot = SlotRoutes.slot(of: fact, Form()) {
            let draft = FactEntry.Draft(fact, profile.pages.clock)
            return try await profile.response(SlotFormPage(.fact(fact), slot, draft, locale.text), locale, to: request)
        }
        return try await profile.response(FactFormPage(.fact(fact), locale.text), locale, to: request)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let fact = try await fact(context, locale).fact
        let hasChanged = context.form["changed"] == "1"
        let here = hasChanged ? "/you/facts" : "/you/facts/\(fact.id.pathPart)"
        if let slot = SlotRoutes.slot(of: fact, context.form) {
            return try await SlotRoutes(profile: profile).taken(.fact(fact), slot, request, context, locale) { entry in
                let key = try await profile.known(locale).correct(
                    fact.id, to: entry, locale.text.memoryLanguage, hasChanged: hasChanged)
                return key.map { profile.done("corrected", $0, at: here) } ?? .redirect(to: here)
            }
        }
        guard let statement = profile.statement(context.form) else {
            let page = FactFormPage(.fact(fact), isRefused: true, locale.text)
            return try await profile.response(page, locale, to: request, status: .badRequest)
        }
        let key = try await profile.known(locale).correct(fact.id, to: statement, hasChanged: hasChanged)
        return key.map { profile.done("corrected", $0, at: here) } ?? .redirect(to: here)
    }

    // MARK: Acts

    @Sendable func pin(_ request: Request, _ context: WebContext) async throws -> Response {
        let isOn = context.form["on"] == "1"
        return try await act(request, context, isOn ? "pinned" : "unpinned") { try await $0.pin($1, isOn) }
    }

    @Sendable func hide(_ request: Request, _ context: WebContext) async throws -> Response {
        let isOn = context.form["on"] == "1"
        return try await act(request, context, isOn ? "hidden" : "shown") { try await $0.hide($1, isOn) }
    }

    @Sendable func reopen(_ request: Request, _ context: WebContext) async throws -> Response {
        try await act(request, context, "reopened") { try await $0.reopen($1) }
    }

    /// A sentence that fits no slot stays as it is.
    @Sendable func keep(_ request: Request, _ context: WebContext) async throws -> Response {
        try await act(request, context, "kept", staysOpen: false) { try await $0.keep($1) }
    }

    /// It holds no longer.
    @Sendable func end(_ request: Request, _ context: WebContext) async throws -> Response {
        try await act(request, context, "ended") { try await $0.end($1) }
    }

    /// It goes, and what it had replaced holds again.
    @Sendable func wrong(_ request: Request, _ context: WebContext) async throws -> Response {
        try await act(request, context, "refused", staysOpen: false) { try await $0.refuse($1) }
    }

    private func act(
        _ request: Request, _ context: WebContext, _ name: String, staysOpen: Bool = true,
        _ act: (FactCuration, Fact.ID) async throws -> String?
    ) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let id = try profile.id("fact", context)
        guard let key = try await act(try profile.known(locale), id) else { throw profile.gone(locale) }
        let list = context.form["back"] == "/you" ? "/you" : "/you/facts"
        return profile.done(name, key, at: staysOpen ? "/you/facts/\(id.pathPart)" : list)
    }
}

extension ProfileContext {
    /// The list of facts, with the first that waits above it.
    func factsPage(_ search: FactsPage.Query, over: FactsPage.Overlay, _ locale: RequestLocale) async throws
        -> FactsPage
    {
        let store = try known(locale).store
        let all = try await store.facts(history: true)
        let queued = try await store.queuedFacts()
        let isWhole = search.query.isEmpty && search.person == nil && search.kind == nil && search.show == .current
        let first = isWhole ? Array(queued.prefix(1)) : []
        let waiting = first.isEmpty ? nil : try await waitingViews(first, KnownFacts(all), locale).first
        return FactsPage(all, search, waiting: waiting.map { ($0, queued.count) }, over: over, pages.clock, locale.text)
    }

    func waitingViews(_ facts: [Fact], _ known: KnownFacts, _ locale: RequestLocale) async throws -> [WaitingView] {
        let sayings = try await sayings(of: facts)
        return facts.map { WaitingView($0, closes: known.closed(by: $0), sayings, pages.clock, locale.text) }
    }
}
