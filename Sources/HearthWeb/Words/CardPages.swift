// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords

/// A new word.
struct NewCardPage: Page {
    static let template = "new-card"

    let title: String
    let back: String
    let backLabel: String
    let form: CardForm
    let hasLongWord: Bool
    let decks: [ChoiceView]
    let fault: String?
    let isAdded: Bool
    let help: HelpView?
    /// The page to go to when the word is added; `nil` asks for another word.
    let leadsBack: String?
    let image: String? = nil
    let pictureFault: String?
    /// The same word, which the deck has already.
    let twin: TwinView?

    init(
        _ form: CardForm, _ tree: DeckTree, isAdded: Bool = false, isRefused: Bool = false,
        picture: Picture.Fault? = nil, help: HelpView? = nil, leadsBack: String? = nil, twin: Flashcard? = nil,
        _ say: Phrases
    ) {
        self.twin = twin.map { TwinView($0, isAdded: isAdded, say) }
        pictureFault = picture.map { say("card.\($0.rawValue)Fault") }
        title = say("card.new")
        self.help = help
        self.leadsBack = leadsBack
        back = leadsBack ?? form.deck.flatMap { tree[$0] }.map { "/words/decks/\($0.id)" } ?? "/words"
        backLabel = say("words.backTo")
        (self.form, hasLongWord) = (form, form.hasLongWord)
        decks = tree.choices(form.deck)
        fault = isRefused ? say("card.wordFault") : nil
        self.isAdded = isAdded
    }
}

/// A word: what is on it, and how well it is known.
struct CardPage: Page {
    static let template = "card"

    let title: String
    let deckName: String
    let id: String
    let deck: String
    let back: String
    let backLabel: String
    let image: String?
    let imageLabel: String
    let form: CardForm
    let hasLongWord: Bool
    let decks: [ChoiceView]
    let fault: String?
    let states: [StateView]
    let log: PlotTable?
    let isSuspended: Bool
    /// Whether it is hidden for the rest of the day.
    let isHidden: Bool
    /// Whether there is something to begin anew.
    let canReset: Bool
    let marked: MarkedView?
    let isSaved: Bool
    let help: HelpView?
    /// Words that may be taken for this one.
    let alike: [AlikeView]
    let hasAlike: Bool
    /// The list that it was opened from; empty for another place.
    let list: String
    let conflict: CardConflict?
    /// Fields of other programs that have no place in the form.
    let further: [FurtherField]
    let hasFurther: Bool

    /// The action just done to the word.
    enum Marked: String, Sendable, CaseIterable {
        case hidden, shown, reset
    }

    struct MarkedView: Sendable {
        let words: String
        /// Whether it can be taken back.
        let canUndo: Bool
    }

    struct AlikeView: Sendable {
        let address: String
        let word: String
        let meaning: String
        let reason: String
    }
    let pictureFault: String?

    /// A card of the word, in words people use.
    struct StateView: Sendable {
        let name: String
        let memory: String
        let memoryNote: String
        let difficulty: String
        let difficultyNote: String
        let next: String
        /// Its coloured flag, in words.
        let flag: String?
    }

    init(
        _ word: Flashcard, _ cards: [StudyCard], _ logs: [Int64: [FlashcardReview]], _ form: CardForm, _ tree: DeckTree,
        isSaved: Bool, marked: Marked? = nil, isRefused: Bool, picture: Picture.Fault? = nil,
        conflict: CardConflict? = nil,
        help: HelpView? = nil, alike: [Confusable] = [], _ moment: StudyMoment, _ clock: WallClock, _ say: Phrases
    ) {
        pictureFault = picture.map { say("card.\($0.rawValue)Fault") }
        title = word.content.word
        deckName = tree.name(of: word.deck)
        id = String(word.id)
        deck = String(word.deck)
        list = form.list ?? ""
        self.conflict = conflict
        further = FurtherField.all(word.content)
        hasFurther = !further.isEmpty
        back = form.list ?? "/words/decks/\(word.deck)"
        backLabel = say("deck.backTo")
        image = word.content.image.map { "/words/media/\($0.escapedForAddress)" }
        imageLabel = say("card.imageOf", ["word": word.content.word])
        (self.form, hasLongWord) = (form, form.hasLongWord)
        decks = tree.choices(form.deck)
        fault = isRefused ? say("card.wordFault") : nil
        states = cards.map { StateView($0, of: word.content, isOnly: cards.count == 1, moment, clock, say) }
        let reviews = cards.flatMap { logs[$0.id] ?? [] }.sorted { $0.date > $1.date }.prefix(100)
        log =
            reviews.isEmpty
            ? nil
            : PlotTable(
                label: say("card.reviews"), heads: [say("stats.day"), say("card.answer"), say("card.interval")],
                rows: reviews.map { review in
                    PlotTable.RowView(cells: [
                        say.day(review.date, clock),
                        review.rating.map { say("study.rating\($0.rawValue)") } ?? say("card.byHand"),
                        review.interval.isDays
                            ? say.days(review.interval.value) : say.interval(Double(-review.interval.value)),
                    ])
                })
        isSuspended = !cards.isEmpty && cards.allSatisfy(\.isSuspended)
        isHidden = !isSuspended && cards.contains { $0.isHidden(on: moment.today) }
        canReset = cards.contains { $0.state.phase != .new }
        self.marked = marked.map { MarkedView(words: say("card.\($0.rawValue)"), canUndo: $0 == .hidden) }
        self.isSaved = isSaved
        self.help = help
        self.alike = alike.map {
            AlikeView(
                address: "/words/cards/\($0.flashcard.id)", word: $0.flashcard.content.word,
                meaning: $0.flashcard.content.meaning, reason: say("wordHelp.\($0.reason.rawValue)Alike"))
        }
        hasAlike = !alike.isEmpty
    }
}

extension CardPage.StateView {
    init(
        _ card: StudyCard, of content: FlashcardContent, isOnly: Bool, _ moment: StudyMoment, _ clock: WallClock,
        _ say: Phrases
    ) {
        let direction =
            content.cloze != nil
            ? say("card.gap", ["n": say.number(card.direction.rawValue + 1)])
            : say(card.direction == .production ? "card.production" : "card.recognition")
        name = isOnly ? say("card.state") : direction
        if let stability = card.state.stability, let difficulty = card.state.difficulty {
            let days = max(1, Int(stability.rounded()))
            memory = say("card.lasts", ["time": say.days(days)])
            memoryNote = say("card.lastsNote", ["time": say.days(days)])
            self.difficulty = say(difficulty < 4 ? "card.easy" : difficulty < 7 ? "card.middling" : "card.hard")
            difficultyNote = say("card.ofTen", ["n": say.number(difficulty)])
        } else {
            (memory, memoryNote) = (say("card.unknown"), say("card.unknownNote"))
            (self.difficulty, difficultyNote) = (say("card.unknown"), "")
        }
        let isHidden = card.isHidden(on: moment.today)
        next =
            card.isSuspended
            ? say("words.suspended") : isHidden ? say("words.hidden") : say.due(card.state, moment, clock)
        flag = say.flag(card)
    }
}

/// The page that moves chosen words to another deck.
struct MoveCardsPage: Page {
    static let template = "move-cards"

    let title: String
    let deck: String
    let back: String
    let backLabel: String
    let words: [WordView]
    let decks: [ChoiceView]

    struct WordView: Sendable {
        let id: String
    }

    init(_ chosen: [Int64], from deck: Deck, _ tree: DeckTree, _ say: Phrases) {
        title = say.count("card.move", chosen.count)
        self.deck = String(deck.id)
        back = "/words/decks/\(deck.id)"
        backLabel = say("deck.backTo")
        words = chosen.map { WordView(id: String($0)) }
        decks = tree.choices(deck.id)
    }
}
