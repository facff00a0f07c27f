// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// Makes the content of a card of a note's fields.
struct NoteContent {
    private let notetype: AnkiNotetype
    /// Fields that have no place on a card.
    private let others: [(place: Int, name: String)]
    /// The fields of the roles that have one text, looked up once for all notes.
    private let (word, definition, translation, phonetic, example): (Int?, Int?, Int?, Int?, Int?)
    private let (synonyms, sentences): (Int?, Int?)
    private let (image, audio): (Int?, Int?)
    /// Fields that are left out with all in them.
    private let ignored: Set<Int>
    /// The fields that each template asks; none of a notetype with gaps.
    private let asked: [[Int]]
    /// The fields with gaps.
    private let gaps: [Int]
    private let readings: FieldReadings
    /// The notetype that a word comes from; of one that Hearth wrote, the one that its words came from.
    private let kind: String?
    /// The names of the files that there are.
    private let media: Set<String>

    init(_ notetype: AnkiNotetype, _ columns: [ColumnMapping.Column], media: Set<String> = []) {
        (self.notetype, self.media) = (notetype, media)
        func field(_ role: WordRole) -> Int? { columns.firstIndex(of: .role(role)) }
        (word, definition, translation) = (field(.word), field(.definition), field(.translation))
        (phonetic, example, synonyms) = (field(.phonetic), field(.example), field(.synonyms))
        (sentences, image, audio) = (field(.sentences), field(.image), field(.audio))
        gaps = Self.gaps(notetype, word: field(.word), columns)
        others = columns.enumerated().compactMap { [gaps] place, column -> (place: Int, name: String)? in
            guard case .extra(let name) = column, !gaps.contains(place) else { return nil }
            return (place, name)
        }
        ignored = Set(columns.indices.filter { columns[$0] == .ignored })
        kind = NoteFields.kind(of: notetype.name)
        let templates = notetype.templates.map { TemplateFields($0, notetype.fields) }
        asked = notetype.isCloze ? [] : templates.map(\.question)
        readings = FieldReadings(templates)
    }

    /// The word's field, and those that the templates cut gaps out of too and that are nothing else.
    private static func gaps(_ notetype: AnkiNotetype, word: Int?, _ columns: [ColumnMapping.Column]) -> [Int] {
        guard notetype.isCloze, let word else { return [] }
        let others = TemplateFields.clozes(notetype).filter { place in
            guard place != word, columns.indices.contains(place), case .extra = columns[place] else { return false }
            return true
        }
        return [word] + others
    }

    /// A note as Hearth has it.
    struct Reading {
        var content: FlashcardContent
        /// By the number of the template: cards that ask with a picture or a sound alone.
        var fronts: [Int: MediaFront] = [:]
    }

    /// - Returns: `nil` where no field has anything that can be asked.
    func content(_ note: AnkiNote, _ report: inout ImportReport) -> Reading? {
        var note = note
        let isCut = Self.cutFields(&note)
        for place in ignored where place < note.fields.count { note.fields[place] = "" }
        let texts = note.fields.enumerated().map { PlainText($1, media: media, hasGaps: gaps.contains($0)) }
        var content = FlashcardContent(word: wordText(texts))
        content.definition = text(definition, texts)
        content.translation = text(translation, texts)
        content.phonetic = phonetic.map { text($0, texts) } ?? word.flatMap { readings.reading(of: $0, texts) } ?? ""
        content.example = text(example, texts)
        if let synonyms { content.synonyms = WordRole.synonyms(in: texts[synonyms].text) }
        if let sentences { content.sentences = WordRole.sentences(in: text(sentences, texts)) }
        let hasMedia = texts.contains { !$0.images.isEmpty || !$0.sounds.isEmpty }
        let fronts = hasMedia ? self.fronts(texts) : [:]
        if hasMedia { readMedia(texts, fronts, &content) }
        content.tags = Self.tags(note.tags)
        content.kind = kind
        let isHidden = notetype.isCloze && readGaps(note, &content, &report)
        keepFormats(note, texts, &content, &report)
        if content.word.isEmpty, !fronts.isEmpty { content.askMeaning() }
        if content.word.isEmpty { content.word = substitute(texts, without: isHidden ? word : nil) }
        if hasMedia || isHidden || !others.isEmpty { content.extra = extra(note, texts, content, isHidden) }
        if Self.cut(&content) || isCut { report.skip(.tooLarge, "field", "\(note.id)") }
        return content.word.isEmpty ? nil : Reading(content: content, fronts: fronts)
    }

    /// The word, as the first card asks it; of a text with gaps, all its fields.
    private func wordText(_ texts: [PlainText]) -> String {
        guard let word else { return "" }
        guard gaps.count > 1 else { return readings.asked(word, texts[word].text) }
        return gaps.map { texts[$0].text }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func text(_ field: Int?, _ texts: [PlainText]) -> String {
        field.map { readings.shown($0, texts[$0].text) } ?? ""
    }

    /// The cards whose front has a picture or a sound, and no text.
    private func fronts(_ texts: [PlainText]) -> [Int: MediaFront] {
        var found: [Int: MediaFront] = [:]
        for (template, fields) in asked.enumerated() where fields.allSatisfy({ texts[$0].text.isEmpty }) {
            found[template] = MediaFront(
                picture: fields.contains { !texts[$0].images.isEmpty },
                sound: fields.contains { !texts[$0].sounds.isEmpty })
        }
        return found
    }

    /// A picture or a sound that is asked comes before others.
    private func readMedia(_ texts: [PlainText], _ fronts: [Int: MediaFront], _ content: inout FlashcardContent) {
        let questions = fronts.keys.sorted().flatMap { self.asked[$0] }
        func first(_ role: Int?, _ names: (PlainText) -> [String]) -> String? {
            let fields = questions + (role.map { [$0] } ?? []) + Array(texts.indices)
            for field in fields { if let name = names(texts[field]).first { return name } }
            return nil
        }
        content.image = first(image, \.images)
        content.audio = first(audio, \.sounds)
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
        if gaps.count > 1, text.contains("\n") { report.simplify(.joinedGaps, String(text.prefix(60))) }
        return false
    }

    /// Keeps the HTML of texts that say less than it did.
    private func keepFormats(
        _ note: AnkiNote, _ texts: [PlainText], _ content: inout FlashcardContent, _ report: inout ImportReport
    ) {
        let roles: [(WordRole, Int?)] = [
            (.word, gaps.count > 1 ? nil : word), (.definition, definition), (.translation, translation),
            (.phonetic, phonetic), (.example, example),
        ]
        for case (let role, let field?) in roles where texts[field].isFormatted || readings.areShown(field, texts) {
            let html = SanitisedHTML().html(PlainText.soundsTaken(from: note.fields[field]).text)
            keep(role == .word ? html : readings.shown(field, html, isHTML: true), as: role, of: field, &content)
        }
        if let word, phonetic == nil, !content.phonetic.isEmpty {
            let html = SanitisedHTML().html(PlainText.soundsTaken(from: note.fields[word]).text)
            keep(readings.shown(word, html, isHTML: true), as: .phonetic, of: word, &content)
        }
        let isSimplified = texts.indices.contains { texts[$0].isFormatted && !ignored.contains($0) }
        if isSimplified { report.simplify(.formatting, String(content.word.prefix(60))) }
    }

    /// Keeps HTML that is read again as the text that a card shows, and says more.
    private func keep(_ html: String, as role: WordRole, of field: Int, _ content: inout FlashcardContent) {
        let says = html.replacing("<span>", with: "").replacing("</span>", with: "")
        guard html.utf8.count <= FlashcardContent.longestText, says.utf8.contains(UInt8(ascii: "<")),
            // What is read as another text, such as braces that a comment keeps apart, is of no use.
            PlainText(html, hasGaps: gaps.contains(field)).text == content.text(named: role.rawValue)
        else { return }
        content.formatted[role.rawValue] = html
    }

    /// Text in the gaps of notes that hide parts of a picture.
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
            let isLeft = names[place] != nil || isHidden && gaps.contains(place)
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

    /// Bytes of a field's HTML that are examined.
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
