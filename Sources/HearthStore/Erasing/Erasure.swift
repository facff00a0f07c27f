// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A row of `erasures`: a session that has been erased, or its messages up to one. Other areas give their things names
/// that no session has.
struct Erasure: Codable, Equatable, FetchableRecord {
    let session: String
    /// The last number of any message when the session was cleared; `nil` where the session itself goes. What has a
    /// greater number was written later.
    let upTo: Int?

    /// Removes several from a database, and their words from its index.
    /// - Returns: whether there was anything of them.
    static func apply(_ erasures: [Erasure], to database: Database) throws -> Bool {
        let isChanged = try remove(erasures, from: database)
        if isChanged { try SearchIndex.forgetErased(in: database) }
        return isChanged
    }

    /// Removes several from a database, this one or a backup. Their words stay in its index until they are forgotten.
    ///
    /// Each area removes all of them before the next one does, so that what takes a look at everything takes it once.
    /// - Returns: whether there was anything of them.
    @discardableResult
    static func remove(_ erasures: [Erasure], from database: Database) throws -> Bool {
        let before = database.totalChangesCount
        for area in try AreaErasing.all(in: database) { try area.erase(erasures, database) }
        return database.totalChangesCount > before
    }

    /// Removes it from a database, this one or a backup.
    /// - Returns: whether there was anything of it.
    @discardableResult
    func apply(to database: Database) throws -> Bool { try Self.remove([self], from: database) }

    /// Whether a database has something of it.
    func isUnfinished(in database: Database) throws -> Bool {
        try AreaErasing.all(in: database).contains { try $0.isUnfinished(self, database) }
    }

    /// Notes it until nothing of it is left. More of a session may have been erased before.
    func note(in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO erasures VALUES (?, ?) ON CONFLICT DO UPDATE SET upTo = max(upTo, excluded.upTo)
                """, arguments: [session, upTo])
    }

    /// Whether a backup notes erasures whose traces may be left in it; also where it is too old to have such notes.
    static func mayHaveLeftTraces(in backup: Database) throws -> Bool {
        guard try backup.tableExists("erasures") else { return true }
        return try Bool.fetchOne(backup, sql: "SELECT EXISTS (SELECT 1 FROM erasures)") ?? false
    }

    /// The same as `note` in a backup, which may be too old to have the list.
    func noteIfPossible(in backup: Database) throws {
        if try backup.tableExists("erasures") { try note(in: backup) }
    }

    func settleIfPossible(in backup: Database) throws {
        if try backup.tableExists("erasures") { try settle(in: backup) }
    }

    /// Strikes it from the list, unless more of the session has been erased since.
    func settle(in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM erasures WHERE session = ? AND upTo IS ?", arguments: [session, upTo])
    }
}
