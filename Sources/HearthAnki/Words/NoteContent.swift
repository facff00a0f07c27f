// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// Makes the content of a card of a note's fields.
struct NoteContent {
    private let notetype: AnkiNotetype
    /// Fields that have no place on a card.
    private let others: [(place: Int, name: String)]
    /// The fields of these roles, looked up once for all notes.
    private let (word, definition, translation, phonetic, example, synonyms, sentences):
        (Int?, Int?, Int?, Int?, Int?, Int?, Int?)
    private let (image, audio): (Int?, Int?)
    /// Fields that are left out with all in them.
    private let ignored: Set<Int>

    init(_ notetype: AnkiNotetype, _ columns: [ColumnMapping.Column]) {
        self.notetype = notetype
        func field(_ role: WordRole) -> Int? { columns.firstIndex(of: .role(role)) }
        (word, definition, translation) = (field(.word), field(.definition), field(.translation))
        (phonetic, example, synonyms) = (field(.phonetic), field(.example), field(.synonyms))
        (sentences, image, audio) = (field(.sentences), field(.image), field(.audio))
        others = columns.enumerated().compactMap { place, column -> (place: Int, name: String)? in
            if case .extra(let name) = column { (place, name) } else { nil }
        }
        ignored = Set(columns.indices.filter { columns[$0] == .ignored })
    }

    /// - Returns: `nil` where no field has anything that can be asked.
    func content(_ note: AnkiNote, _ report: inout ImportReport) -> FlashcardContent? {
        var note = note
        let isCut = Self.cutFields(&note)
        for place in ignored where place < note.fields.count { note.fields[place] = "" }
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
        let isHidden = notetype.isCloze && readGaps(note, &content, &report)
        if content.word.isEmpty { content.word = substitute(texts, without: isHidden ? word : nil) }
        if hasMedia || isHidden || !others.isEmpty { content.extra = extra(note, texts, content, isHidden) }
        if Self.cut(&content) || isCut { report.skip(.tooLarge, "field", "\(note.id)") }
        return content.word.isEmpty ? nil : content
    }

    private func text(_ field: Int?, _ texts: [PlainText]) -> String { field.map { texts[$0].text } ?? "" }

    private func readMedia(_ texts: [PlainText], _ content: inout FlashcardContent) {
        let images = texts.lazy.compactMap(\.images.first)
        let sounds = texts.lazy.compactMap(\.sounds.first)
        content.image = image.flatMap { texts[$0].images.first } ?? images.first
        content.audio = audio.flatMap { texts[$0].sounds.first } ?? sounds.first
    }

    /// - Returns: whether the gaps are places in a picture, which Hearth cannot hide.
    private func readGaps(_ note: AnkiNote, _ content: inout FlashcardContent, _ report: inout ImportReport) -> Bool {
        let text = content.word
        guard !text.contains(Self.occlusion) else {
            content.word = ""
            report.simplify(.hiddenPicture, "\(note.id)")
            return true
        }
        if !content.take(text) { report.simplify(.noGap, String(text.prefix(60))) }
        return false
    }

    /// What stands in the gaps of notes that hide parts of a picture.
    private static let occlusion = "::image-occlusion:"

    /// A note whose word is a picture or sound, or is in another field, is asked by that.
    private func substitute(_ texts: [PlainText], without hidden: Int?) -> String {
        texts.indices.first { $0 != hidden && !texts[$0].text.isEmpty }.map { texts[$0].text }
            ?? texts.lazy.compactMap(\.images.first).first ?? texts.lazy.compactMap(\.sounds.first).first ?? ""
    }

    /// Fields that have no place on a card, and those whose media have none, as they are.
    private func extra(
        _ note: AnkiNote, _ texts: [PlainText], _ content: FlashcardContent, _ isHidden: Bool
    ) -> [FlashcardContent.ExtraField] {
        let names = Dictionary(others.map { ($0.place, $0.name) }, uniquingKeysWith: { first, _ in first })
        return note.fields.indices.compactMap { place in
            let hasMore =
                texts[place].images.contains { $0 != content.image }
                || texts[place].sounds.contains { $0 != content.audio }
            let isLeft = names[place] != nil || isHidden && place == word
            guard isLeft || hasMore, !note.fields[place].isEmpty else { return nil }
            return FlashcardContent.ExtraField(
                name: names[place] ?? notetype.fields[place], value: note.fields[place])
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
        if var cloze = content.cloze {
            cut(&cloze)
            content.cloze = cloze
        }
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
