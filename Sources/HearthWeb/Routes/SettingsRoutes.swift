// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
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
            AnswersPage(voice.settings, isSaved: isSaved, voice.say), voice, to: request, in: .settings)
    }

    @Sendable func saveAnswers(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        var settings = voice.settings
        do throws(AnswerFault) {
            try settings.takeAnswers(context.form)
        } catch {
            let page = AnswersPage(
                settings, isSaved: false, fault: voice.say("answers.\(error.rawValue)Fault"), voice.say)
            return try await response(page, voice, to: request, in: .settings, status: .badRequest)
        }
        try await self.settings.save(settings)
        return .redirect(to: "/settings/answers?saved=1")
    }

    @Sendable func appearance(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        return try await response(AppearancePage(voice.settings, voice.say), voice, to: request, in: .settings)
    }

    @Sendable func saveAppearance(_ request: Request, _ context: WebContext) async throws -> Response {
        var settings = try await settings.load()
        let form = context.form
        settings.theme = form["theme"].flatMap(AppSettings.Theme.init(rawValue:)) ?? settings.theme
        settings.textSize = form["textSize"].flatMap(AppSettings.TextSize.init(rawValue:)) ?? settings.textSize
        settings.language = form["language"].flatMap(AppSettings.Language.init(rawValue:)) ?? settings.language
        // A switch that is off is not sent.
        settings.reducesMotion = form["lessMotion"] != nil
        settings.reducesTransparency = form["lessGlass"] != nil
        settings.vibrates = form["vibration"] != nil
        try await self.settings.save(settings)
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

/// Which field of the answers' settings cannot be.
enum AnswerFault: String, Error, CaseIterable { case temperature, topP, maxTokens, seed, instructions }

extension AppSettings {
    /// Takes what was filled in, as far as it can be; an empty field leaves the choice to the model.
    mutating func takeAnswers(_ form: Form) throws(AnswerFault) {
        guard let instructions = form["instructions"], instructions.utf8.count <= 20_000 else { throw .instructions }
        guard let temperature = Float(form["temperature"]?.decimal ?? ""), (0...2).contains(temperature) else {
            throw .temperature
        }
        let topP = Float(form["topP"]?.decimal ?? "")
        if let text = form["topP"]?.trimmed, !text.isEmpty {
            guard let topP, topP > 0, topP <= 1 else { throw .topP }
        }
        guard let maxTokens = Int(form["maxTokens"]?.trimmed ?? ""), (1...32_768).contains(maxTokens) else {
            throw .maxTokens
        }
        let seed = UInt64(form["seed"]?.trimmed ?? "")
        if let text = form["seed"]?.trimmed, !text.isEmpty, seed == nil { throw .seed }
        self.instructions = instructions.trimmed
        self.temperature = temperature
        self.topP = topP
        self.maxTokens = maxTokens
        self.seed = seed
        thinks = form["thinks"] != nil
        namesSessions = form["namesSessions"] != nil
        idleMinutes = Int(form["idleMinutes"] ?? "").map { min(1_440, max(0, $0)) } ?? idleMinutes
    }
}

extension String {
    /// As a number is written in either of our languages: 0.7 or 0,7.
    fileprivate var decimal: String { trimmed.replacing(",", with: ".") }
}
