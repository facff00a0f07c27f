// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension AreaErasing {
    /// Entries are hidden until they are erased or brought back; the rest goes at once.
    static let journal = AreaErasing(
        hidden: { date, database in
            let hidden = try String.fetchAll(
                database, sql: "SELECT id FROM journal_entries WHERE deletedAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return hidden.flatMap { JournalErasure.whole($0) } + (hidden.isEmpty ? [] : [.leftBehind])
        },
        showHidden: {
            try $0.execute(sql: "UPDATE journal_entries SET deletedAt = NULL WHERE deletedAt IS NOT NULL")
        },
        erase: { erasures, database in
            for erasure in erasures { try JournalErasure(erasure)?.apply(to: database) }
        },
        isUnfinished: { erasure, database in try JournalErasure(erasure)?.isUnfinished(in: database) ?? false })
}

/// Something of the journal that is erased, as the list of erasures has it: by a name that no session can have.
enum JournalErasure: Equatable {
    /// An entry, with its photos and draft, and what was made of it.
    case entry(String)
    /// A draft, with its photos where it has become no entry.
    case draft(String)
    case photo(String)
    case reflection(String)
    /// Everything up to the last numbers that entries, photos and reflections ever had. What is written later does not
    /// go with it.
    case all(upTo: Int)

    private static let prefix = "journal/"

    /// `nil` for what belongs to another area.
    init?(_ erasure: Erasure) {
        let parts = erasure.session.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "journal" else { return nil }
        let name = String(parts[2])
        switch parts[1] {
        case "entry": self = .entry(name)
        case "draft": self = .draft(name)
        case "photo": self = .photo(name)
        case "reflection": self = .reflection(name)
        case "all": self = .all(upTo: erasure.upTo ?? 0)
        default: return nil
        }
    }

    /// An entry and the quotations of it. Its passages and all else that was made of it are left behind then.
    static func whole(_ entry: String) -> [Erasure] { [Self.entry(entry).erasure, Erasure(evidenceFrom: entry)] }

    var erasure: Erasure {
        switch self {
        case .entry(let id): Erasure(session: "\(Self.prefix)entry/\(id)", upTo: nil)
        case .draft(let id): Erasure(session: "\(Self.prefix)draft/\(id)", upTo: nil)
        case .photo(let id): Erasure(session: "\(Self.prefix)photo/\(id)", upTo: nil)
        case .reflection(let id): Erasure(session: "\(Self.prefix)reflection/\(id)", upTo: nil)
        case .all(let upTo): Erasure(session: "\(Self.prefix)all/", upTo: upTo)
        }
    }

    /// The rows that it removes, each table with a condition.
    private var rows: [(table: String, condition: String, values: StatementArguments)] {
        switch self {
        case .entry(let id):
            [
                ("journal_entries", "id = ?", [id]), ("journal_photos", "entry = ?", [id]),
                ("journal_drafts", "entry = ?", [id]),
            ]
        case .draft(let id):
            [
                ("journal_drafts", "entry = ?", [id]),
                (
                    "journal_photos", "entry = ?1 AND NOT EXISTS (SELECT 1 FROM journal_entries WHERE id = ?1)",
                    [id]
                ),
            ]
        case .photo(let id): [("journal_photos", "id = ?", [id])]
        case .reflection(let id): [("journal_reflections", "id = ?", [id])]
        case .all(let upTo):
            [
                ("journal_entries", "number <= ?", [upTo]), ("journal_photos", "number <= ?", [upTo]),
                ("journal_reflections", "number <= ?", [upTo]),
                // A draft has no number; one beside newer entries is newer too.
                (
                    "journal_drafts", "NOT EXISTS (SELECT 1 FROM journal_entries WHERE number > ?)",
                    [upTo]
                ),
            ]
        }
    }

    func apply(to database: Database) throws {
        try forgetQuestions(in: database)
        for (table, condition, values) in rows {
            try database.erase("DELETE FROM \(table) WHERE \(condition)", values)
        }
    }

    /// A look back that stays does not ask again what a lost entry asked.
    private func forgetQuestions(in database: Database) throws {
        guard case .entry(let id) = self else { return }
        try database.erase(
            """
            UPDATE journal_reflections SET question = NULL WHERE question IS NOT NULL
                AND EXISTS (SELECT 1 FROM journal_entries WHERE id = ? AND instr(text, question) > 0)
            """, [id])
    }

    func isUnfinished(in database: Database) throws -> Bool {
        try rows.contains { table, condition, values in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(condition))", arguments: values) ?? false
        }
    }
}

extension Store {
    public func eraseEntries(_ ids: [String]) async throws {
        try await eraseOfJournal { _ in ids.flatMap { JournalErasure.whole($0) } + [.leftBehind] }
    }

    public func eraseEntries(of day: JournalDay) async throws {
        try await eraseOfJournal { database in
            let ids = try String.fetchAll(
                database, sql: "SELECT id FROM journal_entries WHERE day = ?", arguments: [day.number])
            let drafts = try String.fetchAll(
                database, sql: "SELECT entry FROM journal_drafts WHERE day = ?", arguments: [day.number])
            return ids.flatMap { JournalErasure.whole($0) } + drafts.map { JournalErasure.draft($0).erasure }
                + [.leftBehind]
        }
    }

    public func unseenCount(of day: JournalDay) async throws -> Int {
        try await read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM journal_entries WHERE day = ?1 AND deletedAt IS NOT NULL)
                        + (SELECT count(*) FROM journal_drafts WHERE day = ?1)
                    """, arguments: [day.number]) ?? 0
        }
    }

    public func erasePhoto(_ id: String) async throws {
        try await eraseOfJournal { _ in [JournalErasure.photo(id).erasure] }
    }

    public func eraseReflection(_ id: String) async throws {
        try await eraseOfJournal { _ in [JournalErasure.reflection(id).erasure] }
    }

    public func discardDraft(_ id: String) async throws {
        try await eraseOfJournal { _ in [JournalErasure.draft(id).erasure] }
    }

    public func eraseJournal() async throws {
        try await eraseOfJournal { database in
            let tables = ["journal_entries", "journal_photos", "journal_reflections"]
            let last = try tables.map { try Inheritance.lastNumber(of: $0, in: database) }.max() ?? 0
            // From here on numbers are greater than all that go, in every table.
            for table in tables {
                try database.execute(
                    sql: """
                        INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0
                        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
                        """, arguments: [table])
                try database.execute(
                    sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", arguments: [last, table])
            }
            // Those that are hidden go, too.
            let ids = try String.fetchAll(database, sql: "SELECT id FROM journal_entries")
            return [JournalErasure.all(upTo: last).erasure] + ids.map { Erasure(evidenceFrom: $0) } + [.leftBehind]
        }
    }

    /// Erases here, notes it, and removes the traces from backups, log and free space.
    private func eraseOfJournal(
        _ find: @escaping @Sendable (Database) throws -> [Erasure]
    ) async throws {
        try await write { database in
            let erasures = try find(database)
            // Where any of it was here, backups may have all of it.
            guard try Erasure.remove(erasures, from: database) else { return }
            for erasure in erasures { try erasure.note(in: database) }
        }
        try await removeTraces()
    }
}
