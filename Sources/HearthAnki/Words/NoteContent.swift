// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// Makes the content of a card of a note's fields.
struct NoteContent {
    private let notetype: AnkiNotetype
    private let roles: FieldRoles
    /// The fields of these roles, looked up once for all notes.
    private let (word, definition, translation, phonetic, example, synonyms, sentences):
        (Int?, Int?, Int?, Int?, Int?, Int?, Int?)

    init(_ notetype: AnkiNotetype) {
        self.notetype = notetype
        roles = FieldRoles(notetype.fields, isCloze: notetype.isCloze)
        let fields = roles.fields
        (word, definition, translation) = (fields[.word], fields[.definition], fields[.translation])
        (phonetic, example, synonyms) = (fields[.phonetic], fields[.example], fields[.synonyms])
        sentences = fields[.sentences]
    }

    /// - Returns: `nil` where no field has anything that can be asked.
    func content(_ note: AnkiNote, _ report: inout ImportReport) -> FlashcardContent? {
        var note = note
        let isCut = Self.cutFields(&note)
        let texts = note.fields.map { PlainText($0) }
        var content = FlashcardContent(word: text(word, texts))
        content.definition = text(definition, texts)
        content.translation = text(translation, texts)
        content.phonetic = text(phonetic, texts)
        content.example = text(example, texts)
        content.synonyms = WordRole.synonyms(in: text(synonyms, texts))
        if let sentences { content.sentences = WordRole.sentences(in: texts[sentences].text) }
        let hasMedia = texts.contains { !$0.images.isEmpty || !$0.sounds.isEmpty }
        if hasMedia { readMedia(texts, &content) }
        content.tags = Self.tags(note.tags)
        content.kind = notetype.name
        if notetype.isCloze { readGaps(&content) }
        if content.word.isEmpty { content.word = Self.substitute(texts) }
        if hasMedia || notetype.isCloze || !roles.others.isEmpty { content.extra = extra(note, texts, content) }
        if Self.cut(&content) || isCut { report.skip(.tooLarge, "field", "\(note.id)") }
        return content.word.isEmpty ? nil : content
    }

    private func text(_ field: Int?, _ texts: [PlainText]) -> String { field.map { texts[$0].text } ?? "" }

    private func readMedia(_ texts: [PlainText], _ content: inout FlashcardContent) {
        let images = texts.lazy.compactMap(\.images.first)
        let sounds = texts.lazy.compactMap(\.sounds.first)
        content.image = roles.fields[.image].flatMap { texts[$0].images.first } ?? images.first
        content.audio = roles.fields[.audio].flatMap { texts[$0].sounds.first } ?? sounds.first
    }

    /// The word is the text with its gaps, the translation what belongs into them, the definition both together.
    private func readGaps(_ content: inout FlashcardContent) {
        let cloze = Cloze(content.word)
        guard !cloze.answers.isEmpty else { return }
        content.word = cloze.question
        content.translation = cloze.answers.joined(separator: ", ")
        content.definition = cloze.whole
    }

    /// A note whose word is a picture or sound, or is in another field, is asked by that.
    private static func substitute(_ texts: [PlainText]) -> String {
        texts.first { !$0.text.isEmpty }?.text
            ?? texts.lazy.compactMap(\.images.first).first ?? texts.lazy.compactMap(\.sounds.first).first ?? ""
    }

    /// Fields that have no place on a card, and those whose media have none, as they are.
    private func extra(
        _ note: AnkiNote, _ texts: [PlainText], _ content: FlashcardContent
    ) -> [FlashcardContent.ExtraField] {
        note.fields.indices.compactMap { place in
            let isOther = roles.others.contains(place) || notetype.isCloze && place == roles.fields[.word]
            let hasMore =
                texts[place].images.contains { $0 != content.image }
                || texts[place].sounds.contains { $0 != content.audio }
            guard isOther || hasMore, !note.fields[place].isEmpty else { return nil }
            return FlashcardContent.ExtraField(name: notetype.fields[place], value: note.fields[place])
        }
    }

    /// Without spaces and control characters, none twice.
    static func tags(_ tags: [String]) -> [String] {
        if tags.isEmpty || tags.count == 1 && isCleanTag(tags[0]) { return tags }
        var seen: Set<String> = []
        return tags.compactMap { tag in
            let isClean = tag.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
            let tag = isClean ? tag : String(String.UnicodeScalarView(tag.unicodeScalars.filter { $0.value > 0x20 }))
            return !tag.isEmpty && tag.utf8.count <= 200 && seen.insert(tag).inserted ? tag : nil
        }
    }

    private static func isCleanTag(_ tag: String) -> Bool {
        (1...200).contains(tag.utf8.count) && tag.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// What of a field's HTML is looked at, in bytes.
    private static let longestField = 4 * FlashcardContent.longestText

    /// Cuts fields that no card can show before they are looked at. Returns whether there were any.
    private static func cutFields(_ note: inout AnkiNote) -> Bool {
        guard note.fields.contains(where: { $0.utf8.count > longestField }) else { return false }
        note.fields = note.fields.map { String(decoding: $0.utf8.prefix(longestField), as: UTF8.self) }
        return true
    }

    /// Cuts texts that are longer than a card has. Returns whether there were any.
    private static func cut(_ content: inout FlashcardContent) -> Bool {
        var isCut = false
        func cut(_ text: inout String) {
            guard text.utf8.count > FlashcardContent.longestText else { return }
            // A character can be cut through, and what is left of it then takes three bytes.
            text = String(decoding: text.utf8.prefix(FlashcardContent.longestText - 8), as: UTF8.self)
            isCut = true
        }
        cut(&content.word)
        cut(&content.definition)
        cut(&content.translation)
        cut(&content.phonetic)
        cut(&content.example)
        for place in content.synonyms.indices { cut(&content.synonyms[place]) }
        for place in content.sentences.indices { cut(&content.sentences[place]) }
        for place in content.extra.indices { cut(&content.extra[place].value) }
        return isCut
    }
}
