// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreArea {
    /// Settings that the user has chosen, by name, as JSON.
    static let settings = StoreArea(
        name: "settings",
        since: 2,
        tables: ["settings"],
        migrations: [
            Migration(2, "2026-11 settings, models and erasures", createSettings),
            Migration(7, "2026-11 no list of models", dropModels),
        ],
        exports: [ExportStep(rowsOf: [], write: writeSettings)])
}

/// Settings by name, as JSON; models on this machine; and what has been erased but may still be in the index or in
/// backups.
private func createSettings(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE settings (
                name TEXT PRIMARY KEY,
                value TEXT NOT NULL
            ) STRICT;

            CREATE TABLE models (
                name TEXT PRIMARY KEY,
                revision TEXT,
                bytes INTEGER NOT NULL,
                installedAt REAL NOT NULL,
                verifiedAt REAL,
                lastUsedAt REAL
            ) STRICT;

            CREATE TABLE erasures (
                session TEXT PRIMARY KEY,
                -- The newest message that goes; NULL where the session itself does.
                upTo INTEGER
            ) STRICT;
            """)
}

/// No version of Hearth has written to the list of models: the models folder is the list.
private func dropModels(_ database: Database) throws {
    try database.execute(sql: "DROP TABLE models")
}

/// One object with all settings.
private func writeSettings(to export: ExportWriter) throws {
    let rows = try Row.fetchAll(export.database, sql: "SELECT name, value FROM settings ORDER BY name")
    let members = try rows.map { row in
        let name = String(decoding: try JSONEncoder().encode(row["name"] as String), as: UTF8.self)
        return "\(name): \(row["value"] as String)"
    }
    try export.write("{\(members.joined(separator: ",\n"))}\n", to: "settings.json")
}
