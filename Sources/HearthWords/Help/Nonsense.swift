// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Signs that a small model has written a text without sense. No rule knows what a text means; each looks for
/// something that no definition, sentence or mnemonic has. For a language without a list of its function words,
/// the rules about language say nothing.
struct Nonsense {
    /// Of the language that the text is to be in.
    let forms: WordForms
    /// Of the deck's other language, which a model falls back to.
    let other: WordForms?

    init(_ forms: WordForms, not other: WordForms? = nil) { (self.forms, self.other) = (forms, other) }

    enum Kind {
        /// Of a word that is no name: it has neither numbers nor names.
        case definition
        case definitionOfName, sentence, mnemonic
    }

    /// - Parameter line: on one line.
    func isFound(in line: String, as kind: Kind) -> Bool {
        let words = forms.words(in: line)
        return Self.hasSigns(line) || Self.talks(line, kind) || repeats(words) || Self.lists(line, words)
            || isInOtherLanguage(words) || Self.isBroken(words)
            || kind == .definition && (line.contains(where: \.isNumber) || namesSomething(line))
    }

    // MARK: Signs

    /// Braces, markup, addresses, brackets that are not closed, and what a wrong encoding leaves behind.
    private static func hasSigns(_ line: String) -> Bool {
        if line.contains(where: { "{}[]<>|\\_#*=^~`+\u{FFFD}".contains($0) }) { return true }
        if line.contains("://") || line.contains("www.") || line.contains("Ã") || line.contains("ï¿½") { return true }
        if line.count(where: { $0 == "(" }) != line.count(where: { $0 == ")" }) { return true }
        guard let first = line.unicodeScalars.first, let last = line.unicodeScalars.last else { return true }
        let begins =
            first.properties.isAlphabetic || first.properties.numericType != nil
            || "\"“«‘'(¿¡".unicodeScalars.contains(first)
        return !begins || last == "," || last == ":" || last == ";" || last == "-"
    }

    /// Phrases that an assistant puts before an answer, in the languages of the app: `labels` are refused in every
    /// text, `talk` in all but sentences, and `aboutWords` neither in sentences nor in mnemonics.
    private static let labels = [
        "definition:", "example:", "sentence:", "mnemonic:", "answer:", "définition :", "exemple :", "phrase :",
        "french:",
        "english:", "français :", "anglais :", "as an ai", "en tant qu'ia",
    ]
    private static let talk = [
        "here is", "here's", "here are", "sure,", "sure!", "certainly", "of course", "i am an ai", "i'm an ai",
        "i'm sorry",
        "i am sorry", "i cannot", "i can't", "voici", "bien sûr", "je suis désolé", "je ne peux pas",
    ]
    private static let aboutWords = [
        "this definition", "the definition", "this word", "the word", "cette définition", "la définition", "ce mot",
        "le mot",
    ]

    private static func talks(_ line: String, _ kind: Kind) -> Bool {
        let plain = line.lowercased().replacing("’", with: "'").replacing("\u{A0}", with: " ")
        func begins(_ list: [String]) -> Bool { list.contains { plain.hasPrefix($0) } }
        if begins(labels) { return true }
        guard kind != .sentence else { return false }
        if begins(talk) || plain.contains("here is a") || plain.contains("here's a") { return true }
        return kind != .mnemonic && begins(aboutWords)
    }

    // MARK: Words

    /// A word twice in a row, one of meaning three times, the same three words twice, or hardly any different ones.
    private func repeats(_ words: [String]) -> Bool {
        if zip(words, words.dropFirst()).contains(where: { $0 == $1 && !Self.mayDouble.contains($0) }) { return true }
        let content = words.filter { !forms.isFunctionWord($0) && $0.count > 1 }
        let most = Dictionary(grouping: content, by: { $0 }).values.map(\.count).max() ?? 0
        if most > max(2, words.count / 12) { return true }
        let threes = words.indices.dropLast(2).map { words[$0...$0 + 2].joined(separator: " ") }
        return Set(threes).count < threes.count
    }

    /// Nous nous levons; the book that that man has.
    private static let mayDouble: Set = ["nous", "vous", "that", "had", "die", "der", "das", "sie"]

    /// Words with commas between, and no sentence around them.
    private static func lists(_ line: String, _ words: [String]) -> Bool {
        let pieces = line.split { ",;".contains($0) }
        return pieces.count > 4 && words.count < 2 * pieces.count
    }

    private func isInOtherLanguage(_ words: [String]) -> Bool {
        guard WordForms.functionWords[forms.language] != nil else { return false }
        let own = words.count(where: forms.isFunctionWord)
        guard own > 0 else { return true }
        guard let other, other.language != forms.language else { return false }
        return words.count { other.isFunctionWord($0) && !forms.isFunctionWord($0) }
            > words.count { forms.isFunctionWord($0) && !other.isFunctionWord($0) }
    }

    /// A letter three times in a row, or a long word without a vowel.
    private static func isBroken(_ words: [String]) -> Bool {
        words.contains { word in
            let letters = Array(word)
            let triple = zip(letters, zip(letters.dropFirst(), letters.dropFirst(2))).contains {
                $0 == $1.0 && $0 == $1.1 && $0.isLetter && $0 != "w"
            }
            let isLatin = word.unicodeScalars.allSatisfy { $0.value < 0x250 }
            let plain = word.folding(options: .diacriticInsensitive, locale: nil)
            return triple
                || isLatin && letters.count > 4 && letters.allSatisfy(\.isLetter)
                    && !plain.contains { "aeiouyœæ".contains($0) }
        }
    }

    /// A word with a capital letter inside a sentence, where only names have one.
    private func namesSomething(_ line: String) -> Bool {
        guard forms.language != "de" else { return false }
        return line.split(separator: " ").dropFirst().contains { word in
            word.first?.isUppercase == true && word.contains(where: \.isLowercase)
        }
    }

    // MARK: What was asked

    /// Whether six words of what the model was asked stand in its answer in the same order.
    func repeats(_ question: String, in line: String) -> Bool {
        let (asked, said) = (forms.words(in: question), forms.words(in: line))
        guard asked.count >= Self.echo, said.count >= Self.echo else { return false }
        let runs = Set(asked.indices.dropLast(Self.echo - 1).map { asked[$0..<$0 + Self.echo] })
        return said.indices.dropLast(Self.echo - 1).contains { runs.contains(said[$0..<$0 + Self.echo]) }
    }

    private static let echo = 6
}
