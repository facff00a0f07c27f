// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// A month with the moods of its days, and what was written.
struct CalendarPage: Page {
    static let template = "journal-calendar"

    let title: String
    let year: String
    let caption: String
    let back = "/journal"
    let backLabel: String
    let before: LinkView
    let after: LinkView?
    let weekdays: [WeekdayView]
    let weeks: [WeekView]
    let moods: [MoodView]
    let listTitle: String
    let rows: [EntryRowView]
    let isEmpty: Bool
    let lookBack: LookBackView?
    /// The page that writes an entry of the chosen day.
    let write: String
    /// The page that erases the chosen day; `nil` if there is nothing to erase.
    let erase: String?

    struct LinkView: Sendable {
        let address: String
        let name: String
    }

    struct LookBackView: Sendable {
        let address: String
        let name: String
    }

    struct WeekdayView: Sendable {
        let short: String
        let long: String
    }

    struct WeekView: Sendable {
        let days: [DayView]
    }

    struct DayView: Sendable {
        /// Empty for what is of another month.
        let number: String
        let isInMonth: Bool
        /// `nil` where nothing was written.
        let address: String?
        let label: String
        let mood: MoodView?
        let isWritten: Bool
        let isToday: Bool
        let isChosen: Bool
    }

    init(
        _ month: JournalDay, _ days: [JournalDaySummary], entries: [JournalEntry], chosen: JournalDay?,
        hasReflection: Bool, today: JournalDay, _ say: Phrases
    ) {
        title = say.month(month)
        year = String(month.year)
        caption = say("journal.calendarCaption", ["month": "\(say.month(month)) \(month.year)"])
        backLabel = say("journal.backTo")
        before = Self.link(month.adding(-1).monthStart, say)
        after = month.nextMonth > today ? nil : Self.link(month.nextMonth, say)
        weekdays = (0..<7).map { offset in
            let day = JournalDay(number: 4).weekStart.adding(offset)
            return WeekdayView(short: String(say.shortWeekday(day).prefix(2)), long: say.weekday(day))
        }
        let there = Dictionary(days.map { ($0.day, $0) }) { first, _ in first }
        let first = month.weekStart
        let count = (month.nextMonth.number - first.number + 6) / 7
        weeks = (0..<count).map { week in
            WeekView(
                days: (0..<7).map { offset in
                    let day = first.adding(week * 7 + offset)
                    let isInMonth = day.monthStart == month
                    return DayView(
                        day, isInMonth: isInMonth, isInMonth ? there[day] : nil, today: today, chosen: chosen, say)
                })
        }
        moods = Mood.allCases.map { MoodView($0, say) }
        listTitle = chosen.map { say.longDay($0, today) } ?? say.count("journal.entriesInMonth", entries.count)
        let here = chosen.map { "day=\($0)#entries" } ?? "month=\("\(month)".prefix(7))"
        let place = JournalBack("/journal/calendar?\(here)")
        rows = entries.map { EntryRowView($0, today: $0.day, back: place, say) }
        isEmpty = entries.isEmpty
        lookBack =
            days.isEmpty
            ? nil
            : LookBackView(
                address: "/journal/month?day=\(month)",
                name: say(hasReflection ? "journal.monthKept" : "journal.lookBackMonth"))
        erase = entries.isEmpty ? nil : chosen.map { "/journal/erase?what=\($0)" }
        write = "/journal/write" + (chosen.map { "?day=\($0)" } ?? "")
    }

    private static func link(_ month: JournalDay, _ say: Phrases) -> LinkView {
        LinkView(address: "/journal/calendar?month=\("\(month)".prefix(7))", name: "\(say.month(month)) \(month.year)")
    }
}

extension CalendarPage.DayView {
    init(
        _ day: JournalDay, isInMonth: Bool, _ summary: JournalDaySummary?, today: JournalDay, chosen: JournalDay?,
        _ say: Phrases
    ) {
        number = isInMonth ? String(day.day) : ""
        self.isInMonth = isInMonth
        address = summary.map { _ in "/journal/calendar?day=\(day)#entries" }
        let date = say.day(day, day)
        label = summary?.mood.map { "\(date)\(say("journal.colon"))\(say.mood($0))" } ?? date
        mood = summary?.mood.map { MoodView($0, say) }
        isWritten = summary != nil && summary?.mood == nil
        isToday = isInMonth && day == today
        isChosen = isInMonth && day == chosen
    }
}
