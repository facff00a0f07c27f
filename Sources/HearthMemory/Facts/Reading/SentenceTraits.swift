// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Traits of a sentence that all of its clauses share: they are looked for once.
struct SentenceTraits {
    let isJoking: Bool
    /// Whether it stands behind words that tell, so that it may be told as well.
    let isOnlyTold: Bool
    let hasPersonalNumber: Bool
    /// "Literally" marks a figure of speech.
    let isFigureOfSpeech: Bool

    init(_ sentence: Sentence, _ number: Int, in reading: MessageReading) {
        let lexicon = reading.lexicon
        let words = sentence.clauses.flatMap(\.words)
        StepCounter.add(words.count)
        isJoking =
            words.contains { lexicon.jokes.contains($0.text) }
            || sentence.signs.contains { lexicon.jokes.contains(String($0)) }
        isOnlyTold = reading.told.isOnlyAsked(number)
        hasPersonalNumber = PersonalNumbers.isIn(reading.text(sentence.range))
        isFigureOfSpeech = words.contains { ["literally", "littéralement"].contains($0.text) }
    }
}
