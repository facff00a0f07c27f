// SPDX-License-Identifier: Apache-2.0

/// Storage for the hubs' tokens.
package protocol HubTokens: Sendable {
    /// - Returns: `nil` where none is kept for this host.
    func token(for host: String) throws -> String?
    /// Keeps a token in the place of the one that is kept; `nil` forgets that one.
    /// - Throws: `ModelError` `.secrets`.
    func keep(_ token: String?, for host: String) throws
}
