// SPDX-License-Identifier: Apache-2.0

public import FSRS

/// Texts on the two sides of a card.
extension StudyItem {
    /// Whether the meaning, a picture or a sound is shown and the word is asked. A word without any of them can only be
    /// shown.
    public var asksForWord: Bool {
        if mediaFront != nil { return true }
        return card.direction == .production && flashcard.content.cloze == nil && !flashcard.content.meaning.isEmpty
    }
    /// The picture or the sound that is asked with, where the front has no text.
    public var mediaFront: MediaFront? {
        let content = flashcard.content
        guard content.cloze == nil, let front = content.fronts[card.direction.rawValue] else { return nil }
        return MediaFront(
            picture: front.hasPicture && content.image != nil, sound: front.hasSound && content.audio != nil)
    }
    /// Empty where a picture or a sound asks.
    public var question: String {
        if mediaFront != nil { return "" }
        return gaps?.question(gap) ?? (asksForWord ? flashcard.content.meaning : flashcard.content.word)
    }
    /// Whether the pronunciation belongs to the answer: that of signs which do not say how they are read is half of
    /// what is asked.
    public var readingIsAnswer: Bool {
        asksForWord || flashcard.content.word.unicodeScalars.contains { $0.properties.isIdeographic }
    }
    public var answer: String {
        gaps?.answer(gap) ?? (asksForWord ? flashcard.content.word : flashcard.content.meaning)
    }
    /// The text with the gap that this card asks; `nil` where it has no such gap.
    public var gaps: Cloze? { flashcard.content.gaps.flatMap { $0.numbers.contains(gap) ? $0 : nil } }
    /// Text below the answer: the definition; of a text with gaps, the whole text, and a translation and a definition
    /// of its own.
    public var explanation: String {
        let content = flashcard.content
        if mediaFront != nil {
            return [content.translation, content.definition].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        guard let gaps else { return content.translation.isEmpty ? "" : content.definition }
        let parts = [gaps.whole, content.ownTranslation, content.ownDefinition]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
    private var gap: Int { card.direction.rawValue + 1 }

    /// The sentence that is shown this time: those of the card and of the user's own texts in turn, so that a word is
    /// known by more than the one sentence it came with.
    public var sentence: ShownSentence? { sentences.first }

    /// All sentences, that of this time first.
    public var sentences: [ShownSentence] {
        let content = flashcard.content
        let all =
            ([content.example] + content.sentences).filter { !$0.isEmpty }.map { ShownSentence(text: $0) }
            + own.map { ShownSentence(text: $0.text, own: $0) }
        guard !all.isEmpty else { return [] }
        let first = card.state.repetitions % all.count
        return Array(all[first...] + all[..<first])
    }

    /// Judges a typed answer. Synonyms on a card are other words for the same meaning.
    public func verdict(on typed: String) -> TypedAnswer.Verdict {
        TypedAnswer.verdict(
            typed, expected: answer, synonyms: flashcard.content.synonyms, accentsCount: accentsCount)
    }
}

/// A sentence that a card shows.
public struct ShownSentence: Sendable, Hashable {
    public var text: String
    /// Source of the sentence if it is the user's own.
    public var own: OwnSentence?

    public init(text: String, own: OwnSentence? = nil) { (self.text, self.own) = (text, own) }
}

extension FlashcardContent {
    /// Meaning of a word in as few words as there are: the translation, else the definition.
    public var meaning: String { translation.isEmpty ? definition : translation }
}

extension TypedAnswer.Verdict {
    /// The rating that fits; the learner decides.
    public var suggestion: Rating {
        switch self {
        case .exact, .right, .close: .good
        case .wrong, .empty: .again
        }
    }
}
