// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The tables as they are, a JSON object a line, and the media as files. What is deleted and can still be brought back
/// is left out.
let wordExports = [
    ExportStep(rowsOf: ["decks"]) { try $0.writeWords("decks", unless: "id IN (SELECT id FROM hidden_decks)") },
    ExportStep(rowsOf: ["flashcards"]) {
        try $0.writeWords("flashcards", unless: "deck IN (SELECT id FROM hidden_decks)")
    },
    ExportStep(rowsOf: ["cards"]) { try $0.writeWords("cards", unless: "deck IN (SELECT id FROM hidden_decks)") },
    ExportStep(rowsOf: ["reviews"]) {
        try $0.writeWords(
            "reviews", unless: "card IN (SELECT cards.id FROM hidden_decks JOIN cards ON cards.deck = hidden_decks.id)")
    },
    ExportStep(rowsOf: ["media"], write: writeMedia),
]

private func writeMedia(to export: ExportWriter) throws {
    // Files that hidden words alone name.
    let hidden = """
        name IN (
            SELECT uses.name FROM hidden_decks JOIN flashcards ON flashcards.deck = hidden_decks.id
            JOIN media_uses AS uses ON uses.flashcard = flashcards.id)
        AND NOT EXISTS (
            SELECT 1 FROM media_uses AS others JOIN flashcards ON flashcards.id = others.flashcard
            WHERE others.name = media.name AND flashcards.deck NOT IN (SELECT id FROM hidden_decks))
        """
    let rows = try Row.fetchCursor(
        export.database, sql: "SELECT name, data FROM media \(try export.where(hidden)) ORDER BY name")
    var isFolderThere = false
    while let row = try rows.next() {
        if !isFolderThere { try export.makeFolder("media") }
        isFolderThere = true
        try export.write(row[1] as Data, to: "media/\(row[0] as String)")
        try export.part.add(1)
    }
}

extension ExportWriter {
    fileprivate func writeWords(_ table: String, unless hidden: String) throws {
        try writeLines(
            ExportedRow.self, "SELECT * FROM \(table) \(try `where`(hidden)) ORDER BY id", to: "\(table).jsonl")
    }

    /// Databases of older versions have nothing hidden.
    fileprivate func `where`(_ hidden: String) throws -> String {
        try database.tableExists("deleted_words") ? "WHERE NOT (\(hidden))" : ""
    }
}

/// A row by the names of its columns; what is a date in it is ISO 8601, and what is JSON is JSON.
private struct ExportedRow: FetchableRecord, Encodable {
    private let values: [(name: String, value: DatabaseValue)]

    init(row: Row) { values = row.map { ($0, $1) } }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in values {
            let key = Name(stringValue: name)
            switch value.storage {
            case .null: break
            case .double(let seconds) where name.hasSuffix("At"):
                try container.encode(Timestamp(Date(timeIntervalSinceReferenceDate: seconds)), forKey: key)
            case .double(let number): try container.encode(number, forKey: key)
            case .int64(let number): try container.encode(number, forKey: key)
            case .string(let text): try container.encode(text, forKey: key)
            case .blob(let data): try container.encode(data, forKey: key)
            }
        }
    }
}
