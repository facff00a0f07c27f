// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthWords
import Hummingbird

struct WordStatisticsRoutes: Sendable {
    let words: WordsContext
    let curves: WorkCurves

    @Sendable func statistics(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await words.pages.locale(request)
        let (store, moment) = (try words.store(locale), words.moment(locale))
        let tree = try await store.decks()
        let deck = request.query.id("deck").flatMap { tree[$0]?.id }
        let found = try await store.statistics(StatisticsRequest(deck: deck, moment: moment))
        let work = await work(found, tree, deck, locale.text)
        let page = WordStatisticsPage(found, tree, deck, work: work, moment.days, locale.text)
        return try await words.response(page, locale, to: request)
    }

    /// Computes the cost of a deck's target; `nil` for decks with different settings.
    private func work(
        _ found: WordStatistics, _ tree: DeckTree, _ deck: Int64?, _ say: Phrases
    ) async -> WorkFigure? {
        let presets = tree.presets
        guard let preset = deck.map(tree.preset) ?? (presets.count == 1 ? presets[0] : nil) else { return nil }
        let settings = tree.settings(of: preset)
        let curve = await curves.curve(settings).scaled(newPerDay: settings.newPerDay, pace: found.days)
        return WorkFigure(
            curve, percent: Int((settings.desiredRetention * 100).rounded()), canSlide: false, say)
    }
}

/// The results of study, as plots with their numbers.
struct WordStatisticsPage: Page {
    static let template = "word-statistics"

    let title: String
    let back: String
    let backLabel: String
    let decks: [ChoiceView]
    let figures: [SummaryPage.FigureView]
    let plots: [PlotView]
    let heat: HeatMap
    let work: WorkFigure?
    let isEmpty: Bool

    init(
        _ found: WordStatistics, _ tree: DeckTree, _ deck: Int64?, work: WorkFigure?, _ days: UserDays, _ say: Phrases
    ) {
        self.work = work
        title = say("stats.title")
        back = deck.map { "/words/decks/\($0)" } ?? "/words"
        backLabel = say("words.backTo")
        decks = tree.choices(deck)
        let all = WordStatistics.Share(
            recalled: found.retention.young.recalled + found.retention.mature.recalled,
            answers: found.retention.young.answers + found.retention.mature.answers)
        figures = [
            SummaryPage.FigureView(value: say.number(found.cards.words), name: say("stats.words")),
            SummaryPage.FigureView(value: all.part.map { say.percent($0) } ?? "–", name: say("stats.recalled")),
            SummaryPage.FigureView(value: say.number(found.streak), name: say.count("stats.streak", found.streak)),
        ]
        isEmpty = found.days.isEmpty && found.forecast.allSatisfy { $0.cards == 0 }
        let draw = StatisticsPlots(found: found, days: days, say: say)
        plots = [draw.forecast, draw.retention, draw.time, draw.stability, draw.difficulty].filter { !$0.isEmpty }
        heat = HeatMap(found, days, say)
    }
}

/// Reviews by day over a year: a column for each week, Monday first.
struct HeatMap: Sendable {
    let note: String
    let label: String
    let width: Int
    let squares: [SquareView]
    let from: String
    let table: PlotTable

    struct SquareView: Sendable {
        let x: Int
        let y: Int
        /// 0…4.
        let level: Int
    }

    init(_ found: WordStatistics, _ days: UserDays, _ say: Phrases) {
        let weeks = 40
        let monday = found.today - (found.today + 3) % 7
        let first = monday - (weeks - 1) * 7
        let answers = Dictionary(found.days.map { ($0.day, $0.answers) }, uniquingKeysWith: +)
        let sorted = answers.filter { $0.key >= first }.values.filter { $0 > 0 }.sorted()
        func level(_ count: Int) -> Int {
            guard count > 0, !sorted.isEmpty else { return 0 }
            let below = sorted.prefix { $0 < count }.count
            return min(4, 1 + below * 4 / sorted.count)
        }
        squares = (first...found.today).map { day in
            SquareView(x: (day - first) / 7 * 12, y: (day - first) % 7 * 12, level: level(answers[day] ?? 0))
        }
        width = weeks * 12 - 2
        let studied = answers.count { $0.key >= first && $0.value > 0 }
        from = say.monthName(first, days)
        note = say.count("stats.heatNote", studied).replacing("{month}", with: from)
        label = say.count("stats.heatLabel", studied).replacing("{month}", with: from)
        var months: [(name: String, answers: Int, days: Int)] = []
        for day in found.days where day.answers > 0 {
            let name = say.monthName(day.day, days)
            if months.last?.name == name {
                months[months.count - 1].answers += day.answers
                months[months.count - 1].days += 1
            } else {
                months.append((name, day.answers, 1))
            }
        }
        table = PlotTable(
            label: say("stats.byMonth"), heads: [say("stats.month"), say("stats.reviews"), say("stats.days")],
            rows: months.reversed().map { .init(cells: [$0.name, say.number($0.answers), say.number($0.days)]) })
    }
}

extension Phrases {
    private func format(_ day: Int, _ days: UserDays, _ style: (Date.FormatStyle) -> Date.FormatStyle) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = Date(timeIntervalSince1970: Double(day) * 86_400)
        return date.formatted(style(Date.FormatStyle(locale: language.locale, calendar: calendar, timeZone: .gmt)))
    }

    /// November 2026.
    func monthName(_ day: Int, _ days: UserDays) -> String { format(day, days) { $0.month(.wide).year() } }

    /// 21 November.
    func dayName(_ day: Int, _ days: UserDays) -> String { ordinal(format(day, days) { $0.day().month(.wide) }) }
}
