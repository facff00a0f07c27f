// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthModels
import Synchronization

extension Store: SettingsStore {
    private static let appSettings = "app"

    public func load() async throws -> AppSettings { try await read { try Self.settings(in: $0) } }

    public func change<Value: Sendable>(
        _ edit: @escaping @Sendable (inout AppSettings) -> Value
    ) async throws -> Value {
        try await write { database in
            let before = try Self.settings(in: database)
            var settings = before
            let result = edit(&settings)
            if settings != before { try Self.save(settings, in: database) }
            return result
        }
    }

    private static func settings(in database: Database) throws -> AppSettings {
        let text = try String.fetchOne(
            database, sql: "SELECT value FROM settings WHERE name = ?", arguments: [appSettings])
        guard let text else { return AppSettings() }
        if let known = known.withLock({ $0?.text == text ? $0?.settings : nil }) { return known }
        do {
            let settings = try AppSettings(json: text)
            known.withLock { $0 = (text, settings) }
            return settings
        } catch { throw StoreError(.damaged, "the settings cannot be read: \(error)") }
    }

    /// Settings are read for each page, and their text hardly ever changes.
    private static let known = Mutex<(text: String, settings: AppSettings)?>(nil)

    private static func save(_ settings: AppSettings, in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            arguments: [appSettings, settings.json])
    }
}
