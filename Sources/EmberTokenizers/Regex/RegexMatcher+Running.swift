// SPDX-License-Identifier: Apache-2.0

// The steps of a run are functions here. Those that move its position are inlined, and the others are given
// values: had one of them the position's address, it would lie in memory, and cutting text would take a
// tenth longer (November 2026).
extension RegexMatcher {
    /// The text that a run reads, and the places that some instructions compare with.
    struct Subject {
        let text: UnsafePointer<UInt8>
        let count: Int
        /// Place at which the search began.
        let search: Int
        /// Place at which the match began or, inside a look-around, at which that stands.
        var origin: Int
    }

    /// Instruction, place in the text and height of the stack of a run.
    struct Position {
        var instruction: Int
        var place: Int
        /// The height of the stack.
        var depth: Int
    }

    /// Runs from a position and gives the end of the match, or -1.
    ///
    /// The stack up to there belongs to the callers. Indices into the program and its tables come from the compiler;
    /// places stay within 0…count because each read checks for the end first.
    func run(
        _ program: RegexProgram, _ subject: Subject, _ start: Position, _ seen: inout Set<Int>?
    ) throws(TooManySteps) -> Int {
        let code = program.instructions.base
        var position = start
        while true {
            let current = code[position.instruction]
            let advanced: Bool
            switch current.operation {
            case .byte: advanced = takeByte(current, subject, &position)
            case .set: advanced = takeOne(program, current, subject, &position)
            case .greedyLoop, .possessiveLoop: advanced = takeMost(program, current, subject, &position)
            case .lazyLoop: advanced = takeLeast(program, current, subject, &position)
            case .choose: advanced = choose(program, current, subject, &position, &seen)
            case .split: advanced = split(current, subject, &position, &seen)
            case .jump:
                position.instruction = Int(current.a)
                advanced = true
            case .lookAhead, .lookBehind:
                advanced = try looksAround(program, current, subject, position) == (current.b == 0)
                position.instruction = Int(current.a)
            case .atomic:
                let end = try runInner(program, subject, position, from: 1, at: position.place)
                advanced = end >= 0
                position.place = end
                position.instruction = Int(current.a)
            case .assert:
                advanced = holds(current.a, subject, at: position.place)
                position.instruction += 1
            case .atOrigin:
                advanced = position.place == subject.origin
                position.instruction += 1
            case .succeed: return position.place
            }
            if advanced { continue }

            steps += 1
            if steps > Self.stepLimit { throw TooManySteps() }
            if steps > budget, seen == nil { seen = [] }
            if position.depth == start.depth { return -1 }
            guard let choice = lastChoice(program, subject, position, floor: start.depth, &seen) else { return -1 }
            position = choice
        }
    }

    /// Whether the run comes here for the first time, as far as is remembered; from now on this place is.
    @inline(__always)
    private func isNew(_ position: Position, _ subject: Subject, _ seen: inout Set<Int>?) -> Bool {
        guard seen != nil else { return true }
        return seen?.insert(position.instruction &* (subject.count &+ 1) &+ position.place).inserted == true
    }

    @inline(__always)
    private func push(_ frame: Frame, _ position: inout Position) {
        if position.depth == capacity { growStack() }
        frames[position.depth] = frame
        position.depth += 1
    }

    // MARK: Consuming

    @inline(__always)
    private func takeByte(
        _ current: RegexProgram.Instruction, _ subject: Subject, _ position: inout Position
    ) -> Bool {
        guard position.place < subject.count,
            subject.text[position.place] == UInt8(truncatingIfNeeded: current.a)
        else { return false }
        position.place += 1
        position.instruction += 1
        return true
    }

    @inline(__always)
    private func takeOne(
        _ program: RegexProgram, _ current: RegexProgram.Instruction, _ subject: Subject, _ position: inout Position
    ) -> Bool {
        guard position.place < subject.count else { return false }
        let (scalar, length) = readScalar(subject.text, position.place)
        guard program.has(Int(current.a), scalar) else { return false }
        position.place += length
        position.instruction += 1
        return true
    }

    @inline(__always)
    private func takeMost(
        _ program: RegexProgram, _ current: RegexProgram.Instruction, _ subject: Subject, _ position: inout Position
    ) -> Bool {
        let (end, least) = longestRun(program, current, subject, from: position.place)
        guard end >= 0 else { return false }
        // Before the end of the pattern the longest run is final.
        let next = program.instructions.base[position.instruction + 1].operation
        if end > least, current.operation == .greedyLoop, next != .succeed {
            push(Frame(instruction: position.instruction, place: end, extra: least), &position)
        }
        position.place = end
        position.instruction += 1
        return true
    }

    /// Ends of the longest and of the shortest allowed run of a loop's scalars from `place`; -1 for both when there are
    /// too few scalars.
    private func longestRun(
        _ program: RegexProgram, _ loop: RegexProgram.Instruction, _ subject: Subject, from place: Int
    ) -> (end: Int, least: Int) {
        let table = Int(loop.a)
        let bits = program.tableBits.base[table]
        let least = Int(loop.b)
        let most = loop.c < 0 ? Int.max : Int(loop.c)
        var taken = 0
        var end = place
        var leastEnd = place
        while taken < most, end < subject.count {
            let byte = subject.text[end]
            if byte < 0x80 {
                if bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 0 { break }
                end += 1
            } else {
                let (scalar, length) = readScalar(subject.text, end)
                if !program.has(table, scalar) { break }
                end += length
            }
            taken += 1
            if taken == least { leastEnd = end }
        }
        return taken < least ? (-1, -1) : (end, leastEnd)
    }

    @inline(__always)
    private func takeLeast(
        _ program: RegexProgram, _ current: RegexProgram.Instruction, _ subject: Subject, _ position: inout Position
    ) -> Bool {
        let least = Int(current.b)
        let end = skip(least, program, Int(current.a), subject, from: position.place)
        guard end >= 0 else { return false }
        position.place = end
        if current.c < 0 || least < Int(current.c) {
            push(Frame(instruction: position.instruction, place: end, extra: least), &position)
        }
        position.instruction += 1
        return true
    }

    /// End of `count` scalars of a table that begin at `place`; -1 when there are fewer.
    private func skip(
        _ count: Int, _ program: RegexProgram, _ table: Int, _ subject: Subject, from place: Int
    ) -> Int {
        var place = place
        for _ in 0..<count {
            guard place < subject.count else { return -1 }
            let (scalar, length) = readScalar(subject.text, place)
            guard program.has(table, scalar) else { return -1 }
            place += length
        }
        return place
    }

    // MARK: Choices

    @inline(__always)
    private func choose(
        _ program: RegexProgram, _ current: RegexProgram.Instruction, _ subject: Subject,
        _ position: inout Position, _ seen: inout Set<Int>?
    ) -> Bool {
        let first = position.place < subject.count ? Int(subject.text[position.place]) : 256
        let viable = program.viable.base[Int(current.a) * RegexProgram.viablePerSwitch + first]
        guard isNew(position, subject, &seen), viable != 0 else { return false }
        take(Int(truncatingIfNeeded: viable), program, current, &position)
        return true
    }

    /// Goes to the first of a switch's `alternatives`, which are bits, and leaves the others for later.
    @inline(__always)
    private func take(
        _ alternatives: Int, _ program: RegexProgram, _ current: RegexProgram.Instruction, _ position: inout Position
    ) {
        let index = alternatives.trailingZeroBitCount
        let left = alternatives & (alternatives - 1)
        if left != 0 {
            push(Frame(instruction: position.instruction, place: position.place, extra: left), &position)
        }
        position.instruction = Int(program.targets.base[Int(current.a) * RegexProgram.targetsPerSwitch + index])
    }

    @inline(__always)
    private func split(
        _ current: RegexProgram.Instruction, _ subject: Subject, _ position: inout Position, _ seen: inout Set<Int>?
    ) -> Bool {
        guard isNew(position, subject, &seen) else { return false }
        push(Frame(instruction: Int(current.b), place: position.place, extra: -1), &position)
        position.instruction = Int(current.a)
        return true
    }

    /// Takes back choices, the last first, and returns the position to resume from; `nil` when there is none above
    /// `floor`.
    private func lastChoice(
        _ program: RegexProgram, _ subject: Subject, _ failed: Position, floor: Int, _ seen: inout Set<Int>?
    ) -> Position? {
        var position = failed
        while position.depth > floor {
            position.depth -= 1
            let frame = frames[position.depth]
            position.instruction = frame.instruction
            position.place = frame.place
            if frame.extra < 0 { return position }
            let current = program.instructions.base[position.instruction]
            switch current.operation {
            case .greedyLoop: giveBack(frame, subject, &position)
            case .lazyLoop: guard takeOneMore(program, current, frame, subject, &position) else { continue }
            default:
                take(frame.extra, program, current, &position)
                return position
            }
            // What follows a loop is the same wherever the loop began: one visit for each place is enough.
            if isNew(position, subject, &seen) { return position }
        }
        return nil
    }

    @inline(__always)
    private func giveBack(_ frame: Frame, _ subject: Subject, _ position: inout Position) {
        position.place = scalarStart(subject.text, before: position.place, low: frame.extra)
        if position.place > frame.extra {
            push(
                Frame(instruction: position.instruction, place: position.place, extra: frame.extra), &position)
        }
        position.instruction += 1
    }

    @inline(__always)
    private func takeOneMore(
        _ program: RegexProgram, _ loop: RegexProgram.Instruction, _ frame: Frame, _ subject: Subject,
        _ position: inout Position
    ) -> Bool {
        guard position.place < subject.count else { return false }
        let (scalar, length) = readScalar(subject.text, position.place)
        guard program.has(Int(loop.a), scalar) else { return false }
        position.place += length
        if loop.c < 0 || frame.extra + 1 < Int(loop.c) {
            push(
                Frame(instruction: position.instruction, place: position.place, extra: frame.extra + 1),
                &position)
        }
        position.instruction += 1
        return true
    }

    // MARK: Looking around

    /// Runs what stands inside a look-around or an atomic group, with a memory of its own.
    private func runInner(
        _ program: RegexProgram, _ subject: Subject, _ position: Position, from offset: Int, at place: Int
    ) throws(TooManySteps) -> Int {
        var inner: Set<Int>? = program.mayLoopInPlace ? [] : nil
        let start = Position(instruction: position.instruction + offset, place: place, depth: position.depth)
        return try run(program, subject, start, &inner)
    }

    /// Whether what a look-around asks for is there.
    private func looksAround(
        _ program: RegexProgram, _ current: RegexProgram.Instruction, _ subject: Subject, _ position: Position
    ) throws(TooManySteps) -> Bool {
        var subject = subject
        subject.origin = position.place
        if current.operation == .lookAhead {
            return try runInner(program, subject, position, from: 1, at: position.place) >= 0
        }
        let most = Int(program.instructions.base[position.instruction + 1].c)
        var place = position.place
        for back in 0...most {
            if back > 0 {
                if place == 0 { break }
                place = scalarStart(subject.text, before: place, low: 0)
            }
            if back < Int(current.c) { continue }
            if try runInner(program, subject, position, from: 2, at: place) >= 0 { return true }
        }
        return false
    }

    // MARK: Assertions

    private func holds(_ assertion: Int32, _ subject: Subject, at place: Int) -> Bool {
        let (text, count) = (subject.text, subject.count)
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
        case .searchStart: return place == subject.search
        case nil: return false
        }
    }

    private static let wordTable = ScalarTable(CharacterClasses.word)

    private func isWord(_ text: UnsafePointer<UInt8>, _ place: Int) -> Bool {
        Self.wordTable.contains(readScalar(text, place).value)
    }
}
