// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory

/// Entries, drafts and reflections, a JSON object a line, and photos as files. Markdown is what `hearth journal export`
/// writes.
let journalExports = [
    ExportStep(rowsOf: ["journal_entries"]) {
        try $0.writeLines(
            EntryRow.self, "SELECT * FROM journal_entries WHERE deletedAt IS NULL ORDER BY day, minute, number",
            to: "journal.jsonl")
    },
    ExportStep(rowsOf: ["journal_drafts"]) {
        try $0.writeLines(
            DraftRow.self,
            """
            SELECT * FROM journal_drafts WHERE NOT EXISTS (\(hiddenEntry("journal_drafts.entry"))) ORDER BY changedAt
            """, to: "journal-drafts.jsonl")
    },
    ExportStep(rowsOf: ["journal_reflections", "journal_reflection_lines"]) {
        try $0.writeLines(
            ReflectionLineRow.self,
            """
            SELECT reflections.*, lines.text, lines.entry FROM journal_reflections AS reflections
            JOIN journal_reflection_lines AS lines ON lines.reflection = reflections.id
            WHERE NOT EXISTS (\(hiddenEntry("lines.entry")))
            ORDER BY firstDay, reflections.number, place
            """, to: "journal-reflections.jsonl")
    },
    ExportStep(rowsOf: ["journal_photos"], write: writePhotos),
]

/// Finds the entry that a column names, where it is deleted and can still be brought back.
private func hiddenEntry(_ column: String) -> String {
    "SELECT 1 FROM journal_entries WHERE id = \(column) AND deletedAt IS NOT NULL"
}

private func writePhotos(to export: ExportWriter) throws {
    let rows = try Row.fetchCursor(
        export.database,
        sql: """
            SELECT id, kind, data FROM journal_photos WHERE NOT EXISTS (\(hiddenEntry("journal_photos.entry")))
            ORDER BY number
            """)
    var isFolderThere = false
    while let row = try rows.next() {
        let id: String = row[0]
        // Of a database that another program has written, a name could lead elsewhere.
        guard let kind = PhotoKind(rawValue: row[1]), id.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
            continue
        }
        if !isFolderThere { try export.makeFolder("journal-photos") }
        isFolderThere = true
        try export.write(row[2] as Data, to: "journal-photos/\(id).\(kind.ending)")
        try export.part.add(1)
    }
}

private struct EntryRow: FetchableRecord, Encodable {
    let id, date, text: String
    let minute: Int?
    let mood: Int?
    let tags: [String]
    let language: String?
    let createdAt, changedAt: Timestamp

    init(row: Row) {
        (id, text, minute, mood, language) = (row["id"], row["text"], row["minute"], row["mood"], row["language"])
        date = "\(JournalDay(number: row["day"]))"
        tags = (row["tags"] as String).split(separator: "\n").map(String.init)
        createdAt = Timestamp(Date(timeIntervalSinceReferenceDate: row["createdAt"]))
        changedAt = Timestamp(Date(timeIntervalSinceReferenceDate: row["changedAt"]))
    }
}

private struct DraftRow: FetchableRecord, Encodable {
    let entry, date, text: String
    let mood: Int?
    let talk: String?

    init(row: Row) {
        (entry, text, mood, talk) = (row["entry"], row["text"], row["mood"], row["talk"])
        date = "\(JournalDay(number: row["day"]))"
    }
}

private struct ReflectionLineRow: FetchableRecord, Encodable {
    let reflection, period, firstDay, text: String
    let entry, question: String?

    init(row: Row) {
        (reflection, period, text) = (row["id"], row["period"], row["text"])
        (entry, question) = (row["entry"], row["question"])
        firstDay = "\(JournalDay(number: row["firstDay"]))"
    }
}
