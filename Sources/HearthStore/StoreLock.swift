// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says to other programs that a store is in use, until it is let go. The system takes it back when the program ends, however.
///
/// SQLite's own locks let several programs work on one database, but cannot keep a database from being exchanged beneath them.
final class StoreLock: Sendable {
    enum Kind { case shared, exclusive }

    private let descriptor: Int32

    /// - Throws: `StoreError` `.busy` when another program holds what does not go together with `kind`.
    init(_ kind: Kind, files: StoreFiles) throws {
        try PrivateFiles.makeFolder(files.folder)
        try PrivateFiles.makeFile(files.lock)
        descriptor = open(files.lock.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.system(errno, files.lock) }
        guard flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            // The descriptor is closed by `deinit`, which runs when an initializer throws after its last property is set.
            let number = errno
            guard number == EWOULDBLOCK else { throw StoreError.system(number, files.lock) }
            let who = kind == .shared ? "a backup is being restored there" : "Hearth is running there; stop it first"
            throw StoreError(.busy, "\(files.folder.path): \(who)")
        }
    }

    /// Whether no other holder of a shared lock is there; it remains a shared one.
    func isAlone() -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        // Going back cannot fail: what it asks for is less than what it has.
        return flock(descriptor, LOCK_SH | LOCK_NB) == 0
    }

    deinit {
        // A program that is being started has a copy of the descriptor for a moment; closing this one alone would leave the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
