// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The first bytes of a SQLite database, read without SQLite, so that nothing is written to a file that may be damaged.
///
/// Source: SQLite, "Database File Format", section 1.3.
struct DatabaseHeader: Equatable {
    static let length = 100
    private static let beginning = Array("SQLite format 3\0".utf8)

    let applicationID: Int32
    /// How many migrations it has, by the file alone: the log may say more.
    let version: Int

    /// - Returns: `nil` for a file that does not begin as a database does.
    init?(of file: URL) throws {
        var status = stat()
        // A folder has no bytes, and a pipe would have us wait for them.
        guard stat(file.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else { return nil }
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }  // It was only read.
        let bytes = Array(try handle.read(upToCount: Self.length) ?? Data())
        guard bytes.count == Self.length, bytes.starts(with: Self.beginning) else { return nil }
        version = Int(Self.bigEndian(bytes, at: 60))
        applicationID = Self.bigEndian(bytes, at: 68)
    }

    private static func bigEndian(_ bytes: [UInt8], at offset: Int) -> Int32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }
}
