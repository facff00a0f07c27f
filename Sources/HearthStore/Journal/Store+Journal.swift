// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthMemory

/// Each method is one transaction; besides `JournalError`, all throw `StoreError`.
extension Store: JournalStore {
    public func entry(_ id: String) async throws -> JournalEntry? {
        try await read { try JournalRows.entries($0, where: "id = ?", order: "", [id.withoutNulls]).first }
    }

    public func entries(_ query: JournalQuery) async throws -> [JournalEntry] {
        try await read { database in
            var (conditions, values): ([String], StatementArguments) = (["day BETWEEN ? AND ?"], [])
            values += [query.from?.number ?? JournalRows.firstDay, query.until?.number ?? JournalRows.lastDay]
            if let days = query.days {
                conditions.append("day IN (\(databaseQuestionMarks(count: days.count)))")
                values += StatementArguments(days.map(\.number))
            }
            if let tag = query.tag {
                conditions.append("instr(char(10) || tags || char(10), char(10) || ? || char(10)) > 0")
                values += [tag.withoutNulls]
            }
            let way = query.newestFirst ? "DESC" : "ASC"
            values += [min(max(query.limit, 0), 100_000), max(query.offset, 0)]
            return try JournalRows.entries(
                database, where: conditions.joined(separator: " AND "),
                order: "ORDER BY day \(way), minute \(way), number \(way) LIMIT ? OFFSET ?", values)
        }
    }

    public func days(_ range: ClosedRange<JournalDay>) async throws -> [JournalDaySummary] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT day, mood FROM journal_entries WHERE deletedAt IS NULL AND day BETWEEN ? AND ?
                    ORDER BY day, minute, number
                    """, arguments: [range.lowerBound.number, range.upperBound.number])
            var days: [JournalDaySummary] = []
            for row in rows {
                let (day, mood) = (JournalDay(number: row[0]), (row[1] as Int?).flatMap(Mood.init))
                if days.last?.day != day { days.append(JournalDaySummary(day: day, entries: 0, mood: nil)) }
                days[days.count - 1].entries += 1
                if let mood { days[days.count - 1].mood = mood }
            }
            return days
        }
    }

    public func overview() async throws -> JournalOverview {
        try await read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT count(*), min(day), max(day) FROM journal_entries WHERE deletedAt IS NULL")
            var overview = JournalOverview()
            guard let row else { return overview }
            overview.entries = row[0]
            overview.first = (row[1] as Int?).map(JournalDay.init)
            overview.last = (row[2] as Int?).map(JournalDay.init)
            return overview
        }
    }

    public func save(_ entry: JournalEntry) async throws {
        try entry.check()
        try await write { database in
            try entry.save(in: database)
            try database.execute(sql: "DELETE FROM journal_drafts WHERE entry = ?", arguments: [entry.id])
        }
    }

    public func deleteEntries(_ ids: [String], at date: Date) async throws {
        try await write { database in
            for id in ids {
                try database.execute(
                    sql: "UPDATE journal_entries SET deletedAt = ? WHERE id = ? AND deletedAt IS NULL",
                    arguments: [date.timeIntervalSinceReferenceDate, id])
            }
            try database.hidePassages(ofEntries: ids)
        }
    }

    public func undeleteEntries(_ ids: [String]) async throws {
        try await write { database in
            for id in ids {
                try database.execute(sql: "UPDATE journal_entries SET deletedAt = NULL WHERE id = ?", arguments: [id])
            }
        }
    }

    // MARK: Drafts

    public func draft(_ id: String) async throws -> JournalDraft? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM journal_drafts WHERE entry = ?", arguments: [id])
                .map(JournalDraft.init)
        }
    }

    public func newestDraft(isTalk: Bool) async throws -> JournalDraft? {
        try await read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT * FROM journal_drafts
                    WHERE (talk IS NOT NULL) = ? AND NOT EXISTS (SELECT 1 FROM journal_entries WHERE id = entry)
                    ORDER BY changedAt DESC LIMIT 1
                    """, arguments: [isTalk]
            ).map(JournalDraft.init)
        }
    }

    public func save(_ draft: JournalDraft) async throws {
        guard draft.text.utf8.count <= JournalEntry.longestText else {
            throw JournalError(.invalid, "an entry may have \(JournalEntry.longestText >> 10) kB of text")
        }
        try await write { database in
            let saved = try JournalRows.entries(database, where: "id = ?", order: "", [draft.entry]).first
            // One that comes late, after the entry was saved with just this, is no draft any more.
            if let saved, saved.text == draft.text, saved.mood == draft.mood {
                try database.execute(sql: "DELETE FROM journal_drafts WHERE entry = ?", arguments: [draft.entry])
            } else {
                try draft.save(in: database)
            }
        }
    }

    public func save(_ draft: JournalDraft, inPlaceOf former: JournalDraft) async throws -> Bool {
        try await write { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM journal_drafts WHERE entry = ?", arguments: [draft.entry])
            guard row.map(JournalDraft.init) == former else { return false }
            try draft.save(in: database)
            return true
        }
    }

    // MARK: Photos

    public func photos(of entry: String) async throws -> [JournalPhoto] {
        try await read { try JournalRows.photos(of: entry, in: $0) }
    }

    /// Not of an entry that is deleted.
    public func photo(_ id: String) async throws -> PhotoFile? {
        try await read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT kind, width, height, data FROM journal_photos WHERE id = ? AND NOT EXISTS (
                        SELECT 1 FROM journal_entries WHERE id = journal_photos.entry AND deletedAt IS NOT NULL)
                    """, arguments: [id])
            guard let row, let kind = PhotoKind(rawValue: row[0]) else { return nil }
            return PhotoFile(stored: row[3], kind: kind, width: row[1], height: row[2])
        }
    }

    public func add(_ photo: PhotoFile, to entry: String) async throws -> JournalPhoto {
        try await writeJournal { try $0.add(photo, to: entry) }
    }

    public func add(_ photos: [PhotoFile], with draft: JournalDraft) async throws {
        try await writeJournal { database in
            let isThere = try ["journal_entries WHERE id", "journal_drafts WHERE entry"].contains { place in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM \(place) = ?)", arguments: [draft.entry]) ?? false
            }
            if !isThere { try draft.save(in: database) }
            for photo in photos { _ = try database.add(photo, to: draft.entry) }
        }
    }

    // MARK: Reflections

    public func reflections(_ range: ClosedRange<JournalDay>) async throws -> [Reflection] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT * FROM journal_reflections WHERE firstDay BETWEEN ? AND ? ORDER BY firstDay, number",
                arguments: [range.lowerBound.number, range.upperBound.number])
            return try rows.compactMap { try Reflection(row: $0, in: database) }
        }
    }

    public func reflection(_ id: String) async throws -> Reflection? {
        try await read { database in
            try Row.fetchOne(database, sql: "SELECT * FROM journal_reflections WHERE id = ?", arguments: [id])
                .flatMap { try Reflection(row: $0, in: database) }
        }
    }

    public func save(_ reflection: Reflection) async throws {
        guard !reflection.lines.isEmpty else { throw JournalError(.invalid, "there is nothing in this reflection") }
        try await erase { database in
            let former = try String.fetchAll(
                database, sql: "SELECT id FROM journal_reflections WHERE period = ? AND firstDay = ? AND id <> ?",
                arguments: [reflection.period.rawValue, reflection.firstDay.number, reflection.id])
            try reflection.save(in: database)
            return (former.map { .reflection($0) }, ())
        }
    }
}

extension Store {
    /// One transaction, which is done even when the caller's task has been cancelled.
    @discardableResult
    func writeJournal<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await inTransaction(work) } catch let error as JournalError {
            throw error
        } catch is CancellationError { throw CancellationError() } catch {
            throw StoreError(error, at: files?.database)
        }
    }
}

extension Database {
    fileprivate func add(_ photo: PhotoFile, to entry: String) throws -> JournalPhoto {
        let count = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM journal_photos WHERE entry = ?", arguments: [entry])
        guard (count ?? 0) < PhotoFile.mostOfEntry else {
            throw JournalError(.invalid, "an entry may have \(PhotoFile.mostOfEntry) photos")
        }
        return try photo.insert(for: entry, in: self)
    }

    /// Nothing of a hidden entry is found: neither its passages nor those of facts that only such entries tell. Both
    /// are made again when it comes back.
    fileprivate func hidePassages(ofEntries ids: [String]) throws {
        let list = try ForgottenRows.list(ids)
        try execute(
            sql: """
                DELETE FROM passages WHERE kind = 'entry' AND source IN (SELECT value FROM json_each(?1));
                """, arguments: [list])
        try execute(
            sql: """
                DELETE FROM passages WHERE kind = 'fact'
                    AND source IN (
                        SELECT fact FROM fact_evidence WHERE utterance IN (SELECT value FROM json_each(?1)))
                    AND NOT EXISTS (
                        SELECT 1 FROM fact_evidence WHERE fact = passages.source AND \(FactRecord.isShown))
                """, arguments: [list])
    }
}
