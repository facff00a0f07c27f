// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// The plots of the statistics.
struct StatisticsPlots {
    let found: WordStatistics
    let days: UserDays
    let say: Phrases

    /// How many cards come due on the days ahead.
    var forecast: PlotView {
        let cards = found.forecast.prefix(30).map(\.cards)
        let rows = found.forecast.prefix(30).enumerated().map { index, day in
            PlotTable.RowView(cells: [
                index == 0 ? say("words.today") : index == 1 ? say("words.tomorrow") : say.dayName(day.day, days),
                say.number(day.cards),
            ])
        }
        return .bars(
            cards, marksFirst: true, title: say("stats.forecast"), note: say("stats.forecastNote"),
            label: say(
                "stats.forecastLabel",
                [
                    "today": say.number(cards.first ?? 0), "tomorrow": say.number(cards.dropFirst().first ?? 0),
                    "all": say.number(cards.reduce(0, +)),
                ]),
            x: [say("words.today"), say("stats.inWeeks", ["n": "2"]), say("stats.inWeeks", ["n": "4"])],
            table: PlotTable(
                label: say("stats.forecast"), heads: [say("stats.day"), say("stats.cards")], rows: rows), say)
    }

    /// The recalled share of answers to learned cards, week by week, beside the target.
    var retention: PlotView {
        let weeks = weeks(12)
        let shares = weeks.map { week -> Double? in
            // Steps say nothing about what lasts: answers to learned cards alone count.
            let answers = week.days.reduce(0) { $0 + $1.review }
            let recalled = week.days.reduce(0) { $0 + $1.recalled }
            return answers == 0 ? nil : Double(recalled) / Double(answers)
        }
        let (all, target) = (found.retention, found.retention.target)
        let low = min(0.8, (shares.compactMap { $0 }.min() ?? 1) - 0.05).rounded(to: 0.1)
        var rows = zip(weeks, shares).reversed().compactMap { week, share in
            share.map { PlotTable.RowView(cells: [say.dayName(week.first, days), say.percent($0)]) }
        }
        for (name, share) in [("stats.young", all.young), ("stats.mature", all.mature)] {
            if let part = share.part { rows.append(.init(cells: [say(name), say.percent(part)])) }
        }
        return .curve(
            shares, low: max(0, low), target: target, title: say("stats.retention"),
            note: say("stats.retentionNote", ["percent": say.percent(target)]),
            label: say(
                "stats.retentionLabel",
                [
                    "low": say.percent(shares.compactMap { $0 }.min() ?? 0),
                    "high": say.percent(shares.compactMap { $0 }.max() ?? 0), "target": say.percent(target),
                ]),
            x: ends(weeks),
            key: [.init(name: say("stats.recalledKey"), kind: ""), .init(name: say("stats.target"), kind: "dash")],
            table: PlotTable(
                label: say("stats.retention"), heads: [say("stats.week"), say("stats.recalledKey")], rows: rows), say)
    }

    /// Minutes of study by week.
    var time: PlotView {
        let weeks = weeks(12)
        let minutes = weeks.map { Int(($0.days.reduce(0) { $0 + Double($1.milliseconds) } / 60_000).rounded(.up)) }
        let rows = zip(weeks, minutes).reversed().map {
            PlotTable.RowView(cells: [say.dayName($0.first, days), say.number($1)])
        }
        return .bars(
            minutes, title: say("stats.time"), note: say("stats.timeNote"),
            label: say.count("stats.timeLabel", minutes.reduce(0, +)), x: ends(weeks),
            table: PlotTable(label: say("stats.time"), heads: [say("stats.week"), say("stats.minutes")], rows: rows),
            say)
    }

    /// Cards by how long they last.
    var stability: PlotView {
        let buckets = found.stability
        let rows = buckets.map {
            PlotTable.RowView(cells: [
                say("stats.upTo", ["time": say.days(Int($0.upTo.clamped))]), say.number($0.cards),
            ])
        }
        let middle = buckets.isEmpty ? [] : [buckets[0], buckets[buckets.count / 2], buckets[buckets.count - 1]]
        return .bars(
            buckets.map(\.cards), title: say("stats.stability"), note: say("stats.stabilityNote"),
            label: say("stats.stabilityLabel", ["time": typical(buckets).map { say.days(Int($0.clamped)) } ?? "–"]),
            x: middle.map { say.days(Int($0.upTo.clamped)) },
            table: PlotTable(
                label: say("stats.stability"), heads: [say("stats.lasts"), say("stats.cards")], rows: rows), say)
    }

    /// Cards by how hard they are.
    var difficulty: PlotView {
        let buckets = found.difficulty
        let rows = buckets.map { PlotTable.RowView(cells: [say.number(Int($0.upTo.clamped)), say.number($0.cards)]) }
        return .bars(
            buckets.map(\.cards), title: say("stats.difficulty"), note: say("stats.difficultyNote"),
            label: say("stats.difficultyLabel", ["n": typical(buckets).map { say.number(Int($0.clamped)) } ?? "–"]),
            x: [say("stats.easier"), say("stats.harder")],
            table: PlotTable(
                label: say("stats.difficulty"), heads: [say("stats.difficultyHead"), say("stats.cards")], rows: rows),
            say)
    }

    // MARK: Parts

    /// The last weeks, Monday first, the oldest first.
    private func weeks(_ count: Int) -> [(first: Int, days: [WordStatistics.Day])] {
        let monday = found.today - (found.today + 3) % 7
        let byWeek = Dictionary(grouping: found.days) { day in day.day - (day.day + 3) % 7 }
        return (0..<count).map { index in
            let first = monday - (count - 1 - index) * 7
            return (first, byWeek[first] ?? [])
        }
    }

    private func ends(_ weeks: [(first: Int, days: [WordStatistics.Day])]) -> [String] {
        [weeks.first, weeks.last].compactMap { $0 }.map { say.dayName($0.first, days) }
    }

    /// The bucket in which the middle card lies.
    private func typical(_ buckets: [WordStatistics.Bucket]) -> Double? {
        let half = buckets.reduce(0) { $0 + $1.cards } / 2
        var sum = 0
        return buckets.first { bucket in
            sum += bucket.cards
            return sum > half
        }?.upTo
    }
}

extension Double {
    /// As a whole number of a size that anything can hold.
    fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self.rounded(), 0), 36_500) : 36_500 }

    fileprivate func rounded(to step: Double) -> Double { (self / step).rounded(.down) * step }
}
