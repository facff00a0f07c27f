// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// How single things of an area are hidden, brought back and erased, in the database as in backups of older versions.
struct AreaErasing: Sendable {
    /// What was deleted before a date and can still be brought back.
    let hidden: @Sendable (_ before: Date, Database) throws -> [Erasure]
    /// Brings all of that back.
    let showHidden: @Sendable (Database) throws -> Void
    /// Removes what erasures name, and what was made of it.
    let erase: @Sendable ([Erasure], Database) throws -> Void
    /// Whether there is anything of it.
    let isUnfinished: @Sendable (Erasure, Database) throws -> Bool
}

extension AreaErasing {
    /// Those of the areas that a database has.
    static func all(in database: Database) throws -> [AreaErasing] {
        try StoreArea.all(in: database).compactMap(\.erasing) + [LeftBehind.erasing]
    }

    /// What was deleted before a date and can still be brought back, in any area.
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
