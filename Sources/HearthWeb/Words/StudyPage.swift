// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthMemory
import HearthWords

/// One card: its front, or its back with four buttons.
struct StudyPage: Page {
    static let template = "study"

    let title: String
    let deck: String
    let mode: String
    let session: String
    /// Makes the answer of this page count once.
    let key: String
    /// When the card was shown, in milliseconds since 1970.
    let since: String
    let card: StudyCardView
    let isBack: Bool
    let done: Int
    let total: Int
    let progress: String
    let progressLabel: String
    let canUndo: Bool
    let show: String
    let close: String
    let typing: String?
    let typed: TypedView?
    /// Whether what was typed asks for numbers.
    let hasCare: Bool
    let ratings: [RatingView]
    let hasKeys: Bool
    let swipes: Bool
    /// Whether the time on the card and that of the session are shown.
    let showsTime: Bool
    /// How long the answers of the session took, in milliseconds.
    let spent: Int
    /// The same in whole minutes: 4 min.
    let minutes: String
    let hasQuestionPhonetic: Bool
    let hasAnswerPhonetic: Bool
    let hasDefinition: Bool
    let hasFurther: Bool
    let example: StudyCardView.Example?
    let exampleNote: String?
    let isTyping: Bool
    let showsImage: Bool
    /// A word that became a leech just now.
    let leech: LeechView?

    struct RatingView: Sendable {
        let value: String
        let kind: String
        let name: String
        let interval: String
        let isSuggested: Bool
    }

    /// The query of this page.
    struct Options: Sendable {
        var showsBack = false
        var typed: String?
        var isTyping = false
        var since: String?
    }

    init(
        _ item: StudyItem, _ view: StudyCardView, in deck: Deck, _ mode: StudyMode, session: String,
        leech: LeechView?, done: Int, left: Int, spent: Int, hasAnswers: Bool,
        canUndo: Bool, _ options: Options, _ settings: WordSettings, now: Date, _ say: Phrases
    ) {
        title = deck.name
        self.leech = leech
        self.deck = String(deck.id)
        self.mode = mode.rawValue
        self.session = session
        key = UUID().uuidString
        since = options.since ?? String(Int(now.timeIntervalSince1970 * 1_000))
        card = view
        isBack = options.showsBack || options.typed != nil
        isTyping = !isBack && (view.types || options.isTyping)
        self.done = done
        total = max(done + left, 1)
        progress = say("study.progress", ["n": say.number(done + 1), "all": say.number(max(total, done + 1))])
        progressLabel = say(
            "study.progressLabel", ["n": say.number(done + 1), "all": say.number(max(total, done + 1))])
        self.canUndo = canUndo
        let here = "/words/decks/\(deck.id)/study?mode=\(mode.rawValue)&session=\(session)"
        show = "\(here)&card=\(view.card)&show=1&since=\(since)"
        typing = isTyping || item.answer.isEmpty ? nil : "\(here)&card=\(view.card)&type=1&since=\(since)"
        close = !hasAnswers ? "/words/decks/\(deck.id)" : "/words/decks/\(deck.id)/summary?session=\(session)"
        let checked = options.typed.map { TypedView($0, item, say) }
        (typed, hasCare) = (checked, checked?.care != nil)
        ratings = Rating.allCases.map { rating in
            RatingView(
                value: String(rating.rawValue), kind: "\(rating)", name: say("study.rating\(rating.rawValue)"),
                interval: view.intervals.count == 4 ? view.intervals[rating.rawValue - 1] : "",
                isSuggested: (checked?.suggestion ?? "3") == String(rating.rawValue))
        }
        (hasKeys, swipes) = (settings.wordsHaveKeys, settings.wordsSwipe)
        (showsTime, self.spent) = (settings.wordsShowTime, spent)
        minutes = say("study.minutes", ["n": say.number(spent / 60_000)])
        hasQuestionPhonetic = !view.questionPhonetic.isEmpty
        hasAnswerPhonetic = !view.answerPhonetic.isEmpty
        hasDefinition = !view.definition.isEmpty
        hasFurther = !view.further.isEmpty
        example = view.examples.first
        exampleNote = view.examples.first.flatMap { $0.note.isEmpty ? nil : $0.note }
        showsImage = !view.image.isEmpty && (isBack || !view.imageIsAnswer)
    }
}

/// The typed answer beside the card's.
struct TypedView: Sendable, Encodable {
    let typed: String
    let wrote: [Piece]
    let words: String
    /// `good`, `close` or `bad`.
    let kind: String
    /// The button that fits, 1…4.
    let suggestion: String
    let isEmpty: Bool
    let isGood: Bool
    /// A line that leads to the numbers, where something else was typed than the card asks for.
    let care: String?

    struct Piece: Sendable, Encodable {
        let text: String
        /// Too much, or missing.
        let isExtra: Bool
        let isMissing: Bool
    }

    init(_ typed: String, _ item: StudyItem, _ say: Phrases) {
        let (expected, verdict) = (item.answer, item.verdict(on: typed))
        self.typed = typed
        isEmpty = verdict == .empty
        suggestion = String(verdict.suggestion.rawValue)
        kind =
            switch verdict {
            case .exact, .right: "good"
            case .close: "close"
            case .wrong, .empty: "bad"
            }
        isGood = kind == "good"
        if verdict == .wrong, case .card(let kind) = Care(typed) {
            care = CareWords.line(of: kind, in: say.memoryLanguage)
        } else {
            care = nil
        }
        words = say("study.\(verdict)Verdict")
        wrote =
            verdict == .close || verdict == .wrong || verdict == .right
            ? Self.pieces(typed, expected)
            : [
                Piece(text: typed, isExtra: false, isMissing: false)
            ]
    }

    /// Marks the typed answer's extra and missing letters.
    private static func pieces(_ typed: String, _ expected: String) -> [Piece] {
        let (from, to) = (Array(expected.prefix(200)), Array(typed.prefix(200)))
        let change = to.difference(from: from)
        // Texts that share little are clearer side by side.
        guard change.count <= max(3, from.count / 2) else {
            return [Piece(text: typed, isExtra: false, isMissing: false)]
        }
        let extra = Set(change.insertions.map { if case .insert(let place, _, _) = $0 { place } else { -1 } })
        var missing: [Int: Character] = [:]
        for case .remove(let place, let letter, _) in change.removals { missing[place] = letter }
        var pieces: [Piece] = []
        func add(_ letter: Character, _ isExtra: Bool, _ isMissing: Bool) {
            if let last = pieces.last, last.isExtra == isExtra, last.isMissing == isMissing {
                pieces[pieces.count - 1] = Piece(
                    text: last.text + String(letter), isExtra: isExtra, isMissing: isMissing)
            } else {
                pieces.append(Piece(text: String(letter), isExtra: isExtra, isMissing: isMissing))
            }
        }
        var place = 0
        for (index, letter) in to.enumerated() {
            while let lost = missing[place] {
                add(lost, false, true)
                place += 1
            }
            add(letter, extra.contains(index), false)
            if !extra.contains(index) { place += 1 }
        }
        while let lost = missing[place] {
            add(lost, false, true)
            place += 1
        }
        return pieces
    }
}
