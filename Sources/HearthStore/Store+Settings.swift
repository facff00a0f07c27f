// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthChat

extension Store: SettingsStore {
    private static let appSettings = "app"

    public func load() async throws -> AppSettings {
        let text = try await read { database in
            try String.fetchOne(
                database, sql: "SELECT value FROM settings WHERE name = ?", arguments: [Self.appSettings])
        }
        guard let text else { return AppSettings() }
        do { return try JSONDecoder().decode(AppSettings.self, from: Data(text.utf8)) } catch {
            throw StoreError(.damaged, "the settings cannot be read: \(error)")
        }
    }

    public func save(_ settings: AppSettings) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(settings), as: UTF8.self)
        try await write { database in
            try database.execute(
                sql: "INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                arguments: [Self.appSettings, text])
        }
    }
}

extension Store: ModelStore {
    public func models() async throws -> [InstalledModel] {
        try await read { try ModelRecord.fetchAll($0, sql: "SELECT * FROM models ORDER BY name").map(\.model) }
    }

    public func save(_ model: InstalledModel) async throws {
        try await write { try ModelRecord(model).upsert($0) }
    }

    public func removeModel(_ name: String) async throws {
        try await write { try $0.execute(sql: "DELETE FROM models WHERE name = ?", arguments: [name]) }
    }
}
