// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How well the stems of a question fit each passage, its surroundings, and its run: BM25 over whether a passage has a
/// stem.
///
/// How often a stem stands in one passage made no difference on conversations and little on diaries, so it is not kept.
/// In surroundings and runs it counts in how many of their passages it stands. Scores are shares of the weight of all
/// stems of the question, those that no passage has included: 0 for none, 1 for each stem once in a passage of average
/// length.
/// Source: Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond", section 3.
struct KeywordScores {
    /// By row: the share of the stems that it has, each by its rarity, 0…1.
    private(set) var share: [Float]
    /// By row: the passage itself.
    private(set) var own: [Float]
    /// By row: it and the one before.
    private(set) var pair: [Float]
    /// By row: it and two on either side.
    private(set) var around: [Float]
    /// By run.
    private(set) var run: [Float]

    private static let saturation: Float = 1.2
    private static let lengthShare: Float = 0.75

    /// Weight of another word on a topic, against the word itself.
    private static let topic: Float = 0.4

    /// A stem that more passages have tells next to nothing of them, and would cost more than all others.
    private static let mostHolders = 20_000

    private let table: PassageTable

    init(_ table: PassageTable) {
        self.table = table
        share = Array(repeating: 0, count: table.count)
        own = share
        pair = own
        around = own
        run = Array(repeating: 0, count: table.lengths.run.count)
    }

    /// - Parameters:
    ///   - holders: for each stem, the rows that have it.
    ///   - related: for each stem, rows that have another word on its topic.
    mutating func score(_ holders: [[Int]], related: [[Int]] = []) {
        guard table.count > 0 else { return }
        let isCommon = { (rows: [Int]) in rows.count > Self.mostHolders }
        let holders = holders.allSatisfy(isCommon) ? holders : holders.filter { !isCommon($0) }
        var counts = TouchedCounts(rows: table.count, runs: run.count)
        let total = holders.reduce(Float(0)) { $0 + Self.rarity($1.count, of: table.count) }
        for rows in holders where !rows.isEmpty {
            let part = Self.rarity(rows.count, of: table.count) / total
            for row in rows { share[row] += part }
            add(rows, of: total, &counts)
        }
        for rows in related where !rows.isEmpty && !isCommon(rows) { add(rows, of: total / Self.topic, &counts) }
    }

    /// Adds what one stem tells.
    /// - Parameter total: the weight of all stems.
    private mutating func add(_ rows: [Int], of total: Float, _ counts: inout TouchedCounts) {
        let lengths = table.lengths
        let (averageOwn, averagePair) = (lengths.averageOwn, lengths.averagePair)
        let (averageAround, averageRun) = (lengths.averageAround, lengths.averageRun)
        let rarity = Self.rarity(rows.count, of: table.count) / total
        for row in rows { count(row, &counts) }
        let runRarity = Self.rarity(counts.runs.touched.count, of: run.count) / total
        for row in rows { own[row] += rarity * Self.weight(1, table.stemCounts[row], averageOwn) }
        counts.pair.drain { pair[$0] += rarity * Self.weight($1, lengths.pair[$0], averagePair) }
        counts.around.drain { around[$0] += rarity * Self.weight($1, lengths.around[$0], averageAround) }
        counts.runs.drain { run[$0] += runRarity * Self.weight($1, lengths.run[$0], averageRun) }
    }

    private func count(_ row: Int, _ counts: inout TouchedCounts) {
        counts.pair.add(row)
        counts.around.add(row)
        counts.runs.add(Int(table.runs[row]))
        var neighbour = Int(table.previous[row])
        for _ in 0..<2 where neighbour >= 0 {
            counts.around.add(neighbour)
            neighbour = Int(table.previous[neighbour])
        }
        neighbour = Int(table.next[row])
        if neighbour >= 0 { counts.pair.add(neighbour) }
        for _ in 0..<2 where neighbour >= 0 {
            counts.around.add(neighbour)
            neighbour = Int(table.next[neighbour])
        }
    }

    /// The inverse document frequency, never negative.
    static func rarity(_ holders: Int, of all: Int) -> Float {
        Float(log(1 + (Double(all - holders) + 0.5) / (Double(holders) + 0.5)))
    }

    static func weight(_ count: Float, _ length: Float, _ average: Float) -> Float {
        let norm = saturation * (1 - lengthShare + lengthShare * length / max(average, 1))
        return count * (saturation + 1) / (count + norm)
    }
}

/// Counts by row of which few are not 0, so that emptying them costs only those.
private struct TouchedCounts {
    var pair: SparseCounts
    var around: SparseCounts
    var runs: SparseCounts

    init(rows: Int, runs: Int) {
        pair = SparseCounts(rows)
        around = pair
        self.runs = SparseCounts(runs)
    }
}

private struct SparseCounts {
    private var counts: [UInt16]
    private(set) var touched: [Int] = []

    init(_ count: Int) { counts = Array(repeating: 0, count: count) }

    mutating func add(_ index: Int) {
        if counts[index] == 0 { touched.append(index) }
        if counts[index] < .max { counts[index] += 1 }
    }

    /// Hands out what is not 0, and forgets it.
    mutating func drain(_ take: (_ index: Int, _ count: Float) -> Void) {
        for index in touched {
            take(index, Float(counts[index]))
            counts[index] = 0
        }
        touched.removeAll(keepingCapacity: true)
    }
}
