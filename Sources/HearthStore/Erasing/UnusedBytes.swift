// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// The unused middle of each page, which may still hold rows that are long gone.
///
/// With `secure_delete` SQLite overwrites a row where it is deleted. But when it moves rows from a full page to another
/// one, copies of them can stay behind, between the page's list of cells and its first cell, where nothing is ever
/// read. Of 200 random orders of writing, deleting and merging the index 4 left a deleted word there (SQLite 3.40,
/// November 2026).
///
/// Source: SQLite, "Database File Format", sections 1.3 and 1.6.
enum UnusedBytes {
    /// Pages that are read at a time, and those that one transaction goes through: nobody waits longer than that takes
    /// to write.
    private static let (pagesAtOnce, pagesInTransaction) = (256, 2_048)

    /// Overwrites them with zeros in the database's file. No page that is in use changes, so a kill in the middle does
    /// no harm, and readers may go on. Others write between the steps: by then nothing that was erased is in a page
    /// that they could write.
    ///
    /// - Returns: `false` where another program has just written: then the newest pages are not in the file yet.
    /// - Throws: `DatabaseError` `SQLITE_BUSY` where another program writes or reads for too long; what reading or
    ///   writing the file throws.
    static func overwrite(in database: any DatabaseWriter) throws -> Bool {
        var next: Int? = 0
        while let first = next {
            let step = try database.writeWithoutTransaction { try overwrite(from: first, in: $0) }
            guard step.isDone else { return false }
            next = step.next
        }
        return true
    }

    private static func overwrite(from first: Int, in database: Database) throws -> (isDone: Bool, next: Int?) {
        _ = try database.checkpoint(.truncate)
        var step: (isDone: Bool, next: Int?) = (false, nil)
        // While nobody else can write and the log is empty, no page of the file is replaced.
        try database.inTransaction(.immediate) {
            step = try overwritePages(from: first, in: database)
            return .rollback
        }
        // A page that is still in memory as it was would bring its old middle back when it is written next.
        try database.execute(sql: "PRAGMA shrink_memory")
        return step
    }

    private static func overwritePages(
        from first: Int, in database: Database
    ) throws -> (isDone: Bool, next: Int?) {
        let path = try String.fetchOne(database, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'") ?? ""
        // One in memory has no file.
        guard !path.isEmpty else { return (true, nil) }
        // Pages of a self-shrinking database are laid out in another way; Hearth makes none.
        guard try Int.fetchOne(database, sql: "PRAGMA auto_vacuum") == 0 else { return (true, nil) }
        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        guard (log ?? 0) == 0 else { return (false, nil) }
        let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let end = min(pages, first + pagesInTransaction)
        let file = try DatabaseFile(database)
        let header = try file.read(100, at: 0)
        let layout = PageLayout(size: pageSize, reserved: Int(header[20]))
        var isChanged = false
        for first in stride(from: first, to: end, by: pagesAtOnce) {
            let bytes = try file.read(min(pagesAtOnce, end - first) * pageSize, at: first * pageSize)
            try bytes.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: pageSize) {
                    let page = UnsafeRawBufferPointer(rebasing: bytes[start..<start + pageSize])
                    let isFirst = first == 0 && start == 0
                    guard let unused = layout.unused(in: page, isFirst: isFirst) else { continue }
                    try file.writeZeros(unused.count, at: first * pageSize + start + unused.lowerBound)
                    isChanged = true
                }
            }
        }
        if isChanged { try file.synchronize() }
        return (true, end < pages ? end : nil)
    }
}

/// Finds the unused middle of a b-tree's page.
struct PageLayout {
    let size: Int
    /// Bytes at the end of each page that SQLite leaves to extensions.
    let reserved: Int

    /// The unused middle, where it is not zero everywhere; `nil` for a page that is none of a b-tree.
    func unused(in page: UnsafeRawBufferPointer, isFirst: Bool) -> Range<Int>? {
        let header = isFirst ? 100 : 0
        // Interior and leaf pages of indexes and tables. Other pages begin with a page number, whose first byte is 0
        // below 64 GB.
        let leaf = page[header] == 10 || page[header] == 13
        guard leaf || page[header] == 2 || page[header] == 5 else { return nil }
        func number(at place: Int) -> Int { Int(page[place]) << 8 | Int(page[place + 1]) }
        let end = number(at: header + 5) == 0 ? 65_536 : number(at: header + 5)
        let list = header + (leaf ? 8 : 12)
        let start = list + 2 * number(at: header + 3)
        guard start <= end, end <= size - reserved else { return nil }
        // Most middles are zero, and those are not looked at any further.
        guard !UnsafeRawBufferPointer(rebasing: page[start..<end]).isZero else { return nil }
        for place in stride(from: list, to: start, by: 2) where number(at: place) < end { return nil }
        return start..<end
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var isZero: Bool {
        var bits: UInt8 = 0
        for byte in self { bits |= byte }
        return bits == 0
    }
}

/// The file of an open database, read and written through SQLite. A file handle of our own would, when it is closed,
/// let go of the locks that SQLite holds on the file (POSIX.1-2017, fcntl).
private struct DatabaseFile {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods

    init(_ database: Database) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods?.pointee else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code == SQLITE_OK ? SQLITE_MISUSE : code))
        }
        (self.file, self.methods) = (file, methods)
    }

    func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            try check(methods.xRead?(file, buffer.baseAddress, Int32(count), Int64(offset)))
            initialized = count
        }
    }

    func writeZeros(_ count: Int, at offset: Int) throws {
        let zeros = [UInt8](repeating: 0, count: count)
        try check(methods.xWrite?(file, zeros, Int32(count), Int64(offset)))
    }

    func synchronize() throws { try check(methods.xSync?(file, SQLITE_SYNC_NORMAL)) }

    private func check(_ code: Int32?) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code ?? SQLITE_MISUSE)) }
    }
}
