// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The FTS5 tables, as what has to be done to them by hand.
///
/// Source: SQLite, "FTS5 Extension", section 6, special insert commands.
enum SearchIndex {
    private static var tables: [String] { StoreArea.all.flatMap(\.searchIndexes) }

    /// Those that a database has: a backup of an older Hearth may lack some.
    private static func tables(in database: Database) throws -> [String] {
        try tables.filter { try database.tableExists($0) }
    }

    /// Whether a table is one in which FTS5 keeps an index.
    static func isInner(_ table: String) -> Bool { tables.contains { table.hasPrefix($0 + "_") } }

    /// Pages that are merged in one transaction: about 2 MB, so that no other writer waits for long.
    private static let pagesPerStep = 500

    /// Removes the words of deleted rows, which an index keeps until the segments that they stand in are merged with
    /// the newer ones that say they are deleted. Takes many short transactions.
    static func forgetErased(in database: any DatabaseWriter) throws {
        for table in tables {
            // As many as there are now: what is written meanwhile makes segments of its own, and while more comes than
            // a step takes, to merge those too would never end.
            let all = try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)_data") ?? 0 }
            // The minus makes one merge of all segments out of what there is; the calls after it continue that merge.
            var pages = -pagesPerStep
            for _ in 0...all / pagesPerStep + 1 {
                guard try database.write({ try merge(table, pages, in: $0) }) else { break }
                pages = pagesPerStep
            }
        }
    }

    /// The same in one transaction.
    static func forgetErased(in database: Database) throws { try command("optimize", in: database) }

    /// Makes the index anew from the texts.
    static func rebuild(in database: Database) throws { try command("rebuild", in: database) }

    /// Makes the indexes anew that do not agree with the texts. All that they hold stands in the texts, so one that is
    /// damaged is no loss.
    static func mend(in database: Database) throws {
        for table in try tables(in: database) {
            do { try check(table, in: database) } catch let error as DatabaseError
                where error.resultCode == .SQLITE_CORRUPT
            {
                try empty(table, in: database)
                try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('rebuild')")
            }
        }
    }

    /// Puts the rows of an empty index in the place of damaged ones: with those, FTS5 does not even open the table to
    /// make it anew. Source: SQLite, "FTS5 Extension", appendix A, the tables of an index.
    private static func empty(_ table: String, in database: Database) throws {
        let fresh = "fresh_index"
        guard
            let definition = try String.fetchOne(
                database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", arguments: [table]),
            let options = definition.firstIndex(of: "(")
        else { return }
        try database.execute(sql: "CREATE VIRTUAL TABLE \(fresh) USING fts5\(definition[options...])")
        for rows in ["data", "idx", "docsize"] {
            try database.execute(
                sql: """
                    DELETE FROM \(table)_\(rows);
                    INSERT INTO \(table)_\(rows) SELECT * FROM \(fresh)_\(rows);
                    """)
        }
        try database.execute(sql: "DROP TABLE \(fresh)")
    }

    /// Compares the index with the texts.
    /// - Throws: `DatabaseError` `SQLITE_CORRUPT` when they disagree.
    static func check(in database: Database) throws {
        for table in try tables(in: database) { try check(table, in: database) }
    }

    private static func check(_ table: String, in database: Database) throws {
        try database.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
    }

    private static func command(_ name: String, in database: Database) throws {
        for table in try tables(in: database) {
            try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES (?)", arguments: [name])
        }
    }

    /// - Returns: whether there was anything to merge: then more than the command itself has changed.
    private static func merge(_ table: String, _ pages: Int, in database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('merge', ?)", arguments: [pages])
        return database.totalChangesCount - before >= 2
    }
}
