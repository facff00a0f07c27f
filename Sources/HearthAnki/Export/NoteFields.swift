// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// How a word is written as a note of Anki's, with names that `WordRole` reads again.
enum NoteFields {
    private static let names = [
        "Word", "Definition", "Translation", "Phonetic", "Example", "Image", "Audio", "Synonyms", "More", "Empty",
        "Sentences",
    ]

    /// HTML of each field.
    static func fields(_ content: FlashcardContent) -> [String] {
        [
            html(content.word), html(content.definition), html(content.translation), html(content.phonetic),
            html(content.example), content.image.map { "<img src=\"\(SanitisedHTML.escaped($0))\">" } ?? "",
            content.audio.map { "[sound:\($0)]" } ?? "", html(content.synonyms.joined(separator: ", ")),
            content.extra.map { "<b>\(html($0.name))</b><br>\(clean($0.value))" }.joined(separator: "<br>"), "",
            content.sentences.map(html).joined(separator: "<br>"),
        ]
    }

    private static func html(_ text: String) -> String {
        SanitisedHTML.escaped(text).replacingOccurrences(of: "\n", with: "<br>")
    }

    private static let sanitised = SanitisedHTML { $0 }

    /// HTML that came from elsewhere does not go on with its scripts.
    private static func clean(_ html: String) -> String {
        sanitised.html(html).replacingOccurrences(of: "\u{1F}", with: " ")
    }

    /// A notetype for words with cards in exactly these directions: Anki makes a card for every template that asks
    /// something, so directions that a word does not have ask for a field that is always empty.
    static func notetype(_ id: Int, directions: [Int]) -> AnkiNotetype {
        var notetype = AnkiNotetype(id: id, name: name(directions))
        notetype.fields = names
        let answer =
            "{{FrontSide}}<hr id=answer><div dir=\"auto\">{{Word}}</div><div>{{Phonetic}} {{Audio}}</div>"
            + "<div>{{Translation}}</div><div>{{Definition}}</div><div>{{Image}}</div><div>{{Example}}</div><div>{{Sentences}}</div>"
            + "<div><small>{{More}}</small></div>"
        notetype.templates = (0...(directions.last ?? 0)).map { direction in
            let isAsked = directions.contains(direction)
            return .init(
                name: direction < 2 ? ["Recognition", "Production"][direction] : "Card \(direction + 1)",
                // Anki wants each question only once.
                question: isAsked ? question(direction) : "{{#Empty}}{{Empty}} \(direction + 1){{/Empty}}",
                answer: answer)
        }
        notetype.css = ".card { font-family: sans-serif; font-size: 22px; text-align: center; }"
        return notetype
    }

    private static func name(_ directions: [Int]) -> String {
        switch directions {
        case [0]: "Hearth"
        case [0, 1]: "Hearth, both ways"
        default: "Hearth " + directions.map { "\($0 + 1)" }.joined(separator: "+")
        }
    }

    /// Directions after the first two belong to gaps and templates of imported notes.
    private static func question(_ direction: Int) -> String {
        switch direction {
        case 0: "{{Word}}"
        case 1: "{{#Translation}}{{Translation}}<br>{{/Translation}}{{Definition}}"
        default: "{{Word}} <small>(\(direction + 1))</small>"
        }
    }
}
