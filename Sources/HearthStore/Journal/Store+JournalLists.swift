// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension Store {
    public func searchEntries(_ text: String, limit: Int) async throws -> [JournalFinding] {
        let tiers = SearchQuery(text).tiers
        guard limit > 0 else { return [] }
        return try await read { database in
            var findings: [JournalFinding] = []
            var seen: Set<String> = []
            let marks = SearchMarks()
            let statement = try database.cachedStatement(
                sql: """
                    SELECT journal_entries.*, snippet(journal_text, -1, ?, ?, '…', 24) AS excerpt
                    FROM journal_text CROSS JOIN journal_entries ON journal_entries.number = journal_text.rowid
                    WHERE journal_text MATCH ? AND deletedAt IS NULL ORDER BY day DESC, minute DESC LIMIT ?
                    """)
            for tier in tiers where findings.count < limit {
                let rows = try Row.fetchAll(
                    statement, arguments: [marks.begin, marks.end, tier.expression, limit + findings.count])
                for row in rows where findings.count < limit && seen.insert(row["id"]).inserted {
                    let photos = try JournalRows.photos(of: row["id"], in: database)
                    findings.append(
                        JournalFinding(
                            entry: try JournalEntry(row: row, photos: photos),
                            excerpt: marks.placed(in: row["excerpt"])))
                }
            }
            return findings
        }
    }

    public func known(_ entries: [(day: JournalDay, text: String)]) async throws -> Set<Int> {
        let entries = entries.map { ($0.day.number, $0.text.comparable) }
        return try await read { database in
            var texts: [Int: Set<String>] = [:]
            var known: Set<Int> = []
            for (place, (day, text)) in entries.enumerated() {
                if texts[day] == nil {
                    let there = try String.fetchAll(
                        database, sql: "SELECT text FROM journal_entries WHERE day = ? AND deletedAt IS NULL",
                        arguments: [day])
                    texts[day] = Set(there.map(\.comparable))
                }
                if texts[day]?.contains(text) == true { known.insert(place) }
            }
            return known
        }
    }

    public func importEntries(
        _ next: @escaping @Sendable () throws -> (JournalEntry, [PhotoFile])?
    ) async throws {
        try await writeJournal { database in
            while let (entry, photos) = try next() {
                try entry.check()
                guard photos.count <= PhotoFile.mostOfEntry else {
                    throw JournalError(.invalid, "an entry may have \(PhotoFile.mostOfEntry) photos")
                }
                try entry.save(in: database)
                for photo in photos { _ = try photo.insert(for: entry.id, in: database) }
            }
        }
    }
}

extension String {
    /// The same for texts that differ in white space alone.
    fileprivate var comparable: String {
        precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
