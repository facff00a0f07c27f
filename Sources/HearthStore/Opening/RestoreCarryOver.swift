// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Data that a database hands on to the backup that takes its place.
struct RestoreCarryOver {
    /// Erasures whose traces are still to be removed from copies; `nil` when the database could not be read.
    private let notes: [Erasure.Note]?
    /// The last number that any database of the folder has given out, by table: a number that is given out again would
    /// be taken for one that was erased.
    private let numbers: [String: Int]
    /// Facts and sources that are not to be learned again, including those excluded after the backup was made.
    private let forgotten: ForgottenRecords?

    /// - Parameter former: `nil` where there is none, or it cannot be read.
    init(from former: (any DatabaseReader)?, _ files: StoreFiles) throws {
        notes = try? former?.read(Erasure.notes)
        forgotten = try? former?.read { try ForgottenRecords($0) }
        let backups = (try? Backup.all(in: files.backups)) ?? []
        let others = backups.filter(\.looksWhole).compactMap { try? Restoring.readOnly($0.file) }
        numbers = ([former].compactMap { $0 } + others).compactMap { try? $0.read(Self.numbers) }
            .reduce(into: [:]) { $0.merge($1) { max($0, $1) } }
    }

    /// Makes a backup that is to take over know it.
    /// - Parameter isOurs: whether it is one of those that Hearth keeps. Another one may bring back what was erased:
    ///   whoever restores it wants that.
    func enter(_ next: Database, isOurs: Bool) throws {
        if let notes {
            let last = try Self.lastNumber(of: "erasures", in: next)
            if isOurs { _ = try Erasure.apply(notes.filter { $0.isLater(than: last) }.map(\.erasure), to: next) }
            try next.execute(sql: "DELETE FROM erasures")
            try Self.continue(numbers, in: next)
            try Erasure.enter(
                isOurs ? notes : notes.filter { try !$0.erasure.isUnfinished(in: next) }, in: next)
        }
        if isOurs { try forgotten?.enter(next) }
        try Self.continue(numbers, in: next)
        // A deletion that was not undone has been finished in every backup, so this one was.
        for area in try AreaErasing.all(in: next) { try area.showHidden(next) }
    }

    /// The last number that a table has given out.
    static func lastNumber(of table: String, in database: Database) throws -> Int {
        try numbers(database)[table] ?? 0
    }

    /// Has tables go on after numbers that were given out elsewhere.
    static func `continue`(_ numbers: [String: Int], in database: Database) throws {
        for (table, number) in numbers {
            try database.execute(
                sql: """
                    INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0
                    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
                    """, arguments: [table])
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", arguments: [number, table])
        }
    }

    static func numbers(_ database: Database) throws -> [String: Int] {
        let tables = StoreArea.all.flatMap(\.tables)
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT name, seq FROM sqlite_sequence WHERE name IN (\(databaseQuestionMarks(count: tables.count)))",
            arguments: StatementArguments(tables))
        return Dictionary(rows.map { ($0["name"], $0["seq"]) }, uniquingKeysWith: max)
    }
}

extension SessionRecord {
    /// Whether there is a session, be it hidden.
    static func exists(_ database: Database, _ id: String) throws -> Bool {
        let isThere = "SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?)"
        return try Bool.fetchOne(database, sql: isThere, arguments: [id]) ?? false
    }
}
