// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthMemory

/// What passages, facts and notes of learning are made of: messages, entries and facts that are there.
///
/// Reading a text takes a while, and it may be erased meanwhile. Whoever writes what came of it asks here first, in the
/// transaction that writes.
extension Database {
    /// Whether something is there and not deleted.
    /// - Parameter text: what was read of it, which an entry or a fact may say no longer; `nil` for anything.
    func isThere(_ kind: Passage.Kind, _ source: String, saying text: String? = nil) throws -> Bool {
        let statement = try cachedStatement(sql: Self.presence(of: kind))
        // Messages stay as they were sent.
        let said = kind == .message ? [] : [text?.withoutNulls]
        return try Bool.fetchOne(
            statement, arguments: StatementArguments([source.withoutNulls]) + StatementArguments(said)) ?? false
    }

    /// Whether a message or an entry is there and not deleted.
    func isThere(_ source: String) throws -> Bool {
        try isThere(.message, source) || isThere(.entry, source)
    }

    /// What models think is taken out of a text before it is read, so that pieces of it may stand nowhere.
    private static func presence(of kind: Passage.Kind) -> String {
        switch kind {
        case .message:
            """
            SELECT EXISTS (
                SELECT 1 FROM messages JOIN sessions ON sessions.id = messages.session
                WHERE messages.id = ?1 AND deletedAt IS NULL)
            """
        case .entry:
            """
            SELECT EXISTS (
                SELECT 1 FROM journal_entries
                WHERE id = ?1 AND deletedAt IS NULL
                    AND (?2 IS NULL OR instr(text, ?2) > 0 OR instr(text, '<think>') > 0))
            """
        case .fact:
            """
            SELECT EXISTS (
                SELECT 1 FROM facts WHERE id = ?1 AND asideAt IS NULL AND (?2 IS NULL OR instr(statement, ?2) > 0)
                    AND EXISTS (
                        SELECT 1 FROM fact_evidence
                        WHERE fact = facts.id AND \(FactRecord.isShown)))
            """
        }
    }
}

/// What was made of messages, entries and facts that are not there any more.
///
/// An older Hearth could leave such rows where something was erased while it was read. They are looked for by what they
/// are, in the database and in backups alike.
enum LeftBehind {
    private static let tables = ["passages", "learned", "recalled"]
    private static let sources = ["message": "messages", "entry": "journal_entries", "fact": "facts"]

    /// For each table of a database that has such rows' kind, the condition that finds them.
    static func rows(in database: Database) throws -> [(table: String, condition: String)] {
        // Backups of older versions lack some of these.
        let there = try sources.filter { try database.tableExists($0.value) }.sorted { $0.key < $1.key }
        return try tables.filter { try database.tableExists($0) }.map { table in
            let lost = there.map { kind, origin in
                "kind = '\(kind)' AND NOT EXISTS (SELECT 1 FROM \(origin) WHERE id = \(table).source)"
            }
            return (table, lost.map { "(\($0))" }.joined(separator: " OR "))
        }
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
            guard erasures.contains(.leftBehind) else { return }
            for (table, condition) in try rows(in: database) {
                try database.execute(sql: "DELETE FROM \(table) WHERE \(condition)")
            }
        },
        isUnfinished: { erasure, database in try erasure == .leftBehind && count(in: database) > 0 })
}

extension Erasure {
    /// All that was made of what is not there any more. To be applied after what removes the origins.
    static let leftBehind = Erasure(session: "left behind", upTo: nil)
}

extension Store {
    /// How many rows of the memory were made of something that is not there any more.
    func leftBehind() throws -> Int { try database.read(LeftBehind.count) }

    /// Removes what older versions left of what was erased while it was read, here and in backups.
    /// - Returns: how many rows there were.
    @discardableResult
    public func removeLeftBehind() async throws -> Int {
        try await maintain { [self] in
            let count = try leftBehind()
            guard count > 0 else { return 0 }
            try database.write { database in
                try Erasure.leftBehind.apply(to: database)
                try Erasure.leftBehind.note(in: database)
            }
            cleanUpOrTryAgain()
            return count
        }
    }
}
