// SPDX-License-Identifier: Apache-2.0

/// A compiled pattern: a list of instructions for `RegexMatcher`.
struct RegexProgram: Sendable {
    enum Operation: UInt8 {
        /// Consumes the byte `a`.
        case byte
        /// Consumes one scalar of table `a`.
        case set
        /// Consumes between `b` and `c` scalars of table `a` (`c` < 0: any number), as many or as few as possible.
        case greedyLoop, lazyLoop, possessiveLoop
        /// Tries the alternatives of switch `a`, those that can begin with the byte at hand.
        case choose
        /// Goes on at `a`, or at `b` if that fails.
        case split
        case jump
        /// Runs what follows up to `succeed`; goes on at `a` if that matched (`b` = 0) or did not (`b` = 1).
        case lookAhead
        /// As `lookAhead`, from `c` or more scalars before, up to the number in the instruction behind it.
        case lookBehind
        /// Runs what follows up to `succeed` and goes on at `a` behind what matched.
        case atomic
        case assert
        /// Holds only where a look-behind began.
        case atOrigin
        case succeed
    }

    struct Instruction {
        var operation: Operation
        var a: Int32 = 0
        var b: Int32 = 0
        var c: Int32 = 0
    }

    let instructions: Frozen<Instruction>
    private let tables: [ScalarTable]
    /// The bits of each table, so that reading them counts no references.
    let tableBits: Frozen<UnsafePointer<UInt64>>
    /// For each switch 257 words: the alternatives worth trying, as bits, for each first byte and for the end.
    let viable: Frozen<UInt64>
    static let viablePerSwitch = 257
    /// For each switch `targetsPerSwitch` instructions, where its alternatives begin.
    let targets: Frozen<Int32>
    static let targetsPerSwitch = 64
    /// The bytes with which a match can begin; `nil` when it can be empty.
    let firstBytes: Frozen<Bool>?
    /// The table of a leading `set+`. After a failure, no later start within the same run can succeed.
    let leadingRun: Int?
    /// Whether a loop repeats something that can be empty, so that positions must be remembered from the start.
    let mayLoopInPlace: Bool

    static let instructionLimit = 50_000

    init(_ pattern: String) throws(RegexError) {
        try self.init(RegexParser.parse(pattern))
    }

    init(_ node: RegexNode) throws(RegexError) {
        var compiler = RegexCompiler()
        try compiler.compile(node)
        compiler.emit(.succeed)
        instructions = Frozen(compiler.instructions)
        tables = compiler.tables
        tableBits = Frozen(compiler.tables.map(\.bits.base))
        viable = Frozen(compiler.viable)
        targets = Frozen(compiler.targets)
        firstBytes = node.canBeEmpty ? nil : Frozen(node.firstBytes.contains)
        mayLoopInPlace = compiler.mayLoopInPlace
        if let first = compiler.instructions.first, first.operation == .greedyLoop, first.b >= 1, first.c < 0 {
            leadingRun = Int(first.a)
        } else {
            leadingRun = nil
        }
    }

    /// Whether table `index` has the scalar.
    @inline(__always)
    func has(_ index: Int, _ scalar: UInt32) -> Bool {
        if scalar < ScalarTable.tabulated {
            return tableBits.base[index][Int(scalar >> 6)] >> UInt64(scalar & 63) & 1 != 0
        }
        return tables[index].set.contains(scalar)
    }

    /// A program that finds exactly this text.
    init(literal: String) throws(RegexError) {
        try self.init(.sequence(literal.unicodeScalars.map { .set(ScalarSet($0.value)) }))
    }
}

/// Turns a pattern's tree into instructions.
struct RegexCompiler {
    var instructions: [RegexProgram.Instruction] = []
    var tables: [ScalarTable] = []
    var viable: [UInt64] = []
    var targets: [Int32] = []
    var mayLoopInPlace = false

    /// Alternatives that one switch can hold: bits of a word, less the sign.
    private static let switchLimit = 62

    @discardableResult
    mutating func emit(_ operation: RegexProgram.Operation, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) -> Int {
        instructions.append(
            .init(operation: operation, a: Int32(clamping: a), b: Int32(clamping: b), c: Int32(clamping: c)))
        return instructions.count - 1
    }

    private var here: Int { instructions.count }

    private mutating func table(_ set: ScalarSet) -> Int {
        if let index = tables.firstIndex(where: { $0.set == set }) { return index }
        tables.append(ScalarTable(set))
        return tables.count - 1
    }

    mutating func compile(_ node: RegexNode) throws(RegexError) {
        if instructions.count > RegexProgram.instructionLimit {
            throw RegexError(detail: "the pattern is too large once its repeats are written out", position: 0)
        }
        switch node {
        case .set(let set):
            if let scalar = set.single, let scalar = Unicode.Scalar(scalar) {
                for byte in Array(String(scalar).utf8) { emit(.byte, Int(byte)) }
            } else {
                emit(.set, table(set))
            }
        case .sequence(let nodes):
            for node in nodes { try compile(node) }
        case .alternation(let nodes):
            try compileAlternation(nodes)
        case .repetition(let node, let min, let max, let greed):
            try compileRepetition(node, min, max, greed)
        case .look(let node, let behind, let negated):
            let look = emit(behind ? .lookBehind : .lookAhead, 0, negated ? 1 : 0, behind ? node.length.min : 0)
            if behind { emit(.jump, 0, 0, node.length.max ?? 0) }
            try compile(node)
            if behind { emit(.atOrigin) }
            emit(.succeed)
            instructions[look].a = Int32(here)
        case .atomic(let node):
            let atomic = emit(.atomic)
            try compile(node)
            emit(.succeed)
            instructions[atomic].a = Int32(here)
        case .assertion(let assertion):
            emit(.assert, Int(assertion.rawValue))
        }
    }

    private mutating func compileAlternation(_ nodes: [RegexNode]) throws(RegexError) {
        guard nodes.count <= Self.switchLimit else {
            let half = nodes.count / 2
            return try compileAlternation([
                .alternation(Array(nodes[..<half])), .alternation(Array(nodes[half...])),
            ])
        }
        let number = viable.count / RegexProgram.viablePerSwitch
        viable += [UInt64](repeating: 0, count: RegexProgram.viablePerSwitch)
        targets += [Int32](repeating: 0, count: RegexProgram.targetsPerSwitch)
        for (index, node) in nodes.enumerated() {
            let first = node.firstBytes
            let always = node.canBeEmpty
            for byte in 0...256 where always || (byte < 256 && first.contains[byte]) {
                viable[number * RegexProgram.viablePerSwitch + byte] |= 1 << index
            }
        }
        emit(.choose, number)
        var jumps: [Int] = []
        for (index, node) in nodes.enumerated() {
            targets[number * RegexProgram.targetsPerSwitch + index] = Int32(here)
            try compile(node)
            jumps.append(emit(.jump))
        }
        for jump in jumps { instructions[jump].a = Int32(here) }
    }

    private mutating func compileRepetition(
        _ node: RegexNode, _ min: Int, _ max: Int?, _ greed: RegexNode.Greed
    ) throws(RegexError) {
        if case .set(let set) = node {
            let operation: RegexProgram.Operation =
                switch greed {
                case .greedy: .greedyLoop
                case .lazy: .lazyLoop
                case .possessive: .possessiveLoop
                }
            emit(operation, table(set), min, max ?? -1)
            return
        }
        if greed == .possessive {
            return try compile(.atomic(.repetition(node, min: min, max: max, .greedy)))
        }
        for _ in 0..<min { try compile(node) }
        if let max {
            // x{0,2} is (x(x)?)?, written flat: each split may leave for the end.
            var splits: [Int] = []
            for _ in 0..<Swift.max(0, max - min) {
                splits.append(emit(.split))
                try compile(node)
            }
            for split in splits { setSplit(split, into: split + 1, out: here, greed) }
        } else {
            if node.canBeEmpty { mayLoopInPlace = true }
            let split = emit(.split)
            try compile(node)
            emit(.jump, split)
            setSplit(split, into: split + 1, out: here, greed)
        }
    }

    private mutating func setSplit(_ split: Int, into: Int, out: Int, _ greed: RegexNode.Greed) {
        instructions[split].a = Int32(greed == .lazy ? out : into)
        instructions[split].b = Int32(greed == .lazy ? into : out)
    }
}
