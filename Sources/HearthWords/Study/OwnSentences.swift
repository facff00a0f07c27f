// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A piece of something that the user wrote.
public struct OwnText: Sendable, Hashable {
    /// Around what was sought; `…` stands where it was cut.
    public var excerpt: String
    public var source: Source
    public var date: Date

    public init(excerpt: String, source: Source, date: Date) {
        (self.excerpt, self.source, self.date) = (excerpt, source, date)
    }

    public enum Source: Sendable, Hashable {
        case message(session: String, id: String)
        case entry(String)
    }
}

/// A sentence of the user's own with a word of a card.
public struct OwnSentence: Sendable, Hashable {
    public var text: String
    public var source: OwnText.Source
    public var date: Date

    public init(text: String, source: OwnText.Source, date: Date) {
        (self.text, self.source, self.date) = (text, source, date)
    }
}

/// Finds sentences for cards in what the user wrote. Whoever wrote a sentence knows its words, so that only its
/// language is checked: by its articles, pronouns and prepositions.
public struct OwnSentences: Sendable {
    private let store: any WordStore
    private let forms: WordForms
    private let other: WordForms

    /// How many sentences a card has of the user's texts at most, and how many texts are looked at for them.
    static let most = 3
    private static let texts = 6
    private static let lengths = 4...40

    /// - Parameter pair: the deck's languages.
    public init(_ store: any WordStore, _ pair: LanguagePair) {
        (self.store, forms, other) = (store, WordForms(pair.source), WordForms(pair.target))
    }

    /// The newest first; none for a word that is too short to be sought.
    public func sentences(for content: FlashcardContent) async throws -> [OwnSentence] {
        guard let query = query(for: content.word) else { return [] }
        var known = Set(([content.example] + content.sentences).map(Confusable.plain))
        var found: [OwnSentence] = []
        for text in try await store.ownTexts(with: query, limit: Self.texts) where found.count < Self.most {
            guard let sentence = sentence(with: content.word, in: text.excerpt),
                known.insert(Confusable.plain(sentence)).inserted
            else { continue }
            found.append(OwnSentence(text: sentence, source: text.source, date: text.date))
        }
        return found
    }

    /// The beginning that all its forms have, of a word without its article.
    private func query(for word: String) -> String? {
        let bare = forms.words(in: Dictionaries.bare(word, forms.language) ?? word)
        guard bare.count == 1, let word = bare.first, word.count >= 3 else { return nil }
        let stem = forms.stem(word)
        let plain = word.folding(options: .diacriticInsensitive, locale: nil)
        return stem.count >= 4 && plain.hasPrefix(stem) ? stem : plain
    }

    /// A whole sentence of the text that has the word, in the language of the deck.
    func sentence(with word: String, in excerpt: String) -> String? {
        MarkedWord.sentences(of: excerpt).first { sentence in
            !sentence.contains("…") && Self.lengths.contains(forms.words(in: sentence).count)
                && forms.has(word, in: sentence) && isInLanguage(sentence)
        }
    }

    private func isInLanguage(_ sentence: String) -> Bool {
        let words = forms.words(in: sentence)
        let own = words.count(where: forms.isFunctionWord)
        return own > 0 && own > words.count(where: other.isFunctionWord)
    }
}
