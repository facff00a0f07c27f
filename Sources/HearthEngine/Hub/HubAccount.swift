// SPDX-License-Identifier: Apache-2.0

package import EmberHub
package import Foundation

/// The hub as this user reaches it: with `$HF_TOKEN`, else with the token that is kept for its host.
package struct HubAccount: Sendable {
    private let models: URL
    private let environment: [String: String]
    private let tokens: any HubTokens

    /// - Parameters:
    ///   - models: the models folder.
    ///   - environment: names the hub, and may have its token.
    package init(models: URL, environment: [String: String], tokens: any HubTokens) {
        self.models = models
        self.environment = environment
        self.tokens = tokens
    }

    /// - Parameter complain: is told why a token that is kept cannot be read; what is public needs none.
    /// - Throws: `HubError` for an address or token that cannot be used.
    package func hub(_ complain: (String) -> Void) throws(HubError) -> Hub {
        let hub = try withoutToken()
        if hub.hasToken { return hub }
        var kept: String?
        do { kept = try tokens.token(for: hub.host) } catch { complain("\(error); going on without a token") }
        return try Hub(models: models, environment: environment, token: kept)
    }

    /// For what is on this machine already.
    func withoutToken() throws(HubError) -> Hub { try Hub(models: models, environment: environment) }

    /// Whether the environment has the token, which goes before one that is kept.
    package var isGivenToken: Bool { (try? withoutToken().hasToken) ?? false }

    /// - Throws: `HubError`, and what reading the kept tokens throws.
    package func isKeepingToken() throws -> Bool { try tokens.token(for: withoutToken().host) != nil }

    /// Keeps a token for this hub alone.
    /// - Throws: `HubError` `.badSettings` for one that no header can carry; `ModelError` `.secrets`.
    package func keep(_ token: String) throws {
        let token = token.trimmingCharacters(in: .whitespacesAndNewlines)
        let hub = try Hub(models: models, environment: environment.filter { $0.key != "HF_TOKEN" }, token: token)
        try tokens.keep(token, for: hub.host)
    }

    package func forget() throws { try tokens.keep(nil, for: withoutToken().host) }
}
