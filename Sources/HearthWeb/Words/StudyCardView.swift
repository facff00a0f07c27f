// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthAnki
import HearthWords

/// A card as the page and the script show it. All texts are plain.
struct StudyCardView: Sendable, Encodable, Equatable {
    let card: String
    let word: String
    /// The page that edits the word.
    let edit: String
    /// The question, and its language.
    let question: String
    let questionLang: String
    /// The pronunciation beside the question, and beside the answer.
    let questionPhonetic: String
    let answer: String
    let answerLang: String
    let answerPhonetic: String
    let definition: String
    /// Fields of other programs that have no place of their own.
    let further: [FurtherField]
    /// In turn; the first is that of this time.
    let examples: [Example]
    let exampleLang: String
    let image: String
    let imageLabel: String
    /// A picture that would give the answer away is shown with it.
    let imageIsAnswer: Bool
    /// The question is to be heard, and is played.
    let asksBySound: Bool
    /// The sound would give the answer away.
    let soundIsAnswer: Bool
    let audio: String
    /// The text to speak, and its language.
    let spoken: String
    let spokenLang: String
    let types: Bool
    let typePrompt: String
    /// On the four buttons; empty while cramming.
    let intervals: [String]

    struct Example: Sendable, Encodable, Equatable {
        let pieces: [Piece]
        /// Says when the user wrote it, if it is their own; empty otherwise.
        let note: String
    }

    /// A part of an example; the word itself stands out.
    struct Piece: Sendable, Encodable, Equatable {
        let text: String
        let isWord: Bool
    }

    init(_ item: StudyItem, _ settings: DeckSettings, _ clock: WallClock, _ say: Phrases) {
        let content = item.flashcard.content
        let isProduction = item.asksForWord
        let (wordLang, otherLang) = (settings.wordLanguage ?? "", settings.translationLanguage ?? "")
        card = String(item.card.id)
        word = String(item.flashcard.id)
        edit = "/words/cards/\(item.flashcard.id)"
        let front = item.mediaFront
        question = front == nil ? item.question : say("study.askWord")
        answer = item.answer
        (questionLang, answerLang) =
            item.gaps != nil
            ? (wordLang, wordLang)
            : isProduction ? (front == nil ? otherLang : "", wordLang) : (wordLang, otherLang)
        questionPhonetic = item.readingIsAnswer ? "" : content.phonetic
        answerPhonetic = item.readingIsAnswer ? content.phonetic : ""
        definition = item.explanation
        further = FurtherField.all(content, most: 8)
        examples = item.sentences.map { sentence in
            Example(
                pieces: Self.pieces(of: sentence.text, around: content.word),
                note: sentence.own.map { say("study.ownSentence", ["day": say.day($0.date, clock)]) } ?? "")
        }
        exampleLang = wordLang
        image = content.image.map { "/words/media/\($0.escapedForAddress)" } ?? ""
        imageLabel = isProduction ? say("card.image") : say("card.imageOf", ["word": content.word])
        imageIsAnswer = !isProduction || front == .sound
        (asksBySound, soundIsAnswer) = (front?.hasSound ?? false, isProduction && front?.hasSound != true)
        audio = content.audio.map { "/words/media/\($0.escapedForAddress)" } ?? ""
        (spoken, spokenLang) = (content.word, wordLang)
        types = item.typesAnswer
        typePrompt = say(item.gaps != nil ? "study.typeGap" : isProduction ? "study.typeWord" : "study.typeMeaning")
        intervals = item.previews.map { say.preview($0) }
    }

    /// Marks the word where the example has it, whatever article the card has before it.
    static func pieces(of example: String, around word: String) -> [Piece] {
        guard !example.isEmpty else { return [] }
        var sought = [word]
        let parts = word.split(whereSeparator: { $0 == " " || $0 == "’" || $0 == "'" }).map(String.init)
        if parts.count > 1, articles.contains(parts[0].lowercased()) {
            sought.append(String(word.dropFirst(parts[0].count + 1)))
        }
        for one in sought where !one.isEmpty {
            guard let range = example.range(of: one, options: [.caseInsensitive, .diacriticInsensitive]) else {
                continue
            }
            return [
                Piece(text: String(example[..<range.lowerBound]), isWord: false),
                Piece(text: String(example[range]), isWord: true),
                Piece(text: String(example[range.upperBound...]), isWord: false),
            ].filter { !$0.text.isEmpty }
        }
        return [Piece(text: example, isWord: false)]
    }

    private static let articles: Set<String> = [
        "le", "la", "les", "l", "un", "une", "des", "the", "a", "an", "to", "der", "die", "das", "el", "los", "las",
        "il", "lo", "se", "s",
    ]
}

extension Phrases {
    /// The label of a button: how long until the card comes again.
    func preview(_ interval: Outcome.Interval) -> String {
        switch interval {
        case .seconds(let seconds): self.interval(seconds)
        case .days(let days): self.days(days)
        }
    }
}

/// A field of a note of another program, as text.
struct FurtherField: Sendable, Encodable, Equatable {
    let name: String
    let text: String

    /// Lists the fields that have text, in their order.
    /// - Parameter most: cuts the list to so many, and then each text to 1,000 characters.
    static func all(_ content: FlashcardContent, most: Int = .max) -> [FurtherField] {
        let fields = content.extra.lazy.map { field in
            let text = field.text
            return FurtherField(name: field.name, text: most == .max ? text : String(text.prefix(1_000)))
        }
        return Array(fields.filter { !$0.text.isEmpty }.prefix(most))
    }
}
