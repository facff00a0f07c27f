// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat

/// A copy of a database that is whole or not there at all.
enum DatabaseCopy {
    /// Copies a database that others may be writing to, as it was at one moment.
    ///
    /// The copy is one file that only its owner can read. It gets its name when it has been checked and is on the disk.
    /// - Parameters:
    ///   - replacing: whether a database that has the name gives way.
    ///   - mendsIndex: whether the copy gets a new search index where that of the source is damaged.
    /// - Throws: `StoreError` `.full` when there is too little room, `.damaged` when the copy is not whole, `.exists`.
    static func write(
        _ source: any DatabaseReader, to file: URL, replacing: Bool, mendsIndex: Bool = false
    ) throws {
        let part = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).part")
        do {
            try removeIfThere(part)
            try checkRoom(for: source, at: file)
            try PrivateFiles.makeFile(part)
            try fill(part, from: source, mendsIndex: mendsIndex)
            try PrivateFiles.flush(part)
            if replacing { try replace(file, with: part) } else { try give(part, name: file) }
            try PrivateFiles.flush(file.deletingLastPathComponent())
        } catch {
            try? removeIfThere(part)  // The error that led here is the one to report.
            throw StoreError(error, at: file)
        }
    }

    private static func replace(_ file: URL, with part: URL) throws {
        // Else the journal of what was there would be taken for the copy's.
        if hasJournal(file) { try Restoring.readOnly(file).close() }
        guard rename(part.path, file.path) == 0 else { throw StoreError.system(errno, file) }
    }

    /// Gives a copy a name that nothing has; a second name is refused by the system where there is something, another
    /// one is not.
    private static func give(_ part: URL, name file: URL) throws {
        if link(part.path, file.path) == 0 { return try removeIfThere(part) }
        // Some disks know only one name for a file.
        guard errno != EEXIST, !PrivateFiles.isThere(file) else { throw StoreError.system(EEXIST, file) }
        guard rename(part.path, file.path) == 0 else { throw StoreError.system(errno, file) }
    }

    /// Removes what programs have left that were ended while they wrote a copy into a folder: it may hold what has
    /// since been erased.
    static func removeParts(in folder: URL) throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.wholeMatch(of: /\..+\.sqlite\.part(-journal|-wal|-shm)?/) != nil {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }

    /// Whether a change to a database outside the log is going on, or was cut short.
    static func hasJournal(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path + "-journal") }

    /// Removes a database with what SQLite may have put beside it.
    static func removeIfThere(_ file: URL) throws {
        for ending in ["", "-journal", "-wal", "-shm"] {
            guard unlink(file.path + ending) == 0 || errno == ENOENT else { throw StoreError.system(errno, file) }
        }
    }

    private static func fill(_ part: URL, from source: any DatabaseReader, mendsIndex: Bool) throws {
        let copy = try DatabaseQueue(path: part.path, configuration: Store.configuration())
        try source.backup(to: copy)
        // First of all: what is deleted is deleted from the index, too.
        if mendsIndex { try copy.write { try SearchIndex.mend(in: $0) } }
        try copy.write { try removeDeleted(from: $0) }
        // One file, without a log beside it.
        try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try copy.read { try DatabaseCheck.pages($0) }
        try copy.close()
    }

    /// Removes what was deleted and can still be brought back: the copy would keep it for longer than that. If somebody
    /// brings it back and then restores the copy, it must not be erased everywhere.
    private static func removeDeleted(from copy: Database) throws {
        _ = try Erasure.apply(AreaErasing.hidden(before: .distantFuture, in: copy), to: copy)
    }

    private static func checkRoom(for source: any DatabaseReader, at file: URL) throws {
        let needed = try source.read { database in
            try Int.fetchOne(database, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
                ?? 0
        }
        guard let free = DiskSpace.free(at: file.deletingLastPathComponent()) else { return }
        let room = MissingRoom(needed: needed + DiskSpace.reserve, free: free)
        guard free > room.needed else {
            // Rounded up, so that it is enough.
            throw StoreError(
                .full,
                "\(file.path): the disk has \(free / 1_000_000) MB free, and \(room.needed / 1_000_000 + 1) MB are needed "
                    + "for a backup and to go on writing; make room",
                room: room)
        }
    }
}

/// How much more a disk can hold.
enum DiskSpace {
    /// Bytes that are left alone, so that the system and the log have room.
    static let reserve = 64_000_000
    /// Bytes that a question and its answer may take: the log grows to 4 MB before it is carried over into the
    /// database, which may grow by as much.
    static let forAnswer = 10_000_000

    /// Whether there is not even room for the index of SQLite's log, which grows by 32 kB at a time.
    static func isUsedUp(at file: URL) -> Bool {
        free(at: file.deletingLastPathComponent()).map { $0 < 64 << 10 } ?? false
    }

    /// Bytes that this user may write, or `nil` where the system does not say.
    static func free(at folder: URL) -> Int? {
        var system = statvfs()
        guard statvfs(folder.path, &system) == 0 else { return nil }
        return Int(
            clamping: UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize)).partialValue)
    }
}
