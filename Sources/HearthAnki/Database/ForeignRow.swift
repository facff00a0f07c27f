// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// The row on which a statement stands. Its values are of any type, whatever the table says.
final class ForeignRow {
    private let statement: OpaquePointer
    /// Bytes of the values that were read from all rows so far, each row four at least.
    private(set) var bytesRead = 0

    init(_ statement: OpaquePointer) { self.statement = statement }

    /// A whole number; one with a fraction, as old programs wrote them, is cut. `nil` for what is no number or fits no
    /// 64 bits.
    func integer(_ column: Int32) -> Int? {
        bytesRead += 1
        return switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: Int(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: Int(exactly: sqlite3_column_double(statement, column).rounded(.towardZero))
        default: nil
        }
    }

    /// A text, or a number as it is written. `nil` for bytes and for nothing.
    func text(_ column: Int32) -> String? { utf8(column).map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of a text, which are gone with the next row.
    func utf8(_ column: Int32) -> UnsafeRawBufferPointer? {
        let type = sqlite3_column_type(statement, column)
        guard type != SQLITE_NULL, type != SQLITE_BLOB, let start = sqlite3_column_text(statement, column) else {
            return nil
        }
        let count = Int(sqlite3_column_bytes(statement, column))
        bytesRead += count
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Bytes, or those of a text as UTF-8. `nil` for numbers and for nothing.
    func bytes(_ column: Int32) -> [UInt8]? {
        let type = sqlite3_column_type(statement, column)
        if type == SQLITE_TEXT { return utf8(column).map { Array($0) } }
        guard type == SQLITE_BLOB else { return nil }
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        bytesRead += count
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
