// SPDX-License-Identifier: Apache-2.0

import EmberHub
import Foundation
import HearthSecrets

/// The hub as this user reaches it: with `$HF_TOKEN`, else with the token that is kept for its host.
struct HubAccount: Sendable {
    let models: URL
    private let environment: [String: String]
    private let secrets: SecretStore

    init(environment: [String: String]) {
        let folder = DataFolder(environment: environment)
        models = folder.models
        self.environment = environment
        secrets = SecretStore(folder: folder.secrets, key: .ofThisUser(environment))
    }

    /// - Parameter complain: is told why a token that is kept cannot be read; what is public needs none.
    /// - Throws: `HubError` for an address or token that cannot be used.
    func hub(_ complain: (String) -> Void) throws(HubError) -> Hub {
        let hub = try withoutToken()
        if hub.hasToken { return hub }
        var kept: String?
        do { kept = try secrets.secret(Self.name(hub)) } catch { complain("\(error); going on without a token") }
        return try Hub(models: models, environment: environment, token: kept)
    }

    /// For what is on this machine already.
    func withoutToken() throws(HubError) -> Hub { try Hub(models: models, environment: environment) }

    /// Whether the environment has the token, which goes before one that is kept.
    var isGivenToken: Bool { (try? withoutToken().hasToken) ?? false }

    /// - Throws: `HubError`, `SecretError`.
    func isKeepingToken() throws -> Bool { try secrets.secret(Self.name(withoutToken())) != nil }

    /// Keeps a token for this hub alone.
    /// - Throws: `HubError` `.badSettings` for one that no header can carry; `SecretError`.
    func keep(_ token: String) throws {
        let token = token.trimmingCharacters(in: .whitespacesAndNewlines)
        let hub = try Hub(models: models, environment: environment.filter { $0.key != "HF_TOKEN" }, token: token)
        try secrets.keep(token, as: Self.name(hub))
    }

    func forget() throws { try secrets.remove(Self.name(withoutToken())) }

    private static func name(_ hub: Hub) -> String { "hub \(hub.host)" }
}
