// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// A store that is only to be read: to be looked over, or exported.
///
/// Opening writes beside the database: a lock, SQLite's log, tables that a newer Hearth has. Where the disk takes no
/// writing, a copy in the folder for temporary files is opened; it goes when nobody holds this value any more.
public final class StoreReading: Sendable {
    public let opening: StoreOpening
    /// Whether a copy was opened, because nothing can be written beside the database.
    public var isCopy: Bool { copy != nil }
    private let copy: URL?

    /// - Parameter temporary: where a copy is made.
    public convenience init(
        _ folder: URL, copyingTo temporary: URL = FileManager.default.temporaryDirectory
    ) {
        self.init(folder, isReadOnly: Self.isReadOnly(folder), copyingTo: temporary)
    }

    init(_ folder: URL, isReadOnly: Bool, copyingTo temporary: URL) {
        guard isReadOnly else {
            (opening, copy) = (Store.open(in: folder), nil)
            return
        }
        let files = StoreFiles(folder: folder)
        let place = temporary.appending(path: "hearth-reading-\(UUID().uuidString)")
        copy = place
        do {
            opening = try Self.open(files, in: place)
        } catch {
            opening = .unusable(Recovery(problem: StoreError(error, at: place), files: files))
        }
    }

    deinit {
        // What cannot be removed is removed by the system.
        if let copy { try? FileManager.default.removeItem(at: copy) }
    }

    private static func open(_ files: StoreFiles, in place: URL) throws -> StoreOpening {
        let lock = try ReadingLock(files)
        let copied = StoreFiles(folder: place)
        try withExtendedLifetime(lock) {
            try PrivateFiles.makeFolder(place)
            for file in [files.database, files.log, files.journal] where PrivateFiles.isThere(file) {
                let to = place.appending(path: file.lastPathComponent)
                try FileManager.default.copyItem(at: file, to: to)
                PrivateFiles.makeWritable(to)
            }
        }
        switch Store.open(in: place) {
        case .ready(let store): return .ready(store)
        // Backups lie where the database does.
        case .unusable(let recovery):
            let problem = recovery.problem
            let detail = problem.detail.replacing(copied.folder.path, with: files.folder.path)
            return .unusable(Recovery(problem: StoreError(problem.code, detail), files: files))
        }
    }

    private static func isReadOnly(_ folder: URL) -> Bool {
        access(folder.path, W_OK) != 0 && (errno == EROFS || errno == EACCES) && access(folder.path, R_OK | X_OK) == 0
    }
}

/// Keeps others from writing while a database is copied, as far as one can who may write nothing.
private final class ReadingLock {
    private let descriptor: Int32

    /// - Throws: `StoreError` `.busy` where somebody has the store open.
    init(_ files: StoreFiles) throws {
        descriptor = open(files.lock.path, O_RDONLY | O_CLOEXEC)
        // Without a lock there is nobody who could hold it.
        guard descriptor >= 0 else { return }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw StoreError(.busy, "\(files.folder.path): Hearth is running there; stop it first")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
