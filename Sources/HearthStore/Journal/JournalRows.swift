// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory

/// Rows of the journal's tables as values.
enum JournalRows {
    static let firstDay = JournalDay.first.number
    static let lastDay = JournalDay.last.number

    /// Entries by a condition on `journal_entries`, with their photos.
    static func entries(
        _ database: Database, where condition: String, order: String, _ arguments: StatementArguments
    ) throws -> [JournalEntry] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT * FROM journal_entries WHERE deletedAt IS NULL AND \(condition) \(order)"),
            arguments: arguments)
        return try rows.map { try JournalEntry(row: $0, photos: photos(of: $0["id"], in: database)) }
    }

    static func photos(of entry: String, in database: Database) throws -> [JournalPhoto] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, kind, width, height, length(data) AS size FROM journal_photos WHERE entry = ? ORDER BY number
                """)
        return try Row.fetchAll(statement, arguments: [entry]).compactMap { JournalPhoto(row: $0) }
    }
}

extension JournalEntry {
    init(row: Row, photos: [JournalPhoto]) throws {
        let tags: String = row["tags"]
        self.init(
            id: row["id"], day: JournalDay(number: row["day"]), minute: row["minute"], text: row["text"],
            mood: (row["mood"] as Int?).flatMap(Mood.init), tags: tags.split(separator: "\n").map(String.init),
            photos: photos, createdAt: Date(timeIntervalSinceReferenceDate: row["createdAt"]),
            changedAt: Date(timeIntervalSinceReferenceDate: row["changedAt"]), language: row["language"])
    }

    /// Adds it, or puts it in the place of the row with its identifier; one that was deleted comes back. Passages of a
    /// former text go with it: what the memory makes of the new one follows, also after a sudden end of the program.
    func save(in database: Database) throws {
        let former = try String.fetchOne(
            database.cachedStatement(sql: "SELECT text FROM journal_entries WHERE id = ?"), arguments: [id.withoutNulls]
        )
        if let former, former != text.withoutNulls {
            try Erasure.remove([.passages(of: id.withoutNulls, .entry)], from: database)
        }
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO journal_entries (id, day, minute, text, mood, tags, language, createdAt, changedAt)
                VALUES (\(databaseQuestionMarks(count: 9)))
                ON CONFLICT (id) DO UPDATE SET day = excluded.day, minute = excluded.minute, text = excluded.text,
                    mood = excluded.mood, tags = excluded.tags, language = excluded.language,
                    changedAt = excluded.changedAt, deletedAt = NULL
                """)
        let tags = tags.map { $0.withoutNulls.replacing(#/\R/#, with: " ") }.joined(separator: "\n")
        try statement.execute(
            arguments: [
                id.withoutNulls, day.number, minute, text.withoutNulls, mood?.rawValue, tags, language?.withoutNulls,
                createdAt.timeIntervalSinceReferenceDate, changedAt.timeIntervalSinceReferenceDate,
            ])
    }
}

extension JournalPhoto {
    init?(row: Row) {
        guard let kind = PhotoKind(rawValue: row["kind"]) else { return nil }
        self.init(id: row["id"], kind: kind, width: row["width"], height: row["height"], size: row["size"])
    }
}

extension PhotoFile {
    /// Adds it as a photo of an entry.
    func insert(for entry: String, in database: Database) throws -> JournalPhoto {
        let photo = JournalPhoto(kind: kind, width: width, height: height, size: data.count)
        try database.execute(
            sql: """
                INSERT INTO journal_photos (id, entry, kind, width, height, data) VALUES (?, ?, ?, ?, ?, ?)
                """, arguments: [photo.id, entry.withoutNulls, kind.rawValue, width, height, data])
        return photo
    }
}

extension JournalDraft {
    init(row: Row) {
        let talk = (row["talk"] as String?).flatMap { try? JSONDecoder().decode(GuidedTalk.self, from: Data($0.utf8)) }
        self.init(
            entry: row["entry"], day: JournalDay(number: row["day"]), text: row["text"],
            mood: (row["mood"] as Int?).flatMap(Mood.init), talk: talk,
            changedAt: Date(timeIntervalSinceReferenceDate: row["changedAt"]))
    }

    func save(in database: Database) throws {
        let talk = try talk.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self).withoutNulls }
        try database.execute(
            sql: "INSERT OR REPLACE INTO journal_drafts VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                entry.withoutNulls, day.number, text.withoutNulls, mood?.rawValue, talk,
                changedAt.timeIntervalSinceReferenceDate,
            ])
    }
}

extension Reflection {
    /// - Returns: `nil` for a period that this program does not know.
    init?(row: Row, in database: Database) throws {
        guard let period = Period(rawValue: row["period"]) else { return nil }
        let lines = try Row.fetchAll(
            database,
            sql: """
                SELECT text, lines.entry FROM journal_reflection_lines AS lines
                LEFT JOIN (SELECT id, deletedAt FROM journal_entries) AS entries ON entries.id = lines.entry
                WHERE reflection = ? AND (lines.entry IS NULL OR entries.deletedAt IS NULL) ORDER BY place
                """, arguments: [row["id"] as String])
        guard !lines.isEmpty else { return nil }
        self.init(
            id: row["id"], period: period, firstDay: JournalDay(number: row["firstDay"]),
            lines: lines.map { Line($0[0], entry: $0[1]) }, question: row["question"],
            createdAt: Date(timeIntervalSinceReferenceDate: row["createdAt"]))
    }

    func save(in database: Database) throws {
        try database.execute(sql: "DELETE FROM journal_reflections WHERE id = ?", arguments: [id])
        try database.execute(
            sql: """
                INSERT INTO journal_reflections (id, period, firstDay, question, createdAt) VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                id, period.rawValue, firstDay.number, question?.withoutNulls, createdAt.timeIntervalSinceReferenceDate,
            ])
        for (place, line) in lines.enumerated() {
            try database.execute(
                sql: """
                    INSERT INTO journal_reflection_lines
                    SELECT ?1, ?2, ?3, ?4 WHERE ?4 IS NULL OR EXISTS (SELECT 1 FROM journal_entries WHERE id = ?4)
                    """, arguments: [id, place, line.text.withoutNulls, line.entry])
        }
    }
}
