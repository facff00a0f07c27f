// SPDX-License-Identifier: Apache-2.0

/// Runs a `RegexProgram` over UTF-8 by backtracking, leftmost alternative first.
///
/// Backtracking alone can take exponential time (`(a+)+$`). After `backtrackingLimit` steps back the matcher therefore
/// remembers every (instruction, place) that it has been to: what failed there once fails again, so the rest takes at
/// most instructions × places steps. A look-around inside cannot share that memory and is bounded by `stepLimit`
/// instead.
///
/// Why no library: patterns are Oniguruma's, whose syntax Swift's `Regex` and `NSRegularExpression` do not share; they
/// come with a model, so their steps are limited; and text is cut as UTF-8 where it lies.
///
/// A matcher holds scratch memory and serves one call at a time.
final class RegexMatcher {
    struct TooManySteps: Error {}

    /// A choice that can be taken back.
    struct Frame {
        /// Instruction to resume at; for a loop or a switch, the instruction itself.
        var instruction: Int
        var place: Int
        /// -1: just go on. For a greedy loop the least place, for a lazy one the count so far, for a switch the
        /// alternatives that are left.
        var extra: Int
    }

    private static let backtrackingLimit = 4_096
    static let stepLimit = 10_000_000

    private(set) var frames: UnsafeMutablePointer<Frame>
    private(set) var capacity = 256
    var steps = 0
    /// The number of steps from which on places are remembered.
    var budget = 0

    init() { frames = .allocate(capacity: 256) }
    deinit { frames.deallocate() }

    /// The first match that begins at `from` or later within `text`; lengths and places are in bytes.
    ///
    /// Nothing outside `text` is looked at: its ends are the ends of the world for anchors and look-arounds.
    func firstMatch(
        _ program: RegexProgram, in text: Bytes, from: Int
    ) throws(TooManySteps) -> (start: Int, end: Int)? {
        guard let base = text.baseAddress else {
            return try emptyMatch(program) ? (0, 0) : nil
        }
        steps = 0
        var seen: Set<Int>? = program.mayLoopInPlace ? [] : nil
        var start = from
        while start <= text.count {
            if let first = program.firstBytes {
                while start < text.count, !first.base[Int(base[start])] { start += 1 }
                if start >= text.count { return nil }
            }
            budget = Self.backtrackingLimit + 8 * (start - from)
            let subject = Subject(text: base, count: text.count, search: from, origin: start)
            let end = try run(program, subject, Position(instruction: 0, place: start, depth: 0), &seen)
            if end >= 0 { return (start, end) }
            if start >= text.count { return nil }
            if let run = program.leadingRun {
                while start < text.count {
                    let (scalar, length) = readScalar(base, start)
                    if !program.has(run, scalar) { break }
                    start += length
                }
                if start < text.count { start += scalarLength(base[start]) }
            } else {
                start += scalarLength(base[start])
            }
        }
        return nil
    }

    private func emptyMatch(_ program: RegexProgram) throws(TooManySteps) -> Bool {
        var seen: Set<Int>? = []
        var nothing: UInt8 = 0
        return try withUnsafePointer(to: &nothing) { base throws(TooManySteps) in
            let subject = Subject(text: base, count: 0, search: 0, origin: 0)
            return try run(program, subject, Position(instruction: 0, place: 0, depth: 0), &seen) >= 0
        }
    }

    @inline(never)
    func growStack() {
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: frames, count: capacity)
        frames.deallocate()
        frames = larger
        capacity *= 2
    }
}

extension RegexMatcher {
    /// Calls `found` for each match in order, as the reference's iterator does: an empty match directly behind the
    /// last match is passed over.
    func forEachMatch(
        _ program: RegexProgram, in text: Bytes, _ found: (Int, Int) -> Void
    ) throws(TooManySteps) {
        var from = 0
        var lastEnd = -1
        while from <= text.count, let match = try firstMatch(program, in: text, from: from) {
            if match.start == match.end, match.end == lastEnd {
                guard from < text.count else { return }
                from += scalarLength(text[from])
                continue
            }
            from = match.end
            lastEnd = match.end
            found(match.start, match.end)
        }
    }
}
