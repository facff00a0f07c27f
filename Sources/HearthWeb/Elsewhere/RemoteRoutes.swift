// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import Hummingbird

extension WebArea {
    /// Models elsewhere: adding one, agreeing to what leaves the machine, trying whether it is there, forgetting it.
    static let elsewhere = WebArea("Elsewhere") { router, site in
        let elsewhere = RemoteRoutes(
            pages: site.pages, models: site.models, remote: site.remote, settings: site.settings)
        router.get("/settings/models/elsewhere", use: elsewhere.addRemote)
        router.post("/models/elsewhere/look", use: elsewhere.lookElsewhere)
        router.post("/models/elsewhere/add", use: elsewhere.saveRemote)
        router.get("/models/elsewhere/consent", use: elsewhere.consent)
        router.post("/models/elsewhere/agree", use: elsewhere.agree)
        router.post("/models/elsewhere/check", use: elsewhere.checkRemote)
        router.post("/models/elsewhere/purposes", use: elsewhere.savePurposes)
        router.post("/models/elsewhere/remove", use: elsewhere.removeRemote)
    }
}

struct RemoteRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost
    let remote: (any RemoteModels)?
    let settings: any SettingsStore

    @Sendable func addRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        _ = try elsewhere
        let locale = try await pages.locale(request)
        return try await pages.response(RemoteModelPage(.init(), locale.text), locale, to: request, in: .settings)
    }

    /// Asks the endpoint for its models and shows them. What is asked goes there because the user asked for it, now.
    @Sendable func lookElsewhere(_ request: Request, _ context: WebContext) async throws -> Response {
        var filled = filled(context)
        do {
            let found = try await elsewhere.look(
                at: filled.address, key: context.form["key"], unencrypted: filled.isConfirmed)
            (filled.address, filled.models) = (found.address, found.models)
        } catch let error as ModelError {
            filled.fault = error
        }
        return try await show(filled, request)
    }

    @Sendable func saveRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        var filled = filled(context)
        do {
            let model = try await elsewhere.add(
                filled.model, at: filled.address, key: context.form["key"], unencrypted: filled.isConfirmed)
            let consent = try await elsewhere.consentAddress(beforeChoosing: model.name, at: pages.clock.now())
            return .redirect(to: consent ?? "/settings/models")
        } catch let error as ModelError {
            filled.fault = error
            return try await show(filled, request)
        }
    }

    @Sendable func consent(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let model = try await remote(request.query.get("name") ?? "")
        guard !model.isHere else { return .redirect(to: "/settings/models") }
        return try pages.html(ConsentPage(model, locale.text), pages.bareFrame(locale), to: request)
    }

    @Sendable func agree(_ request: Request, _ context: WebContext) async throws -> Response {
        let model = try await remote(context.form["name"] ?? "")
        try await elsewhere.agree(to: model.name, at: pages.clock.now())
        try await models.choose(model.name)
        return .redirect(to: "/chat/new")
    }

    @Sendable func checkRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        let model = try await remote(context.form["name"] ?? "")
        var result = "reached"
        do { try await elsewhere.check(model.name) } catch let error as ModelError {
            result = error.code.rawValue
        }
        return .redirect(to: "/settings/models?checked=\(result)&name=\(model.name.escapedForAddress)")
    }

    /// Sets what the models of an endpoint may be asked besides conversations.
    @Sendable func savePurposes(_ request: Request, _ context: WebContext) async throws -> Response {
        let form = context.form
        let address = form["address"] ?? ""
        guard try await elsewhere.remoteModels().contains(where: { $0.address == address }) else {
            throw WebError(.notFound, .gone)
        }
        // A switch that is off is not sent.
        let agreed = RequestPurpose.allCases.filter { $0 != .conversation && form[$0.rawValue] != nil }
        try await settings.change { $0.models.remotePurposes[address] = agreed.isEmpty ? nil : Set(agreed) }
        return .redirect(to: "/settings/models?saved=1#purposes")
    }

    @Sendable func removeRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        try await elsewhere.removeRemote(context.form["name"] ?? "")
        return .redirect(to: "/settings/models")
    }

    // MARK: Parts

    private var elsewhere: any RemoteModels {
        get throws {
            guard let remote else { throw WebError(.notFound, .gone) }
            return remote
        }
    }

    private func remote(_ name: String) async throws -> RemoteModel {
        guard let model = try await elsewhere.remoteModels().first(where: { $0.name == name }) else {
            throw WebError(.notFound, .gone)
        }
        return model
    }

    private func filled(_ context: WebContext) -> RemoteModelPage.FormInput {
        RemoteModelPage.FormInput(
            address: context.form["address"]?.trimmed ?? "", model: context.form["model"]?.trimmed ?? "",
            isConfirmed: context.form["unencrypted"] != nil)
    }

    private func show(_ filled: RemoteModelPage.FormInput, _ request: Request) async throws -> Response {
        let locale = try await pages.locale(request)
        return try await pages.response(
            RemoteModelPage(filled, locale.text), locale, to: request, in: .settings,
            status: filled.fault == nil ? .ok : .badRequest)
    }
}

extension RemoteModels {
    /// Returns the page where the user agrees to a model before choosing it; `nil` if there is nothing to agree to. For
    /// a model on this machine, records the agreement itself.
    func consentAddress(beforeChoosing name: String, at now: Date) async throws -> String? {
        guard RemoteModel.isRemote(name),
            let model = try await remoteModels().first(where: { $0.name == name }), model.agreedAt == nil
        else { return nil }
        guard model.isHere else { return "/models/elsewhere/consent?name=\(name.escapedForAddress)" }
        try await agree(to: name, at: now)
        return nil
    }
}
