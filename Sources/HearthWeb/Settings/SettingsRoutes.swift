// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

extension WebArea {
    static let settings = WebArea(
        "Settings",
        features: [
            Feature("settings", at: "/settings", icon: "gear"),
            Feature("answers", at: "/settings/answers", icon: "pencil"),
            Feature("appearance", at: "/settings/appearance", icon: "appearance"),
        ],
        settings: [
            SettingsEntry("answers", in: .chat, at: "/settings/answers", icon: "chat", hasNote: true) { locale, _ in
                [locale.text("answers.\(AnswersForm(locale.settings).preset?.rawValue ?? "own")")]
            },
            SettingsEntry("appearance", in: .thisApp, at: "/settings/appearance", icon: "appearance") { locale, _ in
                [locale.text("appearance.\(locale.settings.appearance.theme.rawValue)")]
            },
            SettingsEntry("language", in: .thisApp, at: "/settings/appearance#language", icon: "globe") { locale, _ in
                [locale.text(locale.settings.appearance.language.phrase)]
            },
        ]
    ) { router, site in
        let settings = SettingsRoutes(
            pages: site.pages, models: site.models, settings: site.settings, backgroundJobs: site.backgroundJobs)
        router.get("/settings", use: settings.settingsIndex)
        router.get("/settings/answers", use: settings.answerSettings)
        router.post("/settings/answers", use: settings.saveAnswers)
        router.get("/settings/appearance", use: settings.appearance)
        router.post("/settings/appearance", use: settings.saveAppearance)
    }
}

struct SettingsRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost
    let settings: any SettingsStore
    let backgroundJobs: BackgroundJobs

    @Sendable func settingsIndex(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = SettingsPage(locale, model: ModelView(await models.state, locale.text), pages.configuration)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func answerSettings(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let isSaved = request.query.get("saved") != nil
        return try await pages.response(
            AnswersPage(AnswersForm(locale.settings), isSaved: isSaved, locale.text), locale, to: request, in: .settings
        )
    }

    @Sendable func saveAnswers(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        var settings = locale.settings
        let filled = AnswersForm(context.form, before: settings)
        let faults = filled.apply(to: &settings)
        guard faults.isEmpty else {
            return try await pages.response(
                AnswersPage(filled, faults: faults, locale.text), locale, to: request, in: .settings,
                status: .badRequest)
        }
        // Applied to what is there by now: other settings may have changed meanwhile, and those stay.
        try await self.settings.change { _ = filled.apply(to: &$0) }
        backgroundJobs.pause(!filled.runsErrands)
        return .redirect(to: "/settings/answers?saved=1")
    }

    @Sendable func appearance(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        return try await pages.response(
            AppearancePage(locale.settings.appearance, locale.text), locale, to: request, in: .settings)
    }

    @Sendable func saveAppearance(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = context.form
        try await settings.change { $0.appearance.take(form) }
        return .redirect(to: "/settings/appearance")
    }
}

extension AppearanceSettings {
    /// Takes what was filled in. A switch that is off is not sent.
    fileprivate mutating func take(_ form: Form) {
        theme = form["theme"].flatMap(Theme.init(rawValue:)) ?? theme
        textSize = form["textSize"].flatMap(TextSize.init(rawValue:)) ?? textSize
        language = form["language"].flatMap(Language.init(rawValue:)) ?? language
        reducesMotion = form["lessMotion"] != nil
        reducesTransparency = form["lessGlass"] != nil
        vibrates = form["vibration"] != nil
    }
}
