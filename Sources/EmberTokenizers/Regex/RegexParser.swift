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
    private let scalars: [UInt32]
    private var position = 0
    private var depth = 0
    private var ignoreCase = false
    private var dotAll = false
    private var extended = false

    private static let depthLimit = 100
    private static let repeatLimit = 100_000

    private init(_ pattern: String) { scalars = pattern.unicodeScalars.map(\.value) }

    static func parse(_ pattern: String) throws(RegexError) -> RegexNode {
        var parser = RegexParser(pattern)
        let node = try parser.alternation()
        if parser.position < parser.scalars.count { throw parser.error("unmatched ')'") }
        return node
    }

    private func error(_ detail: String) -> RegexError { RegexError(detail: detail, position: position) }

    private var next: UInt32? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == character.value else { return false }
        position += 1
        return true
    }

    /// Goes to the next such character or to the end.
    private mutating func skip(to end: UInt32) {
        while let character = next, character != end { position += 1 }
    }

    private func ahead(_ text: String) -> Bool {
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

    // MARK: Escapes

    private mutating func escape() throws(RegexError) -> RegexNode {
        guard let character = next else { throw error("a backslash at the end") }
        let node: RegexNode
        switch Unicode.Scalar(character) {
        case "A": node = .assertion(.textStart)
        case "z": node = .assertion(.textEnd)
        case "Z": node = .assertion(.textEndOrLastNewline)
        case "b": node = .assertion(.wordBoundary)
        case "B": node = .assertion(.notWordBoundary)
        case "G": node = .assertion(.searchStart)
        case "N": node = .set(ScalarSet(0x0A).inverted)
        case "O": node = .set(.all)
        case "R":
            let pair = RegexNode.sequence([.set(ScalarSet(0x0D)), .set(ScalarSet(0x0A))])
            let single = ScalarSet(ranges: [0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])
            node = .atomic(.alternation([pair, .set(single)]))
        case "X", "K", "k", "g", "y", "Y":
            throw error("\\\(Unicode.Scalar(character).map { String($0) } ?? "") is not supported")
        case "1", "2", "3", "4", "5", "6", "7", "8", "9": throw error("a back reference is not supported")
        default:
            if let set = try setEscape() { return .set(set) }
            return .set(cased(ScalarSet(try scalarEscape())))
        }
        position += 1
        return node
    }

    /// `\d`, `\p{…}` and their like; the reader stands behind the backslash. `nil` if it is another escape.
    private mutating func setEscape() throws(RegexError) -> ScalarSet? {
        guard let character = next else { throw error("a backslash at the end") }
        let set: ScalarSet
        switch Unicode.Scalar(character) {
        case "d": set = CharacterClasses.category("Nd")
        case "D": set = CharacterClasses.category("Nd").inverted
        case "s": set = CharacterClasses.whitespace
        case "S": set = CharacterClasses.whitespace.inverted
        case "w": set = CharacterClasses.word
        case "W": set = CharacterClasses.word.inverted
        case "h": set = ScalarSet(ranges: [0x30...0x39, 0x41...0x46, 0x61...0x66])
        case "H": set = ScalarSet(ranges: [0x30...0x39, 0x41...0x46, 0x61...0x66]).inverted
        case "p", "P": return try property()
        default: return nil
        }
        position += 1
        return set
    }

    private mutating func property() throws(RegexError) -> ScalarSet {
        var negated = next == 0x50
        position += 1
        var name = ""
        if take("{") {
            if take("^") { negated.toggle() }
            while let character = next, character != 0x7D {
                name.unicodeScalars.append(Unicode.Scalar(character) ?? "?")
                position += 1
            }
            guard take("}") else { throw error("a property that does not end") }
        } else if let character = next, let scalar = Unicode.Scalar(character) {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard let set = RegexProperties.set(named: name) else {
            throw error("the property {\(name.prefix(40))} is not known")
        }
        return negated ? set.inverted : set
    }

    /// One scalar written as an escape.
    private mutating func scalarEscape() throws(RegexError) -> UInt32 {
        guard let character = next else { throw error("a backslash at the end") }
        position += 1
        switch Unicode.Scalar(character) {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "a": return 0x07
        case "e": return 0x1B
        case "0": return try digits(radix: 8, from: 0, to: 2)
        case "u": return try digits(radix: 16, from: 4, to: 4)
        case "x":
            guard take("{") else { return try digits(radix: 16, from: 0, to: 2) }
            let value = try digits(radix: 16, from: 1, to: 8)
            guard take("}") else { throw error("expected '}' after \\x{…") }
            return value
        default: return character
        }
    }

    private mutating func digits(radix: Int, from least: Int, to most: Int) throws(RegexError) -> UInt32 {
        var value = 0
        var count = 0
        while count < most, let character = next, let scalar = Unicode.Scalar(character),
            let digit = Character(scalar).hexDigitValue, digit < radix
        {
            value = value * radix + digit
            count += 1
            position += 1
        }
        if count < least { throw error("expected \(least) digits in an escape") }
        guard value < 0x110000, !(0xD800..<0xE000).contains(value) else {
            throw error("the escape is not a Unicode scalar")
        }
        return UInt32(value)
    }

    // MARK: Classes

    /// A class; the reader stands behind its '['.
    private mutating func characterClass() throws(RegexError) -> ScalarSet {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.depthLimit { throw error("nested deeper than \(Self.depthLimit) groups") }
        let negated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var intersected: ScalarSet?
        var isFirst = true
        func union() -> ScalarSet { ScalarSet(ranges: ranges) }
        while true {
            guard let character = next else { throw error("a class '[' that does not end") }
            if character == 0x5D, !isFirst || !scalars[(position + 1)...].contains(0x5D) {
                if isFirst { throw error("an empty class") }
                position += 1
                break
            }
            isFirst = false
            if ahead("&&") {
                position += 2
                intersected = intersected?.intersection(union()) ?? union()
                ranges = []
                continue
            }
            if ahead("[:"), let set = try posixClass() {
                ranges += set.ranges
                continue
            }
            position += 1
            if character == 0x5B {
                ranges += try characterClass().ranges
                continue
            }
            var low = character
            if character == 0x5C {
                if let set = try setEscape() {
                    ranges += set.ranges
                    continue
                }
                low = take("b") ? 0x08 : try scalarEscape()
            }
            guard next == 0x2D, position + 1 < scalars.count, scalars[position + 1] != 0x5D else {
                ranges += cased(ScalarSet(low)).ranges
                continue
            }
            // A range, unless what follows the hyphen is a set: then the hyphen is itself.
            let hyphen = position
            position += 1
            var high = scalars[position]
            position += 1
            if high == 0x5C {
                let start = position
                if try setEscape() != nil {
                    position = start
                    high = 0
                } else {
                    high = take("b") ? 0x08 : try scalarEscape()
                }
            } else if high == 0x5B {
                high = 0
            }
            if high == 0, scalars[hyphen + 1] == 0x5B || scalars[hyphen + 1] == 0x5C {
                position = hyphen + 1
                ranges += cased(ScalarSet(low)).ranges + [0x2D...0x2D]
                continue
            }
            guard low <= high else { throw error("a range of characters with its ends the wrong way round") }
            ranges += cased(ScalarSet(low...high)).ranges
        }
        let set = intersected.map { $0.intersection(union()) } ?? union()
        return negated ? set.inverted : set
    }

    private mutating func posixClass() throws(RegexError) -> ScalarSet? {
        let start = position
        position += 2
        let negated = take("^")
        var name = ""
        while let character = next, (0x61...0x7A).contains(character) {
            name.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: character)))
            position += 1
        }
        guard ahead(":]") else {
            position = start
            return nil
        }
        position += 2
        guard let set = RegexProperties.posix(name) else { throw error("the class [:\(name):] is not known") }
        return negated ? set.inverted : set
    }

    /// The set with all case variants of its members, where `(?i)` asks for it.
    private func cased(_ set: ScalarSet) -> ScalarSet { ignoreCase ? CaseVariants.closure(of: set) : set }
}
