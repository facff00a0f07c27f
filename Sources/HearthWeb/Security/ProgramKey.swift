// SPDX-License-Identifier: Apache-2.0

public import Crypto
import Foundation
import Synchronization

/// The key that programs send as `Authorization: Bearer …` or `x-api-key` to `/v1` and `/api`. It opens nothing
/// else, and can be replaced while the app runs.
public final class ProgramKey: Sendable {
    private let secret: Mutex<SymmetricKey>
    private let keep: @Sendable (SymmetricKey) throws -> Void

    /// - Parameters:
    ///   - secret: 32 random bytes.
    ///   - keep: puts a new secret where the next start finds it.
    public init(_ secret: SymmetricKey, keep: @escaping @Sendable (SymmetricKey) throws -> Void) {
        self.secret = Mutex(secret)
        self.keep = keep
    }

    var text: String { secret.withLock { "hearth-" + $0.withUnsafeBytes { Data($0) }.urlText } }

    /// Makes a new key; programs that have the old one are shut out from now on.
    func renew() throws {
        try secret.withLock { secret in
            let new = SymmetricKey(size: .bits256)
            try keep(new)
            secret = new
        }
    }
}
