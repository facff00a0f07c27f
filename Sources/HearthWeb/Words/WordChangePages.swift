// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// The acts on chosen words: a due date, a tag, the order of new ones.
struct ChangeCardsPage: Page {
    static let template = "change-cards"

    let title: String
    let deck: String
    let back: String
    let backLabel: String
    let list: String
    let words: [MoveCardsPage.WordView]
    let fault: String?

    init(_ chosen: [Int64], of deck: Deck, list: String, isRefused: Bool, _ say: Phrases) {
        title = say.count("words.change", chosen.count)
        self.deck = String(deck.id)
        (back, self.list) = (list, list)
        backLabel = say("deck.backTo")
        words = chosen.map { MoveCardsPage.WordView(id: String($0)) }
        fault = isRefused ? say("words.changeFault") : nil
    }
}

/// A text of a deck's words that is to be another one.
struct ReplacePage: Page {
    static let template = "replace-words"

    let title: String
    let deck: String
    let back: String
    let backLabel: String
    let find: String
    let by: String
    let texts: [TextView]
    let ignoresCase: Bool
    /// 12 words; `nil` while nothing is sought.
    let found: String?
    /// Replace in 12 words; `nil` where there is none.
    let apply: String?
    let rows: [RowView]
    let more: String?

    struct TextView: Sendable {
        let name: String
        let label: String
        let isChosen: Bool
    }

    struct RowView: Sendable {
        let before: String
        let after: String
    }

    init(
        _ wish: TextReplacement, _ deck: Deck, _ found: [(before: FlashcardContent, after: FlashcardContent)],
        _ count: Int, isAsked: Bool, _ say: Phrases
    ) {
        title = say("words.replace")
        self.deck = String(deck.id)
        back = "/words/decks/\(deck.id)"
        backLabel = say("deck.backTo")
        (find, by, ignoresCase) = (wish.sought, wish.replacement, !wish.matchesCase)
        texts = TextReplacement.Text.allCases.map {
            TextView(name: $0.rawValue, label: say("card.\($0.rawValue)"), isChosen: wish.texts.contains($0))
        }
        self.found = isAsked && !wish.sought.isEmpty ? say.count("words.found", count) : nil
        apply = count > 0 ? say.count("words.replaceIn", count) : nil
        rows = found.map { pair in
            let texts = wish.texts.sorted { $0.rawValue < $1.rawValue }.map(\.rawValue)
            let name = texts.first { pair.before.text(named: $0) != pair.after.text(named: $0) } ?? "word"
            return RowView(
                before: String(pair.before.text(named: name).prefix(200)),
                after: String(pair.after.text(named: name).prefix(200)))
        }
        more = count > found.count ? say("words.replaceMore", ["n": say.number(count - found.count)]) : nil
    }
}

/// A tag, which can be renamed or removed in all decks.
struct TagPage: Page {
    static let template = "tag"

    let title: String
    /// 12 words in all decks.
    let sub: String
    let deck: String
    let back: String
    let backLabel: String
    let tag: String
    /// The new name, as it was typed.
    let to: String
    let fault: String?

    init(_ tag: TagTree.Tag, of deck: Deck, to name: String? = nil, _ say: Phrases) {
        title = tag.name.replacing(TagTree.separator, with: " › ")
        sub = say.count("words.tagged", tag.words)
        self.deck = String(deck.id)
        back = "/words/decks/\(deck.id)?tag=\(tag.name.escapedForAddress)"
        backLabel = say("deck.backTo")
        self.tag = tag.name
        to = name ?? tag.name
        fault = name == nil ? nil : say("words.tagNameFault")
    }
}
