// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// The settings, and the pages that explain the app.
extension Site {
    @Sendable func settingsIndex(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        return try await response(
            SettingsPage(voice.settings, configuration, voice.say), voice, to: request, in: .settings)
    }

    @Sendable func answerSettings(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        let isSaved = request.uri.queryParameters.get("saved") != nil
        return try await response(
            AnswersPage(AnswersForm(voice.settings), isSaved: isSaved, voice.say), voice, to: request, in: .settings)
    }

    @Sendable func saveAnswers(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        var settings = voice.settings
        let filled = AnswersForm(context.form, before: settings)
        let faults = filled.apply(to: &settings)
        guard faults.isEmpty else {
            return try await response(
                AnswersPage(filled, faults: faults, voice.say), voice, to: request, in: .settings, status: .badRequest)
        }
        // Applied to what is there by now: other settings may have changed meanwhile, and those stay.
        try await self.settings.change { _ = filled.apply(to: &$0) }
        return .redirect(to: "/settings/answers?saved=1")
    }

    @Sendable func appearance(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        return try await response(AppearancePage(voice.settings, voice.say), voice, to: request, in: .settings)
    }

    @Sendable func saveAppearance(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = context.form
        try await settings.change { $0.takeAppearance(form) }
        return .redirect(to: "/settings/appearance")
    }

    @Sendable func programs(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        let authority = request.head.authority ?? configuration.host
        let asked = request.uri.queryParameters
        let page = ProgramsPage(
            address: "http://\(authority)/v1", key: access.programs.text, isShown: asked.get("shown") != nil,
            isRenewed: asked.get("renewed") != nil, voice.say)
        return try await response(page, voice, to: request, in: .settings)
    }

    @Sendable func renewProgramKey(_ request: Request, _ context: WebContext) async throws -> Response {
        do {
            try access.programs.renew()
        } catch {
            throw WebError(.insufficientStorage, .saving)
        }
        // Those that came in with the old key get no more of their answers either.
        Connection.current?.all.cutPrograms()
        return .redirect(to: "/settings/programs?renewed=1")
    }

    @Sendable func everything(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        let page = EverythingPage(model: ModelView(await models.state, voice.say), voice.say)
        return try await response(page, voice, to: request, in: .everything)
    }

    @Sendable func help(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        return try await response(HelpPage(voice.say), voice, to: request)
    }
}

extension AppSettings {
    /// Takes what was filled in. A switch that is off is not sent.
    fileprivate mutating func takeAppearance(_ form: Form) {
        theme = form["theme"].flatMap(Theme.init(rawValue:)) ?? theme
        textSize = form["textSize"].flatMap(TextSize.init(rawValue:)) ?? textSize
        language = form["language"].flatMap(Language.init(rawValue:)) ?? language
        reducesMotion = form["lessMotion"] != nil
        reducesTransparency = form["lessGlass"] != nil
        vibrates = form["vibration"] != nil
    }
}
