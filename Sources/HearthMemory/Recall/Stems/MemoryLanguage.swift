// SPDX-License-Identifier: Apache-2.0

import Snowball

/// A language whose word forms the memory knows.
public enum MemoryLanguage: String, Sendable, CaseIterable, Codable {
    case english = "en"
    case french = "fr"

    /// The language of a text by its function words; `nil` where they do not decide.
    public init?(of text: String) {
        self.init(of: FoldedWords.all(in: text))
    }

    init?(of words: [String]) {
        let counts = Self.allCases.map { language in words.count { language.functionWords.contains($0) } }
        guard let most = counts.max(), counts.count(where: { $0 == most }) == 1 else { return nil }
        self = Self.allCases[counts.firstIndex(of: most) ?? 0]
    }

    /// From a code such as `fr` or `fr-CA`.
    public init?(code: String) {
        self.init(rawValue: String(code.lowercased().prefix { $0.isLetter }))
    }

    /// The stem of a word in lower case, without accents, so that words typed without them are found too.
    func stem(_ word: String) -> String {
        let base = lemmas[word] ?? word
        let stem =
            switch self {
            case .english: EnglishStemmer.stem(base)
            case .french: FrenchStemmer.stem(base)
            }
        return stem.withoutAccents
    }
}

extension MemoryLanguage {
    /// The stems of words, each once, without function words.
    func stems(of words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.lazy.filter { !functionWords.contains($0) }.map(stem).filter { seen.insert($0).inserted }
    }
}
