// SPDX-License-Identifier: Apache-2.0

/// A pattern that does not follow the syntax, or uses a part of it that we do not have.
struct RegexError: Error, Sendable {
    var detail: String
    /// In scalars of the pattern, from 0.
    var position: Int
}

/// Reads patterns in the syntax of Oniguruma (Ruby), which the reference implementation uses.
///
/// So `^` and `$` are ends of lines, `.` is anything but a newline unless `(?m)`, `++` is possessive but `{2}+` is not,
/// and classes may be nested and intersected (`[a-z&&[^b]]`). Back references, calls, conditionals and absence
/// operators are refused by name: no published tokenizer uses them.
struct RegexParser {
    let scalars: [UInt32]
    var position = 0
    /// How many groups and classes the reader is in.
    var depth = 0
    private var ignoreCase = false
    private var dotAll = false
    private var extended = false

    static let depthLimit = 100
    private static let repeatLimit = 100_000

    private init(_ pattern: String) { scalars = pattern.unicodeScalars.map(\.value) }

    static func parse(_ pattern: String) throws(RegexError) -> RegexNode {
        var parser = RegexParser(pattern)
        let node = try parser.alternation()
        if parser.position < parser.scalars.count { throw parser.error("unmatched ')'") }
        return node
    }

    func error(_ detail: String) -> RegexError { RegexError(detail: detail, position: position) }

    var next: UInt32? { position < scalars.count ? scalars[position] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == character.value else { return false }
        position += 1
        return true
    }

    /// Goes to the next such character or to the end.
    private mutating func skip(to end: UInt32) {
        while let character = next, character != end { position += 1 }
    }

    func ahead(_ text: String) -> Bool {
        let wanted = text.unicodeScalars.map(\.value)
        return position + wanted.count <= scalars.count
            && scalars[position..<position + wanted.count].elementsEqual(wanted)
    }

    // MARK: Structure

    private mutating func alternation() throws(RegexError) -> RegexNode {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.depthLimit { throw error("nested deeper than \(Self.depthLimit) groups") }
        var alternatives = [try sequence()]
        while take("|") { alternatives.append(try sequence()) }
        return alternatives.count == 1 ? alternatives[0] : .alternation(alternatives)
    }

    private mutating func sequence() throws(RegexError) -> RegexNode {
        var nodes: [RegexNode] = []
        while let character = next, character != 0x7C, character != 0x29 {
            if extended, skipExtended() { continue }
            guard let node = try atom() else { continue }
            nodes.append(try quantified(node))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    /// White space and comments, which mean nothing under `(?x)`.
    private mutating func skipExtended() -> Bool {
        if take("#") {
            skip(to: 0x0A)
            return true
        }
        guard let character = next, [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D].contains(character) else { return false }
        position += 1
        return true
    }

    private mutating func quantified(_ atom: RegexNode) throws(RegexError) -> RegexNode {
        var node = atom
        while true {
            if extended { while skipExtended() {} }
            var interval: (min: Int, max: Int?)?
            var isBraces = false
            if take("*") {
                interval = (0, nil)
            } else if take("+") {
                interval = (1, nil)
            } else if take("?") {
                interval = (0, 1)
            } else if next == 0x7B, let found = try braces() {
                interval = found
                isBraces = true
            }
            guard let (min, max) = interval else { return node }
            var greed = RegexNode.Greed.greedy
            if isBraces, let max, min == max {
                // {n} is greedy only: a question mark after it makes the whole optional.
            } else if take("?") {
                greed = .lazy
            } else if !isBraces, take("+") {
                greed = .possessive
            }
            node = .repetition(node, min: min, max: max, greed)
        }
    }

    /// `{2}`, `{2,}`, `{,3}` or `{2,3}`; anything else in braces is ordinary text.
    private mutating func braces() throws(RegexError) -> (Int, Int?)? {
        let start = position
        position += 1
        let low = try number()
        var high = low
        if take(",") { high = try number() } else if low == nil { high = nil }
        let hasComma = position > start + 1 && scalars[start + 1..<position].contains(0x2C)
        guard take("}"), low != nil || (hasComma && high != nil) else {
            position = start
            return nil
        }
        let min = low ?? 0
        if let high, high < min { throw error("a repeat {\(min),\(high)} with its ends the wrong way round") }
        return (min, hasComma ? high : min)
    }

    private mutating func number() throws(RegexError) -> Int? {
        var value: Int?
        while let character = next, (0x30...0x39).contains(character) {
            value = (value ?? 0) * 10 + Int(character - 0x30)
            if value ?? 0 > Self.repeatLimit { throw error("a repeat of more than \(Self.repeatLimit)") }
            position += 1
        }
        return value
    }

    /// One thing that a quantifier can follow; `nil` for what leaves no trace, such as a comment.
    private mutating func atom() throws(RegexError) -> RegexNode? {
        guard let character = next else { return nil }
        position += 1
        switch Unicode.Scalar(character) {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case ".": return .set(dotAll ? .all : ScalarSet(0x0A).inverted)
        case "^": return .assertion(.lineStart)
        case "$": return .assertion(.lineEnd)
        case "\\": return try escape()
        case "*", "+", "?":
            position -= 1
            throw error("nothing before '\(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: character))))' to repeat")
        default: return .set(cased(ScalarSet(character)))
        }
    }

    private mutating func group() throws(RegexError) -> RegexNode? {
        let flags = (ignoreCase, dotAll, extended)
        defer { (ignoreCase, dotAll, extended) = flags }
        guard take("?") else { return try closed() }
        if take(":") { return try closed() }
        if take("=") { return .look(try closed(), behind: false, negated: false) }
        if take("!") { return .look(try closed(), behind: false, negated: true) }
        if take(">") { return .atomic(try closed()) }
        if ahead("<=") || ahead("<!") {
            let negated = ahead("<!")
            position += 2
            return try lookBehind(try closed(), negated: negated)
        }
        if ahead("#") {
            while let character = next, character != 0x29 { position += character == 0x5C ? 2 : 1 }
            guard take(")") else { throw error("a comment that does not end") }
            return nil
        }
        if ahead("<") || ahead("'") || ahead("P<") {
            if take("P") {}
            let close: UInt32 = next == 0x27 ? 0x27 : 0x3E
            position += 1
            skip(to: close)
            guard next == close else { throw error("the name of a group does not end") }
            position += 1
            return try closed()
        }
        return try flagged()
    }

    /// `(?i:…)`, or `(?i)` which holds up to the end of the group around it.
    private mutating func flagged() throws(RegexError) -> RegexNode {
        var on = true
        while let character = next {
            switch Unicode.Scalar(character) {
            case "-": on = false
            case "i": ignoreCase = on
            case "m", "s": dotAll = on
            case "x": extended = on
            case "u": break
            case ":":
                position += 1
                return try closed()
            case ")":
                position += 1
                return try alternation()
            default: throw error("the group (?\(Unicode.Scalar(character).map { String($0) } ?? "") is not supported")
            }
            position += 1
        }
        throw error("a group that does not end")
    }

    private mutating func closed() throws(RegexError) -> RegexNode {
        let node = try alternation()
        guard take(")") else { throw error("a group that does not end") }
        return node
    }

    private func lookBehind(_ node: RegexNode, negated: Bool) throws(RegexError) -> RegexNode {
        guard let max = node.length.max, max <= 255 else {
            throw error("a look-behind of unlimited length is not supported")
        }
        return .look(node, behind: true, negated: negated)
    }

    /// The set with all case variants of its members, where `(?i)` asks for it.
    func cased(_ set: ScalarSet) -> ScalarSet { ignoreCase ? CaseVariants.closure(of: set) : set }
}
