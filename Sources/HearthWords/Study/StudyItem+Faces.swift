// SPDX-License-Identifier: Apache-2.0

public import FSRS

/// What stands on the two sides of a card.
extension StudyItem {
    /// Whether the meaning is shown and the word is asked. A word without a meaning can only be shown.
    public var asksForWord: Bool { card.direction == .production && !flashcard.content.meaning.isEmpty }
    public var question: String { asksForWord ? flashcard.content.meaning : flashcard.content.word }
    public var answer: String { asksForWord ? flashcard.content.word : flashcard.content.meaning }

    /// What a typed answer is worth. Synonyms on a card are other words for the same meaning.
    public func verdict(on typed: String) -> TypedAnswer.Verdict {
        TypedAnswer.verdict(typed, expected: answer, synonyms: flashcard.content.synonyms)
    }
}

extension FlashcardContent {
    /// What a word means, in as few words as there are.
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
