// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation

/// The secrets that let somebody in. They stay the same from one start to the next, so that who came in stays in.
package enum AccessKey: String, CaseIterable, Sendable {
    /// From which everything is made that lets browsers in.
    case browsers = "access.key"
    /// What programs are let in with.
    case programs = "programs.key"

    private static let length = 32

    /// Reads the key, or makes one where there is none.
    /// - Throws: `ChatError` when it cannot be read or kept, or others can read it.
    package func load(in folder: URL) throws(ChatError) -> SymmetricKey {
        let file = folder.appending(path: rawValue)
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ChatError("\(file.path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 == 0 else {
            throw ChatError("\(file.path) can be read by others; remove it, and Hearth makes a new one")
        }
        var bytes = [UInt8](repeating: 0, count: Self.length + 1)
        if pread(descriptor, &bytes, bytes.count, 0) == Self.length {
            return SymmetricKey(data: bytes.prefix(Self.length))
        }
        // None yet, or the first start ended while it was written.
        let key = SymmetricKey(size: .bits256)
        try Self.write(key, to: descriptor, of: file)
        return key
    }

    /// Puts another key in the place of the one that is there: at every moment the file holds one of the two.
    /// - Throws: `ChatError` when it cannot be kept; then the old one stays.
    package func replace(with key: SymmetricKey, in folder: URL) throws(ChatError) {
        let file = folder.appending(path: rawValue)
        let new = folder.appending(path: rawValue + ".new")
        unlink(new.path)
        let descriptor = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw ChatError("\(new.path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        try Self.write(key, to: descriptor, of: new)
        guard rename(new.path, file.path) == 0 else {
            throw ChatError("\(file.path) cannot be replaced: \(String(cString: strerror(errno)))")
        }
        // The name itself has to outlive a power cut; a folder that cannot be synchronised is no reason to lose the key.
        let place = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard place >= 0 else { return }
        fsync(place)
        close(place)
    }

    private static func write(_ key: SymmetricKey, to descriptor: Int32, of file: URL) throws(ChatError) {
        let written = key.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard written == length, ftruncate(descriptor, off_t(length)) == 0, fsync(descriptor) == 0 else {
            throw ChatError("\(file.path) cannot be written: \(String(cString: strerror(errno)))")
        }
    }
}
