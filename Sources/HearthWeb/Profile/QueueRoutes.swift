// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthMemory
import Hummingbird

/// The facts that wait: answered one by one.
struct QueueRoutes: Sendable {
    let profile: ProfileContext

    @Sendable func queue(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let store = try profile.known(locale).store
        let queued = try await store.queuedFacts()
        let shown = Array(queued.prefix(1 + QueuePage.next))
        let views = try await profile.waitingViews(shown, KnownFacts(store.facts(history: false)), locale)
        let page = QueuePage(
            views, count: queued.count, hasKeys: locale.settings.words.wordsHaveKeys,
            swipes: locale.settings.words.wordsSwipe, notice: await profile.notice(request, locale), locale.text)
        return try await profile.response(page, locale, to: request)
    }

    private func waiting(_ context: WebContext, _ locale: RequestLocale) async throws -> Fact {
        let id = try profile.id("fact", context)
        let queued = try await profile.known(locale).store.queuedFacts()
        guard let fact = queued.first(where: { $0.id == id }) else { throw profile.gone(locale) }
        return fact
    }

    @Sendable func edit(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let fact = try await waiting(context, locale)
        if let slot = SlotRoutes.slot(of: fact, Form()) {
            let draft = FactEntry.Draft(fact, profile.pages.clock)
            let page = SlotFormPage(.waiting(fact), slot, draft, locale.text)
            return try await profile.response(page, locale, to: request)
        }
        return try await profile.response(FactFormPage(.waiting(fact), locale.text), locale, to: request)
    }

    /// Yes, perhaps in other words, or no.
    @Sendable func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let fact = try await waiting(context, locale)
        let curation = try profile.known(locale)
        let back = context.form["back"] == "/you/facts" ? "/you/facts" : "/you/confirm"
        switch context.form["answer"] {
        case "no":
            return profile.done("refused", try await curation.refuse(fact.id), at: back)
        case "yes":
            return profile.done("confirmed", try await curation.confirm(fact.id), at: back)
        default:
            if let slot = SlotRoutes.slot(of: fact, context.form) {
                return try await SlotRoutes(profile: profile).taken(.waiting(fact), slot, request, context, locale) {
                    let key = try await curation.confirm(fact.id, as: $0, locale.text.memoryLanguage)
                    return profile.done("confirmed", key, at: back)
                }
            }
            guard let statement = profile.statement(context.form) else {
                let page = FactFormPage(.waiting(fact), isRefused: true, locale.text)
                return try await profile.response(page, locale, to: request, status: .badRequest)
            }
            return profile.done("confirmed", try await curation.confirm(fact.id, as: statement), at: back)
        }
    }
}
