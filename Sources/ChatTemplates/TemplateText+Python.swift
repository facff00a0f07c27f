// SPDX-License-Identifier: Apache-2.0

/// Python's string methods; marks stay with the characters they came with.
extension TemplateText {
    // MARK: Case

    var uppercased: TemplateText {
        if isASCII { return mapASCII { (0x61...0x7A).contains($0) ? $0 - 32 : $0 } }
        return mapScalars { scalar, _ in scalar.properties.uppercaseMapping }
    }

    var lowercased: TemplateText {
        if isASCII { return mapASCII { (0x41...0x5A).contains($0) ? $0 + 32 : $0 } }
        let scalars = Array(string.unicodeScalars)
        var index = -1
        return mapScalars { scalar, _ in
            index += 1
            return Self.lower(scalar, index, scalars)
        }
    }

    var caseFolded: TemplateText {
        mapScalars { scalar, _ in
            switch scalar {
            case "ß": "ss"
            case "ς": "σ"
            default: scalar.properties.lowercaseMapping
            }
        }
    }

    var capitalized: TemplateText {
        let scalars = Array(string.unicodeScalars)
        var index = -1
        return mapScalars { scalar, _ in
            index += 1
            return index == 0 ? scalar.properties.titlecaseMapping : Self.lower(scalar, index, scalars)
        }
    }

    var caseSwapped: TemplateText {
        let scalars = Array(string.unicodeScalars)
        var index = -1
        return mapScalars { scalar, _ in
            index += 1
            if scalar.properties.isUppercase { return Self.lower(scalar, index, scalars) }
            return scalar.properties.isLowercase ? scalar.properties.uppercaseMapping : String(scalar)
        }
    }

    /// Python's `title` method: a capital after everything that has no case.
    var titled: TemplateText {
        let scalars = Array(string.unicodeScalars)
        var index = -1
        var followsCased = false
        return mapScalars { scalar, _ in
            index += 1
            defer { followsCased = scalar.properties.isCased }
            return followsCased ? Self.lower(scalar, index, scalars) : scalar.properties.titlecaseMapping
        }
    }

    private func mapASCII(_ transform: (UInt8) -> UInt8) -> TemplateText {
        TemplateText(bytes: bytes.map(transform), marks: marks, isMarkup: isMarkup)
    }

    /// The lower case of a scalar; a sigma at the end of a word has a form of its own.
    static func lower(_ scalar: Unicode.Scalar, _ index: Int, _ scalars: [Unicode.Scalar]) -> String {
        guard scalar == "Σ" else { return scalar.properties.lowercaseMapping }
        let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
        let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
        let isFinal = before?.properties.isCased == true && after?.properties.isCased != true
        return isFinal ? "ς" : "σ"
    }

    /// - Parameter test: `islower`, `isupper` or `istitle`.
    func hasCase(_ test: String) -> Bool {
        var any = false
        var followsCased = false
        for scalar in string.unicodeScalars {
            let isUpper = scalar.properties.isUppercase || scalar.properties.generalCategory == .titlecaseLetter
            let isLower = scalar.properties.isLowercase
            switch test {
            case "islower": if isUpper { return false }
            case "isupper": if isLower || scalar.properties.generalCategory == .titlecaseLetter { return false }
            default:
                if isUpper && followsCased || isLower && !followsCased { return false }
            }
            any = any || (test == "islower" ? isLower : test == "isupper" ? isUpper : isUpper || isLower)
            followsCased = isUpper || isLower
        }
        return any
    }

    // MARK: Cutting

    /// - Parameter chars: the scalars to take away; white space when there are none given.
    func stripped(_ chars: TemplateText? = nil, left: Bool = true, right: Bool = true) -> TemplateText {
        var start = 0
        var end = bytes.count
        guard let chars else {
            if left { start = PythonSpace.skip(bytes, from: 0) }
            if right { end = max(start, PythonSpace.trimmedEnd(bytes, start..<end)) }
            return self[start..<end]
        }
        let unwanted = Set(chars.string.unicodeScalars)
        let scalars = string.unicodeScalars
        if left { for scalar in scalars.prefix(while: unwanted.contains) { start += UTF8.width(scalar) } }
        if right, start < end {
            for scalar in scalars.reversed().prefix(while: unwanted.contains) { end -= UTF8.width(scalar) }
        }
        return self[start..<max(start, end)]
    }

    /// - Parameters:
    ///   - limit: how often to cut; negative for no limit.
    ///   - most: cutting stops at one part more than this, for the interpreter to refuse.
    func split(by separator: TemplateText, limit: Int = -1, fromEnd: Bool = false, most: Int = .max - 1)
        -> [TemplateText]
    {
        var parts: [TemplateText] = []
        if fromEnd, limit >= 0 {
            var end = bytes.count
            while parts.count < min(limit, most), let place = lastIndex(of: separator, from: 0, to: end) {
                parts.append(self[place + separator.bytes.count..<end])
                end = place
            }
            parts.append(self[0..<end])
            return parts.reversed()
        }
        var start = 0
        let cuts = limit < 0 ? most : min(limit, most)
        while parts.count < cuts, let place = firstIndex(of: separator, from: start) {
            parts.append(self[start..<place])
            start = place + separator.bytes.count
        }
        parts.append(self[start..<bytes.count])
        return parts
    }

    func splitOnSpace(limit: Int = -1, fromEnd: Bool = false, most: Int = .max) -> [TemplateText] {
        var words: [Range<Int>] = []
        var start = PythonSpace.skip(bytes, from: 0)
        while start < bytes.count, words.count <= most {
            var end = start
            while end < bytes.count, PythonSpace.skip(bytes, from: end) == end {
                end += 1
                while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
            }
            words.append(start..<end)
            start = PythonSpace.skip(bytes, from: end)
        }
        if limit >= 0, words.count > limit {
            if fromEnd {
                let cut = words.count - limit
                words = [words[0].lowerBound..<words[cut - 1].upperBound] + words[cut...]
                // What is left in front keeps the space before it.
                words[0] = 0..<words[0].upperBound
            } else {
                words = words[..<limit] + [words[limit].lowerBound..<bytes.count]
            }
        }
        return words.map { self[$0] }
    }

    /// Lines, cut at everything that Python takes for the end of a line.
    func lines(keepingEnds: Bool = false, most: Int = .max) -> [TemplateText] {
        var lines: [TemplateText] = []
        var start = 0
        var offset = 0
        var skipsNewline = false
        for scalar in string.unicodeScalars {
            if lines.count > most { return lines }
            let end = offset + UTF8.width(scalar)
            switch scalar.value {
            case 0x0A where skipsNewline:
                skipsNewline = false
                if keepingEnds {
                    let last = lines.removeLast()
                    lines.append(self[offset - last.bytes.count..<end])
                }
                start = end
            case 0x0A...0x0D, 0x1C...0x1E, 0x85, 0x2028, 0x2029:
                lines.append(self[start..<(keepingEnds ? end : offset)])
                start = end
                skipsNewline = scalar == "\r"
            default: skipsNewline = false
            }
            offset = end
        }
        if start < bytes.count { lines.append(self[start..<bytes.count]) }
        return lines
    }

    func expandingTabs(_ width: Int) -> TemplateText {
        var column = 0
        return mapScalars { scalar, _ in
            switch scalar {
            case "\t":
                let spaces = width > 0 ? width - column % width : 0
                column += spaces
                return String(repeating: " ", count: spaces)
            case "\n", "\r": column = 0
            default: column += 1
            }
            return String(scalar)
        }
    }
}

/// Python's tests on characters.
enum CharacterClass {
    /// - Parameter name: the method of `str`, from `isalnum` to `isspace`.
    static func test(_ name: String) -> (Unicode.Scalar) -> Bool {
        switch name {
        case "isalpha": isLetter
        case "isdecimal": isDecimal
        case "isdigit": isDigit
        case "isnumeric": isNumeric
        case "isspace": PythonSpace.contains
        default: { isLetter($0) || isNumeric($0) }
        }
    }

    static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    static func isDecimal(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit
    }

    static func isNumeric(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != nil }

    /// Whether `\w` matches a scalar.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool { isLetter(scalar) || isNumeric(scalar) || scalar == "_" }
}
