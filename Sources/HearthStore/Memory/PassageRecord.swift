// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory

extension Passage {
    init(row: Row) throws {
        guard let kind = Kind(rawValue: row["kind"]) else {
            throw StoreError(.damaged, "a passage has the kind \(row["kind"] as String)")
        }
        self.init(
            number: row["number"], kind: kind, source: row["source"], part: row["part"], thread: row["thread"],
            speaker: row["speaker"], date: Date(timeIntervalSinceReferenceDate: row["saidAt"]), text: row["text"])
    }
}

extension PassageOutline {
    /// The columns in their order, which is quicker than by name where there are many rows.
    static let columns = "number, thread, speaker, saidAt, stemCount, wordCount, isQuestion, namesTime"

    init(row: Row) {
        self.init(
            number: row[0], thread: row[1], speaker: row[2], date: Date(timeIntervalSinceReferenceDate: row[3]),
            stemCount: row[4],
            traits: PassageTraits(isQuestion: row[6], namesTime: row[7], wordCount: row[5]))
    }
}

extension PassageVector {
    /// Of `passage`, `scale` and `numbers`.
    init(row: Row) {
        let bytes: Data = row[2]
        self.init(passage: row[0], scale: Float(row[1] as Double), numbers: bytes.map { Int8(bitPattern: $0) })
    }

    var bytes: Data { Data(numbers.map { UInt8(bitPattern: $0) }) }
}

extension PassageDraft {
    /// Adds it to the passages.
    func insert(in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO passages (kind, source, part, thread, speaker, saidAt, text, stems, stemCount, wordCount, isQuestion,
                    namesTime)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            kind.rawValue, source.withoutNulls, part, thread.withoutNulls, speaker.withoutNulls,
            date.timeIntervalSinceReferenceDate, text.withoutNulls, stems.joined(separator: " "), stems.count,
            traits.wordCount, traits.isQuestion, traits.namesTime,
        ])
    }
}
