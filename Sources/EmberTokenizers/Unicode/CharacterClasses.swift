// SPDX-License-Identifier: Apache-2.0

/// The sets of scalars that tokenizers distinguish, from the Unicode properties of the Swift runtime.
enum CharacterClasses {
    /// Scalars from here up to the planes of private use are unassigned, except those of plane 14.
    private static let scanned: UInt32 = 0x40000
    private static let plane14: ClosedRange<UInt32> = 0xE0000...0xE0FFF

    /// The two-letter general category of every scalar below `scanned` as an index into `categoryNames`.
    private static let categories: [UInt8] = (0..<scanned).map { category(of: $0) }

    static let categoryNames = [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
        "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
    ]

    private static func category(of value: UInt32) -> UInt8 {
        guard let scalar = Unicode.Scalar(value) else { return 27 }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter: 0
        case .lowercaseLetter: 1
        case .titlecaseLetter: 2
        case .modifierLetter: 3
        case .otherLetter: 4
        case .nonspacingMark: 5
        case .spacingMark: 6
        case .enclosingMark: 7
        case .decimalNumber: 8
        case .letterNumber: 9
        case .otherNumber: 10
        case .connectorPunctuation: 11
        case .dashPunctuation: 12
        case .openPunctuation: 13
        case .closePunctuation: 14
        case .initialPunctuation: 15
        case .finalPunctuation: 16
        case .otherPunctuation: 17
        case .mathSymbol: 18
        case .currencySymbol: 19
        case .modifierSymbol: 20
        case .otherSymbol: 21
        case .spaceSeparator: 22
        case .lineSeparator: 23
        case .paragraphSeparator: 24
        case .control: 25
        case .format: 26
        case .surrogate: 27
        case .privateUse: 28
        case .unassigned: 29
        @unknown default: 29
        }
    }

    /// All scalars whose category's name begins with `prefix`: "L" or "Lu".
    static func category(_ prefix: String) -> ScalarSet {
        var wanted = [Bool](repeating: false, count: categoryNames.count)
        for (index, name) in categoryNames.enumerated() where name.hasPrefix(prefix) { wanted[index] = true }
        var ranges: [ClosedRange<UInt32>] = []
        func add(_ first: UInt32, _ last: UInt32) { ranges.append(first...last) }
        var start: UInt32?
        // A global is asked whether it is there at every use, under ThreadSanitizer by way of a lock.
        let categories = Self.categories
        for value in 0..<scanned {
            if wanted[Int(categories[Int(value)])] {
                if start == nil { start = value }
            } else if let first = start {
                add(first, value - 1)
                start = nil
            }
        }
        if let first = start { add(first, scanned - 1) }
        for value in plane14 where wanted[Int(category(of: value))] { add(value, value) }
        if wanted[29] {
            add(scanned, plane14.lowerBound - 1)
            add(plane14.upperBound + 1, 0xEFFFF)
            for plane: UInt32 in [0xF0000, 0x100000] { add(plane + 0xFFFE, plane + 0xFFFF) }
        }
        if wanted[28] {
            for plane: UInt32 in [0xF0000, 0x100000] { add(plane, plane + 0xFFFD) }
        }
        return ScalarSet(ranges: ranges)
    }

    /// All assigned scalars for which `test` holds.
    static func scalars(where test: (Unicode.Scalar.Properties) -> Bool) -> ScalarSet {
        var ranges: [ClosedRange<UInt32>] = []
        for value in Array(0..<scanned) + Array(plane14) {
            guard let scalar = Unicode.Scalar(value), test(scalar.properties) else { continue }
            if let last = ranges.last, last.upperBound == value - 1 {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        return ScalarSet(ranges: ranges)
    }

    static let whitespace = scalars { $0.isWhitespace }
    static let letters = category("L")
    static let numbers = category("N")
    static let marks = category("M")
    private static let alphabetic = scalars { $0.isAlphabetic }

    /// `\w` of Oniguruma: letters, marks, decimal digits and connecting punctuation.
    static let word = alphabetic.union(marks).union(category("Nd")).union(category("Pc"))

    /// `\w` of Rust's `regex`, which counts the two joiners as well.
    static let rustWord = word.union(ScalarSet(0x200C...0x200D))

    static let asciiPunctuation = ScalarSet(ranges: [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E])

    static let whitespaceTable = ScalarTable(whitespace)
    static let numberTable = ScalarTable(numbers)
    static let rustWordTable = ScalarTable(rustWord)
    static let punctuationTable = ScalarTable(oldPunctuation)

    /// Punctuation as the reference implementation sees it: its table ends with Unicode 8.
    private static let oldPunctuation = known(category("P"), by: 8).union(asciiPunctuation)

    /// Marks that Bert's normalizer strips, by the same old table. The exceptions have changed category since.
    static let nonspacingMarkTable = ScalarTable(
        known(category("Mn"), by: 8).intersection(ScalarSet(ranges: [0x1885...0x1886, 0xA9BD...0xA9BD]).inverted)
            .union(ScalarSet(0x1734)))

    /// Marks that `StripAccents` removes, whose table ends with Unicode 9.
    static let combiningMarkTable = ScalarTable(known(marks, by: 9).union(ScalarSet(0x1CF2...0x1CF3)))

    /// Scalars that Bert's normalizer removes: control, format and private characters other than tab and line ends.
    static let bertControlTable: ScalarTable = {
        let controls = category("Cc").union(category("Cf")).union(category("Co")).union(ScalarSet(0xFFFD))
        return ScalarTable(known(controls, by: 8).intersection(ScalarSet(ranges: [0x09...0x0A, 0x0D...0x0D]).inverted))
    }()

    /// The members of `set` that were in Unicode up to version `major`.
    private static func known(_ set: ScalarSet, by major: Int) -> ScalarSet {
        var ranges: [ClosedRange<UInt32>] = []
        for range in set.ranges {
            for value in range {
                guard let age = Unicode.Scalar(value)?.properties.age, age.major <= major else { continue }
                ranges.append(value...value)
            }
        }
        return ScalarSet(ranges: ranges)
    }
}
