// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation

/// The secret from which everything is made that lets browsers and programs in. It stays the same, so that who came in stays in.
package enum AccessKey {
    private static let length = 32

    /// Reads the key, or makes one where there is none.
    /// - Throws: `ChatError` when it cannot be read or kept, or others can read it.
    package static func load(in folder: URL) throws(ChatError) -> SymmetricKey {
        let file = folder.appending(path: "access.key")
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ChatError("\(file.path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 == 0 else {
            throw ChatError("\(file.path) can be read by others; remove it, and Hearth makes a new one")
        }
        var bytes = [UInt8](repeating: 0, count: length + 1)
        if pread(descriptor, &bytes, bytes.count, 0) == length { return SymmetricKey(data: bytes.prefix(length)) }
        // None yet, or the first start ended while it was written.
        let key = SymmetricKey(size: .bits256)
        let written = key.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == length, ftruncate(descriptor, off_t(length)) == 0, fsync(descriptor) == 0 else {
            throw ChatError("\(file.path) cannot be written: \(String(cString: strerror(errno)))")
        }
        return key
    }
}
