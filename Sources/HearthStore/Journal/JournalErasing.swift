// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension AreaErasing {
    /// Entries are hidden until they are erased or restored; the rest goes at once.
    static let journal = AreaErasing(
        hidden: { date, database in
            let hidden = try String.fetchAll(
                database, sql: "SELECT id FROM journal_entries WHERE deletedAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return hidden.map { .entry($0) }
        },
        showHidden: {
            try $0.execute(sql: "UPDATE journal_entries SET deletedAt = NULL WHERE deletedAt IS NOT NULL")
        },
        change: { erasure, database in
            // A look back that stays does not ask again what a lost entry asked, or what a model has made of it.
            guard case .entry(let id) = erasure else { return }
            let period = "firstDay AND firstDay + CASE period WHEN 'week' THEN 6 ELSE 30 END"
            try database.erase(
                """
                UPDATE journal_reflections SET question = NULL WHERE question IS NOT NULL
                    AND EXISTS (SELECT 1 FROM journal_entries
                        WHERE id = ?1 AND (day BETWEEN \(period) OR instr(text, question) > 0))
                    AND NOT EXISTS (SELECT 1 FROM journal_entries
                        WHERE id <> ?1 AND day BETWEEN \(period) AND instr(text, question) > 0)
                """, [id])
        },
        rows: journalRows)
}

/// The rows of the journal that an erasure removes. Triggers remove what belongs to an entry, too.
/// The entries and drafts of a day.
private func journalErasures(of day: JournalDay, in database: Database) throws -> [Erasure] {
    // Backups of older versions have no journal.
    guard try database.tableExists("journal_entries") else { return [] }
    let ids = try String.fetchAll(
        database, sql: "SELECT id FROM journal_entries WHERE day = ?", arguments: [day.number])
    let drafts = try String.fetchAll(
        database, sql: "SELECT entry FROM journal_drafts WHERE day = ?", arguments: [day.number])
    return ids.map { .entry($0) } + drafts.map { .draft($0) }
}

private func journalRows(_ erasure: Erasure) -> [ErasedRows] {
    switch erasure {
    case .entry(let id):
        [
            ErasedRows("journal_entries", "id = ?", [id]), ErasedRows("journal_photos", "entry = ?", [id]),
            ErasedRows("journal_drafts", "entry = ?", [id]),
        ]
    case .draft(let id):
        [
            ErasedRows("journal_drafts", "entry = ?", [id]),
            ErasedRows(
                "journal_photos", "entry = ?1 AND NOT EXISTS (SELECT 1 FROM journal_entries WHERE id = ?1)", [id]),
        ]
    case .photo(let id): [ErasedRows("journal_photos", "id = ?", [id])]
    case .reflection(let id): [ErasedRows("journal_reflections", "id = ?", [id])]
    case .journal(let last):
        [
            ErasedRows("journal_entries", "number <= ?", [last]), ErasedRows("journal_photos", "number <= ?", [last]),
            ErasedRows("journal_reflections", "number <= ?", [last]),
            // A draft has no number; one beside newer entries is newer too.
            ErasedRows(
                "journal_drafts", "NOT EXISTS (SELECT 1 FROM journal_entries WHERE number > ?)", [last]),
        ]
    case .session, .messages, .folder, .fact, .evidence, .quotation, .passages, .learned, .word, .card, .deck, .media,
        .orphans, .everything:
        []
    }
}

extension Store {
    public func eraseEntries(_ ids: [String]) async throws {
        try await erase { _ in (ids.map { .entry($0) }, ()) }
    }

    public func eraseEntries(of day: JournalDay) async throws {
        // After a restore, a backup may have entries of the day that are not here.
        // Where they cannot be listed, the clean-up says so; the day goes here all the same.
        let backups = files.flatMap { try? Backup.all(in: $0.backups) } ?? []
        let elsewhere = backups.flatMap { backup -> [Erasure] in
            // One that cannot be read is set aside by the clean-up.
            guard let queue = try? Restoring.readOnly(backup.file) else { return [] }
            defer { try? queue.close() }  // It was only read.
            return (try? queue.read { try journalErasures(of: day, in: $0) }) ?? []
        }
        try await erase(onlyInBackups: true) { database in
            // What is here now with another date stays.
            let gone = try Set(elsewhere).filter { erasure in
                switch erasure {
                case .entry(let id): try !ErasedRows("journal_entries", "id = ?", [id]).exist(in: database)
                case .draft(let id): try !ErasedRows("journal_drafts", "entry = ?", [id]).exist(in: database)
                default: false
                }
            }
            return (try journalErasures(of: day, in: database) + gone, ())
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
        try await erase { _ in ([.photo(id)], ()) }
    }

    public func eraseReflection(_ id: String) async throws {
        try await erase { _ in ([.reflection(id)], ()) }
    }

    public func discardDraft(_ id: String) async throws {
        try await erase { _ in ([.draft(id)], ()) }
    }

    public func eraseJournal() async throws {
        try await erase { database in
            let tables = ["journal_entries", "journal_photos", "journal_reflections"]
            let last = try tables.map { try RestoreCarryOver.lastNumber(of: $0, in: database) }.max() ?? 0
            // From here on numbers are greater than all that go, in every table.
            try RestoreCarryOver.continue(Dictionary(uniqueKeysWithValues: tables.map { ($0, last) }), in: database)
            return ([.journal(upTo: last)], ())
        }
    }
}
