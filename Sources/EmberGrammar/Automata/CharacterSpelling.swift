// SPDX-License-Identifier: Apache-2.0

/// Spells automata over characters in bytes: as UTF-8, and inside a JSON string also as escapes.
///
/// In a JSON string a character may stand for itself or be written `\n`, `\u00e9` or, beyond U+FFFF, as a pair of
/// surrogates (RFC 8259, section 7). Half a pair is no character and is never allowed.
extension ByteAutomatonBuilder {
    /// Characters low … high, counted within some larger unit, lead to `target`.
    struct Span: Hashable {
        var low: UInt32
        var high: UInt32
        var target: Int32
    }

    /// Adds an automaton's states; those of which `isAlive` is false are left out.
    /// - Parameter quoted: whether the text stands in a JSON string.
    /// - Returns: for each of its states, the state here at which a character begins.
    mutating func add(
        _ automaton: CharacterAutomaton, quoted: Bool, label: (Int) -> Int32
    ) throws(AutomatonTooLarge) -> [Int32] {
        var ids: [Int32] = []
        for state in 0..<automaton.states { ids.append(try addState(label: quoted ? -1 : label(state))) }
        let alive = automaton.aliveStates(isEnd: { label($0) >= 0 })
        var ends: [Int32: Int32] = [:]
        for state in 0..<automaton.states where alive[state] {
            try CompilerBudget.spend(4 * automaton.starts.count)
            let spans = automaton.ranges(from: state).filter { alive[$0.target] }.map {
                Span(low: $0.low, high: $0.high, target: ids[$0.target])
            }
            add(try plain(spans, quoted: quoted), to: ids[state])
            guard quoted else { continue }
            let escape = try escapes(spans)
            if !escape.isEmpty { add(UInt8(ascii: "\\"), from: ids[state], to: try self.state(escape)) }
            let label = label(state)
            if label >= 0 {
                let end = if let known = ends[label] { known } else { try addState(label: label) }
                ends[label] = end
                add(UInt8(ascii: "\""), from: ids[state], to: end)
            }
        }
        return ids
    }

    // MARK: UTF-8

    private mutating func plain(_ spans: [Span], quoted: Bool) throws(AutomatonTooLarge) -> [Edge] {
        var result: [Edge] = []
        for span in spans {
            guard span.low < 0x80 else { continue }
            for byte in UInt8(span.low)...UInt8(min(span.high, 0x7F)) {
                if quoted, byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { continue }
                if let last = result.last, last.target == span.target, last.high + 1 == byte {
                    result[result.count - 1].high = byte
                } else {
                    result.append(Edge(low: byte, high: byte, target: span.target))
                }
            }
        }
        let lengths: [(ClosedRange<UInt32>, UInt32, UInt8)] = [
            (0x80...0x7FF, 6, 0xC0), (0x800...0xD7FF, 12, 0xE0), (0xE000...0xFFFF, 12, 0xE0),
            (0x10000...0x10FFFF, 18, 0xF0),
        ]
        for (range, bits, lead) in lengths {
            let edges = try digits(Self.clip(spans, to: range), bits: bits) { lead + $0 }
            result += edges
        }
        return result
    }

    private static func clip(_ spans: [Span], to range: ClosedRange<UInt32>) -> [Span] {
        spans.compactMap { span in
            let low = max(span.low, range.lowerBound)
            let high = min(span.high, range.upperBound)
            return low <= high ? Span(low: low, high: high, target: span.target) : nil
        }
    }

    /// The edges for the first of several digits of 6 bits, most significant first, with `bits` bits behind it.
    private mutating func digits(
        _ spans: [Span], bits: UInt32, byte: (UInt8) -> UInt8
    ) throws(AutomatonTooLarge) -> [Edge] {
        guard bits > 0 else {
            return spans.map {
                Edge(low: byte(UInt8($0.low)), high: byte(UInt8($0.high)), target: $0.target)
            }
        }
        let size = UInt32(1) << bits
        // First digit → what is allowed behind it; whole blocks with one target are kept as one.
        var result: [Edge] = []
        var partial: (digit: UInt32, spans: [Span])?
        func continuation(_ spans: [Span]) throws(AutomatonTooLarge) -> Int32 {
            try state(try digits(spans, bits: bits - 6, byte: { 0x80 + $0 }))
        }
        func flush() throws(AutomatonTooLarge) {
            guard let (digit, spans) = partial else { return }
            let target = try continuation(spans)
            result.append(Edge(low: byte(UInt8(digit)), high: byte(UInt8(digit)), target: target))
            partial = nil
        }
        for span in spans {
            var low = span.low
            let high = span.high
            while low <= high {
                let digit = low / size
                let end = digit * size + size - 1
                if low % size == 0, end <= high {
                    try flush()
                    let last = (high + 1) / size - 1
                    let target = try continuation([Span(low: 0, high: size - 1, target: span.target)])
                    result.append(Edge(low: byte(UInt8(digit)), high: byte(UInt8(last)), target: target))
                    low = (last + 1) * size
                } else {
                    if let open = partial, open.digit != digit { try flush() }
                    let piece = Span(low: low % size, high: min(high, end) % size, target: span.target)
                    partial = (digit, (partial?.spans ?? []) + [piece])
                    low = min(high, end) + 1
                }
            }
        }
        try flush()
        return result
    }

    // MARK: Escapes

    private static let shortEscapes: [(Character, UInt32)] = [
        ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 0x08), ("f", 0x0C), ("n", 0x0A), ("r", 0x0D), ("t", 0x09),
    ]

    /// The edges behind a backslash.
    private mutating func escapes(_ spans: [Span]) throws(AutomatonTooLarge) -> [Edge] {
        var result: [Edge] = []
        for (letter, character) in Self.shortEscapes {
            guard let byte = letter.asciiValue,
                let span = spans.first(where: { $0.low <= character && character <= $0.high })
            else { continue }
            result.append(Edge(low: byte, high: byte, target: span.target))
        }
        var units = Self.clip(spans, to: 0...0xD7FF)
        units += try surrogates(Self.clip(spans, to: 0x10000...0x10FFFF))
        units += Self.clip(spans, to: 0xE000...0xFFFF)
        if !units.isEmpty {
            let u = UInt8(ascii: "u")
            result.append(Edge(low: u, high: u, target: try hexadecimal(units)))
        }
        return result.sorted { $0.low < $1.low }
    }

    /// High surrogates, each with the low ones that may follow.
    private mutating func surrogates(_ spans: [Span]) throws(AutomatonTooLarge) -> [Span] {
        var result: [Span] = []
        var partial: (high: UInt32, spans: [Span])?
        func pair(_ low: [Span]) throws(AutomatonTooLarge) -> Int32 {
            let hex = try hexadecimal(
                low.map { Span(low: 0xDC00 + $0.low, high: 0xDC00 + $0.high, target: $0.target) })
            let u = try state([Edge(low: UInt8(ascii: "u"), high: UInt8(ascii: "u"), target: hex)])
            return try state([Edge(low: UInt8(ascii: "\\"), high: UInt8(ascii: "\\"), target: u)])
        }
        func flush() throws(AutomatonTooLarge) {
            guard let (high, spans) = partial else { return }
            result.append(Span(low: 0xD800 + high, high: 0xD800 + high, target: try pair(spans)))
            partial = nil
        }
        for span in spans {
            var low = span.low - 0x10000
            let high = span.high - 0x10000
            while low <= high {
                let unit = low >> 10
                let end = unit << 10 | 0x3FF
                if low & 0x3FF == 0, end <= high {
                    try flush()
                    let last = (high + 1) >> 10 - 1
                    let target = try pair([Span(low: 0, high: 0x3FF, target: span.target)])
                    result.append(Span(low: 0xD800 + unit, high: 0xD800 + last, target: target))
                    low = (last + 1) << 10
                } else {
                    if let open = partial, open.high != unit { try flush() }
                    let piece = Span(low: low & 0x3FF, high: min(high, end) & 0x3FF, target: span.target)
                    partial = (unit, (partial?.spans ?? []) + [piece])
                    low = min(high, end) + 1
                }
            }
        }
        try flush()
        return result
    }

    /// A state behind `\u`: four hexadecimal digits, in either case.
    private mutating func hexadecimal(_ units: [Span]) throws(AutomatonTooLarge) -> Int32 {
        try hexDigits(units, bits: 12)
    }

    private mutating func hexDigits(_ units: [Span], bits: UInt32) throws(AutomatonTooLarge) -> Int32 {
        // Digits are gathered by value first and then spelt: 0…9, A…F and a…f.
        let size = UInt32(1) << bits
        var byValue = [[Span]](repeating: [], count: 16)
        for span in units {
            for digit in (span.low / size)...(span.high / size) {
                let low = max(span.low, digit * size) % size
                let high = min(span.high, digit * size + size - 1) % size
                byValue[Int(digit)].append(Span(low: low, high: high, target: span.target))
            }
        }
        var targets: [Int32?] = []
        for (value, spans) in byValue.enumerated() {
            if spans.isEmpty {
                targets.append(nil)
            } else if bits == 0 {
                targets.append(spans[0].target)
            } else if value > 0, spans == byValue[value - 1] {
                targets.append(targets[value - 1])
            } else {
                targets.append(try hexDigits(spans, bits: bits - 4))
            }
        }
        var result: [Edge] = []
        for first in [UInt8(ascii: "0"), UInt8(ascii: "A"), UInt8(ascii: "a")] {
            let values = first == UInt8(ascii: "0") ? 0..<10 : 10..<16
            for value in values {
                guard let target = targets[value] else { continue }
                let byte = first + UInt8(value - values.lowerBound)
                if let last = result.last, last.target == target, last.high + 1 == byte {
                    result[result.count - 1].high = byte
                } else {
                    result.append(Edge(low: byte, high: byte, target: target))
                }
            }
        }
        return try state(result)
    }
}

extension CharacterAutomaton {
    /// The states from which some state can be reached in which a text may end.
    func aliveStates(isEnd: (Int) -> Bool) -> [Bool] {
        var alive = (0..<states).map(isEnd)
        var sources = [[Int32]](repeating: [], count: states)
        for state in 0..<states {
            for column in 0..<width { sources[Int(next[state * width + column])].append(Int32(state)) }
        }
        var stack = alive.indices.filter { alive[$0] }
        while let state = stack.popLast() {
            for source in sources[state] where !alive[Int(source)] {
                alive[Int(source)] = true
                stack.append(Int(source))
            }
        }
        return alive
    }
}
