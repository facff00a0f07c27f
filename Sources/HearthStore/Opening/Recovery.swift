// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// What can be done when the database cannot be used.
public struct Recovery: Sendable {
    public let problem: StoreError
    public let files: StoreFiles
    /// The newest of Hearth's backups that is whole. `nil` where there is none, and where a backup would be no help: when the
    /// database is in use, of a newer Hearth, or not to be reached.
    public let newestBackup: Backup?

    public init(problem: StoreError, files: StoreFiles) {
        self.problem = problem
        self.files = files
        let helps: Set<StoreError.Code> = [.damaged, .missing, .foreign]
        let backups = helps.contains(problem.code) ? (try? Backup.all(in: files.backups)) ?? [] : []
        newestBackup = backups.first { (try? Restoring.check($0.file)) != nil }
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
    /// - Returns: how many sessions and messages were written.
    @discardableResult
    public func export(to folder: URL) throws -> (sessions: Int, messages: Int) {
        guard let newestBackup else { throw StoreError(.missing, "there is no backup to export from") }
        do { return try Export(Restoring.readOnly(newestBackup.file)).write(to: folder) } catch {
            throw StoreError(error, at: folder)
        }
    }
}
