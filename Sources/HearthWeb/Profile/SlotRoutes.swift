// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory
import Hummingbird

/// Facts by slot: written by hand, corrected and confirmed.
struct SlotRoutes: Sendable {
    let profile: ProfileContext

    /// The page of what can be added to a section or a person.
    @Sendable func slots(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let person = request.query.get("person").map { String($0).trimmed(to: 80) }.flatMap { $0.isEmpty ? nil : $0 }
        let section = request.query.get("section").flatMap { ProfileLine.Section(rawValue: String($0)) }
        guard let section = person == nil ? section : .people, section != .said else {
            throw WebError(.badRequest, .input)
        }
        return try await profile.response(SlotListPage(section, about: person, locale.text), locale, to: request)
    }

    @Sendable func form(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        var draft = FactEntry.Draft()
        draft.person = (request.query.get("person") ?? "").trimmed(to: FactEntry.longest(.person))
        let page = SlotFormPage(.new, try slot(context), draft, locale.text)
        return try await profile.response(page, locale, to: request)
    }

    @Sendable func add(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        return try await taken(.new, try slot(context), request, context, locale) { entry in
            let key = try await profile.known(locale).add([entry], locale.text.memoryLanguage).1
            return profile.done("added", key, at: "/you")
        }
    }

    private func slot(_ context: WebContext) throws -> FactSlot {
        guard let slot = FactSlot.named(try profile.id("slot", context)) else { throw WebError(.notFound, .gone) }
        return slot
    }

    /// Does something with what a form says, or shows the form again and says what is wrong with it.
    func taken(
        _ subject: SlotFormPage.Subject, _ slot: FactSlot, _ request: Request, _ context: WebContext,
        _ locale: RequestLocale, _ act: (FactEntry) async throws -> Response
    ) async throws -> Response {
        let (draft, clock) = (FactEntry.Draft(context.form), profile.pages.clock)
        let entry: FactEntry
        do {
            entry = try FactEntry(slot, draft, now: clock.now(), locale.text.memoryLanguage, in: clock.zone)
        } catch {
            let page = SlotFormPage(
                subject, slot, draft, fault: error, hasChanged: context.form["changed"] == "1", locale.text)
            return try await profile.response(page, locale, to: request, status: .badRequest)
        }
        return try await act(entry)
    }

    /// The slot that a form of a known fact names, or else its own; `nil` for a fact that is not written by slot.
    static func slot(of fact: Fact, _ form: Form) -> FactSlot? {
        guard let own = fact.slot.flatMap({ FactSlot.named($0.name) }), !fact.isNegative, form["statement"] == nil
        else { return nil }
        let chosen = form["slot"].flatMap(FactSlot.named)
        return chosen.flatMap { $0.fields == own.fields ? $0 : nil } ?? own
    }
}
