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
