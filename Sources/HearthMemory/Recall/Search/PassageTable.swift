// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Columns of all passages for a search, one row a passage, ascending by number.
///
/// Passages of one thread that follow each other within three hours are a run: one conversation, or one entry.
/// Neighbours and context are looked for within a run.
struct PassageTable {
    private(set) var numbers: [Int] = []
    /// Seconds since 2001.
    private(set) var dates: [Double] = []
    private(set) var speakers: [Int32] = []
    private(set) var threads: [Int32] = []
    private(set) var stemCounts: [Float] = []
    private(set) var namesTime: [Bool] = []
    /// Weight of its length and form, whatever is asked.
    private(set) var priors: [Float] = []
    /// The rows before and after it in its run; -1 where there is none.
    private(set) var previous: [Int32] = []
    private(set) var next: [Int32] = []
    private(set) var runs: [Int32] = []

    /// How many stems there are in the surroundings of each row.
    private(set) var lengths = WindowLengths()
    private(set) var speakerNames = PassageNames()
    private(set) var threadNames = PassageNames()
    /// The newest row of each thread, while threads grow at their ends only.
    private var lastRows: [Int32: Int32] = [:]

    var count: Int { numbers.count }

    /// Longer silences end a run.
    private static let longestSilence = 3.0 * 3600

    /// - Parameter outlines: ascending by number, all newer than the rows that are there.
    mutating func append(_ outlines: [PassageOutline]) {
        var isInOrder = true
        for outline in outlines {
            let row = Int32(count)
            numbers.append(outline.number)
            dates.append(outline.date.timeIntervalSinceReferenceDate)
            speakers.append(speakerNames.index(of: outline.speaker))
            threads.append(threadNames.index(of: outline.thread))
            stemCounts.append(Float(outline.stemCount))
            namesTime.append(outline.traits.namesTime)
            priors.append(FusionWeights.prior(of: outline.traits))
            previous.append(-1)
            next.append(-1)
            runs.append(-1)
            lengths.grow()
            if isInOrder { isInOrder = link(row) }
        }
        // A backdated entry stands between others.
        if !isInOrder { linkAll() }
    }

    /// Leaves only the rows whose numbers are in a list.
    /// - Parameter kept: ascending.
    /// - Returns: the old places of the rows that stay.
    mutating func keep(_ kept: [Int]) -> [Int] {
        let kept = Set(kept)
        let rows = numbers.indices.filter { kept.contains(numbers[$0]) }
        numbers = rows.map { numbers[$0] }
        dates = rows.map { dates[$0] }
        speakers = rows.map { speakers[$0] }
        threads = rows.map { threads[$0] }
        stemCounts = rows.map { stemCounts[$0] }
        namesTime = rows.map { namesTime[$0] }
        priors = rows.map { priors[$0] }
        linkAll()
        return rows
    }

    /// The row of a passage. Where none has been removed it lies at once where it is looked for; else by halving.
    func row(of number: Int) -> Int? {
        guard let first = numbers.first, number >= first else { return nil }
        let guess = number - first
        if guess < count, numbers[guess] == number { return guess }
        var (low, high) = (0, min(count, guess + 1))
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && numbers[low] == number ? low : nil
    }

    /// Joins a row to its thread's last.
    /// - Returns: `false` where it is older than that one, so that all have to be linked anew.
    private mutating func link(_ row: Int32) -> Bool {
        let index = Int(row)
        let last = lastRows.updateValue(row, forKey: threads[index])
        if let last {
            guard dates[Int(last)] <= dates[index] else { return false }
            if dates[index] - dates[Int(last)] <= Self.longestSilence {
                previous[index] = last
                next[Int(last)] = row
                runs[index] = runs[Int(last)]
                let second = previous[Int(last)]
                lengths.add(
                    row: index, stemCounts[index], behind: Int(last), Int(second), run: Int(runs[index]), stemCounts)
                return true
            }
        }
        runs[index] = Int32(lengths.run.count)
        lengths.addRun(row: index, stemCounts[index])
        return true
    }

    private mutating func linkAll() {
        previous = Array(repeating: -1, count: count)
        next = previous
        runs = previous
        lengths = WindowLengths(rows: count)
        lastRows = [:]
        let order = numbers.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
        for row in order { _ = link(Int32(row)) }
    }
}

/// Names as small numbers.
struct PassageNames {
    private(set) var names: [String] = []
    private var indices: [String: Int32] = [:]

    func find(_ name: String) -> Int32? { indices[name] }

    mutating func index(of name: String) -> Int32 {
        if let index = indices[name] { return index }
        let index = Int32(names.count)
        names.append(name)
        indices[name] = index
        return index
    }
}

/// How many stems there are in the surroundings of each passage, and on average.
struct WindowLengths {
    /// It and the one before.
    private(set) var pair: [Float]
    /// It and two on either side.
    private(set) var around: [Float]
    private(set) var run: [Float] = []
    private var ownSum = 0.0
    private var pairSum = 0.0
    private var aroundSum = 0.0

    init(rows: Int = 0) {
        pair = Array(repeating: 0, count: rows)
        around = pair
    }

    mutating func grow() {
        pair.append(0)
        around.append(0)
    }

    /// A row that begins a run.
    mutating func addRun(row: Int, _ count: Float) {
        run.append(count)
        add(row, count, before: 0, 0)
    }

    /// A row that goes on with a run, behind one or two others; -1 where there is no second.
    mutating func add(row: Int, _ count: Float, behind first: Int, _ second: Int, run: Int, _ own: [Float]) {
        self.run[run] += count
        add(row, count, before: own[first], second < 0 ? 0 : own[second])
        for earlier in [first, second] where earlier >= 0 {
            around[earlier] += count
            aroundSum += Double(count)
        }
    }

    private mutating func add(_ row: Int, _ count: Float, before first: Float, _ second: Float) {
        pair[row] = count + first
        around[row] = count + first + second
        ownSum += Double(count)
        pairSum += Double(pair[row])
        aroundSum += Double(around[row])
    }

    var averageOwn: Float { average(ownSum, pair.count) }
    var averagePair: Float { average(pairSum, pair.count) }
    var averageAround: Float { average(aroundSum, pair.count) }
    /// Each stem of a passage is in one run.
    var averageRun: Float { average(ownSum, run.count) }

    private func average(_ sum: Double, _ count: Int) -> Float { count == 0 ? 0 : Float(sum / Double(count)) }
}
