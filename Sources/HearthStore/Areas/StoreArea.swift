// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Tables that belong together, and what the store has to know of them beside their rows.
///
/// Migrations, opening, the database check, the search index, erasing, backups, restoring and exports read
/// `StoreArea.all`. Erasing everything asks no area: an empty database takes the place of the full one.
///
/// A backup of an older Hearth lacks what later migrations add. `all(in:)` leaves out areas that are newer than a
/// database; the work of an area must accept a database that lacks the area's later tables and columns.
struct StoreArea: Sendable {
    let name: String
    /// The version of the first database that has it.
    let since: Int
    let tables: [String]
    /// Full-text indexes (FTS5) of these tables.
    var searchIndexes: [String] = []
    /// Tables whose rows a user would miss: they are counted in a backup, and a backup is made as soon as one has a
    /// row.
    var counted: [String] = []
    var migrations: [Migration] = []
    /// Queries of what the first pages need: damage there is found before anything is written.
    var firstRows: [String] = []
    /// Throws `StoreError` `.damaged` where rows do not fit together in a way that the schema cannot prevent.
    var check: @Sendable (Database) throws -> Void = { _ in }
    /// How single things are erased; `nil` where rows go for good only when everything does.
    var erasing: AreaErasing?
    var exports: [ExportStep] = []
}

extension StoreArea {
    static let all: [StoreArea] = [
        .conversations, .folders, .settings, .erasures, .words, .memory, .facts, .calibrations, .learning, .journal,
        .profile,
        .forgetting,
    ]

    /// The areas that a database has by its version: where their tables are gone, using them is an error.
    static func all(in database: Database) throws -> [StoreArea] {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        return all.filter { $0.since <= version }
    }

    /// How many rows a user would miss, by table.
    static func counts(in database: Database) throws -> [String: Int] {
        let tables = try all.flatMap(\.counted).filter { try database.tableExists($0) }
        let counts = try tables.map { ($0, try rows(of: $0, in: database)) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Whether there is no row that a user would miss.
    static func isEmpty(_ database: Database) throws -> Bool {
        try !all.flatMap(\.counted).contains { table in
            guard try database.tableExists(table) else { return false }
            return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? false
        }
    }

    static func rows(of table: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
}
