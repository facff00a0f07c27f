// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import Hummingbird

/// Models elsewhere: adding one, agreeing to what leaves the machine, trying whether it is there, forgetting it.
extension Site {
    @Sendable func addRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        _ = try elsewhere
        let voice = try await voice(request)
        return try await response(RemoteModelPage(.init(), voice.say), voice, to: request, in: .settings)
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
            return .redirect(to: try await consentAddress(beforeChoosing: model.name) ?? "/settings/models")
        } catch let error as ModelError {
            filled.fault = error
            return try await show(filled, request)
        }
    }

    @Sendable func consent(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await voice(request)
        let model = try await remote(request.uri.queryParameters.get("name") ?? "")
        guard !model.isHere else { return .redirect(to: "/settings/models") }
        return try html(ConsentPage(model, voice.say), bareFrame(voice), to: request)
    }

    @Sendable func agree(_ request: Request, _ context: WebContext) async throws -> Response {
        let model = try await remote(context.form["name"] ?? "")
        try await elsewhere.agree(to: model.name, at: clock.now())
        try await models.choose(model.name)
        return .redirect(to: "/chat/new")
    }

    @Sendable func checkRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        let model = try await remote(context.form["name"] ?? "")
        var result = "reached"
        do { try await elsewhere.check(model.name) } catch let error as ModelError {
            result = error.code.rawValue
        }
        return .redirect(to: "/settings/models?checked=\(result)&name=\(escaped(model.name))")
    }

    @Sendable func removeRemote(_ request: Request, _ context: WebContext) async throws -> Response {
        try await elsewhere.removeRemote(context.form["name"] ?? "")
        return .redirect(to: "/settings/models")
    }

    /// Where a model is agreed to that has not been yet; `nil` for all others. What stays on this machine needs nobody's agreement.
    func consentAddress(beforeChoosing name: String) async throws -> String? {
        guard RemoteModel.isRemote(name), let remote,
            let model = try await remote.remoteModels().first(where: { $0.name == name }),
            model.agreedAt == nil
        else { return nil }
        guard model.isHere else { return "/models/elsewhere/consent?name=\(escaped(name))" }
        try await remote.agree(to: name, at: clock.now())
        return nil
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

    private func filled(_ context: WebContext) -> RemoteModelPage.Filled {
        RemoteModelPage.Filled(
            address: context.form["address"]?.trimmed ?? "", model: context.form["model"]?.trimmed ?? "",
            isConfirmed: context.form["unencrypted"] != nil)
    }

    private func show(_ filled: RemoteModelPage.Filled, _ request: Request) async throws -> Response {
        let voice = try await voice(request)
        return try await response(
            RemoteModelPage(filled, voice.say), voice, to: request, in: .settings,
            status: filled.fault == nil ? .ok : .badRequest)
    }
}
