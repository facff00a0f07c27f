// SPDX-License-Identifier: Apache-2.0

import FSRS

/// The words that a learner knows in a language, by their stems.
public struct KnownWords: Sendable {
    public let forms: WordForms
    private var stems: Set<String> = []
    /// As they stand on their cards, the best known first.
    public private(set) var words: [String] = []

    public init(_ language: String?) { forms = WordForms(language) }

    public mutating func add(_ word: String) {
        words.append(word)
        stems.formUnion(forms.stems(of: word))
    }

    /// Whether nothing has to be looked up in a text but a word that is being learned.
    /// - Parameter targets: the words that are being learned.
    /// - Returns: the words of it that the learner does not know, each once.
    public func unknown(in text: String, besides targets: [String]) -> [String] {
        let targets = Set(targets.flatMap(forms.stems(of:)))
        var seen: Set<String> = []
        return forms.words(in: text).filter { word in
            guard !forms.isFunctionWord(word), word.contains(where: { !$0.isNumber }) else { return false }
            let stem = forms.stem(word)
            return !stems.contains(stem) && !targets.contains(stem) && seen.insert(stem).inserted
        }
    }
}

extension WordStore {
    /// Words of a language that the learner has answered, as their decks have it: those that are learned, and those
    /// in steps.
    /// - Parameter limit: words that are read at most.
    public func knownWords(in language: String?, limit: Int = 5_000) async throws -> KnownWords {
        var known = KnownWords(language)
        let tree = try await decks()
        for state in [FlashcardQuery.State.review, .learning] {
            var query = FlashcardQuery()
            (query.state, query.limit, query.order) = (state, 1_000, .difficulty)
            while query.offset < limit {
                let page = try await flashcards(query)
                for word in page.flashcards
                where WordForms(tree.settings(of: word.deck).wordLanguage) == known.forms {
                    known.add(word.content.word)
                }
                query.offset += page.flashcards.count
                if page.flashcards.isEmpty || query.offset >= page.total { break }
            }
        }
        return known
    }
}
