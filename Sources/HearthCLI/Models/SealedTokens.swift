// SPDX-License-Identifier: Apache-2.0

import HearthEngine
import HearthModels
package import HearthSecrets

/// Tokens for hubs, sealed like the keys of other services.
package struct SealedTokens: HubTokens {
    private let secrets: SecretStore

    package init(_ secrets: SecretStore) { self.secrets = secrets }

    package func token(for host: String) throws -> String? { try secrets.secret(Self.name(host)) }

    package func keep(_ token: String?, for host: String) throws {
        do {
            if let token {
                try secrets.keep(token, as: Self.name(host))
            } else {
                try secrets.remove(Self.name(host))
            }
        } catch { throw ModelError(error) }
    }

    private static func name(_ host: String) -> String { "hub \(host)" }
}

extension HubAccount {
    /// The hub that the environment names, with the tokens that this user keeps.
    init(environment: [String: String]) {
        let folder = DataFolder(environment: environment)
        let secrets = SecretStore(folder: folder.secrets, key: .ofThisUser(environment))
        self.init(models: folder.models, environment: environment, tokens: SealedTokens(secrets))
    }
}
