// SPDX-License-Identifier: Apache-2.0

extension RegexParser {
    /// Reads an escape outside of a class; the reader is behind the backslash.
    mutating func escape() throws(RegexError) -> RegexNode {
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
    mutating func setEscape() throws(RegexError) -> ScalarSet? {
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
    mutating func scalarEscape() throws(RegexError) -> UInt32 {
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
}
