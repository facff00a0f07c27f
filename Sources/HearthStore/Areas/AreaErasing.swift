// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// How single things of an area are hidden, restored and erased, in the database as in backups of older versions.
struct AreaErasing: Sendable {
    /// Deleted things that can still be restored and were deleted before a date.
    let hidden: @Sendable (_ before: Date, Database) throws -> [Erasure]
    /// Restores all of them.
    let showHidden: @Sendable (Database) throws -> Void
    /// Removes the things that erasures name, and what was made of them.
    let erase: @Sendable ([Erasure], Database) throws -> Void
    /// Whether there is anything of it.
    let isUnfinished: @Sendable (Erasure, Database) throws -> Bool
}

/// Rows of a table that an erasure removes.
struct ErasedRows {
    let table: String
    /// An SQL condition that an index serves, so that erasing costs what is erased, not what is stored.
    let condition: String
    let arguments: StatementArguments
    /// A table of another area that the condition reads. Where an older backup lacks it, there are no such rows.
    let other: String?

    init(_ table: String, _ condition: String, _ arguments: StatementArguments, reading other: String? = nil) {
        (self.table, self.condition, self.arguments, self.other) = (table, condition, arguments, other)
    }

    func erase(in database: Database) throws {
        guard try canExist(in: database) else { return }
        try database.erase("DELETE FROM \(table) WHERE \(condition)", arguments)
    }

    func exist(in database: Database) throws -> Bool {
        guard try canExist(in: database) else { return false }
        return try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(condition))", arguments: arguments) ?? false
    }

    private func canExist(in database: Database) throws -> Bool {
        try other.map { try database.tableExists($0) } ?? true
    }
}

extension AreaErasing {
    /// An area whose things are rows and nothing else.
    /// - Parameters:
    ///   - rows: the rows that an erasure removes.
    ///   - change: changes rows that stay, before others go.
    init(
        hidden: @escaping @Sendable (_ before: Date, Database) throws -> [Erasure] = { _, _ in [] },
        showHidden: @escaping @Sendable (Database) throws -> Void = { _ in },
        change: @escaping @Sendable (Erasure, Database) throws -> Void = { _, _ in },
        rows: @escaping @Sendable (Erasure) -> [ErasedRows]
    ) {
        self.init(
            hidden: hidden, showHidden: showHidden,
            erase: { erasures, database in
                for erasure in erasures {
                    try change(erasure, database)
                    for rows in rows(erasure) { try rows.erase(in: database) }
                }
            },
            isUnfinished: { erasure, database in
                try rows(erasure).contains { try $0.exist(in: database) }
            })
    }

    /// Those of the areas that a database has.
    static func all(in database: Database) throws -> [AreaErasing] {
        try StoreArea.all(in: database).compactMap(\.erasing) + [OrphanedRows.erasing]
    }

    /// Things in any area that were deleted before a date and can still be restored.
    static func hidden(before date: Date, in database: Database) throws -> [Erasure] {
        try all(in: database).flatMap { try $0.hidden(date, database) }
    }
}

extension Database {
    /// Runs a statement of an erasing. It is compiled once for all erasures: where many are removed from many backups,
    /// compiling takes nearly all of the time.
    func erase(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
