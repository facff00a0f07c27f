// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// Moods over twelve weeks, and what came up in them.
struct MoodsPage: Page {
    static let template = "journal-moods"
    static let weeks = 12

    let title: String
    let sub: String
    let back = "/journal"
    let backLabel: String
    let plot: MoodPlotView?
    let themes: ThemesView?
    let isEmpty: Bool

    /// Moods as dots, and the mean of each week around as a line, in a square of 100 × 100 that stretches.
    struct MoodPlotView: Sendable {
        let label: String
        let levels: [String]
        let months: [String]
        let dots: String
        let curve: String
        let table: PlotTable
    }

    struct ThemesView: Sendable {
        let rows: [ThemeView]
        let table: PlotTable
    }

    struct ThemeView: Sendable {
        let name: String
        let label: String
        let count: String
        let dots: [DotView]
        let address: String
    }

    struct DotView: Sendable {
        let path: String
        /// 1…5: how many entries of a week.
        let size: Int
    }

    init(
        _ days: [JournalDaySummary], _ entries: [JournalEntry], _ themes: [JournalThemes.Theme], today: JournalDay,
        _ say: Phrases
    ) {
        title = say("journal.moods")
        sub = say("journal.moodsSub")
        backLabel = say("journal.backTo")
        let first = today.weekStart.adding(-7 * (Self.weeks - 1))
        let moods = days.compactMap { day in day.mood.map { (day.day, $0) } }
        plot = moods.isEmpty ? nil : MoodPlotView(moods, from: first, today: today, say)
        self.themes = themes.isEmpty ? nil : ThemesView(themes, entries, from: first, say)
        isEmpty = moods.isEmpty
    }
}

extension MoodsPage.MoodPlotView {
    init(_ moods: [(day: JournalDay, mood: Mood)], from first: JournalDay, today: JournalDay, _ say: Phrases) {
        let count = Double(MoodsPage.weeks * 7)
        func across(_ day: JournalDay) -> String {
            PlotView.decimal((Double(day.number - first.number) + 0.5) / count * 100)
        }
        func height(_ value: Double) -> String { PlotView.decimal(8 + (5 - value) * 21) }
        let byDay = Dictionary(moods.map { ($0.day, Double($0.mood.rawValue)) }) { first, _ in first }
        dots = moods.map { "M\(across($0.day)) \(height(Double($0.mood.rawValue)))h0" }.joined()
        var path = ""
        for number in first.number...today.number {
            let around = (-3...3).compactMap { byDay[JournalDay(number: number + $0)] }
            guard !around.isEmpty else { continue }
            let mean = around.reduce(0, +) / Double(around.count)
            path += "\(path.isEmpty ? "M" : "L")\(across(JournalDay(number: number))) \(height(mean))"
        }
        curve = path
        levels = Mood.allCases.reversed().map { say.mood($0) }
        months = [first, JournalDay(number: (first.number + today.number) / 2), today].map { say.month($0) }
            .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        let mean = byDay.values.reduce(0, +) / Double(byDay.count)
        let usual = say.mood(Mood(rawValue: Int(mean.rounded())) ?? .even)
        label = say.count("journal.moodsLabel", moods.count).replacing("{mood}", with: usual)
        table = Self.table(byDay, from: first, today: today, say)
    }

    private static func table(
        _ moods: [JournalDay: Double], from first: JournalDay, today: JournalDay, _ say: Phrases
    ) -> PlotTable {
        let rows = (0..<MoodsPage.weeks).compactMap { week -> PlotTable.RowView? in
            let monday = first.adding(7 * week)
            let values = (0..<7).compactMap { moods[monday.adding($0)] }
            guard !values.isEmpty else { return nil }
            let mean = Mood(rawValue: Int((values.reduce(0, +) / Double(values.count)).rounded())) ?? .even
            return PlotTable.RowView(cells: [
                say("journal.weekOf", ["day": say.day(monday, today)]), say.mood(mean), say.number(values.count),
            ])
        }
        return PlotTable(
            label: say("journal.moodsByWeek"),
            heads: [say("journal.week"), say("journal.average"), say("journal.days")], rows: rows)
    }
}

extension MoodsPage.ThemesView {
    init(_ themes: [JournalThemes.Theme], _ entries: [JournalEntry], from first: JournalDay, _ say: Phrases) {
        let days = Dictionary(entries.map { ($0.id, $0.day) }) { first, _ in first }
        rows = themes.map { theme in
            let weeks = theme.entries.compactMap { days[$0] }.map { ($0.number - first.number) / 7 }
            let counts = Dictionary(grouping: weeks) { $0 }.mapValues(\.count)
            return MoodsPage.ThemeView(
                name: theme.name,
                label: say("journal.themeLabel", ["theme": theme.name, "n": say.number(weeks.count)]),
                count: say.number(weeks.count),
                dots: counts.sorted { $0.key < $1.key }.map { week, count in
                    MoodsPage.DotView(
                        path: "M\(PlotView.decimal((Double(week) + 0.5) / Double(MoodsPage.weeks) * 100)) 50h0",
                        size: min(count, 5))
                },
                address: "/journal/search?q=\(theme.name.escapedForAddress)")
        }
        table = PlotTable(
            label: say("journal.themes"), heads: [say("journal.theme"), say("journal.entries")],
            rows: themes.map { PlotTable.RowView(cells: [$0.name, say.number($0.entries.count)]) })
    }
}
