// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// The result of a session.
struct SummaryPage: Page {
    static let template = "summary"

    let title: String
    let sub: String
    let figures: [FigureView]
    let ratings: [RatingView]
    let ratingsLabel: String
    let stubborn: [StubbornView]
    let hasStubborn: Bool
    let isEmpty: Bool
    /// A link that continues this deck, or another one.
    let goOn: LinkView?
    /// The page that writes a story of these words; `nil` if none can be written.
    let story: String?

    struct FigureView: Sendable {
        let value: String
        let name: String
    }

    struct RatingView: Sendable {
        let name: String
        let kind: String
        let count: String
        /// In hundredths of the bar.
        let start: Int
        let width: Int
    }

    struct StubbornView: Sendable {
        let word: String
        let address: String
        let missed: String
    }

    /// A word that was not known, how often, and whether its deck has suspended it for that.
    struct Stubborn: Sendable {
        let word: Flashcard
        let missed: Int
        let isSuspended: Bool
    }

    struct LinkView: Sendable {
        let address: String
        let name: String
    }

    /// - Parameter study: where the session goes on; `nil` for the deck's own.
    init(
        _ deck: Deck, _ summary: SessionSummary, _ batch: StudyBatch, _ stubborn: [Stubborn], study: String? = nil,
        tomorrow: Int,
        next: Deck?, story session: String? = nil, _ moment: StudyMoment, _ say: Phrases
    ) {
        let hasMore = !batch.items.isEmpty
        title = say(hasMore ? "study.pause" : "study.allDone")
        isEmpty = summary.answers == 0
        story = isEmpty ? nil : session.map { "/words/decks/\(deck.id)/story?session=\($0)" }
        var parts: [String] = []
        if !isEmpty {
            parts.append(
                say.count("study.cardsIn", summary.differentCards)
                    .replacing("{time}", with: say.seconds(Double(summary.milliseconds) / 1_000)))
        }
        if let due = batch.nextDue, !hasMore {
            parts.append(say("study.nextDue", ["time": say.interval(due.timeIntervalSince(moment.now))]))
        }
        parts.append(tomorrow == 0 ? say("study.tomorrowNone") : say.count("study.tomorrow", tomorrow))
        sub = parts.joined(separator: " ")
        let known = summary.ratings.dropFirst().reduce(0, +)
        figures =
            isEmpty
            ? []
            : [
                FigureView(value: say.percent(Double(known) / Double(summary.answers)), name: say("study.recalled")),
                FigureView(value: say.number(summary.begun), name: say("study.begun")),
                FigureView(
                    value: say.seconds(Double(summary.milliseconds) / 1_000 / Double(summary.answers)),
                    name: say("study.perCard")),
            ]
        var start = 0
        let kinds = ["again", "hard", "good", "easy"]
        var views: [RatingView] = []
        for (index, count) in summary.ratings.enumerated() {
            let end = 100 * summary.ratings[...index].reduce(0, +) / max(1, summary.answers)
            views.append(
                RatingView(
                    name: say("study.rating\(index + 1)"), kind: kinds[index], count: say.number(count), start: start,
                    width: end - start))
            start = end
        }
        ratings = views
        ratingsLabel = views.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
        self.stubborn = stubborn.map {
            StubbornView(
                word: $0.word.content.word, address: "/words/cards/\($0.word.id)",
                missed: say.count("study.missed", $0.missed)
                    + ($0.isSuspended ? ", " + say("study.suspendedToday") : ""))
        }
        hasStubborn = !stubborn.isEmpty
        goOn =
            hasMore
            ? LinkView(address: study ?? "/words/decks/\(deck.id)/study", name: say("study.goOn"))
            : next.map {
                LinkView(address: "/words/decks/\($0.id)/study", name: say("study.nextDeck", ["name": $0.name]))
            }
    }
}
