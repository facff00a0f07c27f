// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// Result of opening a store. It is never a crash, and never a new database where there was one.
public enum StoreOpening: Sendable {
    case ready(Store)
    /// The database cannot be used. It is untouched; this says why and what can be done.
    case unusable(Recovery)
}

extension Store {
    /// Opens the database in a folder, or makes one where there has never been one.
    /// - Parameter cleansLater: whether traces of erased things are removed in the background, after the erasing was
    ///   acknowledged: for a program that stays.
    public static func open(in folder: URL, cleansLater: Bool = false) -> StoreOpening {
        open(in: folder, cleansLater: cleansLater, steps: nil)
    }

    package static func open(in folder: URL, cleansLater: Bool, steps: StoreSteps?) -> StoreOpening {
        let files = StoreFiles(folder: folder)
        do {
            let lock = try StoreLock.opening(files) { removeLeftovers(files) }
            try lookBeforeOpening(files)
            return .ready(try Store(files: files, lock: lock, cleansLater: cleansLater, steps: steps))
        } catch {
            return .unusable(Recovery(problem: StoreError(error, at: files.database), files: files))
        }
    }

    /// Removes copies that were being made when a program was ended; nobody can be making them when nobody else is
    /// here.
    ///
    /// Errors keep nobody out: the next start tries again.
    private static func removeLeftovers(_ files: StoreFiles) {
        try? DatabaseCopy.removeIfThere(files.restoring)
        try? FileManager.default.removeItem(at: files.exporting)
        try? DatabaseCopy.removeParts(in: files.folder)
        try? DatabaseCopy.removeParts(in: files.backups)
    }

    /// Finds what can be wrong without writing a byte, unless a change was cut short: that is taken back.
    private static func lookBeforeOpening(_ files: StoreFiles) throws {
        // A folder that cannot be looked into may have some.
        let hasBackups = (try? Backup.all(in: files.backups).isEmpty) != true
        let size = try? files.database.resourceValues(forKeys: [.fileSizeKey]).fileSize  // `nil`: there is no file
        guard files.hasDatabase, size != 0 || hasBackups else {
            // A file without a byte is all that a program can leave that was ended just after it made the file.
            guard !hasBackups else {
                throw StoreError(.missing, "\(files.database.path) is gone, although there are backups of it")
            }
            return
        }
        guard size != nil else {
            throw StoreError(.missing, "\(files.database.path) is gone, although its log is there")
        }
        guard let header = try DatabaseHeader(of: files.database) else {
            throw StoreError(.damaged, "\(files.database.path): this is not a database, or its beginning is damaged")
        }
        // The very first transaction may stand in the log alone.
        guard header.applicationID == applicationID || header.applicationID == 0 else {
            throw StoreError(.foreign, "\(files.database.path): this is a database of another program")
        }
        try inspect(files, isNew: header.applicationID == 0 && !hasBackups)
    }

    /// Reads what SQLite makes of the file and its log, and a first row of what opening needs.
    private static func inspect(_ files: StoreFiles, isNew: Bool) throws {
        let queue = try Restoring.readOnly(files.database)
        defer { try? queue.close() }  // It was only read.
        try queue.read { database in
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            if tables == 0 && isNew { return }
            try DatabaseCheck.origin(database, files.database)
            try DatabaseCheck.schema(database, files.database, exactly: false)
            for query in try StoreArea.all(in: database).flatMap(\.firstRows) {
                _ = try Row.fetchOne(database, sql: query)
            }
        }
    }
}
