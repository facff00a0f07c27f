// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode scalar values, as the sorted boundaries where membership changes.
///
/// `[0x41, 0x5B]` is A…Z: in from 0x41, out from 0x5B. An odd count means "in up to the last scalar".
package struct ScalarSet: Sendable, Equatable {
    package private(set) var bounds: [UInt32] = []

    package static let limit: UInt32 = 0x110000
    package static let all = ScalarSet(0...(limit - 1))

    package init() {}

    /// - Parameter bounds: as in `bounds`: ascending, without repeats.
    package init(bounds: [UInt32]) { self.bounds = bounds }

    package init(_ range: ClosedRange<UInt32>) { bounds = [range.lowerBound, range.upperBound + 1] }

    package init(_ scalar: UInt32) { bounds = [scalar, scalar + 1] }

    package init(ranges: [ClosedRange<UInt32>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = bounds.last, range.lowerBound <= last {
                bounds[bounds.count - 1] = max(last, range.upperBound + 1)
            } else {
                bounds += [range.lowerBound, range.upperBound + 1]
            }
        }
    }

    package var isEmpty: Bool { bounds.isEmpty }

    package var ranges: [ClosedRange<UInt32>] {
        stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]...(bounds[$0 + 1] - 1) }
    }

    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The only member, if there is exactly one.
    package var single: UInt32? { bounds.count == 2 && bounds[1] == bounds[0] + 1 ? bounds[0] : nil }

    package func contains(_ scalar: UInt32) -> Bool {
        var low = 0
        var high = bounds.count
        while low < high {
            let middle = (low + high) / 2
            if bounds[middle] <= scalar { low = middle + 1 } else { high = middle }
        }
        return !low.isMultiple(of: 2)
    }

    package var inverted: ScalarSet {
        var result = ScalarSet()
        result.bounds = bounds.first == 0 ? Array(bounds.dropFirst()) : [0] + bounds
        if result.bounds.last == Self.limit { result.bounds.removeLast() } else { result.bounds.append(Self.limit) }
        return result
    }

    package func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges: ranges + other.ranges) }

    package func intersection(_ other: ScalarSet) -> ScalarSet { inverted.union(other.inverted).inverted }
}

/// A `ScalarSet` made for asking often: one bit per scalar for the first two planes, a search beyond.
final class ScalarTable: Sendable {
    static let tabulated: UInt32 = 0x20000

    let set: ScalarSet
    let bits: Frozen<UInt64>

    init(_ set: ScalarSet) {
        self.set = set
        var bits = [UInt64](repeating: 0, count: Int(Self.tabulated / 64))
        for range in set.ranges where range.lowerBound < Self.tabulated {
            let last = min(range.upperBound, Self.tabulated - 1)
            var scalar = range.lowerBound
            while scalar <= last {
                if scalar & 63 == 0, last - scalar >= 63 {
                    bits[Int(scalar >> 6)] = .max
                    scalar += 64
                } else {
                    bits[Int(scalar >> 6)] |= 1 << UInt64(scalar & 63)
                    scalar += 1
                }
            }
        }
        self.bits = Frozen(bits)
    }

    @inline(__always)
    func contains(_ scalar: UInt32) -> Bool {
        if scalar < Self.tabulated { return bits.base[Int(scalar >> 6)] >> UInt64(scalar & 63) & 1 != 0 }
        return set.contains(scalar)
    }
}
