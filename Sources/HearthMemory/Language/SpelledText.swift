// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text as it is read for care and for facts: in plain letters, with the spelling of hurried people undone, in
/// sentences and windows.
///
/// `Training/care/text.py` does the same to the corpus; a fixture compares the two.
struct SpelledText: Sendable {
    /// The letters of a word, or a single sign such as a heart, in UTF-8.
    typealias Word = [UInt8]

    /// The most that is read of a text, in scalars: a pasted book costs no more than a long letter.
    static let longest = 6_000
    /// A sentence without an end is cut, so that what matters in it is not lost among the rest.
    private static let sentence = 24
    private static let step = 16

    static let (stop, comma, question): (Word, Word, Word) = ([0x2E], [0x2C], [0x3F])

    /// How words are read that are written otherwise.
    private let spelling: [Word: [Word]]

    /// - Parameter text: lines such as `wanna: want to`.
    init(spelling text: String) {
        var found: [Word: [Word]] = [:]
        for line in text.split(separator: "\n") where line.first != "#" {
            let parts = line.split(separator: ":")
            guard parts.count == 2, let written = Self.tokens(String(parts[0])).first else { continue }
            found[written] = parts[1].split(separator: " ").map { Self.single(Word($0.utf8)) }
        }
        spelling = found
    }

    /// The windows of a text: the whole first, then its sentences, two in a row, and stretches of long ones.
    func windows(of text: String) -> [[Word]] {
        let sentences = sentences(of: text)
        let whole = Array(sentences.joined(separator: [Self.stop]))
        let pieces = sentences.flatMap { sentence -> [[Word]] in
            guard sentence.count > Self.sentence else { return [sentence] }
            var pieces: [[Word]] = []
            for start in stride(from: 0, to: sentence.count, by: Self.step) {
                pieces.append(Array(sentence[start..<min(start + Self.sentence, sentence.count)]))
                if start + Self.sentence >= sentence.count { break }
            }
            return pieces
        }
        guard pieces.count > 1 else { return [whole] }
        var windows = [whole]
        for (index, piece) in pieces.enumerated() {
            windows.append(piece)
            if index + 1 < pieces.count { windows.append(piece + [Self.stop] + pieces[index + 1]) }
        }
        return windows
    }

    private func sentences(of text: String) -> [[Word]] {
        var (sentences, sentence): ([[Word]], [Word]) = ([], [])
        for token in Self.tokens(text) {
            if token == Self.stop {
                if !sentence.isEmpty { sentences.append(sentence) }
                sentence = []
            } else {
                sentence += read(token)
            }
        }
        return sentence.isEmpty ? sentences : sentences + [sentence]
    }

    /// A word as it is read: one word or several.
    func read(_ token: Word) -> [Word] {
        if Self.isPunctuation(token) || token[0] >= 0x80 { return [token] }
        let bare = token.filter { $0 != Self.apostrophe }
        if bare.isEmpty { return [] }
        if let known = spelling[bare] { return known }
        if bare.count != token.count {
            let parts = token.split(separator: Self.apostrophe).map(Word.init)
            // French elides before a vowel; English has its letters behind the apostrophe.
            if parts.count == 2 && parts[0].count <= 2 || Self.elided.contains(parts[0]) {
                return parts.map(Self.single)
            }
            if parts.count == 2, parts[1] == [0x73] { return [Self.single(parts[0])] }
            return [Self.single(bare)]
        }
        // `jveux`, `jme`: no word of either language begins so.
        if bare.count > 2, bare[0] == 0x6A, Self.consonants.contains(bare[1]) {
            let rest = Word(bare.dropFirst())
            return [Word("je".utf8)] + (spelling[rest] ?? [Self.single(rest)])
        }
        return [Self.single(bare)]
    }

    private static let apostrophe = UInt8(ascii: "'")
    private static let elided = Set(["qu", "jusqu", "lorsqu", "puisqu", "quelqu"].map { Word($0.utf8) })
    private static let consonants = Set("bcdfglmnprstvz".utf8)

    static func isPunctuation(_ word: Word) -> Bool { word == stop || word == comma || word == question }

    /// Letters that stand in a row once: `killll`, `kill` and `kil` are one word.
    private static func single(_ word: Word) -> Word {
        var single: Word = []
        for letter in word where letter != single.last { single.append(letter) }
        return single
    }

    // MARK: Letters

    /// Words in plain letters, `.` for the end of a sentence, `,` for that of a clause, and signs.
    static func tokens(_ text: String) -> [Word] { placed(text.unicodeScalars.prefix(longest)).map(\.letters) }

    /// The same with their places, counted in scalars from the beginning of the text.
    static func placed(_ text: some Sequence<Unicode.Scalar>) -> [PlainWord] {
        var tokens: [PlainWord] = []
        var (word, start, isCapital): (Word, Int, Bool) = ([], 0, false)
        func end(_ place: Int) {
            if !word.isEmpty { tokens.append(PlainWord(letters: word, range: start..<place, isCapital: isCapital)) }
            word = []
        }
        func mark(_ letters: Word, _ place: Int) {
            tokens.append(PlainWord(letters: letters, range: place..<place + 1, isCapital: false))
        }
        var count = 0
        for (place, scalar) in text.enumerated() {
            count += 1
            if let letters = letters[scalar] {
                if word.isEmpty { (start, isCapital) = (place, scalar.properties.isUppercase) }
                word += letters
            } else if isNothing(scalar) {
                continue
            } else if apostrophes.contains(scalar) {
                if !word.isEmpty { word.append(apostrophe) }
            } else {
                end(place)
                if scalar == "?" || ends.contains(scalar) {
                    guard let last = tokens.last, last.letters != stop else { continue }
                    if scalar == "?" { mark(question, place) }
                    mark(stop, place)
                } else if clauses.contains(scalar) {
                    mark(comma, place)
                } else if scalar.value >= 0x2600 {
                    mark(Word(String(Character(scalar)).utf8), place)
                }
            }
        }
        end(count)
        return tokens
    }

    private static let apostrophes = Set("'’‘`´ʼ".unicodeScalars)
    private static let ends = Set(".!\n…;".unicodeScalars)
    private static let clauses = Set(",:()–—\"«»“”".unicodeScalars)

    /// Accents by themselves, and what only changes how a sign looks.
    private static func isNothing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0xFE0F, 0x200D, 0xAD, 0x1F3FB...0x1F3FF: true
        default: false
        }
    }

    /// Letters of Latin alphabets without case and accents, and digits.
    private static let letters: [Unicode.Scalar: Word] = {
        var letters: [Unicode.Scalar: Word] = [:]
        let latin = (0xC0..<0x250).compactMap { Unicode.Scalar($0 as UInt32) }
        for scalar in latin {
            let plain = scalar.properties.lowercaseMapping.decomposedStringWithCanonicalMapping.utf8
                .filter { (0x61...0x7A).contains($0) }
            if !plain.isEmpty { letters[scalar] = Word(plain) }
        }
        for (pair, plain) in [
            ("œ", "oe"), ("Œ", "oe"), ("æ", "ae"), ("Æ", "ae"), ("ß", "ss"), ("ø", "o"), ("Ø", "o"), ("đ", "d"),
            ("ł", "l"),
        ] as [(Unicode.Scalar, String)] {
            letters[pair] = Word(plain.utf8)
        }
        for code in UInt8(ascii: "a")...UInt8(ascii: "z") {
            letters[Unicode.Scalar(code)] = [code]
            letters[Unicode.Scalar(code - 32)] = [code]
        }
        for code in UInt8(ascii: "0")...UInt8(ascii: "9") { letters[Unicode.Scalar(code)] = [code] }
        return letters
    }()
}

/// A word in plain letters, and where it stands.
struct PlainWord: Sendable, Equatable {
    let letters: SpelledText.Word
    /// In scalars of the text.
    let range: Range<Int>
    let isCapital: Bool
}
