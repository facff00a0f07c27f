// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// Contents of a backup.
public struct BackupContents: Sendable, Equatable {
    public var amount: StoreContents {
        let rows = { (table: String) in counts[table, default: 0] }
        return StoreContents(
            sessions: rows("sessions"), messages: rows("messages"), entries: rows("journal_entries"),
            words: rows("flashcards"), facts: rows("facts"))
    }
    public var sessions: Int { amount.sessions }
    public var messages: Int { amount.messages }
    /// `nil` where nothing was ever said.
    public let lastMessageAt: Date?
    /// How many rows it has that a user would miss, by table.
    private let counts: [String: Int]

    init(_ database: Database) throws {
        counts = try StoreArea.counts(in: database)
        lastMessageAt = try Timestamp.fetchOne(database, sql: "SELECT max(lastMessageAt) FROM sessions")?.date
    }

    /// Whether there is nothing in it that a user would miss.
    var isEmpty: Bool { counts.values.allSatisfy { $0 == 0 } }
}

/// Result of restoring a backup.
public struct Restoration: Sendable, Equatable {
    /// Place of the database that gave way: a backup, or the damaged files as they were. `nil` when there was none.
    public let former: URL?
    /// Contents of the restored backup.
    public let contents: StoreContents
}

extension Store {
    /// Puts a backup in the place of a folder's database. No program may be using it.
    ///
    /// The backup is copied and checked before anything is touched. A whole database that was there becomes a backup
    /// itself; a damaged one is kept in `StoreFiles.damaged`.
    /// - Throws: `StoreError` `.notFound`, `.foreign`, `.newer`, `.damaged` when the file is no whole backup; `.busy`
    ///   when Hearth is running; `.full`.
    public static func restore(_ backup: URL, into folder: URL, at now: Date) throws -> Restoration {
        let files = StoreFiles(folder: folder)
        do {
            let lock = try StoreLock(.exclusive, files: files)
            return try withExtendedLifetime(lock) {
                let contents = try Restoring.check(backup)
                let copy = files.restoring
                defer { try? DatabaseCopy.removeIfThere(copy) }  // There is one only after an error.
                try Restoring.prepare(backup, heirOf: Restoring.read(files.database), files).close()
                try PrivateFiles.flush(copy)
                let former = try Restoring.keepFormer(files, at: now)
                guard rename(copy.path, files.database.path) == 0 else { throw StoreError.system(errno, copy) }
                try PrivateFiles.flush(folder)
                return Restoration(former: former, contents: contents.amount)
            }
        } catch { throw StoreError(error, at: backup) }
    }
}

enum Restoring {
    /// Finds out whether a file is a whole backup of Hearth's, and what it holds.
    @discardableResult
    static func check(_ file: URL) throws -> BackupContents {
        try lookAtBeginning(of: file)
        let queue = try readOnly(file)
        defer { try? queue.close() }  // It was only read.
        return try queue.read { database in
            try DatabaseCheck.origin(database, file)
            try DatabaseCheck.schema(database, file, exactly: true)
            try DatabaseCheck.pages(database)
            return try BackupContents(database)
        }
    }

    /// Finds out whether a file begins as a database of Hearth's does.
    static func lookAtBeginning(of file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw StoreError(.notFound, "\(file.path): there is no such file")
        }
        guard let header = try DatabaseHeader(of: file) else {
            throw StoreError(.damaged, "\(file.path): this is not a database, or its beginning is damaged")
        }
        guard header.applicationID == applicationID else {
            throw StoreError(.foreign, "\(file.path): this is a database of another program")
        }
    }

    /// Copies a backup to beside the database whose place it is to take, brings the copy to the newest schema and
    /// carries over what has to stay.
    /// - Parameter former: the database that is to give way, where it can be read.
    static func prepare(
        _ backup: URL, heirOf former: (any DatabaseReader)?, _ files: StoreFiles
    ) throws -> DatabaseQueue {
        try DatabaseCopy.write(readOnly(backup), to: files.restoring, replacing: true, mendsIndex: true)
        let next = try DatabaseQueue(path: files.restoring.path, configuration: Store.configuration())
        do {
            try migrate(next)
            try carryOver(next, from: former, backup, files)
            return next
        } catch {
            try? next.close()  // The error that led here is the one to report.
            throw error
        }
    }

    /// Gives the copy of a backup what it keeps of the database that it replaces. What it was given before stays.
    static func carryOver(
        _ next: DatabaseQueue, from former: (any DatabaseReader)?, _ backup: URL, _ files: StoreFiles
    ) throws {
        let carryOver = try RestoreCarryOver(from: former, files)
        let folders = [backup.deletingLastPathComponent(), files.backups].map { $0.resolvingSymlinksInPath().path }
        try next.write { try carryOver.enter($0, isOurs: folders[0] == folders[1]) }
    }

    /// A database that may be damaged or not there.
    static func read(_ file: URL) -> DatabaseQueue? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        // What cannot be read has nothing to hand on.
        return try? readOnly(file)
    }

    /// Opens a database to read it.
    ///
    /// A program that was ended while it changed the file has left a journal; SQLite takes the half change back by it,
    /// for which it has to write. Nothing else is written.
    static func readOnly(_ file: URL) throws -> DatabaseQueue {
        var configuration = Store.configuration()
        configuration.readonly = !DatabaseCopy.hasJournal(file)
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }

    /// Keeps the database that is to give way: as a backup where it is whole, else as it is.
    /// - Returns: where it lies now, or `nil` where there was none.
    static func keepFormer(_ files: StoreFiles, at now: Date) throws -> URL? {
        guard files.hasDatabase else { return nil }
        guard try isWhole(files) else { return try setAside(files, at: now) }
        let database = try readOnly(files.database)
        let file = try keep(database, files, at: now)
        try database.close()
        try carryOver(files)
        return file
    }

    /// Makes a backup of a database that is to give way.
    static func keep(_ database: any DatabaseReader, _ files: StoreFiles, at now: Date) throws -> URL {
        try PrivateFiles.makeFolder(files.backups)
        let backup = Backup(.replaced, at: now, calendar: .current, in: files.backups)
        let file = backup.place(in: files.backups)
        try DatabaseCopy.write(database, to: file, replacing: false)
        return file
    }

    private static func isWhole(_ files: StoreFiles) throws -> Bool {
        do {
            try check(files.database)
            return true
        } catch {
            let error = StoreError(error, at: files.database)
            if [.damaged, .foreign, .notFound].contains(error.code) { return false }
            throw error
        }
    }

    /// Carries the log over into the database, so that there is none left that the next database would be taken to
    /// have.
    private static func carryOver(_ files: StoreFiles) throws {
        let queue = try DatabaseQueue(path: files.database.path, configuration: Store.configuration())
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }

    /// Moves the database with its log to a folder of its own, as they are.
    @discardableResult
    static func setAside(_ files: StoreFiles, at now: Date) throws -> URL? {
        let date = Backup(.replaced, at: now, calendar: .current, in: files.damaged).date
        var folder = files.damaged.appending(path: date)
        var number = 1
        while PrivateFiles.isThere(folder) {
            number += 1
            folder = files.damaged.appending(path: "\(date)-\(number)")
        }
        try PrivateFiles.makeFolder(files.damaged)
        try PrivateFiles.makeFolder(folder)
        for file in [files.journal, files.log, files.logIndex, files.database]
        where FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.moveItem(at: file, to: folder.appending(path: file.lastPathComponent))
        }
        return folder
    }

    /// Makes a database without content, which is what a user asks for who starts afresh although there are backups.
    static func makeEmpty(_ files: StoreFiles) throws {
        try PrivateFiles.makeFile(files.database)
        let queue = try DatabaseQueue(path: files.database.path, configuration: Store.configuration())
        try migrate(queue)
        try queue.close()
    }
}
