// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension Store {
    public func searchEntries(_ text: String, limit: Int) async throws -> [JournalFinding] {
        let (query, scan) = (SearchQuery(text), TextScan(text))
        let excerpt = SearchExcerpt.columns("snippet(journal_text, -1, ?, ?, '…', 24)", of: "journal_entries.text")
        guard limit > 0 else { return [] }
        return try await read { database in
            var findings: [JournalFinding] = []
            var seen: Set<String> = []
            let marks = SearchMarks()
            let statement = try database.cachedStatement(
                sql: """
                    SELECT journal_entries.*, \(excerpt)
                    FROM journal_text CROSS JOIN journal_entries ON journal_entries.number = journal_text.rowid
                    WHERE journal_text MATCH ? AND deletedAt IS NULL ORDER BY day DESC, minute DESC LIMIT ?
                    """)
            for tier in query.tiers where findings.count < limit {
                let rows = try Row.fetchAll(
                    statement, arguments: [marks.begin, marks.end, tier.expression, limit + findings.count])
                for row in rows where findings.count < limit && seen.insert(row["id"]).inserted {
                    let photos = try JournalRows.photos(of: row["id"], in: database)
                    findings.append(
                        JournalFinding(
                            entry: try JournalEntry(row: row, photos: photos),
                            excerpt: SearchExcerpt(query).of(row, marks)))
                }
            }
            try scan.map { try Self.scanEntries(database, $0, limit, &findings) }
            return findings
        }
    }

    /// Adds entries that the index does not find.
    private static func scanEntries(
        _ database: Database, _ scan: TextScan, _ limit: Int, _ findings: inout [JournalFinding]
    ) throws {
        var (scan, seen) = (scan, Set(findings.map(\.entry.id)))
        guard findings.count < limit else { return }
        let sql = "SELECT text, * FROM journal_entries WHERE deletedAt IS NULL ORDER BY day DESC, minute DESC"
        try scan.rows(database, sql) { row, excerpt in
            guard seen.insert(row["id"]).inserted else { return true }
            let photos = try JournalRows.photos(of: row["id"], in: database)
            findings.append(JournalFinding(entry: try JournalEntry(row: row, photos: photos), excerpt: excerpt))
            return findings.count < limit
        }
    }

    public func known(_ entries: [(day: JournalDay, text: String, photos: Int)]) async throws -> Set<Int> {
        try await read { database in
            var there: [Int: Set<ComparableEntry>] = [:]
            var known: Set<Int> = []
            for (place, entry) in entries.enumerated() {
                let day = entry.day.number
                if there[day] == nil { there[day] = try ComparableEntry.all(on: day, in: database) }
                guard there[day]?.isEmpty == false else { continue }
                if there[day]?.contains(ComparableEntry(entry.text, photos: entry.photos)) == true {
                    known.insert(place)
                }
            }
            return known
        }
    }

    public func unrecalledEntries(limit: Int) async throws -> [JournalEntry] {
        try await read { database in
            try JournalRows.entries(
                database,
                where: """
                    trim(text) <> '' AND NOT EXISTS (
                        SELECT 1 FROM passages WHERE source = journal_entries.id AND kind = 'entry')
                    """, order: "ORDER BY number LIMIT ?", [limit])
        }
    }

    public func importEntries(
        _ next: @escaping @Sendable () throws -> (JournalEntry, [PhotoFile])?
    ) async throws -> Set<String> {
        try await writeJournal { database in
            // As each day was before the first entry of it was added: a file may say the same twice.
            var there: [Int: Set<ComparableEntry>] = [:]
            var known: Set<String> = []
            while let (entry, photos) = try next() {
                try entry.check()
                guard photos.count <= PhotoFile.mostOfEntry else {
                    throw JournalError(.invalid, "an entry may have \(PhotoFile.mostOfEntry) photos")
                }
                let day = entry.day.number
                if there[day] == nil { there[day] = try ComparableEntry.all(on: day, in: database) }
                if let old = there[day], !old.isEmpty, old.contains(ComparableEntry(entry.text, photos: photos.count)) {
                    known.insert(entry.id)
                    continue
                }
                try entry.save(in: database)
                for photo in photos { _ = try photo.insert(for: entry.id, in: database) }
            }
            return known
        }
    }
}

/// The same for entries that differ in white space alone.
private struct ComparableEntry: Hashable {
    private let text: String
    private let photos: Int

    init(_ text: String, photos: Int) {
        self.text = text.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        self.photos = self.text.isEmpty ? photos : 0
    }

    static func all(on day: Int, in database: Database) throws -> Set<Self> {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT text, (SELECT count(*) FROM journal_photos WHERE entry = journal_entries.id)
                FROM journal_entries WHERE day = ? AND deletedAt IS NULL
                """, arguments: [day])
        return Set(rows.map { Self($0[0], photos: $0[1]) })
    }
}
