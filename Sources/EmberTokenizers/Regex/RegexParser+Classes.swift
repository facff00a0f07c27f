// SPDX-License-Identifier: Apache-2.0

extension RegexParser {
    /// A class; the reader stands behind its '['.
    mutating func characterClass() throws(RegexError) -> ScalarSet {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.depthLimit { throw error("nested deeper than \(Self.depthLimit) groups") }
        let negated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var intersected: ScalarSet?
        var isFirst = true
        while try !classEnds(isEmpty: isFirst) {
            isFirst = false
            if ahead("&&") {
                position += 2
                let union = ScalarSet(ranges: ranges)
                intersected = intersected?.intersection(union) ?? union
                ranges = []
            } else {
                ranges += try classMember()
            }
        }
        let union = ScalarSet(ranges: ranges)
        let set = intersected?.intersection(union) ?? union
        return negated ? set.inverted : set
    }

    /// Takes the ']' of a class. One that comes first is itself, if another follows.
    private mutating func classEnds(isEmpty: Bool) throws(RegexError) -> Bool {
        guard let character = next else { throw error("a class '[' that does not end") }
        guard character == 0x5D, !isEmpty || !scalars[(position + 1)...].contains(0x5D) else { return false }
        if isEmpty { throw error("an empty class") }
        position += 1
        return true
    }

    /// A class inside, an escape, a range or a single character.
    private mutating func classMember() throws(RegexError) -> [ClosedRange<UInt32>] {
        if ahead("[:"), let set = try posixClass() { return set.ranges }
        if take("[") { return try characterClass().ranges }
        if ahead("\\"), let set = try classSetEscape() { return set.ranges }
        let low = try classCharacter()
        guard next == 0x2D, position + 1 < scalars.count, scalars[position + 1] != 0x5D else {
            return cased(ScalarSet(low)).ranges
        }
        let hyphen = position
        position += 1
        // A range, unless what follows the hyphen is a set: then the hyphen is itself.
        let isSet = next == 0x5B ? true : try classSetEscape() != nil
        if isSet {
            position = hyphen + 1
            return cased(ScalarSet(low)).ranges + [0x2D...0x2D]
        }
        let high = try classCharacter()
        guard low <= high else { throw error("a range of characters with its ends the wrong way round") }
        return cased(ScalarSet(low...high)).ranges
    }

    /// A set written as an escape. `nil` where something else stands, and then the reader stays there.
    private mutating func classSetEscape() throws(RegexError) -> ScalarSet? {
        let start = position
        guard take("\\") else { return nil }
        let set = try setEscape()
        if set == nil { position = start }
        return set
    }

    /// One character, which may be written as an escape.
    private mutating func classCharacter() throws(RegexError) -> UInt32 {
        guard let character = next else { throw error("a class '[' that does not end") }
        position += 1
        guard character == 0x5C else { return character }
        return take("b") ? 0x08 : try scalarEscape()
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
}
