// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A small file that only its owner can read, and that is replaced whole or not at all.
package struct PrivateFile {
    package let url: URL

    package init(url: URL) { self.url = url }

    private static let fileMode = 0o600
    private static let folderMode = 0o700

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// - Returns: `nil` where there is no file.
    /// - Throws: `SecretError` `.exposed` for a file that others can read, `.damaged` for one that is longer than
    ///   `limit` bytes.
    package func read(upTo limit: Int) throws(SecretError) -> Data? {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw system() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw system() }
        guard status.st_mode & 0o077 == 0 else {
            throw SecretError(
                .exposed, "\(url.path) can be read by others: chmod 600 '\(url.path)', and think about new keys")
        }
        guard status.st_size <= limit else { throw SecretError(.damaged, "\(url.path) is longer than it can be") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw system() }
        return Data(bytes.prefix(count))
    }

    /// Writes the file whole; when this returns, the disk has it.
    /// - Parameter replaces: whether a file that is there gives way; else it stays, and is no error.
    package func write(_ data: Data, replaces: Bool = true) throws(SecretError) {
        try makeFolder()
        let part = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
        let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(Self.fileMode))
        guard descriptor >= 0 else { throw system() }
        let isWritten = data.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == data.count
        let isSafe = isWritten && fsync(descriptor) == 0
        let number = errno
        defer { unlink(part.path) }
        guard close(descriptor) == 0, isSafe else { throw system(number) }
        // A second name for the file is refused where the name is taken; taking the name over is not.
        guard replaces ? rename(part.path, url.path) == 0 : link(part.path, url.path) == 0 || errno == EEXIST else {
            throw system()
        }
        flushFolder()
    }

    /// Gives the file another name, which no file has yet.
    func move(to other: URL) throws(SecretError) {
        guard !FileManager.default.fileExists(atPath: other.path) else {
            throw SecretError(.notWritable, "\(other.path) is there already")
        }
        guard rename(url.path, other.path) == 0 else { throw system() }
        flushFolder()
    }

    func remove() throws(SecretError) {
        guard unlink(url.path) == 0 || errno == ENOENT else { throw system() }
        flushFolder()
    }

    /// Makes the folder, for its owner alone.
    func makeFolder() throws(SecretError) {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: Self.folderMode])
            try FileManager.default.setAttributes([.posixPermissions: Self.folderMode], ofItemAtPath: folder.path)
        } catch {
            throw SecretError(.notWritable, "\(folder.path) cannot be made: \(error.localizedDescription)")
        }
    }

    /// A name that has changed is on the disk when its folder is. Where that cannot be said, the file itself is safe
    /// all the same.
    private func flushFolder() {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func system(_ number: Int32 = errno) -> SecretError {
        let code: SecretError.Code = [ENOSPC, EDQUOT].contains(number) ? .full : .notWritable
        return SecretError(code, "\(url.path): \(String(cString: strerror(number)))")
    }
}
