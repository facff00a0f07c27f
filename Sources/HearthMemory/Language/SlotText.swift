// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A message as the reader of slots sees it: units that say one thing each, their words, and the kinds of these.
///
/// `Training/facts/words.py` does the same to the corpus; a fixture compares the two.
struct SlotText: Sendable {
    /// A stretch of a message without the end of a sentence in it.
    struct Unit: Sendable {
        let words: [PlainWord]
        /// For each word, the names of its kinds, in order.
        let kinds: [[[UInt8]]]

        fileprivate init(_ words: [PlainWord], _ language: SlotLanguage) {
            let letters = words.map(\.letters)
            self.words = words
            kinds = letters.indices.map { place in
                language.kinds.kinds(of: letters, at: place).map { language.kinds.names[$0] }
            }
        }

        /// In scalars of the message.
        var range: Range<Int> { words[0].range.lowerBound..<words[words.count - 1].range.upperBound }
    }

    let units: [Unit]

    /// A unit without an end is cut behind so many words.
    private static let longestUnit = 28

    init(_ text: String, _ language: SlotLanguage) {
        units = Self.cut(Self.words(of: text, language)).map { Unit($0, language) }
    }

    /// A message as one unit, whatever sentences it has.
    init(whole text: String, _ language: SlotLanguage) {
        let words = Self.cut(Self.words(of: text, language)).flatMap { $0 }
        units = words.isEmpty ? [] : [Unit(words, language)]
    }

    private static func words(of text: String, _ language: SlotLanguage) -> [PlainWord] {
        var words: [PlainWord] = []
        for token in SpelledText.placed(text.unicodeScalars) {
            guard token.letters != SpelledText.stop else {
                words.append(token)
                continue
            }
            for (place, letters) in language.spelling.read(token.letters).enumerated() {
                words.append(
                    PlainWord(letters: letters, range: token.range, isCapital: token.isCapital && place == 0))
            }
        }
        return words
    }

    /// Cuts words at the ends of sentences, at joining words before a subject, and where a subject begins in a long run
    /// without marks, as in dictation.
    private static func cut(_ words: [PlainWord]) -> [[PlainWord]] {
        var (units, unit): ([[PlainWord]], [PlainWord]) = ([], [])
        func end() {
            let bare = unit.drop { $0.letters == SpelledText.comma }
            let last = bare.lastIndex { $0.letters != SpelledText.comma }
            if let last { units.append(Array(bare[...last])) }
            unit = []
        }
        for (place, word) in words.enumerated() {
            let letters = word.letters
            guard letters != SpelledText.stop else {
                end()
                continue
            }
            let next = place + 1 < words.count ? words[place + 1].letters : SpelledText.stop
            let before = unit.last?.letters ?? SpelledText.stop
            let count = unit.count { $0.letters != SpelledText.comma }
            let isAfterComma = before == SpelledText.comma
            let begins =
                isAfterComma && count >= 3 && subjects.contains(letters)
                || count >= 2 && joints.contains(letters) && (causes.contains(letters) || subjects.contains(next))
                || count >= 6 && starters.contains(letters) && !glue.contains(before) && !isAfterComma
            if begins || unit.count >= longestUnit { end() }
            unit.append(word)
        }
        end()
        return units
    }

    private static let joints = words(
        "and but so because cause cos then plus also though while et mais donc parce car puis alors pis")
    private static let causes = words("but because cause cos though mais parce car")
    private static let subjects = words(
        """
        i my we our he she they his her it there je j mon ma mes on nous notre il elle ils elles c ca ya y
        """)
    private static let starters = words("i we he she they je j on nous il elle ils elles")
    /// Words behind which a subject goes on with what was begun.
    private static let glue = words(
        """
        that which when if what who where how why as than like and or of with for to in on at from about because cause cos que qu qui
        quand si ou comme de d a avec pour dans chez sur par et mais donc parce car think know say said says hope wish told guess swear
        dont ce do did am was is are were have had can could should would est ai suis sais crois pense dit
        """)

    private static func words(_ text: String) -> Set<SpelledText.Word> {
        Set(text.split(whereSeparator: \.isWhitespace).map { SpelledText.Word($0.utf8) })
    }
}

/// Knowledge of the words of both languages: their spelling, and their kinds.
struct SlotLanguage: Sendable {
    let spelling: SpelledText
    let kinds: WordKinds

    /// - Parameter folder: with a folder for each language, which has `kinds.txt`.
    init(folder: URL, spelling: SpelledText) throws {
        let kinds = try MemoryLanguage.allCases.map { language in
            let file = folder.appending(path: "\(language.rawValue)/kinds.txt")
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }
        self.spelling = spelling
        self.kinds = WordKinds(kinds.joined(separator: "\n"), read: spelling)
    }
}
