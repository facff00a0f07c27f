// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A change of the schema. Each area declares its own.
struct Migration: Sendable {
    /// The version of the database after it: one more than that of the last migration of any area.
    let version: Int
    /// How databases remember that they have it.
    let name: String
    let apply: @Sendable (Database) throws -> Void

    init(_ version: Int, _ name: String, _ apply: @escaping @Sendable (Database) throws -> Void) {
        (self.version, self.name, self.apply) = (version, name, apply)
    }
}

/// Every change of the schema, oldest first. A shipped entry is never edited: append.
///
/// The number of entries that a database has is its `user_version`.
let migrations = StoreArea.all.flatMap(\.migrations).sorted { $0.version < $1.version }

/// Application ID in the header of every Hearth database: "Hrth".
let applicationID: Int32 = 0x4872_7468

/// Brings a database to the newest schema, each entry in a transaction of its own.
func migrate(_ writer: any DatabaseWriter, upTo version: Int = migrations.count) throws {
    var migrator = DatabaseMigrator()
    for migration in migrations.prefix(version) {
        // Checking all foreign keys after each entry would read the whole database.
        migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) { database in
            try migration.apply(database)
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(migration.version)")
        }
    }
    try migrator.migrate(writer)
}
