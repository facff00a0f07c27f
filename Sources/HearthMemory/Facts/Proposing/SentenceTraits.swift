// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Traits of a sentence and the message around it, which all of its clauses share: they are looked for once.
struct SentenceTraits {
    /// As in `Traits`, without those that are 0.
    let all: [String: Double]
    let hasPersonalNumber: Bool
    /// "Literally" marks a figure of speech.
    let isFigureOfSpeech: Bool

    init(_ sentence: Sentence, _ number: Int, in reading: MessageReading) {
        let lexicon = reading.lexicon
        let words = sentence.clauses.flatMap(\.words)
        StepCounter.add(words.count)
        let isJoking =
            words.contains { lexicon.jokes.contains($0.text) }
            || sentence.signs.contains { lexicon.jokes.contains(String($0)) }
        let traits: [String: Bool] = [
            "one": true,
            "french": lexicon.language == "fr",
            "message.asks": reading.asks,
            "message.requests": reading.frame.hasRequest,
            "message.foreign": reading.own.hasForeign,
            "message.long": reading.sentences.count > 6,
            "message.single": reading.sentences.count == 1,
            "joking": isJoking,
            "praise": words.contains { lexicon.praise.contains($0.text) },
            "hyperbole": words.contains { lexicon.hyperbole.contains($0.text) },
            "trailsOff": sentence.end.contains("…") || sentence.end.hasPrefix(".."),
            "exclaims": sentence.end.contains("!"),
            "foreign.beside": sentence.touchesForeign,
            "told": reading.told.isOnlyAsked(number),
        ]
        all = traits.compactMapValues { $0 ? 1 : nil }
        hasPersonalNumber = PersonalNumbers.isIn(reading.text(sentence.range))
        isFigureOfSpeech = words.contains { ["literally", "littéralement"].contains($0.text) }
    }
}
