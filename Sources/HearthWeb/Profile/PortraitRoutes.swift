// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Hummingbird

/// The portrait and its lines.
struct PortraitRoutes: Sendable {
    let profile: ProfileContext

    @Sendable func portrait(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        var contents = try await contents(locale)
        contents.showsHidden = request.query.get("hidden") != nil
        let notice = await profile.notice(request, locale)
        let page = PortraitPage(contents, notice: notice, profile.pages.clock, locale.text)
        return try await profile.response(page, locale, to: request)
    }

    private func contents(_ locale: RequestLocale) async throws -> PortraitPage.Contents {
        let store = try profile.known(locale).store
        return PortraitPage.Contents(
            lines: try await Profile(store: store).lines(), facts: try await store.facts(history: true),
            queued: try await store.queuedFacts().count, isPaused: locale.settings.memory.pausesMemory)
    }

    @Sendable func line(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let contents = try await contents(locale)
        let line = try await line(context, locale)
        let all = try await profile.known(locale).store.facts(history: true)
        let sayings = try await profile.sayings(of: all.filter { line.facts.contains($0.id) })
        let sheet = EvidenceSheet(line, all, sayings, profile.pages.clock, locale.text)
        let notice = await profile.notice(request, locale)
        let page = PortraitPage(contents, sheet: sheet, notice: notice, profile.pages.clock, locale.text)
        return try await profile.response(page, locale, to: request)
    }

    private func line(_ context: WebContext, _ locale: RequestLocale) async throws -> ProfileLine {
        let id = try profile.id("line", context)
        let lines = try await Profile(store: profile.known(locale).store).lines()
        guard let line = lines.first(where: { $0.id == id }) else { throw profile.gone(locale) }
        return line
    }

    @Sendable func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let page = FactFormPage(.line(try await line(context, locale)), locale.text)
        return try await profile.response(page, locale, to: request)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let line = try await line(context, locale)
        guard let text = profile.statement(context.form) else {
            let page = FactFormPage(.line(line), isRefused: true, locale.text)
            return try await profile.response(page, locale, to: request, status: .badRequest)
        }
        let key = try await profile.known(locale).change(line: line.id) {
            // Words that one of its facts says follow that fact.
            if $0.text != text { ($0.text, $0.isEdited) = (text, true) }
        }
        return profile.done("corrected", key, at: "/you/lines/\(line.id.pathPart)")
    }

    @Sendable func pin(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let (line, isOn) = (try await line(context, locale), context.form["on"] == "1")
        let key = try await profile.known(locale).change(line: line.id) { $0.isPinned = isOn }
        return profile.done(isOn ? "pinned" : "unpinned", key, at: "/you/lines/\(line.id.pathPart)")
    }

    @Sendable func hide(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let (line, isOn) = (try await line(context, locale), context.form["on"] == "1")
        let key = try await profile.known(locale).change(line: line.id) { $0.isHidden = isOn }
        return profile.done(isOn ? "hidden" : "shown", key, at: "/you")
    }

    /// Takes back what was done last, wherever in the area.
    @Sendable func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        guard try await profile.known(locale).undo(context.form["key"] ?? "") else {
            throw WebError(.gone, .gone, locale.text("you.tooLate"))
        }
        let back = context.form["back"] ?? ""
        // Only to a page of this area; one about a fact that is gone again would be an error.
        let places = ["/you", "/you/facts", "/you/confirm"]
        return profile.done("undone", nil, at: places.contains(back) ? back : "/you/facts")
    }
}
