// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation
import HearthSecrets

/// The secrets that let somebody in. They stay the same from one start to the next, so that who came in stays in.
package enum AccessKey: String, CaseIterable, Sendable {
    /// The secret that all secrets of browsers are derived from.
    case browsers = "access.key"
    /// The secret of the key that programs send.
    case programs = "programs.key"

    private static let length = 32

    private func file(in folder: URL) -> PrivateFile { PrivateFile(url: folder.appending(path: rawValue)) }

    /// Reads the key, or makes one where there is none. On a full disk that one is not kept yet: see `keep`.
    /// - Throws: `ChatError` when it cannot be read or kept, or others can read it.
    package func load(in folder: URL) throws(ChatError) -> SymmetricKey {
        do {
            // One of another length was made by a start that ended while it was written.
            if let bytes = try file(in: folder).read(upTo: Self.length), bytes.count == Self.length {
                return SymmetricKey(data: bytes)
            }
        } catch  where error.code == .exposed {
            throw ChatError(
                "\(file(in: folder).url.path) can be read by others; remove it, and Hearth makes a new one")
        } catch {
            throw ChatError(error.detail)
        }
        let key = SymmetricKey(size: .bits256)
        do { try write(key, in: folder) } catch  where error.code == .full {} catch { throw ChatError(error.detail) }
        return key
    }

    /// Keeps a key that could not be kept when it was made; where there is one, that stays.
    func keep(_ key: SymmetricKey, in folder: URL) throws(ChatError) {
        guard !FileManager.default.fileExists(atPath: file(in: folder).url.path) else { return }
        do { try write(key, in: folder, replaces: false) } catch { throw ChatError(error.detail) }
    }

    private func write(_ key: SymmetricKey, in folder: URL, replaces: Bool = true) throws(SecretError) {
        try file(in: folder).write(key.withUnsafeBytes { Data($0) }, replaces: replaces)
    }

    /// Puts another key in the place of the one that is there: at every moment the file holds one of the two.
    /// - Throws: `ChatError` when it cannot be kept; then the old one stays.
    package func replace(with key: SymmetricKey, in folder: URL) throws(ChatError) {
        do { try write(key, in: folder) } catch { throw ChatError(error.detail) }
    }
}
