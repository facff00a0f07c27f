// SPDX-License-Identifier: Apache-2.0

import Foundation
import SeededRandom
import Testing

@testable import HearthWords

/// Words that are taken for one another.
@Suite struct ConfusableTests {
    private let cards: [Flashcard] = [
        ("pallier", "to alleviate"), ("le palier", "the landing"), ("pailler", "to mulch"),
        ("le seuil", "threshold; doorstep"),
        ("le pas de la porte", "doorstep"), ("dessert", "dessert"), ("désert", "desert"),
        ("la bourrasque", "gust of wind"),
        ("le chien", "dog"), ("la chienne", "dog"), ("manger", "to eat"), ("un", "one"), ("on", "we"),
    ].enumerated().map { index, pair in
        var content = FlashcardContent(word: pair.0)
        content.translation = pair.1
        return Flashcard(
            id: Int64(index + 1), guid: "\(index)", deck: 1, content: content, createdAt: .distantPast,
            modifiedAt: .distantPast)
    }

    private func find(_ word: String) -> [String: Confusable.Reason] {
        let card = cards.first { $0.content.word == word }!
        return Dictionary(
            uniqueKeysWithValues: Confusable.find(for: card, among: cards, in: "fr").map {
                ($0.flashcard.content.word, $0.reason)
            })
    }

    @Test func `words that are written alike are found`() {
        #expect(find("pallier") == ["le palier": .spelling])
        #expect(find("dessert") == ["désert": .spelling])
    }

    @Test func `words that mean the same are found`() {
        #expect(find("le seuil") == ["le pas de la porte": .meaning])
        #expect(find("le chien") == ["la chienne": .meaning])
    }

    @Test func `short words and words that have nothing in common are not`() {
        #expect(find("un").isEmpty && find("manger").isEmpty)
    }

    /// Worked out by hand after Boytsov's definition.
    @Test(arguments: [
        ("kitten", "sitting", 3), ("ca", "abc", 3), ("form", "from", 1), ("", "abc", 3), ("abc", "abc", 0),
    ])
    func `the distance is the number of changes`(left: String, right: String, distance: Int) {
        #expect(Confusable.distance(Array(left), Array(right), upTo: 5) == distance)
        #expect((Confusable.distance(Array(left), Array(right), upTo: 1) > 1) == (distance > 1))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what the learner has typed wrongly comes first, either way round`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var all = cards
        all[8].content.mistakes = ["nonsense", "to eat", "gust of wind"]
        all[12].content.mistakes = ["le chien"]
        let chosen = Distractors.choose(3, for: all[8], asking: .recognition, from: all, in: "fr", using: &random)
        #expect(chosen.map(\.content.word) == ["manger", "la bourrasque", "on"])
    }

    @Test func `of words that have as much in common, the most forgotten come first`() {
        var random = SplitMix(seed: 4)
        let (asked, rest) = (cards[10], [cards[0], cards[2], cards[5]])
        let chosen = Distractors.choose(
            1, for: asked, asking: .recognition, from: rest, in: "fr", lapses: [cards[5].id: 5], using: &random)
        #expect(chosen == [cards[5]])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a distractor is never right, never twice, and alike where there is one`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let seuil = cards[3]
        let chosen = Distractors.choose(3, for: seuil, asking: .recognition, from: cards, in: "fr", using: &random)
        #expect(
            chosen.count == 3 && !chosen.contains { $0.content.translation.contains("doorstep") || $0.id == seuil.id })
        #expect(Set(chosen.map(\.content.translation)).count == 3)
        let pallier = Distractors.choose(3, for: cards[0], asking: .production, from: cards, in: "fr", using: &random)
        #expect(pallier.first?.content.word == "le palier")
        #expect(Distractors.choose(3, for: cards[0], asking: .recognition, from: [cards[0]], using: &random).isEmpty)
    }
}
