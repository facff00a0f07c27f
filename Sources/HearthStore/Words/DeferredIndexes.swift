// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The indexes of a table into which many rows are to be written: they are dropped, and made once all rows are there,
/// which sorts them instead of finding a place for each row.
///
/// All of it belongs to the transaction of the rows: when that fails, the indexes are as they were. Until they are
/// made, nobody finds a row by them.
struct DeferredIndexes {
    private let definitions: [String]

    /// How few rows are not worth it.
    private static let fewest = 500

    /// Drops the indexes, unless the table has more rows than come: those would have to be sorted again too.
    /// - Parameter all: also those that keep values unique. Who writes the rows looks after that until they are made.
    init(of table: String, incoming: Int, all: Bool = false, in database: Database) throws {
        guard try incoming >= Self.fewest && !Self.hasMore(table, than: incoming, in: database) else {
            definitions = []
            return
        }
        let indexes = try Row.fetchAll(
            database,
            sql: """
                SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?
                    AND (sql LIKE 'CREATE INDEX %' OR ? AND sql LIKE 'CREATE UNIQUE INDEX %')
                """, arguments: [table, all])
        for index in indexes {
            try database.execute(sql: "DROP INDEX \((index[0] as String).quotedDatabaseIdentifier)")
        }
        definitions = indexes.map { $0[1] }
    }

    func make(in database: Database) throws {
        for definition in definitions { try database.execute(sql: definition) }
    }

    /// Whether a table has more than so many rows. It reads no more of them than it has to.
    static func hasMore(_ table: String, than count: Int, in database: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM \(table) LIMIT 1 OFFSET ?)"
        return try Bool.fetchOne(database, sql: sql, arguments: [max(0, count)]) ?? false
    }
}
