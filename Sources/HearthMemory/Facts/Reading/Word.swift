// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// A word of a message, as the reading of clauses compares it.
struct Word: Sendable, Equatable {
    /// In lower case, with straight apostrophes: `i`, `'m`, `n't`, `j'`.
    let text: String
    /// Its place, counted in characters of the message.
    let range: Range<Int>
    /// Whether it begins with a capital letter.
    let isCapital: Bool
    /// Whether it stands in a short quotation, so that it is a name or a title and no word of the sentence.
    var isQuoted = false

    /// Whether a hyphen joins it to the verb before: « dois-je », « dis-moi ».
    var isInverted: Bool { range.count > text.count }
    var isNumber: Bool { text.first?.isNumber == true }
}

/// Cuts text into words; contractions and elisions are words of their own.
enum WordReader {
    /// Characters of a word. A longer run, such as an address, a key or a sentence of a script without spaces, is cut
    /// into words of this length.
    static let longest = 64

    /// - Parameter characters: of the message; `range` is the part that is read.
    static func words(in characters: [Character], _ range: Range<Int>) -> [Word] {
        StepCounter.add(range.count)
        var words: [Word] = []
        var start: Int?
        for index in range {
            if let begin = start, index - begin == longest {
                words += pieces(of: characters, begin..<index)
                start = nil
            }
            let isInner = start != nil && isJoint(at: index, in: characters, range)
            if characters[index].isLetter || characters[index].isNumber || isInner {
                if start == nil { start = index }
            } else if let begin = start {
                words += pieces(of: characters, begin..<index)
                start = nil
            }
        }
        if let begin = start { words += pieces(of: characters, begin..<range.upperBound) }
        return words
    }

    /// An apostrophe or hyphen between letters, or a mark between digits.
    private static func isJoint(at index: Int, in characters: [Character], _ range: Range<Int>) -> Bool {
        guard index + 1 < range.upperBound, index > range.lowerBound else { return false }
        let (before, after) = (characters[index - 1], characters[index + 1])
        switch characters[index] {
        case "'", "’", "ʼ", "-", "‑": return (before.isLetter || before.isNumber) && (after.isLetter || after.isNumber)
        case ".", ",", ":", "/": return before.isNumber && after.isNumber
        default: return false
        }
    }

    private static let elided: Set<String> = [
        "j", "l", "d", "n", "m", "t", "s", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu",
    ]
    private static let contracted: Set<String> = ["m", "re", "ve", "ll", "d", "s", "t"]
    private static let inverted: Set<String> = [
        "je", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "ce", "t", "moi", "toi", "le", "la", "les",
        "lui",
    ]

    private static func pieces(of characters: [Character], _ range: Range<Int>) -> [Word] {
        var cuts = [range.lowerBound]
        for index in range where index > range.lowerBound && isMark(characters[index]) {
            let rest = lower(characters, index + 1..<range.upperBound)
            switch characters[index] {
            case "'", "’", "ʼ":
                let before = lower(characters, (cuts.last ?? range.lowerBound)..<index)
                if elided.contains(before) {
                    cuts.append(index + 1)
                } else if rest == "t", before.hasSuffix("n") {
                    cuts.append(index - 1)
                } else if contracted.contains(rest) {
                    cuts.append(index)
                }
            default:
                let next = String(rest.prefix { $0 != "-" && $0 != "‑" })
                if inverted.contains(next) { cuts.append(index) }
            }
        }
        cuts.append(range.upperBound)
        return zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { word(characters, $0..<$1) }
    }

    private static func isMark(_ character: Character) -> Bool {
        switch character {
        case "'", "’", "ʼ", "-", "‑": true
        default: false
        }
    }

    private static func word(_ characters: [Character], _ range: Range<Int>) -> Word {
        let text = lower(characters, range)
        let bare = text.hasPrefix("-") ? String(text.dropFirst()) : text
        return Word(text: bare, range: range, isCapital: characters[range.lowerBound].isUppercase)
    }

    private static func lower(_ characters: [Character], _ range: Range<Int>) -> String {
        StepCounter.add(range.count)
        return String(
            characters[range].map { character in
                switch character {
                case "’", "ʼ": "'"
                case "‑": "-"
                default: character
                }
            }
        ).lowercased()
    }
}
