// SPDX-License-Identifier: Apache-2.0

import HearthMemory
import HearthModels
import Hummingbird

/// The six questions about the user: offered once in new chats, and found in the settings.
struct AboutRoutes: Sendable {
    let profile: ProfileContext
    let settings: any SettingsStore

    @Sendable func questions(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        return try await profile.response(AboutPage(try await known(locale), locale.text), locale, to: request)
    }

    private func known(_ locale: RequestLocale) async throws -> AboutAnswers {
        AboutAnswers(try await profile.known(locale).store.facts(history: false))
    }

    @Sendable func answer(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await profile.pages.locale(request)
        let (answers, language) = (AboutAnswers(context.form), locale.text.memoryLanguage)
        let (entries, statement): ([FactEntry], String?)
        let known = try await known(locale)
        do {
            entries = try answers.entries(besides: known, profile.pages.clock, language)
            statement = try answers.statement()
        } catch {
            let page = AboutPage(answers, fault: error, locale.text)
            return try await profile.response(page, locale, to: request, status: .badRequest)
        }
        var key: String?
        if !entries.isEmpty || statement != nil {
            key = try await profile.known(locale).add(entries, language, and: statement).1
        }
        try await settings.change { $0.memory.offersAboutYou = false }
        return key.map { profile.done("added", $0, at: "/you") } ?? .redirect(to: "/you")
    }

    /// They are not offered again.
    @Sendable func skip(_ request: Request, _ context: WebContext) async throws -> Response {
        try await settings.change { $0.memory.offersAboutYou = false }
        return .redirect(to: "/chat/new")
    }
}
