// SPDX-License-Identifier: Apache-2.0

/// A row of logits that becomes weights, with the peak and the sum of every run of 256 of them.
///
/// Of 128,256 tokens a handful matter. The kernels find each run's peak and sum; only runs that matter are then looked
/// at token by token. The tables are kept from one row to the next.
struct Candidates {
    private(set) var row = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
    private var peaks: [Float] = []
    private var sums: [Double] = []

    private static let runLength = 256

    private var runs: Range<Int> { 0..<(row.count + Self.runLength - 1) / Self.runLength }

    private func run(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
        let begin = index * Self.runLength
        return UnsafeMutableBufferPointer(rebasing: row[begin..<min(begin + Self.runLength, row.count)])
    }

    /// Takes up a row of logits and returns the largest; NaN counts as smallest.
    mutating func begin(_ logits: UnsafeMutableBufferPointer<Float>, compute: Compute) -> Float {
        row = logits
        peaks.removeAll(keepingCapacity: true)
        for index in runs { peaks.append(compute.maximum(run(index))) }
        return peaks.max() ?? -.infinity
    }

    /// The first token with this weight or logit, 0 when there is none.
    func first(_ value: Float) -> Int {
        for index in runs where peaks[index] == value {
            if let found = run(index).firstIndex(of: value) { return index * Self.runLength + found }
        }
        return 0
    }

    /// Turns logits into weights exp((logit − largest) · factor), 0…1; returns their sum.
    mutating func weigh(largest: Float, factor: Float, compute: Compute) -> Double {
        sums.removeAll(keepingCapacity: true)
        for index in runs {
            sums.append(compute.exponentials(run(index), maximum: largest, factor: factor))
            peaks[index] = compute.maximum(run(index))
        }
        return sums.reduce(0, +)
    }

    /// Calls `body` with each token whose weight is at least `bound`, in order.
    func forEach(atLeast bound: Float, _ body: (_ token: Int, _ weight: Float) -> Void) {
        for index in runs where peaks[index] >= bound {
            for (offset, weight) in run(index).enumerated() where weight >= bound {
                body(index * Self.runLength + offset, weight)
            }
        }
    }

    /// The token at which the running sum of the weights passes `mass`; the last one that has a weight when none does.
    func token(at mass: Double) -> Int {
        var left = mass
        var last = 0
        for index in runs where sums[index] > 0 {
            // Where the rounding of two sums differs, the run's own tokens decide.
            if left >= sums[index], index < runs.upperBound - 1 {
                left -= sums[index]
                continue
            }
            for (offset, weight) in run(index).enumerated() where weight > 0 {
                left -= Double(weight)
                last = index * Self.runLength + offset
                if left < 0 { return last }
            }
        }
        return last
    }
}
