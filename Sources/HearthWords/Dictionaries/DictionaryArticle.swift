// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Entry of a dictionary for a word.
public struct DictionaryArticle: Sendable, Hashable {
    /// In the International Phonetic Alphabet, without slashes.
    public var phonetic: String?
    /// For a dictionary of two languages.
    public var translations: [String] = []
    /// For a dictionary of one language.
    public var senses: [Sense] = []
    /// The dictionary, as people are told of it.
    public var source = ""

    public init() {}

    /// One meaning of a word.
    public struct Sense: Sendable, Hashable {
        /// n, v, adj or adv.
        public var kind: String
        public var gloss: String
        public var examples: [String]
        public var synonyms: [String]

        public init(kind: String, gloss: String, examples: [String] = [], synonyms: [String] = []) {
            (self.kind, self.gloss, self.examples, self.synonyms) = (kind, gloss, examples, synonyms)
        }
    }

    /// Most senses and translations that are taken from an article.
    private static let mostSenses = 12
    private static let mostTranslations = 8

    // MARK: Reading

    /// An article of WordNet, as its Debian package writes it: `n 1: a gloss; "an example" [syn: {a}, {b}]`.
    init(wordNet text: String, word: String) {
        var kind = ""
        var current: (kind: String, text: String)?
        func end() -> Sense? { current.flatMap { Self.sense($0.kind, $0.text, word) } }
        for line in text.split(separator: "\n").dropFirst() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if let match = line.firstMatch(of: /^(?:(n|v|adj|adv) )?(?:[0-9]+)?: (.*)$/),
                match.1 != nil || line.first?.isNumber == true
            {
                if let sense = end() { senses.append(sense) }
                kind = match.1.map(String.init) ?? kind
                current = (kind, String(match.2))
            } else {
                current?.text += " \(line)"
            }
            if senses.count >= Self.mostSenses { return }
        }
        if let sense = end() { senses.append(sense) }
    }

    private static func sense(_ kind: String, _ text: String, _ word: String) -> Sense? {
        let synonyms = text.firstMatch(of: /\[syn: ([^\]]*)\]/).map { match in
            match.1.matches(of: /\{([^}]+)\}/).map { String($0.1).split(separator: " ").joined(separator: " ") }
        }
        let plain = text.replacing(/\[(?:syn|ant|also): [^\]]*\]/, with: "")
        let examples = plain.matches(of: /"([^"]+)"/).map { String($0.1) }
        let gloss = plain.replacing(/;?\s*"[^"]*"/, with: "").split(separator: " ").joined(separator: " ")
            .trimmingCharacters(in: CharacterSet(charactersIn: "; "))
        guard !gloss.isEmpty else { return nil }
        let others = (synonyms ?? []).filter { $0.lowercased() != word.lowercased() }
        return Sense(kind: kind, gloss: gloss, examples: examples, synonyms: others)
    }

    /// An article of FreeDict: a line with the word and its pronunciation, then translations.
    init(freeDict text: String) {
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        phonetic = lines.first?.firstMatch(of: /\/([^\/]{1,80})\//).map { String($0.1) }
        for line in lines.dropFirst() where translations.count < Self.mostTranslations {
            // Examples, notes and references of larger dictionaries stand in lines of their own, with marks.
            guard !line.isEmpty, line.firstMatch(of: /^(?:["“«]|Synonym|see:|Note:|\[|\()/.ignoresCase()) == nil else {
                continue
            }
            let plain = line.replacing(/^[0-9]+\.\s*/, with: "").replacing(/<[^>]*>|\[[^\]]*\]|\/[^\/]+\//, with: "")
            for part in plain.split(separator: /[,;]/) {
                let part = part.trimmingCharacters(in: .whitespaces)
                if !part.isEmpty, part.count <= 80, !translations.contains(part) { translations.append(part) }
            }
        }
        translations = Array(translations.prefix(Self.mostTranslations))
    }
}
