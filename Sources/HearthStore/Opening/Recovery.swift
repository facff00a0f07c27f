// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// Ways to go on when the database cannot be used.
public struct Recovery: Sendable {
    public let problem: StoreError
    public let files: StoreFiles
    /// The newest of Hearth's backups that is whole and not empty. `nil` where there is none, and where a backup would
    /// be no help: when the database is in use, of a newer Hearth, or not to be reached.
    public let newestBackup: Backup?
    /// Contents of that backup.
    public let contents: BackupContents?
    /// Data that the database has and the backup lacks.
    public let loss: Loss?

    /// Data that would be lost with a damaged database.
    public struct Loss: Sendable, Equatable {
        /// When it was written to last; `nil` where there is none.
        public let until: Date?
        /// How many of its messages the backup lacks, as far as they can be read; `nil` where they cannot.
        public let messages: Int?
    }

    public init(problem: StoreError, files: StoreFiles) {
        self.problem = problem
        self.files = files
        let helps: Set<StoreError.Code> = [.damaged, .missing, .foreign]
        let backups = helps.contains(problem.code) ? (try? Backup.all(in: files.backups)) ?? [] : []
        let found = Self.newest(of: backups)
        (newestBackup, contents) = (found?.backup, found?.contents)
        loss = found.map { Loss(files, since: $0.contents, isOurs: problem.code == .damaged) }
    }

    private static func newest(of backups: [Backup]) -> (backup: Backup, contents: BackupContents)? {
        for backup in backups {
            // One that is not whole is not offered.
            guard let contents = try? Restoring.check(backup.file), !contents.isEmpty else { continue }
            return (backup, contents)
        }
        return nil
    }

    /// Puts a backup in the database's place; what was there is kept in `files.damaged`, as it is.
    public func restore(_ backup: Backup, at now: Date) throws {
        _ = try Store.restore(backup.file, into: files.folder, at: now)
    }

    /// Begins with an empty database; what was there is kept in `files.damaged`, as it is.
    public func startAfresh(at now: Date) throws -> Store {
        do {
            let lock = try StoreLock(.exclusive, files: files)
            try withExtendedLifetime(lock) {
                try Restoring.setAside(files, at: now)
                try Restoring.makeEmpty(files)
            }
        } catch { throw StoreError(error, at: files.database) }
        switch Store.open(in: files.folder) {
        case .ready(let store): return store
        case .unusable(let recovery): throw recovery.problem
        }
    }

    /// Writes what the newest whole backup holds to a folder, in open formats.
    /// - Throws: `StoreError` `.missing` when there is no backup.
    /// - Returns: how much was written.
    @discardableResult
    public func export(to folder: URL) throws -> StoreContents {
        guard let newestBackup else { throw StoreError(.missing, "there is no backup to export from") }
        do { return try Export(Restoring.readOnly(newestBackup.file)).write(to: folder) } catch {
            throw StoreError(error, at: folder)
        }
    }
}

extension Recovery.Loss {
    init(_ files: StoreFiles, since backup: BackupContents, isOurs: Bool) {
        until = [files.database, files.log].compactMap {
            try? $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        }.max()
        messages = isOurs ? Self.messages(in: files.database, after: backup.lastMessageAt) : nil
    }

    /// - Returns: `nil` where too much is damaged to count them.
    private static func messages(in file: URL, after date: Date?) -> Int? {
        // Reading beside a journal would write to what is to stay as it is.
        guard !DatabaseCopy.hasJournal(file), let damaged = Restoring.read(file) else { return nil }
        defer { try? damaged.close() }  // It was only read.
        return try? damaged.read { database in
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM messages WHERE createdAt > ?",
                arguments: [date?.timeIntervalSinceReferenceDate ?? -.infinity])
        }
    }
}
