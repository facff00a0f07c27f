// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says to other programs that a store is in use, until it is let go. The system takes it back when the program ends,
/// however.
///
/// SQLite's own locks let several programs work on one database, but cannot keep a database from being exchanged
/// beneath them.
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
            // The descriptor is closed by `deinit`, which runs when an initializer throws after its last property is
            // set.
            let number = errno
            guard number == EWOULDBLOCK else { throw StoreError.system(number, files.lock) }
            let who = kind == .shared ? "a backup is being restored there" : "Hearth is running there; stop it first"
            throw StoreError(.busy, "\(files.folder.path): \(who)")
        }
    }

    /// A shared lock for a store that is about to be opened.
    ///
    /// An exclusive one is asked for first: going from shared to exclusive is not one step on Linux, and where it is
    /// refused, the shared lock is gone, too.
    /// - Parameter work: done while nobody else holds a lock; left out where somebody does.
    static func opening(_ files: StoreFiles, whenAlone work: () -> Void) throws -> StoreLock {
        do {
            let lock = try StoreLock(.exclusive, files: files)
            work()
            try lock.share(files)
            return lock
        } catch let error as StoreError where error.code == .busy {
            return try shared(files)
        }
    }

    /// Another program that opens the store is alone for a moment, so a refusal is not the last word.
    private static func shared(_ files: StoreFiles) throws -> StoreLock {
        let end = ContinuousClock.now + .seconds(2)
        while true {
            do { return try StoreLock(.shared, files: files) } catch let error as StoreError
                where error.code == .busy && ContinuousClock.now < end
            { usleep(20_000) }
        }
    }

    /// Lets others in. This is not one step either: somebody else may be faster.
    private func share(_ files: StoreFiles) throws {
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else {
            throw StoreError(.busy, "\(files.folder.path): another program is opening it")
        }
    }

    deinit {
        // A program that is being started has a copy of the descriptor for a moment; closing this one alone would leave
        // the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
