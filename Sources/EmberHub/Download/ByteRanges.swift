// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A set of bytes of a file.
struct ByteRanges: Sendable, Equatable {
    /// In order, apart from one another, none empty.
    private(set) var ranges: [Range<Int>] = []

    var count: Int { ranges.reduce(0) { $0 + $1.count } }
    var end: Int { ranges.last?.upperBound ?? 0 }

    mutating func insert(_ new: Range<Int>) {
        guard !new.isEmpty else { return }
        // Those that the new one touches become one with it.
        let first = ranges.firstIndex { $0.upperBound >= new.lowerBound } ?? ranges.count
        let last = ranges.lastIndex { $0.lowerBound <= new.upperBound } ?? -1
        guard first <= last else {
            ranges.insert(new, at: first)
            return
        }
        let lower = min(new.lowerBound, ranges[first].lowerBound)
        let upper = max(new.upperBound, ranges[last].upperBound)
        ranges.replaceSubrange(first...last, with: [lower..<upper])
    }

    /// Ranges of a file of `size` bytes that are not in the set, in pieces of at most `piece` bytes.
    func missing(of size: Int, piece: Int) -> [Range<Int>] {
        var missing: [Range<Int>] = []
        var position = 0
        for range in ranges + [size..<size] {
            while position < range.lowerBound {
                let end = min(range.lowerBound, position + piece)
                missing.append(position..<end)
                position = end
            }
            position = max(position, range.upperBound)
        }
        return missing
    }
}

extension ByteRanges {
    var json: JSON { .array(ranges.map { [.integer($0.lowerBound), .integer($0.upperBound)] }) }

    /// `nil` for anything but pairs in order within `0..<limit`.
    init?(json: JSON?, limit: Int) {
        guard let pairs = json?.array else { return nil }
        for pair in pairs {
            guard let ends = pair.array, ends.count == 2, let lower = ends[0].integer, let upper = ends[1].integer,
                lower >= end, lower < upper, upper <= limit
            else { return nil }
            insert(lower..<upper)
        }
    }
}
