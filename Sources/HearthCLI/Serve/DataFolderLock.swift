// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Says that Hearth runs on a data folder, until it is let go; the system takes it back when the program ends, however
/// that happens.
package final class DataFolderLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `ChatError` when Hearth runs there already, or the folder cannot be written to.
    package init(_ folder: URL) throws(ChatError) {
        let file = folder.appending(path: "serve.lock")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ChatError("\(folder.path) cannot be made: \(error.localizedDescription)")
        }
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ChatError("\(file.path): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let address = (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(
                in: .whitespacesAndNewlines)
            // The descriptor is closed by `deinit`, which runs when an initializer throws after its last property is
            // set.
            let place = address.flatMap { $0.isEmpty ? nil : " at \($0)" } ?? ""
            throw ChatError("Hearth is already running\(place), with the data in \(folder.path)")
        }
    }

    /// Tells whoever tries to start Hearth again where it is.
    package func note(address: String) {
        guard ftruncate(descriptor, 0) == 0 else { return }
        let line = Array((address + "\n").utf8)
        _ = line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    deinit {
        // A program that is being started has a copy of the descriptor for a moment; closing this one alone would leave
        // the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
