// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import EmberJSON
import Foundation
import HearthStore
import HearthWords

/// `hearth words stats`: what study has come to.
struct WordStatisticsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Say how many words there are, what is due, and how much is remembered.")

    @Option(help: "The deck, with those in it; all decks unless one is named.") var deck: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() async throws {
        let home = try await WordHome.open()
        defer { try? home.store.close() }  // It was only read.
        let deck = try home.deck(deck, in: try await home.store.decks())
        let start = ContinuousClock.now
        let found = try await home.store.statistics(StatisticsRequest(deck: deck?.id, moment: home.moment()))
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let counts = try await home.store.studyCounts(home.moment())
        // What study would ask: without what a limit or another card of the same word keeps for another day.
        let today = deck.map { counts[$0.id]?.total ?? 0 } ?? counts.total.total
        guard !json else {
            var answer = try JSON(parsing: Array(JSONEncoder().encode(found))).object ?? [:]
            answer["seconds"] = .number(seconds)
            return StandardStream.output.write(json: .object(answer))
        }
        StandardStream.output.write(Self.text(found, today: today))
    }

    private static func text(_ found: WordStatistics, today: Int) -> ScreenText {
        let cards = found.cards
        func percent(_ share: WordStatistics.Share) -> String {
            share.part.map { "\(Int(($0 * 100).rounded())) % of \(share.answers) answers" } ?? "no answers yet"
        }
        let answers = found.days.reduce(0) { $0 + $1.answers }
        let minutes = found.days.reduce(0) { $0 + $1.milliseconds } / 60_000
        let target = Int((found.retention.target * 100).rounded())
        return """
            \(cards.words) words: \(cards.new) cards new, \(cards.learning) learning, \(cards.young) young, \
            \(cards.mature) mature, \(cards.suspended) suspended
            to study today: \(today), due tomorrow: \(found.forecast.dropFirst().first?.cards ?? 0)
            remembered, young cards: \(percent(found.retention.young))
            remembered, mature cards: \(percent(found.retention.mature))
            target: \(target) %
            last year: \(counted(answers, "answer")) in \(counted(minutes, "minute")), \(counted(found.streak, "day")) in a row

            """
    }
}
