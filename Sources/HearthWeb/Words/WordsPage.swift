// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// All decks, and how much of them is to be studied today.
struct WordsPage: Page {
    static let template = "words"

    let title: String
    let hasDecks: Bool
    /// How many cards are due today, new ones included.
    let due: String
    /// After that number: due today, about 6 minutes.
    let dueNote: String
    /// The deck with most to study; `nil` where nothing is due.
    let study: String?
    /// The page that studies everything, whatever its date.
    let cram: String?
    let week: [DayView]
    let weekLabel: String
    let decks: [DeckView]
    /// The key of what was deleted just now.
    let deleted: String?
    let back = ""

    struct DayView: Sendable {
        let letter: String
        let isStudied: Bool
        let isToday: Bool
    }

    struct DeckView: Sendable {
        let address: String
        let name: String
        let due: String
        let new: String
        let learning: String
        /// 214 words; `nil` for a deck in another one, whose words are counted there.
        let total: String?
        /// How the words of the deck divide, 0…100 from the left.
        let bar: Bar?

        struct Bar: Sendable {
            let label: String
            let known: Int
            let learningStart: Int
            let learning: Int
        }
    }

    init(
        _ tree: DeckTree, counts: DeckCounts, sizes: [Int64: WordStatistics.CardCounts],
        recent: WordStatistics, deleted: String?, _ moment: StudyMoment, _ say: Phrases
    ) {
        title = say("words.title")
        hasDecks = !tree.decks.isEmpty
        let tops = tree.decks.filter { $0.parent == nil }
        let total = counts.total.total
        due = say.number(total)
        dueNote =
            total == 0
            ? say("words.nothingDue")
            : say("words.dueNote", ["time": say.minutes(Double(total) * recent.secondsPerAnswer)])
        let fullest = tops.max { (counts[$0.id]?.total ?? 0) < (counts[$1.id]?.total ?? 0) }
        study = total == 0 ? nil : fullest.map { "/words/decks/\($0.id)/study" }
        cram = fullest.map { "/words/decks/\($0.id)/study?mode=cram" }
        let studied = Set(recent.days.filter { $0.answers > 0 }.map(\.day))
        let monday = moment.today - (moment.today + 3) % 7
        week = (0..<7).map { day in
            DayView(
                letter: say("words.day\(day)"), isStudied: studied.contains(monday + day),
                isToday: monday + day == moment.today)
        }
        weekLabel = say.count("words.week", (0..<7).count { studied.contains(monday + $0) })
        decks = tree.decks.map { DeckView($0, tree, counts[$0.id] ?? StudyCounts(), sizes[$0.id], say) }
        self.deleted = deleted
    }
}

extension WordsPage.DeckView {
    init(
        _ deck: Deck, _ tree: DeckTree, _ counts: StudyCounts, _ sizes: WordStatistics.CardCounts?, _ say: Phrases
    ) {
        address = "/words/decks/\(deck.id)"
        name = tree.name(of: deck.id)
        due = say.number(counts.review)
        new = say.number(counts.new)
        learning = say.number(counts.learning)
        total = sizes.map { say.count("words.total", $0.words) }
        bar = sizes.flatMap { Bar($0, say) }
    }
}

extension WordsPage.DeckView.Bar {
    init?(_ sizes: WordStatistics.CardCounts, _ say: Phrases) {
        let all = sizes.new + sizes.learning + sizes.young + sizes.mature
        guard all > 0 else { return nil }
        known = 100 * sizes.mature / all
        learning = 100 * (sizes.learning + sizes.young) / all
        learningStart = known
        label = say(
            "words.bar",
            [
                "known": say.number(sizes.mature), "learning": say.number(sizes.learning + sizes.young),
                "new": say.number(sizes.new),
            ])
    }
}

extension WordStatistics {
    /// How long a card takes, by the days looked at; ten seconds where nobody knows yet.
    var secondsPerAnswer: Double {
        let answers = days.reduce(0) { $0 + $1.answers }
        guard answers >= 10 else { return 10 }
        return Double(days.reduce(0) { $0 + $1.milliseconds }) / 1_000 / Double(answers)
    }
}

extension Phrases {
    /// A length of time in whole minutes, at least one: 6 minutes.
    func minutes(_ seconds: Double) -> String { count("words.minutes", max(1, Int((seconds / 60).rounded()))) }
}
