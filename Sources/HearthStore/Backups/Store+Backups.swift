// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

extension Store {
    /// The backups that Hearth keeps of this store, the newest first.
    public func backups() throws -> [Backup] {
        do { return try files.map { try Backup.all(in: $0.backups) } ?? [] } catch {
            throw StoreError(error, at: files?.backups)
        }
    }

    /// Makes today's backup unless there is one, and removes those whose time is over. Where nothing has been said yet,
    /// there is nothing to keep. While words that were just deleted can still come back, which takes ten minutes, there
    /// is none: it would lack them.
    ///
    /// - Parameter calendar: what the user calls a day.
    /// - Returns: the backup that was made, or `nil`.
    /// - Throws: `StoreError` `.damaged` when the database is not whole: then no older backup is removed.
    @discardableResult
    public func backUpDaily(at now: Date, calendar: Calendar = .current) async throws -> Backup? {
        guard let files else { return nil }
        return try await maintain { [self] in
            let today = Backup(.daily, at: now, calendar: calendar, in: files.backups)
            guard try !database.read(StoreArea.isEmpty), try !hasBackup(of: today.date, files),
                try !canRestoreWords(at: now)
            else { return nil }
            try PrivateFiles.makeFolder(files.backups)
            let file = today.place(in: files.backups)
            try copy(to: file, replacing: false)
            // What cannot be removed today is tried again tomorrow.
            for old in BackupRotation.superfluous(try backups()) { try? DatabaseCopy.removeIfThere(old.file) }
            return Backup(file: file)
        }
    }

    /// Makes a backup beside that of today, where there is one. It lacks what is deleted and can still come back.
    /// - Returns: `nil` for a store in memory.
    @discardableResult
    public func backUpNow(at now: Date, calendar: Calendar = .current) async throws -> Backup? {
        guard let files else { return nil }
        return try await maintain { [self] in
            try PrivateFiles.makeFolder(files.backups)
            let file = Backup(.daily, at: now, calendar: calendar, in: files.backups).place(in: files.backups)
            try copy(to: file, replacing: false)
            return Backup(file: file)
        }
    }

    /// Whether words were deleted so recently that somebody may bring them back.
    public func canRestoreWords(at now: Date) throws -> Bool {
        try database.read { database in
            let since = DeletedDecks.lastDate(before: now).timeIntervalSinceReferenceDate
            return try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM decks WHERE deletedAt BETWEEN ? AND ?)",
                arguments: [since, now.timeIntervalSinceReferenceDate]) ?? false
        }
    }

    /// Looks for a day's backup. What only has the name of one is set aside.
    private func hasBackup(of day: String, _ files: StoreFiles) throws -> Bool {
        let all = try backups()
        for bad in all where !bad.looksWhole { SettingAside.move(bad, to: files.badBackups) }
        return all.contains { $0.kind == .daily && $0.date == day && $0.looksWhole }
    }

    /// Writes a copy of the whole database to a file, which others may go on using meanwhile.
    ///
    /// An earlier backup is replaced, in one step; any other file is not.
    /// - Throws: `StoreError` `.exists`, `.full`, `.damaged`, `.denied`.
    public func backUp(to file: URL) async throws {
        let folder = file.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw StoreError(.notFound, "\(file.path): there is no folder \(folder.path); make it first")
        }
        try await maintain { [self] in
            if FileManager.default.fileExists(atPath: file.path) {
                let isOurs = file.resolvingSymlinksInPath() == files?.database.resolvingSymlinksInPath()
                guard try DatabaseHeader(of: file)?.applicationID == applicationID, !isOurs else {
                    throw StoreError(.exists, "\(file.path): there is a file already, and it is no backup of Hearth's")
                }
            }
            try copy(to: file, replacing: true)
        }
    }

    private func copy(to file: URL, replacing: Bool) throws {
        // Else the copy would have traces of what was erased, and nobody would look for them there.
        try cleanUp()
        try DatabaseCopy.write(database, to: file, replacing: replacing)
    }
}
