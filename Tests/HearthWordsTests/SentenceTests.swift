// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthTesting
import Testing

@testable import HearthWords

/// The sentences that a card shows in turn.
@Suite struct SentenceTests {
    private let store = MemoryWords()
    private let own: OwnSentences
    private let now = Date(timeIntervalSince1970: 1_795_282_920)

    init() { own = OwnSentences(store, LanguagePair(from: "fr", to: "en")) }

    private func content(_ word: String, example: String = "", more: [String] = []) -> FlashcardContent {
        var content = FlashcardContent(word: word)
        (content.example, content.sentences) = (example, more)
        return content
    }

    private func found(_ word: String, in texts: String..., example: String = "") async throws -> [String] {
        await store.write(
            texts.map { OwnText(excerpt: $0, source: .entry("e"), date: now) })
        return try await own.sentences(for: content(word, example: example)).map(\.text)
    }

    @Test func `a sentence in the language of the deck is found in any form of the word`() async throws {
        #expect(
            try await found(
                "hésiter", in: "Il faisait froid. J’ai hésité longtemps devant la porte. Puis je suis entré.")
                == ["J’ai hésité longtemps devant la porte."])
        #expect(try await found("le chat", in: "I want to chat with you about this.") == [], "that is English")
        #expect(try await found("le chat", in: "Le chat dort.") == [], "too short to show anything")
    }

    @Test func `what was cut, what the card has already, and short words are left out`() async throws {
        #expect(try await found("le seuil", in: "…sur le seuil de la maison. Rien.") == [])
        #expect(try await found("le seuil", in: "Elle est sur le seuil de…") == [])
        let sentence = "Elle est restée sur le seuil de la maison."
        #expect(try await found("le seuil", in: sentence, sentence) == [sentence])
        #expect(try await found("le seuil", in: sentence, example: sentence) == [])
        #expect(try await found("on", in: "On ne sait pas si on y va.") == [])
        #expect(try await found("mettre en œuvre", in: "Il faut la mettre en œuvre avant de partir.") == [])
    }

    @Test func `sentences take turns, each review another one`() {
        var card = StudyCard(id: 1, flashcard: 1, direction: .recognition, deck: 1)
        let word = Flashcard(
            id: 1, guid: "g", deck: 1, content: content("le seuil", example: "Un.", more: ["Deux.", "Trois."]),
            createdAt: now, modifiedAt: now)
        let mine = OwnSentence(text: "Quatre.", source: .entry("e"), date: now)
        let shown = (0..<6).map { repetition in
            card.state.repetitions = repetition
            var item = StudyItem(card: card, flashcard: word, previews: [], typesAnswer: false)
            item.own = [mine]
            return item.sentence?.text
        }
        #expect(shown == ["Un.", "Deux.", "Trois.", "Quatre.", "Un.", "Deux."])
        let bare = Flashcard(
            id: 2, guid: "h", deck: 1, content: content("x"), createdAt: now, modifiedAt: now)
        #expect(StudyItem(card: card, flashcard: bare, previews: [], typesAnswer: false).sentence == nil)
    }

    @Test func `a word of an earlier file, or one by hand, may have a word alone`() throws {
        let decoded = try JSONDecoder().decode(FlashcardContent.self, from: Data(#"{"word":"été"}"#.utf8))
        #expect(decoded == FlashcardContent(word: "été"))
        var full = content("été", example: "L’été.", more: ["Un été."])
        (full.mistakes, full.synonyms, full.kind) = (["hiver"], ["summer"], "Basic")
        #expect(try JSONDecoder().decode(FlashcardContent.self, from: JSONEncoder().encode(full)) == full)
    }
}
