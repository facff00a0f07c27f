// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SeededRandom
import Testing

@testable import HearthMemory

/// BM25 as FTS5 computes it is the reference for how often and how long; it weighs rare words by a formula of its own,
/// which is divided out: SQLite, "FTS5 Extension", section 5.1.1.
@Suite struct KeywordReferenceTests {
    private let texts: [[String]]

    init() {
        var random = SplitMix(seed: 5)
        texts = (0..<300).map { _ in
            let count = Int.random(in: 3...30, using: &random)
            let words = (0..<count).map { _ in
                "w\(min(Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random)))"
            }
            return Set(words).sorted()
        }
    }

    private func index() async throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try await queue.write { [texts] database in
            try database.execute(sql: "CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='ascii')")
            for text in texts {
                try database.execute(sql: "INSERT INTO texts VALUES (?)", arguments: [text.joined(separator: " ")])
            }
        }
        return queue
    }

    /// Returns FTS5's score of each row for one word, in units of its weight of the word.
    private func shares(_ word: String, _ queue: DatabaseQueue) async throws -> [Int: Double] {
        let holders = Double(texts.count { $0.contains(word) })
        let weight = log((Double(texts.count) - holders + 0.5) / (holders + 0.5))
        let rows = try queue.read { database in
            try Row.fetchAll(
                database, sql: "SELECT rowid - 1, -bm25(texts) FROM texts WHERE texts MATCH ?", arguments: [word])
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], ($0[1] as Double) / weight) })
    }

    @Test(arguments: [["w3"], ["w40"], ["w12", "w30"], ["w5", "w25", "w44"], ["w1", "w59"], ["w20", "absent"]])
    func `scores agree with FTS5`(query: [String]) async throws {
        let queue = try await index()
        let table = table()
        var keywords = KeywordScores(table)
        keywords.score(query.map { word in texts.indices.filter { texts[$0].contains(word) } })
        let weights = query.map { word in
            Double(KeywordScores.rarity(texts.count { $0.contains(word) }, of: texts.count))
        }
        var expected = [Double](repeating: 0, count: texts.count)
        for (word, weight) in zip(query, weights) where texts.contains(where: { $0.contains(word) }) {
            for (row, share) in try await shares(word, queue) { expected[row] += share * weight / weights.reduce(0, +) }
        }
        #expect(expected.contains { $0 > 0 })
        for (row, score) in expected.enumerated() { #expect(abs(Double(keywords.own[row]) - score) < 1e-4) }
        // Each passage is a thread of its own here.
        #expect(keywords.pair == keywords.own && keywords.around == keywords.own && keywords.run == keywords.own)
    }

    private func table() -> PassageTable {
        var table = PassageTable()
        table.append(
            texts.enumerated().map { index, stems in
                PassageOutline(
                    number: index + 1, thread: "\(index)", speaker: "", date: .distantPast, stemCount: stems.count,
                    traits: PassageTraits(isQuestion: false, namesTime: false, wordCount: stems.count))
            })
        return table
    }
}
