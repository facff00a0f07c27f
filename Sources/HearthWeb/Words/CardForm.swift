// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthAnki
import HearthWords

/// A word as it stands in the form: text, as it was typed.
struct CardForm: Sendable {
    var deck: Int64?
    var word = ""
    var translation = ""
    var definition = ""
    var example = ""
    /// One a line.
    var sentences = ""
    var phonetic = ""
    /// With semicolons between; one that has a semicolon in it stands in quotation marks.
    var synonyms = ""
    /// With commas or spaces between.
    var tags = ""
    /// Takes the picture off the card.
    var removesPicture = false
    /// The version of the word that this form was made from; `nil` for a new word.
    var version: String?
    /// The list that it was opened from, as a path of ours; `nil` for another place.
    var list: String?

    init() {}

    init(_ word: Flashcard) {
        deck = word.deck
        let content = word.content
        // A text with gaps is changed with its gaps.
        (self.word, translation, definition) = (content.cloze ?? content.word, content.translation, content.definition)
        (example, phonetic) = (content.example, content.phonetic)
        sentences = content.sentences.joined(separator: "\n")
        synonyms = WordRole.field(content.synonyms)
        tags = content.tags.joined(separator: ", ")
        version = word.version
    }

    init(_ form: Form) {
        func text(_ key: String) -> String { form[key]?.trimmed ?? "" }
        deck = form.id("deck")
        (word, translation, definition) = (text("word"), text("translation"), text("definition"))
        (example, phonetic) = (text("example"), text("phonetic"))
        sentences = text("sentences")
        (synonyms, tags) = (text("synonyms"), text("tags"))
        removesPicture = form["removePicture"] != nil
        version = form["version"].flatMap { $0.isEmpty ? nil : $0 }
        list = Self.list(form["list"])
    }

    /// A list of words that a page says it was opened from; `nil` for any other address.
    static func list(_ typed: String?) -> String? {
        let places = /\/words\/decks\/[0-9]{1,19}(\?[A-Za-z0-9=&%._~-]{0,2000})?/
        guard let typed, typed.wholeMatch(of: places) != nil else { return nil }
        return typed
    }

    /// Whether the word has a field of several lines: texts with gaps are often lists.
    var hasLongWord: Bool { word.contains(where: \.isNewline) || Cloze(word) != nil }

    /// - Parameter before: what is not in the form stays as it is here.
    /// - Returns: `nil` where it cannot be a card: without a word, or far too long.
    func content(changing before: FlashcardContent = FlashcardContent(word: "")) -> FlashcardContent? {
        var content = before
        (content.translation, content.definition, content.example) = (translation, definition, example)
        content.phonetic = Self.kept(phonetic, before.phonetic)
        content.take(word)
        let synonyms = Self.kept(synonyms, WordRole.field(before.synonyms))
        content.synonyms = WordRole.synonyms(inField: synonyms)
        content.sentences = sentences.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter {
            !$0.isEmpty
        }
        if removesPicture { content.image = nil }
        content.tags = []
        for tag in tags.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
        where !content.tags.contains(tag) {
            content.tags.append(tag)
        }
        return (try? content.check()) == nil ? nil : content
    }
}

extension CardForm {
    /// A field of one line drops line breaks. Where nothing else has changed, they stay.
    fileprivate static func kept(_ typed: String, _ before: String) -> String {
        before.contains(where: \.isNewline) && before.filter({ !$0.isNewline }).trimmed == typed ? before : typed
    }
}
