// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import HearthWords
import Hummingbird

/// Sets the translator and the keys of services.
struct TranslationSettingsRoutes: Sendable {
    let shared: TranslationContext
    let settings: any SettingsStore

    @Sendable func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let isSaved = request.query.get("saved") != nil
        return try await page(TranslationSettingsPage.FormInput(), isSaved: isSaved, request)
    }

    private func page(
        _ filled: TranslationSettingsPage.FormInput, isSaved: Bool = false, _ request: Request
    ) async throws -> Response {
        let locale = try await shared.pages.locale(request)
        let page = TranslationSettingsPage(
            locale.settings.translation, model: await shared.translators?.helpingModel(), filled, isSaved: isSaved,
            shared.pages.clock, locale.text)
        return try await shared.pages.response(
            page, locale, to: request, in: .settings, status: filled.fault == nil ? .ok : .badRequest)
    }

    @Sendable func choose(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let translator = translator(context.form["translator"]) else { return .redirect(to: Self.place) }
        let locale = try await shared.pages.locale(request)
        guard translator == .machine || locale.settings.translation[translator] != nil else {
            var filled = TranslationSettingsPage.FormInput()
            (filled.service, filled.fault) = (translator, locale.text("translation.connectFirst"))
            return try await page(filled, request)
        }
        if let consent = shared.consentAddress(before: translator, back: Self.place, locale) {
            return .redirect(to: consent)
        }
        try await settings.change { $0.translation.translator = translator }
        return .redirect(to: "\(Self.place)?saved=1")
    }

    /// Tries a key or an address out. What is asked goes there because the user asked for it, now.
    @Sendable func connect(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let translator = translator(context.form["service"]), translator != .machine else {
            return .redirect(to: Self.place)
        }
        var filled = TranslationSettingsPage.FormInput()
        filled.service = translator
        filled.address = context.form["address"]?.trimmed(to: 500) ?? ""
        filled.isConfirmed = context.form["unencrypted"] != nil
        let say = try await shared.pages.locale(request).text
        let host = RemoteModelPage.host(of: filled.address)
        do {
            _ = try await shared.services.connect(
                translator, address: filled.address, key: context.form["key"], unencrypted: filled.isConfirmed,
                at: shared.pages.clock.now())
            return .redirect(to: "\(Self.place)?saved=1#\(translator.rawValue)")
        } catch let error as TranslationError {
            filled.fault = say.keyFault(of: error)
        } catch let error as ModelError {
            filled.asksForConfirmation = error.code == .unencrypted
            filled.fault = say.fault(error.code.rawValue, host: host) ?? error.detail
        }
        return try await page(filled, request)
    }

    @Sendable func disconnect(_ request: Request, _ context: WebContext) async throws -> Response {
        if let translator = translator(context.form["service"]), translator != .machine {
            try await shared.services.disconnect(translator)
        }
        return .redirect(to: "\(Self.place)?saved=1")
    }

    // MARK: Consent

    @Sendable func consent(_ request: Request, _ context: WebContext) async throws -> Response {
        let query = request.query
        let locale = try await shared.pages.locale(request)
        guard let translator = translator(query.get("service")), let service = locale.settings.translation[translator]
        else { return .redirect(to: Self.place) }
        let page = TranslationConsentPage(translator, service, back: Self.back(query.get("back")), locale.text)
        return try shared.pages.html(page, shared.pages.bareFrame(locale), to: request)
    }

    @Sendable func agree(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let translator = translator(context.form["service"]) else { return .redirect(to: Self.place) }
        try await shared.services.agree(to: translator, at: shared.pages.clock.now())
        try await settings.change { $0.translation.translator = translator }
        return .redirect(to: Self.back(context.form["back"]))
    }

    private static let place = "/settings/translation"

    /// Only back to pages that lead there.
    private static func back(_ typed: String?) -> String {
        guard let typed, typed.wholeMatch(of: /\/words\/decks\/[0-9]{1,18}\/translate/) != nil else { return place }
        return typed
    }

    private func translator(_ name: String?) -> Translator? { name.flatMap(Translator.init(rawValue:)) }
}

extension Phrases {
    /// Why a key was not saved.
    func keyFault(of error: TranslationError) -> String {
        let said = error.said.map { " \(self("translationFault.said", ["words": $0]))" } ?? ""
        switch error.code {
        case .keyRefused, .banned, .quota, .unreachable, .silent, .untrusted, .sentElsewhere, .slowDown, .secrets:
            return self("keyFault.\(error.code.rawValue)") + said
        default: return self("keyFault.other") + said
        }
    }
}
