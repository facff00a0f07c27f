// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// How a word is written as a note of Anki's, with names that `WordRole` reads again.
enum NoteFields {
    private static let names = [
        "Word", "Definition", "Translation", "Phonetic", "Example", "Image", "Audio", "Synonyms", "More",
    ]

    /// HTML of each field.
    static func fields(_ content: FlashcardContent) -> [String] {
        [
            html(content.word), html(content.definition), html(content.translation), html(content.phonetic),
            html(content.example), content.image.map { "<img src=\"\(SanitisedHTML.escaped($0))\">" } ?? "",
            content.audio.map { "[sound:\($0)]" } ?? "", html(content.synonyms.joined(separator: ", ")),
            content.extra.map { "<b>\(html($0.name))</b><br>\(clean($0.value))" }.joined(separator: "<br>"),
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

    /// - Parameter templates: how many; the first two ask for the meaning and for the word.
    static func notetype(_ id: Int, templates: Int) -> AnkiNotetype {
        var notetype = AnkiNotetype(id: id, name: "Hearth")
        notetype.fields = names
        let answer =
            "{{FrontSide}}<hr id=answer><div dir=\"auto\">{{Word}}</div><div>{{Phonetic}} {{Audio}}</div>"
            + "<div>{{Translation}}</div><div>{{Definition}}</div><div>{{Image}}</div><div>{{Example}}</div>"
            + "<div><small>{{More}}</small></div>"
        notetype.templates = [
            .init(name: "Recognition", question: "{{Word}}", answer: answer),
            .init(
                name: "Production", question: "{{#Translation}}{{Translation}}<br>{{/Translation}}{{Definition}}",
                answer: answer),
        ]
        // Others belong to gaps and templates of imported notes. Anki wants each question only once.
        for place in stride(from: 2, to: min(templates, 500), by: 1) {
            let question = "{{Word}} <small>(\(place + 1))</small>"
            notetype.templates.append(.init(name: "Card \(place + 1)", question: question, answer: answer))
        }
        notetype.css = ".card { font-family: sans-serif; font-size: 22px; text-align: center; }"
        return notetype
    }
}
