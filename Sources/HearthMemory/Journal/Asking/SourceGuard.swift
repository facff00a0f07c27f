// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether a sentence that a model wrote says only what an entry says, by the words in it.
///
/// It cannot understand; it refuses what it cannot find: names and numbers that are not there, sentences most of whose
/// words are the model's own, and denials of what is not denied there.
struct SourceGuard {
    private let stems: Set<String>
    private let words: Set<String>
    private let language: MemoryLanguage
    private let denies: Bool

    /// The least share of a sentence's words that the entry, or the question, has.
    private static let leastShare = 0.6

    /// - Parameters:
    ///   - text: the entry's.
    ///   - given: what the user has asked, and the entry's date.
    init(_ text: String, given: String, language: MemoryLanguage) {
        let all = FoldedWords.all(in: text + "\n" + given)
        words = Set(all.map(\.withoutAccents))
        stems = Set(language.stems(of: all))
        denies = Self.denies(FoldedWords.all(in: text))
        self.language = language
    }

    func allows(_ sentence: String) -> Bool {
        let said = FoldedWords.all(in: sentence)
        let content = language.stems(of: said).filter { !Self.frame.contains($0) }
        guard content.count >= 2 else { return false }
        let known = content.count(where: stems.contains)
        guard Double(known) >= Self.leastShare * Double(content.count), known >= 2 else { return false }
        guard said.filter({ $0.contains(where: \.isNumber) }).allSatisfy({ words.contains($0.withoutAccents) }) else {
            return false
        }
        if Self.denies(said), !denies { return false }
        return Self.names(in: sentence).allSatisfy { words.contains($0) }
    }

    /// Words with a capital that do not begin a sentence, as they would be found in a text.
    private static func names(in sentence: String) -> [String] {
        var (names, isBeginning): ([String], Bool) = ([], true)
        for word in sentence.split(whereSeparator: \.isWhitespace) {
            let letters = word.trimmingCharacters(in: .alphanumerics.inverted)
            if !isBeginning, letters.first?.isUppercase == true, letters.count > 1 {
                names += FoldedWords.all(in: letters).filter { $0.count > 1 }.map(\.withoutAccents)
            }
            isBeginning = word.last.map { ".!?:“\"«".contains($0) } ?? false
        }
        return names
    }

    private static func denies(_ words: [String]) -> Bool { words.contains { denials.contains($0) } }

    private static let denials: Set<String> = [
        "not", "never", "no", "nobody", "nothing", "without", "cannot", "don", "didn", "doesn", "wasn", "isn", "won",
        "couldn", "haven", "hadn", "ne", "n", "pas", "jamais", "rien", "personne", "sans", "aucun", "aucune",
    ]

    /// Words that frame a sentence about an entry, as stems.
    private static let frame: Set<String> = Set(
        ["you", "your", "wrote", "write", "day", "week", "month", "felt", "feel", "mention", "vous", "votre", "ecrit"])
}

extension String {
    /// Its sentences, as they stand: they end at a mark behind which something new begins, or with the line.
    var sentences: [String] {
        var found: [String] = []
        for line in split(whereSeparator: \.isNewline) {
            var (sentence, isOver) = ("", false)
            for word in line.split(separator: " ", omittingEmptySubsequences: true) {
                let opens = word.first { $0.isLetter || $0.isNumber }.map { $0.isUppercase || $0.isNumber } ?? true
                if isOver, opens {
                    found.append(sentence)
                    sentence = ""
                }
                sentence += (sentence.isEmpty ? "" : " ") + word
                isOver = word.endsSentence
            }
            found.append(sentence)
        }
        return found.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.contains(where: \.isLetter) }
    }
}

extension Substring {
    /// Whether a sentence may end with this word; not behind an initial or a short title.
    fileprivate var endsSentence: Bool {
        let bare = trimmingCharacters(in: CharacterSet(charactersIn: "\"”’»)*_ \u{A0}\u{202F}"))
        guard let last = bare.last, ".!?…".contains(last) else { return false }
        let word = bare.dropLast()
        return last != "."
            || (word.count > 1 && !["Mr", "Mrs", "Ms", "Dr", "St", "Mme", "Mlle"].contains(String(word)))
    }
}
