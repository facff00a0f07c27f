// SPDX-License-Identifier: Apache-2.0

/// A passage that was found, with what it scored: comparable within one search only.
public struct Recollection: Sendable, Equatable {
    public let passage: Passage
    public let score: Float
    public let signs: RecallSigns

    public init(passage: Passage, score: Float, signs: RecallSigns) {
        (self.passage, self.score, self.signs) = (passage, score, signs)
    }

    /// Whether there is anything in the question that it answers to: a word in its run, its meaning, or its time.
    public var isRelated: Bool { signs.isRelated }

    /// Without those that only repeat the words of a better one.
    static func distinct(_ ranked: [Recollection]) -> [Recollection] {
        var seen: Set<[String]> = []
        return ranked.filter { seen.insert(FoldedWords.all(in: $0.passage.text)).inserted }
    }
}

/// Signs that speak for a passage by itself. A score only says that it fits better than others, and the best of a
/// hundred that do not fit does not fit.
public struct RecallSigns: Sendable, Equatable {
    /// The share of the question's words that stand in it, each by its rarity, 0…1.
    public let words: Float
    /// Whether any of them stands in its run.
    public let isInRun: Bool
    /// How close it is in meaning, -1…1; `nil` without embeddings.
    public let cosine: Float?
    /// Whether the embedding model has learned the question's language.
    public let isTrusted: Bool
    /// Whether it was said in a time that the question names.
    public let isOfTime: Bool

    public init(words: Float, isInRun: Bool, cosine: Float?, isTrusted: Bool, isOfTime: Bool) {
        self.words = words
        self.isInRun = isInRun
        self.cosine = cosine
        self.isTrusted = isTrusted
        self.isOfTime = isOfTime
    }

    /// Texts that have nothing to do with each other have lower cosines in common models.
    private static let leastCosine: Float = 0.15

    /// Whether it has anything to do with the question, however long it is and whoever said it.
    var isRelated: Bool { isInRun || (cosine ?? 0) > Self.leastCosine || isOfTime }

    /// How much speaks for it, by its words, and by its meaning where a model knows it.
    ///
    /// The scale is such that questions about other people's lives find 0.5 in about one of eight memories, see
    /// docs/memory.md: with words alone half of what is asked for has to stand there.
    var fit: Float {
        guard isTrusted, let cosine else { return words }
        return words / 2 + cosine - 0.1
    }

    /// Least fit of a passage that is told to a model. A fact is short, and one of the question's words says more in
    /// it.
    static let leastFit: Float = 0.5
    static let leastFitOfFact: Float = 0.3
}
