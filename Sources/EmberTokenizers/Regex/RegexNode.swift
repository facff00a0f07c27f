// SPDX-License-Identifier: Apache-2.0

/// A pattern as a tree, between parsing and compiling.
indirect enum RegexNode: Sendable {
    /// One scalar out of a set.
    case set(ScalarSet)
    case sequence([RegexNode])
    /// The first alternative that leads to a match wins, not the longest.
    case alternation([RegexNode])
    /// `max` is `nil` for "any number".
    case repetition(RegexNode, min: Int, max: Int?, Greed)
    case look(RegexNode, behind: Bool, negated: Bool)
    /// Once matched, its inner choices are final.
    case atomic(RegexNode)
    case assertion(Assertion)

    enum Greed: Sendable { case greedy, lazy, possessive }

    enum Assertion: UInt8, Sendable {
        case textStart, textEnd, textEndOrLastNewline, lineStart, lineEnd, wordBoundary, notWordBoundary, searchStart
    }

    /// Whether the node can match without consuming anything.
    var canBeEmpty: Bool {
        switch self {
        case .set: false
        case .sequence(let nodes): nodes.allSatisfy(\.canBeEmpty)
        case .alternation(let nodes): nodes.contains(where: \.canBeEmpty)
        case .repetition(let node, let min, _, _): min == 0 || node.canBeEmpty
        case .look, .assertion: true
        case .atomic(let node): node.canBeEmpty
        }
    }

    /// The least and the greatest number of scalars that the node consumes; no greatest when it is unbounded.
    var length: (min: Int, max: Int?) {
        switch self {
        case .set: return (1, 1)
        case .look, .assertion: return (0, 0)
        case .atomic(let node): return node.length
        case .sequence(let nodes):
            return nodes.reduce((0, 0)) { sum, node in
                let length = node.length
                return (capped(sum.0 + length.min), sum.1.flatMap { a in length.max.map { capped(a + $0) } })
            }
        case .alternation(let nodes):
            let lengths = nodes.map(\.length)
            let longest = lengths.contains { $0.max == nil } ? nil : lengths.compactMap(\.max).max() ?? 0
            return (lengths.map(\.min).min() ?? 0, longest)
        case .repetition(let node, let min, let max, _):
            let length = node.length
            let (least, _) = length.min.multipliedReportingOverflow(by: min)
            guard let max else { return (capped(least), length.max == 0 ? 0 : nil) }
            return (capped(least), length.max.map { capped($0.multipliedReportingOverflow(by: max).partialValue) })
        }
    }

    private func capped(_ value: Int) -> Int { Swift.min(Swift.max(value, 0), 1_000_000) }

    /// The bytes with which a non-empty match can begin.
    var firstBytes: ByteSet {
        switch self {
        case .set(let set): return ByteSet(firstBytesOf: set)
        case .sequence(let nodes):
            var result = ByteSet()
            for node in nodes {
                result.formUnion(node.firstBytes)
                if !node.canBeEmpty { break }
            }
            return result
        case .alternation(let nodes):
            var result = ByteSet()
            for node in nodes { result.formUnion(node.firstBytes) }
            return result
        case .repetition(let node, _, let max, _): return max == 0 ? ByteSet() : node.firstBytes
        case .look, .assertion: return ByteSet()
        case .atomic(let node): return node.firstBytes
        }
    }
}

/// A set of bytes with which a scalar can begin.
struct ByteSet: Sendable, Equatable {
    private(set) var contains = [Bool](repeating: false, count: 256)

    init() {}

    init(firstBytesOf set: ScalarSet) {
        for range in set.ranges {
            let first = Self.firstByte(range.lowerBound)
            let last = Self.firstByte(range.upperBound)
            // 0x80…0xBF only continue a scalar. A search that stops at one would begin a match inside of it.
            for byte in first...last where !(0x80...0xBF).contains(byte) { contains[byte] = true }
        }
    }

    private static func firstByte(_ scalar: UInt32) -> Int {
        switch scalar {
        case ..<0x80: Int(scalar)
        case ..<0x800: Int(0xC0 | scalar >> 6)
        case ..<0x10000: Int(0xE0 | scalar >> 12)
        default: Int(0xF0 | scalar >> 18)
        }
    }

    mutating func formUnion(_ other: ByteSet) {
        for byte in 0..<256 where other.contains[byte] { contains[byte] = true }
    }
}
