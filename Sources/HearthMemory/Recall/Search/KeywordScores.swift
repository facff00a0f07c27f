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

    private let table: PassageTable
    private let lengths: WindowLengths

    init(_ table: PassageTable, _ lengths: WindowLengths) {
        (self.table, self.lengths) = (table, lengths)
        own = Array(repeating: 0, count: table.count)
        pair = own
        around = own
        run = Array(repeating: 0, count: table.runStemCounts.count)
    }

    /// - Parameter holders: for each stem, the rows that have it.
    mutating func score(_ holders: [[Int]]) {
        guard table.count > 0 else { return }
        var counts = TouchedCounts(rows: table.count, runs: run.count)
        let total = holders.reduce(Float(0)) { $0 + Self.rarity($1.count, of: table.count) }
        for rows in holders where !rows.isEmpty {
            let rarity = Self.rarity(rows.count, of: table.count) / total
            for row in rows { count(row, &counts) }
            let runRarity = Self.rarity(counts.runs.touched.count, of: run.count) / total
            for row in rows { own[row] += rarity * Self.weight(1, table.stemCounts[row], lengths.averageOwn) }
            counts.pair.drain { pair[$0] += rarity * Self.weight($1, lengths.pair[$0], lengths.averagePair) }
            counts.around.drain { around[$0] += rarity * Self.weight($1, lengths.around[$0], lengths.averageAround) }
            counts.runs.drain { run[$0] += runRarity * Self.weight($1, table.runStemCounts[$0], lengths.averageRun) }
        }
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

/// How many stems there are in the surroundings of each passage.
struct WindowLengths {
    private(set) var pair: [Float] = []
    private(set) var around: [Float] = []
    private(set) var averageOwn: Float = 0
    private(set) var averagePair: Float = 0
    private(set) var averageAround: Float = 0
    private(set) var averageRun: Float = 0

    init(_ table: PassageTable) {
        let own = table.stemCounts
        pair = own
        around = own
        for row in own.indices {
            let (before, after) = (Int(table.previous[row]), Int(table.next[row]))
            if before >= 0 {
                pair[row] += own[before]
                around[row] += own[before]
                let second = Int(table.previous[before])
                if second >= 0 { around[row] += own[second] }
            }
            if after >= 0 {
                around[row] += own[after]
                let second = Int(table.next[after])
                if second >= 0 { around[row] += own[second] }
            }
        }
        averageOwn = Self.average(own)
        averagePair = Self.average(pair)
        averageAround = Self.average(around)
        averageRun = Self.average(table.runStemCounts)
    }

    private static func average(_ values: [Float]) -> Float {
        values.isEmpty ? 0 : Float(values.reduce(0.0) { $0 + Double($1) } / Double(values.count))
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
