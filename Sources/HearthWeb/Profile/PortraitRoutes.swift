// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Hummingbird

/// The portrait and its lines.
struct PortraitRoutes: Sendable {
    let profile: ProfileContext

    @Sendable func portrait(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        var contents = try await contents(voice)
        contents.showsHidden = request.query.get("hidden") != nil
        let notice = await profile.notice(request, voice)
        let page = PortraitPage(contents, notice: notice, profile.pages.clock, voice.say)
        return try await profile.response(page, voice, to: request)
    }

    private func contents(_ voice: Voice) async throws -> PortraitPage.Contents {
        let store = try profile.known(voice).store
        return PortraitPage.Contents(
            lines: try await Profile(store: store).lines(), facts: try await store.facts(history: false),
            queued: try await store.queuedFacts().count, isPaused: voice.settings.memory.pausesMemory)
    }

    @Sendable func line(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        let contents = try await contents(voice)
        let line = try await line(context, voice)
        let all = try await profile.known(voice).store.facts(history: true)
        let sayings = try await profile.sayings(of: all.filter { line.facts.contains($0.id) })
        let sheet = EvidenceSheet(line, all, sayings, profile.pages.clock, voice.say)
        let notice = await profile.notice(request, voice)
        let page = PortraitPage(contents, sheet: sheet, notice: notice, profile.pages.clock, voice.say)
        return try await profile.response(page, voice, to: request)
    }

    private func line(_ context: WebContext, _ voice: Voice) async throws -> ProfileLine {
        let id = try profile.id("line", context)
        let lines = try await Profile(store: profile.known(voice).store).lines()
        guard let line = lines.first(where: { $0.id == id }) else { throw profile.gone(voice) }
        return line
    }

    @Sendable func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        let page = FactFormPage(.line(try await line(context, voice)), voice.say)
        return try await profile.response(page, voice, to: request)
    }

    @Sendable func save(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        let line = try await line(context, voice)
        guard let text = profile.statement(context.form) else {
            let page = FactFormPage(.line(line), isRefused: true, voice.say)
            return try await profile.response(page, voice, to: request, status: .badRequest)
        }
        let key = try await profile.known(voice).change(line: line.id) {
            // Words that one of its facts says follow that fact.
            if $0.text != text { ($0.text, $0.isEdited) = (text, true) }
        }
        return profile.done("corrected", key, at: "/you/lines/\(line.id.pathPart)")
    }

    @Sendable func pin(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        let (line, isOn) = (try await line(context, voice), context.form["on"] == "1")
        let key = try await profile.known(voice).change(line: line.id) { $0.isPinned = isOn }
        return profile.done(isOn ? "pinned" : "unpinned", key, at: "/you/lines/\(line.id.pathPart)")
    }

    @Sendable func hide(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        let (line, isOn) = (try await line(context, voice), context.form["on"] == "1")
        let key = try await profile.known(voice).change(line: line.id) { $0.isHidden = isOn }
        return profile.done(isOn ? "hidden" : "shown", key, at: "/you")
    }

    /// Takes back what was done last, wherever in the area.
    @Sendable func undo(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await profile.pages.voice(request)
        guard try await profile.known(voice).undo(context.form["key"] ?? "") else {
            throw WebError(.gone, .gone, voice.say("you.tooLate"))
        }
        let back = context.form["back"] ?? ""
        // Only to a page of this area; one about a fact that is gone again would be an error.
        let places = ["/you", "/you/facts", "/you/confirm"]
        return profile.done("undone", nil, at: places.contains(back) ? back : "/you/facts")
    }
}
