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
            SettingsEntry("answers", in: .chat, at: "/settings/answers", icon: "chat", hasNote: true) { voice, _ in
                [voice.say("answers.\(AnswersForm(voice.settings).preset?.rawValue ?? "own")")]
            },
            SettingsEntry("appearance", in: .thisApp, at: "/settings/appearance", icon: "appearance") { voice, _ in
                [voice.say("appearance.\(voice.settings.appearance.theme.rawValue)")]
            },
            SettingsEntry("language", in: .thisApp, at: "/settings/appearance#language", icon: "globe") { voice, _ in
                [voice.say(voice.settings.appearance.language.phrase)]
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
        let voice = try await pages.voice(request)
        let page = SettingsPage(voice, model: ModelView(await models.state, voice.say), pages.configuration)
        return try await pages.response(page, voice, to: request, in: .settings)
    }

    @Sendable func answerSettings(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        let isSaved = request.query.get("saved") != nil
        return try await pages.response(
            AnswersPage(AnswersForm(voice.settings), isSaved: isSaved, voice.say), voice, to: request, in: .settings)
    }

    @Sendable func saveAnswers(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        var settings = voice.settings
        let filled = AnswersForm(context.form, before: settings)
        let faults = filled.apply(to: &settings)
        guard faults.isEmpty else {
            return try await pages.response(
                AnswersPage(filled, faults: faults, voice.say), voice, to: request, in: .settings, status: .badRequest)
        }
        // Applied to what is there by now: other settings may have changed meanwhile, and those stay.
        try await self.settings.change { _ = filled.apply(to: &$0) }
        backgroundJobs.pause(!filled.runsErrands)
        return .redirect(to: "/settings/answers?saved=1")
    }

    @Sendable func appearance(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        return try await pages.response(
            AppearancePage(voice.settings.appearance, voice.say), voice, to: request, in: .settings)
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
