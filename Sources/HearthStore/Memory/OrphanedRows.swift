// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Rows that were made of messages, entries and facts that are not there any more.
///
/// An older Hearth could leave such rows where something was erased while it was read, and photos where an entry was
/// not saved after them. They are found by what they are, in the database and in backups alike.
enum OrphanedRows {
    private static let tables = ["passages", "learned", "recalled"]
    private static let sources = ["message": "messages", "entry": "journal_entries", "fact": "facts"]

    /// For each table of a database that has such rows' kind, the condition that finds them.
    static func rows(in database: Database) throws -> [(table: String, condition: String)] {
        // Backups of older versions lack some of these.
        let there = try sources.filter { try database.tableExists($0.value) }.sorted { $0.key < $1.key }
        let made = try tables.filter { try database.tableExists($0) }.map { table in
            let lost = there.map { kind, origin in
                "kind = '\(kind)' AND NOT EXISTS (SELECT 1 FROM \(origin) WHERE id = \(table).source)"
            }
            return (table, lost.map { "(\($0))" }.joined(separator: " OR "))
        }
        return try made + photos(in: database)
    }

    /// Photos of entries that were never saved.
    private static func photos(in database: Database) throws -> [(table: String, condition: String)] {
        guard try database.tableExists("journal_photos") else { return [] }
        return [
            (
                "journal_photos",
                """
                NOT EXISTS (SELECT 1 FROM journal_entries WHERE id = journal_photos.entry)
                    AND NOT EXISTS (SELECT 1 FROM journal_drafts WHERE journal_drafts.entry = journal_photos.entry)
                """
            )
        ]
    }

    /// How many there are.
    static func count(in database: Database) throws -> Int {
        try rows(in: database).reduce(0) { sum, rows in
            sum + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(rows.table) WHERE \(rows.condition)") ?? 0)
        }
    }

    /// Their erasing. It comes after that of all areas, whose rows they were made of.
    static let erasing = AreaErasing(
        hidden: { _, _ in [] },
        showHidden: { _ in },
        erase: { erasures, database in
            guard erasures.contains(.orphans) else { return }
            for (table, condition) in try rows(in: database) {
                try database.execute(sql: "DELETE FROM \(table) WHERE \(condition)")
            }
        },
        isUnfinished: { erasure, database in try erasure == .orphans && count(in: database) > 0 })
}

extension Store {
    /// How many rows of the memory were made of something that is not there any more.
    func orphanedRows() throws -> Int { try database.read(OrphanedRows.count) }

    /// Removes what older versions left of what was erased while it was read, here and in backups.
    /// - Returns: how many rows there were.
    @discardableResult
    public func removeOrphans() async throws -> Int {
        try await maintain { [self] in
            let count = try orphanedRows()
            guard count > 0 else { return 0 }
            try database.write { database in
                try Erasure.remove([.orphans], from: database)
                try Erasure.note([.orphans], in: database)
            }
            cleanUpOrTryAgain()
            return count
        }
    }
}
