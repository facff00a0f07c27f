// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import Testing

/// Texts with gaps. What each card asks is what Anki 26 shows for the same text, but for its `[...]`, here `[…]`.
@Suite struct ClozeTests {
    private func item(_ text: String, _ direction: Int) -> StudyItem {
        var content = FlashcardContent(word: "")
        content.take(text)
        let word = Flashcard(
            id: 1, guid: "g", deck: 1, content: content, createdAt: .distantPast, modifiedAt: .distantPast)
        let card = StudyCard(id: 1, flashcard: 1, direction: Direction(rawValue: direction), deck: 1)
        return StudyItem(card: card, flashcard: word, previews: [], typesAnswer: false)
    }

    @Test func `each card has only its own gap open`() {
        let text = "{{c1::Ottawa::city}} is the capital of {{c2::Canada}}, founded {{c3::1826}} on {{c1::a river}}."
        let asked = [
            ("[city] is the capital of Canada, founded 1826 on […].", "Ottawa, a river"),
            ("Ottawa is the capital of […], founded 1826 on a river.", "Canada"),
            ("Ottawa is the capital of Canada, founded […] on a river.", "1826"),
        ]
        for (direction, (question, answer)) in asked.enumerated() {
            let item = item(text, direction)
            #expect(item.question == question && item.answer == answer && !item.asksForWord)
            #expect(item.gaps?.whole == "Ottawa is the capital of Canada, founded 1826 on a river.")
        }
        let none = item(text, 7)
        #expect(none.question == "[city] is the capital of […], founded […] on […]." && none.gaps == nil)
        #expect(none.flashcard.content.directions(DeckSettings()).map(\.rawValue) == [0, 1, 2])
    }

    @Test(arguments: [
        ("{{c1::a {{c2::b}} c}} d", 1, "[…] d", "a b c"), ("{{c1::a {{c2::b}} c}} d", 2, "a […] c d", "b"),
        ("{{c1,2::both}} {{c2::x}}", 1, "[…] x", "both"), ("{{c1,2::both}} {{c2::x}}", 2, "[…] […]", "both, x"),
        ("{{c1::b::hint::more}} {{c}} {{cx::d}}", 1, "[hint::more] {{c}} {{cx::d}}", "b"),
        ("{{c1::}} {{c2::open", 1, "[…] {{c2::open", ""), ("漢字 {{c12::é::}}", 12, "漢字 […]", "é"),
        ("{{c1::{{c2::x}} a", 2, "{{c1::[…] a", "x"),
    ])
    func `gaps are read as Anki reads them`(text: String, number: Int, question: String, answer: String) throws {
        let cloze = try #require(Cloze(text))
        #expect(cloze.question(number) == question && cloze.answer(number) == answer)
    }

    @Test func `a text without gaps is a word`() {
        for text in ["", "chat", "{{c1::", "{{c}}", "{{c501::x}}", "{{c1:x}}", "{{c::x}}", "{{c1,::x}}"] {
            var content = FlashcardContent(word: "")
            let hasGaps = content.take(text)
            #expect(!hasGaps && content.word == text && content.cloze == nil, "\(text)")
        }
    }

    @Test func `a translation and a definition of its own stay with a text, and are shown below the answer`() {
        var item = item("{{c1::Paris}} is the capital.", 0)
        #expect(item.explanation == "Paris is the capital." && item.flashcard.content.ownTranslation.isEmpty)
        // What was only made of the gaps follows them, also where a form has changed its white space.
        item.flashcard.content.definition = "Paris  is the capital.\n"
        item.flashcard.content.take("{{c1::Lyon}} is a city.")
        #expect(item.flashcard.content.translation == "Lyon" && item.explanation == "Lyon is a city.")
        item.flashcard.content.translation = "Lyon est une ville."
        item.flashcard.content.take("{{c1::Lyon}} is a large city.")
        #expect(item.flashcard.content.translation == "Lyon est une ville.")
        #expect(item.explanation == "Lyon is a large city.\nLyon est une ville.")
        var word = FlashcardContent(word: "Paris")
        (word.translation, word.definition) = ("Paris est la capitale.", "of France")
        word.take("{{c1::Paris}} is the capital.")
        #expect(word.ownTranslation == "Paris est la capitale." && word.ownDefinition == "of France")
    }

    @Test(arguments: ["{{c1::", "{{c1::a", "{{c1::a}}", "}}", "{", "::", "{{c1::a::"])
    func `a megabyte of marks takes no time`(piece: String) {
        let start = ContinuousClock().now
        let cloze = Cloze(String(repeating: piece, count: 1_000_000 / piece.utf8.count))
        _ = cloze?.question(1)
        #expect(ContinuousClock().now - start < .seconds(10))
    }
}
