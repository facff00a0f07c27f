// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Which field of a note, or column of a table, is what on a card.
public enum WordRole: String, Sendable, CaseIterable, Codable {
    case word, definition, translation, phonetic, example, sentences, image, audio, synonyms, tags, deck

    /// What fields are called for this, in the languages in which most decks are made; lower case, letters alone.
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

    /// The sentences in a text, one on each line.
    static func sentences(in text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The synonyms in a text that lists them.
    static func synonyms(in text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.split { ",;/\n".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty
        }
    }
}

/// The roles of a notetype's fields.
struct FieldRoles {
    /// The field of each role.
    private(set) var fields: [WordRole: Int] = [:]
    /// Fields without a role.
    private(set) var others: [Int] = []

    /// Fields get the roles that their names say. The first of the others is the word, and the next its translation,
    /// where no field is called so.
    /// - Parameter isCloze: the first field is a text with gaps, and what belongs into them is its translation.
    init(_ names: [String], isCloze: Bool) {
        if isCloze {
            fields[.word] = names.isEmpty ? nil : 0
            others = Array(names.indices.dropFirst())
            return
        }
        for (place, name) in names.enumerated() {
            if let role = WordRole(named: name), role != .tags, role != .deck, fields[role] == nil {
                fields[role] = place
            } else {
                others.append(place)
            }
        }
        if fields[.word] == nil, !others.isEmpty { fields[.word] = others.removeFirst() }
        if fields[.translation] == nil, fields[.definition] == nil, !others.isEmpty {
            fields[.translation] = others.removeFirst()
        }
    }
}
