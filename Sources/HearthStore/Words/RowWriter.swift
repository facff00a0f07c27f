// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation
import GRDB

/// Rows on their way into a table, many with each statement: of what a row costs SQLite, half is its statement.
///
/// Rows wait until `flush`. Between two of them nobody sees them, so whoever refers to them is written after them.
struct RowWriter {
    enum Value {
        case null
        case integer(Int64)
        case real(Double)
        /// U+0000 becomes U+FFFD, as in all texts of the store.
        case text(String)
    }

    private let database: Database
    private let columns: Int
    private let many: Statement
    private let one: Statement
    private var values: [Value] = []
    private let room = TextRoom()

    private static let rowsAtOnce = 32

    /// - Parameter columns: how many the table has.
    init(into table: String, columns: Int, in database: Database) throws {
        (self.database, self.columns) = (database, columns)
        let row = "(\(databaseQuestionMarks(count: columns)))"
        let rows = repeatElement(row, count: Self.rowsAtOnce).joined(separator: ",")
        many = try database.makeStatement(sql: "INSERT INTO \(table) VALUES \(rows)")
        one = try database.makeStatement(sql: "INSERT INTO \(table) VALUES \(row)")
    }

    /// How many rows wait.
    var waiting: Int { values.count / columns }

    /// - Parameter row: a value for each column, in the order of the table.
    mutating func add(_ row: [Value]) {
        assert(row.count == columns)
        values.append(contentsOf: row)
    }

    /// Writes what waits.
    /// - Throws: `DatabaseError`.
    mutating func flush() throws {
        defer { values.removeAll(keepingCapacity: values.count < 100_000) }
        var start = 0
        while start < values.count {
            let isMany = values.count - start >= Self.rowsAtOnce * columns
            let end = start + (isMany ? Self.rowsAtOnce * columns : columns)
            try write(values[start..<end], with: (isMany ? many : one).sqliteStatement)
            start = end
        }
    }

    private func write(_ values: ArraySlice<Value>, with statement: OpaquePointer) throws {
        room.empty(for: values.reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 } })
        for (place, value) in zip((1 as Int32)..., values) {
            switch value {
            case .null: sqlite3_bind_null(statement, place)
            case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
            case .real(let real): sqlite3_bind_double(statement, place, real)
            case .text(let text): room.bind(text, to: statement, at: place)
            }
        }
        let status = sqlite3_step(statement)
        let message = status == SQLITE_DONE ? nil : database.lastErrorMessage
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        guard status == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: status), message: message)
        }
    }

    /// The number of the next row of a table that never gives a number twice.
    static func nextID(of table: String, in database: Database) throws -> Int64 {
        let last = try Int64.fetchOne(
            database,
            sql: """
                SELECT max(ifnull((SELECT seq FROM sqlite_sequence WHERE name = ?), 0), ifnull((SELECT max(id) FROM \(table)), 0))
                """, arguments: [table])
        guard let last, last < Int64.max >> 1 else {
            throw StoreError(.damaged, "the table \(table) has no numbers left")
        }
        return last + 1
    }

    /// Runs `body` while no trigger of this connection fires; what they would have done is the caller's to do, in the
    /// same transaction. A trigger that does nothing still costs as much as the row.
    static func withoutTriggers<Value>(in database: Database, _ body: () throws -> Value) rethrows -> Value {
        hearth_sqlite_switch(database.sqliteConnection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
        defer { hearth_sqlite_switch(database.sqliteConnection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
        return try body()
    }
}

/// Bytes of texts, which stay where they are while a statement reads them.
private final class TextRoom {
    private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    private var used = 0

    deinit { bytes.deallocate() }

    /// Forgets what is in it, and makes room for so many bytes.
    func empty(for count: Int) {
        used = 0
        // What a single long text needed is not kept.
        guard count > bytes.count || bytes.count > 1 << 20 else { return }
        bytes.deallocate()
        bytes = .allocate(byteCount: max(count, 64 << 10), alignment: 1)
    }

    func bind(_ text: String, to statement: OpaquePointer, at place: Int32) {
        var text = text
        let hasNull = text.withUTF8 { source in
            guard let start = source.baseAddress, source.count > 0 else { return false }
            (bytes.baseAddress! + used).copyMemory(from: start, byteCount: source.count)
            return memchr(start, 0, source.count) != nil
        }
        guard !hasNull else { return bindWithoutNulls(text, to: statement, at: place) }
        let count = text.utf8.count
        let start = (bytes.baseAddress! + used).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, place, start, Int32(count), nil)
        used += count
    }

    /// SQLite makes a copy of its own: the text is longer than its room.
    private func bindWithoutNulls(_ text: String, to statement: OpaquePointer, at place: Int32) {
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let text = text.withoutNulls
        sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), copies)
    }
}
