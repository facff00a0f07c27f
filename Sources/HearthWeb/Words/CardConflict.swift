// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HearthWords

extension Flashcard {
    /// A digest of everything that a form can change. It differs once the word was saved elsewhere with other content.
    var version: String {
        var digest = SHA256()
        let texts =
            [String(deck), content.word, content.translation, content.definition, content.example, content.phonetic]
            + [content.image ?? "", content.cloze ?? ""] + content.synonyms + [""] + content.sentences + [""]
            + content.tags
        for text in texts { digest.update(data: Data((text + "\u{0}").utf8)) }
        return digest.finalize().prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
    }
}

/// A word that was changed elsewhere between opening its form and saving it: what is saved now, where that is not what
/// the form says. The form keeps what was typed.
struct CardConflict: Sendable {
    let rows: [RowView]
    /// Leaves the form, and shows what is saved.
    let address: String

    struct RowView: Sendable {
        let name: String
        /// The text that is saved.
        let saved: String
    }

    /// - Returns: `nil` where the form was made of the word as it is, or says the same.
    init?(_ form: CardForm, _ word: Flashcard, _ tree: DeckTree, _ say: Phrases) {
        guard let seen = form.version, seen != word.version else { return nil }
        var saved = CardForm(word)
        // As far as spaces and signs between go, what was typed may stand differently.
        if let content = form.content(changing: word.content), content == word.content, form.deck == word.deck {
            return nil
        }
        let decks = saved.deck == form.deck ? nil : saved.deck.map { tree.name(of: $0) }
        saved.version = form.version
        let fields: [(String, KeyPath<CardForm, String>)] = [
            ("word", \.word), ("translation", \.translation), ("definition", \.definition), ("example", \.example),
            ("sentences", \.sentences), ("phonetic", \.phonetic), ("synonyms", \.synonyms), ("tags", \.tags),
        ]
        let none = say("card.nothing")
        rows =
            fields.filter { saved[keyPath: $0.1] != form[keyPath: $0.1] }.map {
                let text = saved[keyPath: $0.1]
                return RowView(name: say("card.\($0.0)"), saved: text.isEmpty ? none : text)
            } + (decks.map { [RowView(name: say("card.deck"), saved: $0)] } ?? [])
        address = "/words/cards/\(word.id)" + (form.list.map { "?list=\($0.escapedForAddress)" } ?? "")
    }
}

/// A word that stands in the deck already, for whoever adds it again.
struct TwinView: Sendable {
    let sentence: String
    let address: String

    init(_ word: Flashcard, isAdded: Bool, _ say: Phrases) {
        let meaning = word.content.meaning
        let values = ["word": word.content.word, "meaning": meaning]
        let key = isAdded ? "card.twinAdded" : "card.twin"
        sentence = say(meaning.isEmpty ? key + "Bare" : key, values)
        address = "/words/cards/\(word.id)"
    }
}
