// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

/// Overwrites whole pages, as a failing disk would.
func damage(_ file: URL, pages: Range<Int>) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: UInt64(pages.lowerBound * 4096))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: pages.count * 4096))
    try handle.close()
}

/// Puts a trigger into a database that is none of Hearth's.
func tamper(_ file: URL) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { database in
        try database.execute(
            sql: "CREATE TRIGGER spy AFTER INSERT ON drafts BEGIN UPDATE sessions SET title = new.content; END")
    }
    try queue.close()
}

/// Leaves a database as a program does that is killed in the middle of a transaction: with half of it in the file, and
/// the journal that takes it back beside it.
func interrupt(_ file: URL) throws {
    let queue = try DatabaseQueue(path: file.path)
    let aside = file.deletingLastPathComponent().appending(path: "aside")
    try queue.writeWithoutTransaction { database in
        // A database has no log yet while it is made, and backups never have one.
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
        // Few pages in memory, so that SQLite has to write to the file before the end.
        try database.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
        try database.execute(sql: "UPDATE messages SET content = 'half' || content")
        try FileManager.default.copyItem(at: file, to: aside)
        try FileManager.default.copyItem(atPath: file.path + "-journal", toPath: aside.path + "-journal")
        try database.execute(sql: "ROLLBACK")
    }
    try queue.close()
    for ending in ["", "-journal"] {
        try? FileManager.default.removeItem(atPath: file.path + ending)
        try FileManager.default.moveItem(atPath: aside.path + ending, toPath: file.path + ending)
    }
}
