// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// A word that was missed so often that its deck marks it, and what became of it.
struct LeechView: Sendable, Encodable, Equatable {
    /// The whole sentence.
    let words: String
    let word: String
    /// The deck in which it lies.
    let list: String
    /// Whether it is suspended, so that there is something to take back.
    let isSuspended: Bool

    init(_ flashcard: Flashcard, isSuspended: Bool, _ say: Phrases) {
        words = say(isSuspended ? "study.leechSuspended" : "study.leechTagged", ["word": flashcard.content.word])
        word = String(flashcard.id)
        list = String(flashcard.deck)
        self.isSuspended = isSuspended
    }
}
