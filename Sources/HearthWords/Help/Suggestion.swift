// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Text offered for a card: the user takes it, or does not.
public struct Suggestion: Sendable, Hashable {
    public var text: String
    /// Says more: what a sentence means, which other words a meaning has.
    public var note = ""
    public var source: Source

    public init(_ text: String, note: String = "", source: Source) {
        (self.text, self.note, self.source) = (text, note, source)
    }

    public enum Source: Sendable, Hashable {
        /// From a dictionary of this machine, by its name.
        case dictionary(String)
        /// From a dictionary; a model has chosen the meaning that fits.
        case chosen(String)
        /// A model has written it, and rules have checked it.
        case checked
        /// A model has written it, and nobody has checked what it says.
        case draft
        /// A translation service has given it.
        case service(Translator)
    }
}

/// Kinds of help that the local model and the dictionaries can give for a word.
public enum HelpKind: String, Sendable, Hashable, CaseIterable {
    case definition, translation, example, mnemonic
    /// A short story of several words.
    case story
}

/// Why there is nothing to offer.
public enum HelpFailure: Error, Sendable, Hashable {
    /// No model of this machine can do it.
    case noModel
    /// The learner knows too few words for a sentence of them.
    case fewWords(Int)
    /// Every try had words that the learner does not know, such as these.
    case unknownWords([String])
    /// Every try lacked the word, or was no sentence.
    case unsuitable
    /// The translator that the user has chosen cannot do it.
    case translator(TranslationError)
    /// The languages of the deck are not set.
    case noLanguage
    case failed

    /// Known words that a sentence needs at least.
    public static let fewest = 20
}

/// Rules that need no model, for what a model writes.
public enum HelpCheck {
    /// A sentence with the word, and otherwise of words that the learner knows.
    /// - Returns: the sentence, tidied; a failure that says what is wrong with it.
    public static func sentence(
        _ text: String, with targets: [String], atLeast: Int? = nil, _ known: KnownWords, not other: WordForms? = nil,
        longest: Int = 200
    ) -> Result<String, HelpFailure> {
        let line = tidied(text)
        let words = known.forms.words(in: line)
        guard line.count <= longest, words.count >= 3,
            !Nonsense(known.forms, not: other).isFound(in: line, as: .sentence)
        else {
            return .failure(.unsuitable)
        }
        let present = targets.filter { known.forms.has($0, in: line) }
        guard present.count >= atLeast ?? targets.count else { return .failure(.unsuitable) }
        let unknown = known.unknown(in: line, besides: targets)
        return unknown.isEmpty ? .success(line) : .failure(.unknownWords(Array(unknown.prefix(5))))
    }

    /// A definition that does not use the word itself, nor another with its stem in it.
    /// - Parameter other: of the language that the word is translated into.
    public static func definition(
        _ text: String, of word: String, _ forms: WordForms, not other: WordForms? = nil
    ) -> String? {
        let line = tidied(text)
        guard (2...200).contains(line.count), forms.words(in: line).count >= 2, !forms.has(word, in: line),
            !isCircular(line, word, forms),
            !Nonsense(forms, not: other).isFound(in: line, as: isName(word) ? .definitionOfName : .definition)
        else { return nil }
        return line
    }

    /// Villain, for ville: a word that begins with the whole stem of what it is to explain.
    private static func isCircular(_ line: String, _ word: String, _ forms: WordForms) -> Bool {
        let stems = forms.stems(of: word).filter { $0.count >= 4 }
        return forms.words(in: line).contains { found in
            let plain = found.folding(options: .diacriticInsensitive, locale: nil)
            return stems.contains { plain.hasPrefix($0) }
        }
    }

    private static func isName(_ word: String) -> Bool { word.contains(where: \.isUppercase) }

    /// A mnemonic that names the word, and what it means.
    public static func mnemonic(_ text: String, of content: FlashcardContent, _ forms: WordForms, _ other: WordForms)
        -> String?
    {
        let line = tidied(text)
        let meanings = content.translation.split { ";,/".contains($0) }.map(String.init)
        guard (10...300).contains(line.count), other.words(in: line).count >= 4, forms.has(content.word, in: line),
            !Nonsense(other).isFound(in: line, as: .mnemonic),
            meanings.isEmpty || meanings.contains(where: { other.has($0, in: line) })
        else { return nil }
        return line
    }

    /// On one line, without control characters.
    static func tidied(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }
}
