// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthAnki

/// A file or folder of ours in the folder for temporary ones. It goes when nobody holds it any more; what a program
/// leaves that is killed goes with the next start.
///
/// Each is locked while it is held, and the system lets go of the lock with the program. So leftovers are known from
/// what another Hearth of the same user has in use.
final class TemporaryPlace: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case upload = "hearth-upload-"
        case words = "hearth-words-"
        case journal = "hearth-journal-"
    }

    /// Nothing can be written to the folder for temporary files: mostly it is full.
    struct Failure: Error {
        let folder: String
    }

    let url: URL
    private let lock: Int32

    /// - Throws: `Failure` where it cannot be made.
    init(
        _ kind: Kind, isFolder: Bool = false, in folder: URL = FileManager.default.temporaryDirectory
    ) throws(Failure) {
        let url = folder.appending(path: "\(kind.rawValue)\(UUID().uuidString)")
        let path = url.path
        let failure = Failure(folder: folder.path)
        if isFolder { guard mkdir(path, 0o700) == 0 else { throw failure } }
        let lock =
            isFolder
            ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            : open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw failure }
        // Where the system has no such locks, it is taken for a leftover at worst while it is in use.
        _ = flock(lock, LOCK_EX | LOCK_NB)
        (self.url, self.lock) = (url, lock)
    }

    /// Runs what writes into a place, and says of errors where there was no room.
    static func write<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            // Only files that are being written are written here.
            throw error is CocoaError ? Failure(folder: FileManager.default.temporaryDirectory.path) : error
        }
    }

    deinit {
        // What cannot be removed is removed by the next start, or by the system.
        try? FileManager.default.removeItem(at: url)
        close(lock)
    }

    /// Removes what programs of this user left behind that were killed.
    static func removeLeftovers(in folder: URL = FileManager.default.temporaryDirectory) {
        // The folder may have thousands of others.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where Kind.allCases.contains(where: { name.hasPrefix($0.rawValue) }) {
            let url = folder.appending(path: name)
            let file = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0, status.st_uid == getuid(), !isFresh(status),
                flock(file, LOCK_EX | LOCK_NB) == 0
            else { continue }
            // It is tried again at the next start.
            try? FileManager.default.removeItem(at: url)
        }
    }

    /// Whether it may have been made in this moment, and be locked in the next.
    private static func isFresh(_ status: stat) -> Bool {
        #if os(Linux)
            let changed = Double(status.st_mtim.tv_sec)
        #else
            let changed = Double(status.st_mtimespec.tv_sec)
        #endif
        return abs(Date().timeIntervalSince1970 - changed) < 1
    }
}

extension TemporaryPlace.Failure {
    /// Finds out whether an error says that the disk of the folder for temporary files is full.
    init?(_ error: any Error) {
        switch error {
        case let error as Self: self = error
        case let error as ArchiveError where error.code == .unwritable:
            folder = FileManager.default.temporaryDirectory.path
        case let error as CocoaError where error.code == .fileWriteOutOfSpace:
            folder = FileManager.default.temporaryDirectory.path
        default: return nil
        }
    }
}
