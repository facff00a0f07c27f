// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares what a learner typed with what is right, and forgives what is no mistake in the language.
public enum TypedAnswer {
    public enum Verdict: Sendable, Hashable {
        /// To the letter.
        case exact
        /// But for case, accents, punctuation, spaces or an article that is missing, or it is a synonym.
        case right
        /// A letter is wrong, missing or too much in a word of five or more: the learner decides.
        case close
        case wrong
        /// Nothing was typed.
        case empty
    }

    /// - Parameters:
    ///   - typed: what the learner typed.
    ///   - expected: the answer as it is on the card. It may name several, such as "big; large" or "car / automobile",
    ///     and parts that may be left out, such as "(to) go".
    ///   - synonyms: other right answers.
    ///   - accentsCount: a letter with an accent is another letter, as ñ is to those who learn Spanish.
    public static func verdict(
        _ typed: String, expected: String, synonyms: [String] = [], accentsCount: Bool = false
    ) -> Verdict {
        let typed = typed.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !typed.isEmpty else { return .empty }
        if typed == expected.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespacesAndNewlines) {
            return .exact
        }
        let letters = Letters(keepAccents: accentsCount)
        let answers = ([expected] + synonyms).reduce(into: Set<String>()) { $0.formUnion(letters.alternatives($1)) }
        let forms = letters.forms(typed)
        if !answers.isDisjoint(with: forms) { return .right }
        // One of the two has an article or "to", and the other has none: two that differ are a mistake.
        let bare = Set(answers.map(Articles.without))
        if !bare.subtracting(answers).isDisjoint(with: forms) { return .right }
        if !Set(forms.map(Articles.without)).subtracting(forms).isDisjoint(with: answers.intersection(bare)) {
            return .right
        }
        return answers.contains { answer in forms.contains { isClose($0, answer) } } ? .close : .wrong
    }

    /// One letter is another, missing or too much, in a word of five letters or more.
    private static func isClose(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left), Array(right))
        guard max(left.count, right.count) >= 5, abs(left.count - right.count) <= 1 else { return false }
        let same = zip(left, right).prefix { $0 == $1 }.count
        let (rest, other) = (left[same...], right[same...])
        return rest.dropFirst() == other.dropFirst() || rest.dropFirst() == other || rest == other.dropFirst()
    }
}

/// Texts as they are compared: small letters, words apart by one space, nothing else.
private struct Letters {
    let keepAccents: Bool

    /// All answers that a text names, as plain letters: the whole, its parts, and each with and without what is in
    /// brackets.
    func alternatives(_ text: String) -> Set<String> {
        let parts = [text] + Self.parts(of: text)
        return parts.reduce(into: []) { all, part in
            let without = part.withoutBrackets(Self.brackets)
            all.formUnion(forms(part).union(forms(without)))
        }
    }

    /// Any of them is closed by any: people mix them.
    private static let brackets: [Character: Set<Character>] = [
        "(": [")", "）", "]"], "（": [")", "）", "]"], "[": [")", "）", "]"],
    ]

    /// Texts between separators. In a number such as 3/4 or 1,5 these separate nothing.
    private static func parts(of text: String) -> [String] {
        let letters = Array(text)
        var parts = [""]
        for (place, letter) in letters.enumerated() {
            let isInside = place > 0 && place + 1 < letters.count && ",/／".contains(letter)
            if ";/,、；／|".contains(letter), !(isInside && letters[place - 1].isNumber && letters[place + 1].isNumber) {
                parts.append("")
            } else {
                parts[parts.count - 1].append(letter)
            }
        }
        return parts.filter { !$0.isEmpty }
    }

    /// A text in plain letters, with words that a hyphen or an apostrophe joins as one and as two.
    func forms(_ text: String) -> Set<String> {
        Set([plain(text, joins: true), plain(text, joins: false)].filter { !$0.isEmpty })
    }

    /// Small letters without accents, words apart by one space, nothing else.
    private func plain(_ text: String, joins: Bool) -> String {
        let text = Self.level(String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.isPointing($0) })))
        let same: String.CompareOptions = keepAccents ? [] : .diacriticInsensitive
        let folded = text.folding(options: same.union([.caseInsensitive, .widthInsensitive]), locale: nil)
        var result = ""
        for character in folded.flatMap({ Self.ligatures[$0] ?? String($0) }) {
            if Self.signs.contains(character) {
                // 50 % is 50%.
                if result.last == " " { result.removeLast() }
                result.append(character)
            } else if character.isLetter || character.isNumber || Self.isMark(character) {
                result.append(character)
            } else if !(joins && Self.joiners.contains(character)), let last = result.last, last != " ",
                !Self.signs.contains(last)
            {
                result.append(" ")
            }
        }
        return result.trimmingCharacters(in: .whitespaces)
    }

    /// The text with letters that are raised or lowered on the line: 1ᵉʳ is 1er, H₂O is H2O, and 10² is written as
    /// 10^2.
    private static func level(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var (result, wasRaised) = ("", false)
        for scalar in text.unicodeScalars {
            let isLetter = scalar.properties.generalCategory == .modifierLetter
            let isDigit = scalar.properties.generalCategory == .otherNumber && scalar.properties.numericType == .digit
            let isRaised = isDigit && !(0x2080...0x2089).contains(scalar.value)
            if isRaised, !wasRaised { result += "^" }
            wasRaised = isRaised
            result +=
                isLetter || isDigit
                ? String(scalar).decomposedStringWithCompatibilityMapping : String(Character(scalar))
        }
        return result
    }

    /// Letters that folding leaves as they are.
    private static let ligatures: [Character: String] = [
        "œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    ]

    /// Signs that tell one answer from another, such as C, C# and C++.
    private static let signs: Set<Character> = ["+", "#", "%", "‰", "°", "€", "$", "£", "¥", "@"]

    /// Apostrophes and hyphens.
    private static let joiners: Set<Character> = ["'", "’", "ʼ", "`", "´", "-", "‐", "‑"]

    /// Arabic and Hebrew vowel points, which are most often not written.
    private static func isPointing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
        case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }

    /// Vowel signs of scripts in which they are no accents.
    private static func isMark(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spacingMark }
    }
}
