// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The tables as they are, a JSON object a line, and the media as files.
let wordExports = [
    ExportStep(rowsOf: ["decks"]) {
        try $0.writeLines(ExportedRow.self, "SELECT * FROM decks ORDER BY id", to: "decks.jsonl")
    },
    ExportStep(rowsOf: ["flashcards"]) {
        try $0.writeLines(ExportedRow.self, "SELECT * FROM flashcards ORDER BY id", to: "flashcards.jsonl")
    },
    ExportStep(rowsOf: ["cards"]) {
        try $0.writeLines(ExportedRow.self, "SELECT * FROM cards ORDER BY id", to: "cards.jsonl")
    },
    ExportStep(rowsOf: ["reviews"]) {
        try $0.writeLines(ExportedRow.self, "SELECT * FROM reviews ORDER BY id", to: "reviews.jsonl")
    },
    ExportStep(rowsOf: ["media"], write: writeMedia),
]

private func writeMedia(to export: ExportFolder) throws {
    let rows = try Row.fetchCursor(export.database, sql: "SELECT name, data FROM media ORDER BY name")
    var isFolderThere = false
    while let row = try rows.next() {
        if !isFolderThere { try export.makeFolder("media") }
        isFolderThere = true
        try export.write(row[1] as Data, to: "media/\(row[0] as String)")
        try export.part.add(1)
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
