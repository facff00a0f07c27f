// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
import Synchronization

/// A file that may have traces of what was erased, and why they are still there.
public struct UncleanCopy: Sendable, Equatable {
    public let file: URL
    public let error: StoreError
}

extension Store {
    /// Files that the last clean-up could not clean; the next one tries them again.
    public var uncleanCopies: [UncleanCopy] { unclean.withLock { $0 } }
}

/// Removes what was erased from every copy that Hearth keeps, each by itself: one that cannot be cleaned stops no
/// other.
struct CleaningCopies {
    let files: StoreFiles
    let notes: [Erasure.Note]

    /// - Returns: the copies that could not be cleaned, where they lie now.
    func run() -> [UncleanCopy] {
        // First those that were set aside before, so that none is tried twice.
        clean(files.badBackups, bringBack) + clean(files.backups, cleanOrSetAside)
    }

    /// The copies that cannot be read, or have something of what was erased in them.
    func unclean() -> [UncleanCopy] {
        [files.badBackups, files.backups].flatMap { clean($0, look) }
    }

    private func clean(_ folder: URL, _ work: (Backup) -> UncleanCopy?) -> [UncleanCopy] {
        do { return try Backup.all(in: folder).compactMap(work) } catch {
            return [UncleanCopy(file: folder, error: StoreError(error, at: folder))]
        }
    }

    private func cleanOrSetAside(_ backup: Backup) -> UncleanCopy? {
        do { try backup.apply(notes) } catch {
            let error = StoreError(error, at: backup.file)
            // One that only cannot be written to now is whole, and stays.
            guard [.damaged, .foreign, .notFound].contains(error.code) else {
                return UncleanCopy(file: backup.file, error: error)
            }
            guard PrivateFiles.isThere(backup.file) else { return nil }
            return UncleanCopy(file: SettingAside.move(backup, to: files.badBackups), error: error)
        }
        return nil
    }

    private func bringBack(_ backup: Backup) -> UncleanCopy? {
        do {
            try Restoring.check(backup.file)
            try backup.apply(notes)
            SettingAside.move(backup, to: files.backups)
        } catch { return UncleanCopy(file: backup.file, error: StoreError(error, at: backup.file)) }
        return nil
    }

    private func look(_ backup: Backup) -> UncleanCopy? {
        do {
            try Restoring.lookAtBeginning(of: backup.file)
            let queue = try Restoring.readOnly(backup.file)
            defer { try? queue.close() }  // It was only read.
            let isUnfinished = try queue.read { database in
                let last = try RestoreCarryOver.lastNumber(of: "erasures", in: database)
                return try notes.contains { try $0.isLater(than: last) && $0.erasure.isUnfinished(in: database) }
            }
            guard isUnfinished else { return nil }
            return UncleanCopy(
                file: backup.file, error: StoreError(.denied, "\(backup.file.path): it could not be written to"))
        } catch { return UncleanCopy(file: backup.file, error: StoreError(error, at: backup.file)) }
    }
}

extension Backup {
    /// How long another program may keep a backup before it is left for later.
    private static let timeout = 2.0

    /// Removes what was erased since it was made, in one transaction.
    /// - Throws: `StoreError` `.damaged`, `.foreign`, `.newer` for a file that is no whole backup.
    func apply(_ notes: [Erasure.Note]) throws {
        try Restoring.lookAtBeginning(of: file)
        PrivateFiles.makeWritable(file)
        let written = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        var configuration = Store.configuration()
        configuration.busyMode = .timeout(Self.timeout)
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        defer { try? queue.close() }  // It was only read after the transaction.
        let isChanged = try queue.write { database in
            try DatabaseCheck.origin(database, file)
            try DatabaseCheck.schema(database, file, exactly: true)
            let last = try RestoreCarryOver.lastNumber(of: "erasures", in: database)
            let later = notes.filter { $0.isLater(than: last) }.map(\.erasure)
            let isChanged = try apply(later, mendingIndexOf: database)
            // Where the program ends before the file is clean, the next clean-up knows by these notes that it is not.
            if isChanged { try Erasure.noteTraces(in: database) }
            return isChanged
        }
        if try queue.read(Erasure.mayHaveLeftTraces) {
            guard try UnusedBytes.overwrite(in: queue) else {
                throw StoreError(.busy, "\(file.path): another program writes to it")
            }
            try queue.write(Erasure.settleTraces)
        }
        // It is as old as it was; without that date only its day would be known.
        if isChanged, let written {
            try? FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: file.path)
        }
    }

    /// A backup whose search index is damaged is whole otherwise: it gets a new one.
    private func apply(_ erasures: [Erasure], mendingIndexOf database: Database) throws -> Bool {
        do { return try Erasure.apply(erasures, to: database) } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CORRUPT_VTAB
        {
            try SearchIndex.mend(in: database)
            _ = try Erasure.apply(erasures, to: database)
            return true
        }
    }
}
