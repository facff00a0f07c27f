// SPDX-License-Identifier: Apache-2.0

/// Runs a `RegexProgram` over UTF-8 by backtracking, leftmost alternative first.
///
/// Backtracking alone can take exponential time (`(a+)+$`). After `patience` steps back the matcher therefore remembers
/// every (instruction, place) that it has been to: what failed there once fails again, so the rest takes at most
/// instructions × places steps. A look-around inside cannot share that memory and is bounded by `stepLimit` instead.
///
/// A matcher holds scratch memory and serves one call at a time.
final class RegexMatcher {
    struct TooManySteps: Error {}

    private struct Frame {
        /// Where to go on; for a loop or a switch, the instruction itself.
        var instruction: Int
        var place: Int
        /// -1: just go on. For a greedy loop the least place, for a lazy one the count so far, for a switch the
        /// alternatives that are left.
        var extra: Int
    }

    private static let patience = 4_096
    private static let stepLimit = 10_000_000

    private var frames: UnsafeMutablePointer<Frame>
    private var capacity = 256
    private var steps = 0
    /// The number of steps from which on places are remembered.
    private var budget = 0

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
            budget = Self.patience + 8 * (start - from)
            let end = try run(program, base, text.count, 0, start, 0, origin: start, search: from, &seen)
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
            try run(program, base, 0, 0, 0, 0, origin: 0, search: 0, &seen) >= 0
        }
    }

    private func push(_ frame: Frame, _ depth: inout Int) {
        if depth == capacity {
            let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
            larger.moveInitialize(from: frames, count: capacity)
            frames.deallocate()
            frames = larger
            capacity *= 2
        }
        frames[depth] = frame
        depth += 1
    }

    /// Runs from `instruction` at `place` and gives the end of the match, or -1.
    ///
    /// `floor` is the height of the stack that belongs to the callers. Indices into the program and its tables come
    /// from the compiler; places stay within 0…count because each read checks for the end first.
    private func run(
        _ program: RegexProgram, _ text: UnsafePointer<UInt8>, _ count: Int,
        _ firstInstruction: Int, _ firstPlace: Int, _ floor: Int, origin: Int, search: Int, _ seen: inout Set<Int>?
    ) throws(TooManySteps) -> Int {
        let code = program.instructions.base
        var instruction = firstInstruction
        var place = firstPlace
        var depth = floor
        var alternatives = -1  // those left to a switch to which we have come back

        func fresh() -> Set<Int>? { program.mayLoopInPlace ? [] : nil }

        while true {
            var failed = false
            let current = code[instruction]
            switch current.operation {
            case .byte:
                if place < count, text[place] == UInt8(truncatingIfNeeded: current.a) {
                    place += 1
                    instruction += 1
                } else {
                    failed = true
                }
            case .set:
                if place < count {
                    let (scalar, length) = readScalar(text, place)
                    if program.has(Int(current.a), scalar) {
                        place += length
                        instruction += 1
                    } else {
                        failed = true
                    }
                } else {
                    failed = true
                }
            case .greedyLoop, .possessiveLoop:
                let table = Int(current.a)
                let bits = program.tableBits.base[table]
                let least = Int(current.b)
                let most = current.c < 0 ? Int.max : Int(current.c)
                var taken = 0
                var leastPlace = place
                while taken < most, place < count {
                    let byte = text[place]
                    if byte < 0x80 {
                        if bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 0 { break }
                        place += 1
                    } else {
                        let (scalar, length) = readScalar(text, place)
                        if !program.has(table, scalar) { break }
                        place += length
                    }
                    taken += 1
                    if taken == least { leastPlace = place }
                }
                if taken < least {
                    failed = true
                } else {
                    // Before the end of the pattern the longest run is final.
                    let mayGiveBack = current.operation == .greedyLoop && code[instruction + 1].operation != .succeed
                    if mayGiveBack, place > leastPlace {
                        push(Frame(instruction: instruction, place: place, extra: leastPlace), &depth)
                    }
                    instruction += 1
                }
            case .lazyLoop:
                var taken = 0
                while taken < Int(current.b), place < count {
                    let (scalar, length) = readScalar(text, place)
                    if !program.has(Int(current.a), scalar) { break }
                    place += length
                    taken += 1
                }
                if taken < Int(current.b) {
                    failed = true
                } else {
                    if current.c < 0 || taken < Int(current.c) {
                        push(Frame(instruction: instruction, place: place, extra: taken), &depth)
                    }
                    instruction += 1
                }
            case .choose:
                if alternatives < 0 {
                    let row = Int(current.a) * RegexProgram.viablePerSwitch
                    let viable = program.viable.base[row + (place < count ? Int(text[place]) : 256)]
                    alternatives = Int(truncatingIfNeeded: viable)
                    if seen != nil, seen?.insert(instruction &* (count &+ 1) &+ place).inserted == false {
                        alternatives = 0
                    }
                }
                if alternatives == 0 {
                    failed = true
                } else {
                    let index = alternatives.trailingZeroBitCount
                    let left = alternatives & (alternatives - 1)
                    if left != 0 { push(Frame(instruction: instruction, place: place, extra: left), &depth) }
                    instruction = Int(program.targets.base[Int(current.a) * RegexProgram.targetsPerSwitch + index])
                }
                alternatives = -1
            case .split:
                if seen != nil, seen?.insert(instruction &* (count &+ 1) &+ place).inserted == false {
                    failed = true
                } else {
                    push(Frame(instruction: Int(current.b), place: place, extra: -1), &depth)
                    instruction = Int(current.a)
                }
            case .jump:
                instruction = Int(current.a)
            case .lookAhead:
                var inner = fresh()
                let end = try run(
                    program, text, count, instruction + 1, place, depth, origin: place, search: search, &inner)
                if (end >= 0) == (current.b == 0) { instruction = Int(current.a) } else { failed = true }
            case .lookBehind:
                var found = false
                var start = place
                for back in 0...Int(code[instruction + 1].c) {
                    if back > 0 {
                        if start == 0 { break }
                        start = scalarStart(text, before: start, low: 0)
                    }
                    if back < Int(current.c) { continue }
                    var inner = fresh()
                    let end = try run(
                        program, text, count, instruction + 2, start, depth, origin: place, search: search, &inner)
                    if end >= 0 {
                        found = true
                        break
                    }
                }
                if found == (current.b == 0) { instruction = Int(current.a) } else { failed = true }
            case .atomic:
                var inner = fresh()
                let end = try run(
                    program, text, count, instruction + 1, place, depth, origin: origin, search: search, &inner)
                if end >= 0 {
                    place = end
                    instruction = Int(current.a)
                } else {
                    failed = true
                }
            case .assert:
                if holds(current.a, text, count, place, search) { instruction += 1 } else { failed = true }
            case .atOrigin:
                if place == origin { instruction += 1 } else { failed = true }
            case .succeed:
                return place
            }
            if !failed { continue }

            // Back to the last choice.
            steps += 1
            if steps > Self.stepLimit { throw TooManySteps() }
            if steps > budget, seen == nil { seen = [] }
            resume: while true {
                if depth == floor { return -1 }
                depth -= 1
                let frame = frames[depth]
                instruction = frame.instruction
                place = frame.place
                if frame.extra < 0 { break }
                let loop = code[instruction]
                switch loop.operation {
                case .greedyLoop:
                    place = scalarStart(text, before: place, low: frame.extra)
                    if place > frame.extra {
                        push(Frame(instruction: instruction, place: place, extra: frame.extra), &depth)
                    }
                    instruction += 1
                case .lazyLoop:
                    guard place < count else { continue resume }
                    let (scalar, length) = readScalar(text, place)
                    guard program.has(Int(loop.a), scalar) else { continue resume }
                    place += length
                    if loop.c < 0 || frame.extra + 1 < Int(loop.c) {
                        push(Frame(instruction: instruction, place: place, extra: frame.extra + 1), &depth)
                    }
                    instruction += 1
                default:
                    alternatives = frame.extra
                    break resume
                }
                // What follows a loop is the same wherever the loop began: one visit for each place is enough.
                if seen != nil, seen?.insert(instruction &* (count &+ 1) &+ place).inserted == false {
                    continue resume
                }
                break
            }
        }
    }

    private func holds(
        _ assertion: Int32, _ text: UnsafePointer<UInt8>, _ count: Int, _ place: Int, _ search: Int
    ) -> Bool {
        switch RegexNode.Assertion(rawValue: UInt8(truncatingIfNeeded: assertion)) {
        case .textStart: return place == 0
        case .textEnd: return place == count
        case .textEndOrLastNewline: return place == count || (place == count - 1 && text[place] == 0x0A)
        case .lineStart: return place == 0 || (text[place - 1] == 0x0A && place < count)
        case .lineEnd: return place == count || text[place] == 0x0A
        case .wordBoundary, .notWordBoundary:
            let before = place > 0 && isWord(text, scalarStart(text, before: place, low: 0))
            let after = place < count && isWord(text, place)
            return (before != after) == (RegexNode.Assertion(rawValue: UInt8(assertion)) == .wordBoundary)
        case .searchStart: return place == search
        case nil: return false
        }
    }

    private static let wordTable = ScalarTable(CharacterClasses.word)

    private func isWord(_ text: UnsafePointer<UInt8>, _ place: Int) -> Bool {
        Self.wordTable.contains(readScalar(text, place).value)
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
