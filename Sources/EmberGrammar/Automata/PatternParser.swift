// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers

/// Reads a regular expression as ECMA-262 writes it (2023, section 22.2, with the flag `u` as to characters).
///
/// Refuses features that are not regular (back references, looking ahead and behind) or not decided character by
/// character (`\b`).
///
/// Why no library: they match texts and show no automaton, and only automata can be joined, negated and walked with the
/// tokens of a vocabulary.
struct PatternParser {
    private let scalars: [UInt32]
    private let pointer: String
    private var position = 0
    private var depth = 0

    static func parse(_ text: String, at pointer: String) throws(GrammarError) -> CharacterPattern {
        var parser = PatternParser(scalars: text.unicodeScalars.map(\.value), pointer: pointer)
        let pattern = try parser.choice()
        if parser.position < parser.scalars.count { throw parser.invalid("an unmatched ')'") }
        return pattern
    }

    private init(scalars: [UInt32], pointer: String) {
        self.scalars = scalars
        self.pointer = pointer
    }

    private func invalid(_ detail: String) -> GrammarError {
        GrammarError(.invalid, pointer, "the expression has \(detail) at character \(position + 1)")
    }

    private func unsupported(_ what: String) -> GrammarError {
        GrammarError(.unsupported, pointer, "\(what) cannot be enforced")
    }

    private var next: UInt32? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ text: StaticString) -> Bool {
        let ahead = scalars[position...].prefix(text.utf8CodeUnitCount)
        guard text.withUTF8Buffer({ bytes in ahead.elementsEqual(bytes.lazy.map(UInt32.init)) }) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    // MARK: Structure

    private mutating func choice() throws(GrammarError) -> CharacterPattern {
        depth += 1
        defer { depth -= 1 }
        if depth > Limit.depth { throw GrammarError(.tooLarge, pointer, "groups are nested too deep") }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(GrammarError) -> CharacterPattern {
        var parts: [CharacterPattern] = []
        while let character = next, character != .ascii("|"), character != .ascii(")") {
            parts.append(try quantified(try atom()))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(GrammarError) -> CharacterPattern {
        guard let character = next else { return .empty }
        switch Unicode.Scalar(character) {
        case "(": return try group()
        case "[":
            position += 1
            return .set(try characterClass())
        case "\\":
            position += 1
            return try escape()
        case "*", "+", "?": throw invalid("a quantifier with nothing before it")
        default: position += 1
        }
        switch Unicode.Scalar(character) {
        case "^": return .start
        case "$": return .end
        case ".": return .set(Self.lineEnds.inverted)
        default: return .set(ScalarSet(character))
        }
    }

    private mutating func group() throws(GrammarError) -> CharacterPattern {
        if take("(?=") || take("(?!") { throw unsupported("looking ahead") }
        if take("(?<=") || take("(?<!") { throw unsupported("looking behind") }
        if take("(?<") {
            while next != nil, next != .ascii(">") { position += 1 }
            if !take(">") { throw invalid("a group's name that does not end") }
        } else if !take("(?:") {
            if take("(?") { throw unsupported("a group with flags") }
            position += 1
        }
        let inner = try choice()
        if !take(")") { throw invalid("a group that does not end") }
        return inner
    }

    /// Greedy or lazy makes no difference to which texts match.
    private mutating func quantified(_ atom: CharacterPattern) throws(GrammarError) -> CharacterPattern {
        var range: (Int, Int?)?
        if take("*") {
            range = (0, nil)
        } else if take("+") {
            range = (1, nil)
        } else if take("?") {
            range = (0, 1)
        } else if next == .ascii("{") {
            range = try bounds()
        }
        guard let (least, most) = range else { return atom }
        _ = take("?")
        if case .start = atom { throw invalid("a quantifier behind '^'") }
        if case .end = atom { throw invalid("a quantifier behind '$'") }
        return .repeated(atom, min: least, max: most)
    }

    /// `{2}`, `{2,}` or `{2,5}`; a brace that begins nothing of the kind is itself, and `nil`.
    private mutating func bounds() throws(GrammarError) -> (Int, Int?)? {
        let start = position
        position += 1
        guard let least = try number() else {
            position = start
            return nil
        }
        var most: Int? = least
        if take(",") { most = try number() }
        guard take("}") else {
            position = start
            return nil
        }
        if let most, most < least { throw invalid("a repetition with its ends the wrong way round") }
        return (least, most)
    }

    private mutating func number() throws(GrammarError) -> Int? {
        var value: Int?
        while let character = next, (0x30...0x39).contains(character) {
            value = (value ?? 0) * 10 + Int(character - 0x30)
            position += 1
            if let value, value > 1_000_000 {
                throw GrammarError(.tooLarge, pointer, "repeats more than 1000000 times")
            }
        }
        return value
    }

    // MARK: Escapes

    private mutating func escape() throws(GrammarError) -> CharacterPattern {
        guard let character = next else { throw invalid("a backslash at the end") }
        switch Unicode.Scalar(character) {
        case "b", "B": throw unsupported("a word boundary")
        case "k": throw unsupported("a back reference")
        case "1", "2", "3", "4", "5", "6", "7", "8", "9": throw unsupported("a back reference")
        default: break
        }
        if let set = try setEscape() { return .set(set) }
        return .set(ScalarSet(try characterEscape()))
    }

    private mutating func setEscape() throws(GrammarError) -> ScalarSet? {
        guard let character = next else { return nil }
        let set: ScalarSet
        switch Unicode.Scalar(character) {
        case "d": set = Self.digits
        case "D": set = Self.digits.inverted
        case "w": set = Self.word
        case "W": set = Self.word.inverted
        case "s": set = Self.spaces
        case "S": set = Self.spaces.inverted
        case "p", "P":
            position += 1
            let named = try property()
            return character == .ascii("p") ? named : named.inverted
        default: return nil
        }
        position += 1
        return set
    }

    private mutating func property() throws(GrammarError) -> ScalarSet {
        guard take("{") else { throw invalid("a property without its name in braces") }
        var name = ""
        while let character = next, character != .ascii("}") {
            name.unicodeScalars.append(Unicode.Scalar(character) ?? "?")
            position += 1
        }
        if !take("}") { throw invalid("a property that does not end") }
        guard let set = RegexProperties.set(named: name) else { throw unsupported("the property {\(name.prefix(40))}") }
        return set
    }

    private mutating func characterEscape() throws(GrammarError) -> UInt32 {
        guard let character = next else { throw invalid("a backslash at the end") }
        position += 1
        switch Unicode.Scalar(character) {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0": return 0
        case "x": return try hexadecimal(2)
        case "u":
            if take("{") {
                var value: UInt32 = 0
                while let digit = hexDigit(), value < 0x110000 { value = value * 16 + digit }
                guard take("}"), value < 0x110000 else { throw invalid("a wrong \\u{…}") }
                return value
            }
            let high = try hexadecimal(4)
            guard (0xD800..<0xDC00).contains(high), take("\\u") else { return high }
            let low = try hexadecimal(4)
            guard (0xDC00..<0xE000).contains(low) else { throw invalid("half a surrogate pair") }
            return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
        case "c":
            guard let letter = next, let scalar = Unicode.Scalar(letter), scalar.properties.isAlphabetic, scalar.isASCII
            else { throw invalid("\\c without a letter") }
            position += 1
            return letter & 0x1F
        default:
            if let scalar = Unicode.Scalar(character), scalar.isASCII, scalar.properties.isAlphabetic {
                throw invalid("an unknown escape")
            }
            return character
        }
    }

    private mutating func hexDigit() -> UInt32? {
        guard let character = next, let scalar = Unicode.Scalar(character), scalar.isASCII,
            let digit = Character(scalar).hexDigitValue
        else { return nil }
        position += 1
        return UInt32(digit)
    }

    private mutating func hexadecimal(_ count: Int) throws(GrammarError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = hexDigit() else { throw invalid("an escape without its \(count) hexadecimal digits") }
            value = value * 16 + digit
        }
        return value
    }

    // MARK: Classes

    /// A class; the reader stands behind its '['.
    private mutating func characterClass() throws(GrammarError) -> ScalarSet {
        let negated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            guard next != nil else { throw invalid("a class that does not end") }
            if let set = try classSet() {
                ranges += set.ranges
                continue
            }
            let low = try classCharacter()
            let dash = position
            guard take("-"), let after = next, after != .ascii("]") else {
                position = dash
                ranges.append(low...low)
                continue
            }
            if try classSet() != nil {
                // "[a-\d]": the hyphen stands for itself, and the set is read next.
                position = dash
                ranges.append(low...low)
                if take("-") { ranges.append(0x2D...0x2D) }
                continue
            }
            let high = try classCharacter()
            guard low <= high else { throw invalid("a range of characters with its ends the wrong way round") }
            ranges.append(low...high)
        }
        let set = ScalarSet(ranges: ranges)
        return negated ? set.inverted : set
    }

    private mutating func classSet() throws(GrammarError) -> ScalarSet? {
        guard next == .ascii("\\"), position + 1 < scalars.count else { return nil }
        position += 1
        if let set = try setEscape() { return set }
        position -= 1
        return nil
    }

    private mutating func classCharacter() throws(GrammarError) -> UInt32 {
        guard let character = next else { throw invalid("a class that does not end") }
        position += 1
        guard character == .ascii("\\") else { return character }
        if take("b") { return 0x08 }
        if take("-") { return 0x2D }
        return try characterEscape()
    }

    // MARK: Sets

    private static let digits = ScalarSet(0x30...0x39)
    private static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    private static let lineEnds = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    /// White space and line ends of ECMA-262, sections 12.2 and 12.3.
    private static let spaces = ScalarSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
}

extension UInt32 {
    /// The value of a character.
    fileprivate static func ascii(_ character: Unicode.Scalar) -> UInt32 { character.value }
}
