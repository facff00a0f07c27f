// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// How words are written as notes of Anki's, with names that `WordRole` reads again.
///
/// Words that come from one notetype, and have cards in the same directions, share one of Hearth's, so that each of
/// their further fields is a field again.
struct NoteFields {
    /// Traits that words of one notetype have in common.
    struct Key: Hashable {
        var kind: String?
        var directions: [Int]
        var isCloze: Bool
        /// Whether a text with gaps has a translation or a definition of its own.
        var isExplained: Bool
        /// Directions that ask with a picture or a sound alone.
        var fronts: [Int: MediaFront]

        init(_ content: FlashcardContent, _ directions: [Int]) {
            isCloze = content.cloze != nil
            isExplained = isCloze && !(content.ownTranslation.isEmpty && content.ownDefinition.isEmpty)
            // Each gap is a card of the same template.
            fronts = isCloze ? [:] : content.fronts.filter { directions.contains($0.key) }
            (kind, self.directions) = (content.extra.isEmpty ? nil : content.kind, isCloze ? [] : directions)
        }
    }

    private let key: Key
    /// Names of further fields, and how the notetype calls them.
    private var extra: [(name: String, field: String)] = []
    private var places: [String: Int] = [:]
    private var taken: Set<String>

    /// Asked by templates that no card is to be made of.
    static let empty = "Empty"

    private static let wordNames = [
        "Word", "Definition", "Translation", "Phonetic", "Example", "Image", "Audio", "Synonyms", "More", empty,
        "Sentences",
    ]
    private static let clozeNames = ["Text", "Phonetic", "Example", "Image", "Audio", "Synonyms", "More", "Sentences"]
    private static let explainedNames = ["Text", "Definition", "Translation"] + clozeNames.dropFirst()
    /// Fields beyond these are written together, into "More".
    private static let mostExtra = 60

    init(_ key: Key) {
        self.key = key
        taken = Set(Self.names(key).map { $0.lowercased() })
    }

    private static func names(_ key: Key) -> [String] {
        guard key.isCloze else { return wordNames }
        return key.isExplained ? explainedNames : clozeNames
    }

    /// Makes room for the further fields of a word.
    mutating func add(_ content: FlashcardContent) {
        for one in content.extra where places[one.name] == nil && extra.count < Self.mostExtra {
            places[one.name] = extra.count
            extra.append((one.name, field(one.name)))
        }
    }

    /// A name that Anki takes, and that no other field has.
    private mutating func field(_ name: String) -> String {
        let forbidden: Set<Unicode.Scalar> = ["{", "}", ":", "\"", "\u{1F}"]
        let clean = String(String.UnicodeScalarView(name.unicodeScalars.filter { !forbidden.contains($0) }))
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let start = String(clean.drop { "#^/!".contains($0) }.prefix(100))
        let base = start.isEmpty ? "Field" : start
        var (field, number) = (base, 2)
        while !taken.insert(field.lowercased()).inserted {
            field = "\(base) \(number)"
            number += 1
        }
        return field
    }

    // MARK: Fields

    /// HTML of each field.
    func fields(_ content: FlashcardContent) -> [String] {
        var (values, rest) = (Array(repeating: "", count: extra.count), [FlashcardContent.ExtraField]())
        for one in content.extra {
            if let place = places[one.name], values[place].isEmpty {
                values[place] = Self.clean(one.value)
            } else {
                rest.append(one)
            }
        }
        let more = rest.map { "<b>\(Self.html($0.name))</b><br>\(Self.clean($0.value))" }.joined(separator: "<br>")
        func text(_ role: WordRole) -> String {
            Self.html(content.text(named: role.rawValue), content.formatted[role.rawValue])
        }
        let shared = [text(.phonetic), text(.example)]
        let media = [
            content.image.map { "<img src=\"\(SanitisedHTML.escaped($0))\">" } ?? "",
            content.audio.map { "[sound:\($0)]" } ?? "", Self.html(WordRole.list(content.synonyms)), more,
        ]
        let sentences = [content.sentences.map { Self.html($0) }.joined(separator: "<br>")]
        guard !key.isCloze else {
            let own = key.isExplained ? [content.ownDefinition, content.ownTranslation].map { Self.html($0) } : []
            return [text(.word)] + own + shared + media + sentences + values
        }
        return [text(.word), text(.definition), text(.translation)] + shared + media + [""] + sentences + values
    }

    /// The text as HTML: what is no sound of Anki's is written so that it stays text, and so are braces that are no
    /// mark of a gap.
    /// - Parameter formatted: the HTML that the text was made of, where it says more.
    private static func html(_ text: String, _ formatted: String? = nil) -> String {
        if let formatted { return clean(formatted) }
        guard text.utf8.contains(where: isSpecial) else { return text }
        return SanitisedHTML.escaped(text).replacing("\n", with: "<br>")
            .replacing("[sound:", with: "[<span></span>sound:").replacing(Cloze.divider, with: "<!-- -->")
    }

    /// Whether HTML or Anki may read a byte otherwise; `Cloze.divider` begins with 0xE2.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "["), 0xE2:
            true
        default: false
        }
    }

    /// With its pictures, by their names.
    private static let sanitised = SanitisedHTML { $0 }

    /// HTML that came from elsewhere does not go on with its scripts.
    private static func clean(_ html: String) -> String {
        sanitised.html(html).replacingOccurrences(of: "\u{1F}", with: " ")
    }

    // MARK: Notetype

    /// A notetype for words with cards in exactly these directions: Anki makes a card for every template that asks
    /// something, so directions that a word does not have ask for a field that is always empty.
    func notetype(_ id: Int) -> AnkiNotetype {
        var notetype = AnkiNotetype(id: id, name: name)
        notetype.isCloze = key.isCloze
        notetype.fields = Self.names(key) + extra.map(\.field)
        notetype.templates = key.isCloze ? [cloze] : templates
        notetype.css = ".card { font-family: sans-serif; font-size: 22px; text-align: center; }"
        if key.isCloze { notetype.css += " .cloze { font-weight: bold; }" }
        return notetype
    }

    private var cloze: AnkiNotetype.Template {
        let own = key.isExplained ? "<div>{{Translation}}</div><div>{{Definition}}</div>" : ""
        return .init(
            name: "Cloze", question: "{{cloze:Text}}",
            answer: "{{cloze:Text}}<div>{{Phonetic}} {{Audio}}</div>" + own + Self.back + further)
    }

    private var templates: [AnkiNotetype.Template] {
        let answer =
            "{{FrontSide}}<hr id=answer><div dir=\"auto\">{{Word}}</div><div>{{Phonetic}} {{Audio}}</div>"
            + "<div>{{Translation}}</div><div>{{Definition}}</div>" + Self.back + further
        return (0...(key.directions.last ?? 0)).map { direction in
            let isAsked = key.directions.contains(direction)
            return .init(
                name: direction < 2 ? ["Recognition", "Production"][direction] : "Card \(direction + 1)",
                // Anki wants each question only once.
                question: isAsked ? question(direction) : "{{#Empty}}{{Empty}} \(direction + 1){{/Empty}}",
                answer: answer)
        }
    }

    private static let back =
        "<div>{{Image}}</div><div>{{Example}}</div><div>{{Sentences}}</div><div><small>{{More}}</small></div>"

    private var further: String {
        extra.map { "{{#\($0.field)}}<div><small>{{\($0.field)}}</small></div>{{/\($0.field)}}" }.joined()
    }

    /// The kind of words that a name says: what stands in brackets in the names of Hearth's own notetypes, all of
    /// another.
    static func kind(of name: String) -> String? {
        guard name == own || name.hasPrefix(own + " ") || name.hasPrefix(own + ",") else { return name }
        guard name.hasSuffix(")"), let open = name.range(of: " (") else { return nil }
        return kind(of: String(name[open.upperBound...].dropLast()))
    }

    private static let own = "Hearth"

    private var name: String {
        let front = key.fronts.isEmpty ? "" : ", pictures and sounds"
        let kind = front + (key.kind.map { " (\($0.prefix(60)))" } ?? "")
        switch key.directions {
        case []: return (key.isExplained ? "Hearth, with gaps and notes" : "Hearth, with gaps") + kind
        case [0]: return "Hearth" + kind
        case [0, 1]: return "Hearth, both ways" + kind
        default: return "Hearth " + key.directions.map { "\($0 + 1)" }.joined(separator: "+") + kind
        }
    }

    /// Directions after the first two belong to templates of imported notes.
    private func question(_ direction: Int) -> String {
        if let front = key.fronts[direction] {
            // Anki wants each question only once.
            let number = direction < 2 ? "" : "<small>(\(direction + 1))</small>"
            return (front.hasPicture ? "{{Image}}" : "") + (front.hasSound ? "{{Audio}}" : "") + number
        }
        return switch direction {
        case 0: "{{Word}}"
        case 1:
            // A card without a question is one that Anki offers to delete.
            "{{#Translation}}{{Translation}}<br>{{/Translation}}{{Definition}}"
                + "{{^Translation}}{{^Definition}}{{Word}} <small>(2)</small>{{/Definition}}{{/Translation}}"
        default: "{{Word}} <small>(\(direction + 1))</small>"
        }
    }
}
