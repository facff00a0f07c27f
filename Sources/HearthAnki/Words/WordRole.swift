// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Place on a card that a field of a note, or a column of a table, fills.
public enum WordRole: String, Sendable, CaseIterable, Codable {
    case word, definition, translation, phonetic, example, sentences, image, audio, synonyms, tags, deck

    /// Names of fields for each role, in the languages in which most decks are made; lower case, letters alone.
    private static let names: [WordRole: [String]] = [
        .word: [
            "word", "front", "expression", "term", "vocab", "vocabulary", "question", "headword", "lemma", "target",
            "mot", "recto", "terme", "wort", "vorderseite", "palabra", "anverso", "parola", "hanzi", "simplified",
            "kanji", "text",
        ],
        .definition: [
            "definition", "meaning", "explanation", "gloss", "définition", "sens", "bedeutung", "definición",
            "significado", "definizione",
        ],
        .translation: [
            "translation", "back", "answer", "native", "english", "anglais", "traduction", "verso", "réponse",
            "übersetzung",
            "rückseite", "traducción", "reverso", "traduzione",
        ],
        .phonetic: [
            "phonetic", "phonetics", "ipa", "pronunciation", "reading", "pinyin", "kana", "furigana", "romaji",
            "transcription", "phonétique", "prononciation", "aussprache", "pronunciación",
        ],
        .example: [
            "example", "examples", "sentence", "context", "exemple", "exemples", "phrase", "contexte", "beispiel",
            "satz", "ejemplo", "frase", "esempio",
        ],
        .sentences: [
            "sentences", "moresentences", "autresphrases", "phrases", "sätze", "frases", "oraciones", "frasi",
        ],
        .image: ["image", "picture", "photo", "img", "bild", "imagen", "immagine"],
        .audio: ["audio", "sound", "recording", "son", "ton", "sonido"],
        .synonyms: ["synonyms", "synonym", "alternatives", "synonymes", "synonyme", "sinónimos"],
        .tags: ["tags", "tag", "étiquettes"],
        .deck: ["deck", "paquet", "stapel", "mazo"],
    ]

    private static let roles = Dictionary(
        uniqueKeysWithValues: names.flatMap { role, names in names.map { ($0, role) } })

    /// The role that a name says, whatever its case and signs; "Example 1" is an example.
    public init?(named name: String) {
        guard name.utf8.count <= 200 else { return nil }
        let letters = String(name.lowercased().filter(\.isLetter)).precomposedStringWithCanonicalMapping
        guard let role = Self.roles[letters] else { return nil }
        self = role
    }

    /// The role that a part of a name says, such as "Vocabulary-English" or "Sentence Audio". What an example means, or
    /// how it is read, has no role: that is said of the word alone.
    init?(partOf name: String) {
        guard name.utf8.count <= 200 else { return nil }
        var (parts, part) = ([String](), "")
        for letter in name {
            if letter.isUppercase, part.last?.isLowercase == true || !letter.isLetter {
                parts.append(part)
                part = ""
            }
            if letter.isLetter {
                part.append(letter)
            } else {
                parts.append(part)
                part = ""
            }
        }
        let roles = Set(
            (parts + [part]).compactMap { Self.roles[$0.lowercased().precomposedStringWithCanonicalMapping] })
        if !roles.isDisjoint(with: [.example, .sentences]),
            !roles.isDisjoint(with: [.translation, .definition, .phonetic])
        {
            return nil
        }
        let order: [WordRole] = [
            .image, .audio, .synonyms, .sentences, .example, .phonetic, .definition, .translation, .word,
        ]
        guard let role = order.first(where: roles.contains) else { return nil }
        self = role
    }

    /// The sentences in a text, one on each line.
    static func sentences(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// Separators of synonyms.
    private static let dividers: Set<Unicode.Scalar> = [",", ";", "/", "\n"]
    /// Separators of synonyms in a form, where a synonym may contain signs such as a comma.
    private static let fewDividers: Set<Unicode.Scalar> = [";", "\n"]

    /// The synonyms in a text that lists them. One that has such a sign in it stands in quotation marks, and a mark in
    /// it twice.
    static func synonyms(in text: String) -> [String] { synonyms(in: text, between: dividers) }

    /// As `synonyms(in:)`, with nothing but semicolons between.
    public static func synonyms(inField text: String) -> [String] { synonyms(in: text, between: fewDividers) }

    private static func synonyms(in text: String, between dividers: Set<Unicode.Scalar>) -> [String] {
        guard !text.isEmpty else { return [] }
        var (found, one, isBegun, isQuoted) = ([String](), String.UnicodeScalarView(), false, false)
        let scalars = Array(text.unicodeScalars)
        var place = 0
        func take() {
            let synonym = String(one).trimmingCharacters(in: .whitespaces)
            if !synonym.isEmpty { found.append(synonym) }
            (one, isBegun) = (String.UnicodeScalarView(), false)
        }
        func add(_ scalar: Unicode.Scalar) {
            one.append(scalar)
            if scalar != " " { isBegun = true }
        }
        while place < scalars.count {
            let scalar = scalars[place]
            if scalar == "\"", isQuoted, place + 1 < scalars.count, scalars[place + 1] == "\"" {
                add(scalar)
                place += 1
            } else if scalar == "\"", isQuoted {
                isQuoted = false
            } else if scalar == "\"", !isBegun, closes(scalars, after: place, before: dividers) {
                isQuoted = true
            } else if dividers.contains(scalar), !isQuoted {
                take()
            } else {
                add(scalar)
            }
            place += 1
        }
        take()
        return found
    }

    /// Whether the quotation mark at a place is closed, right before a divider or the end.
    private static func closes(
        _ scalars: [Unicode.Scalar], after place: Int, before dividers: Set<Unicode.Scalar>
    ) -> Bool {
        var next = place + 1
        while next < scalars.count {
            if scalars[next] == "\"" {
                guard next + 1 < scalars.count, scalars[next + 1] == "\"" else { break }
                next += 1
            }
            next += 1
        }
        guard next < scalars.count else { return false }
        return scalars[(next + 1)...].first { $0 != " " }.map(dividers.contains) ?? true
    }

    /// Synonyms as one text, which `synonyms(in:)` reads again.
    static func list(_ synonyms: [String]) -> String { list(synonyms, between: dividers) }

    /// Synonyms as one text, which `synonyms(inField:)` reads again.
    public static func field(_ synonyms: [String]) -> String { list(synonyms, between: fewDividers) }

    private static func list(_ synonyms: [String], between dividers: Set<Unicode.Scalar>) -> String {
        synonyms.map { synonym in
            let scalars = synonym.unicodeScalars
            let needsMarks = scalars.contains(where: dividers.contains) || scalars.first { $0 != " " } == "\""
            return needsMarks ? "\"" + synonym.replacing("\"", with: "\"\"") + "\"" : synonym
        }.joined(separator: "; ")
    }
}
