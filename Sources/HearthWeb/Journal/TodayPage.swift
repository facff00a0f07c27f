// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// The journal's first page: how today was, and what was written lately.
struct TodayPage: Page {
    static let template = "journal-today"

    let title: String
    let dayLabel: String
    let moods: [MoodView]
    /// Text that was begun and is no entry yet.
    let draft: DraftView?
    let talk: DraftView?
    let memory: MemoryView?
    let week: [WeekDayView]
    let weekLabel: String
    let listTitle: String
    let rows: [EntryRowView]
    let isEmpty: Bool
    /// The entry that was deleted just now.
    let deleted: String?

    struct DraftView: Sendable {
        let address: String
        let text: String
        let entry: String
    }

    struct MemoryView: Sendable {
        let label: String
        let text: String
    }

    init(
        _ shown: Contents, mood: Mood?, deleted: String?, today: JournalDay, _ say: Phrases
    ) {
        title = say("journal.howToday")
        dayLabel = say.longDay(today, today)
        moods = Mood.allCases.map { MoodView($0, isChosen: $0 == mood, say) }
        draft = shown.draft.map {
            let text = $0.text.plainOfMarkdown.cut(to: 120)
            return DraftView(
                address: "/journal/write?entry=\($0.entry.escapedForAddress)",
                text: text.isEmpty ? say("journal.photos") : text, entry: $0.entry)
        }
        talk = shown.talk.map {
            DraftView(
                address: "/journal/talk", text: ($0.talk?.text ?? "").plainOfMarkdown.cut(to: 120), entry: $0.entry)
        }
        memory = shown.onThisDay.last.map { entry in
            MemoryView(
                label: say("journal.onThisDayAgo", ["ago": say.yearsAgo(today.year - entry.day.year)]),
                text: entry.inOneLine.cut(to: 160))
        }
        week = WeekDayView.week(of: today, shown.week, today: today, say)
        weekLabel = say.count("journal.weekWritten", shown.week.count)
        let isThisWeek = shown.entries.contains { $0.day >= today.weekStart }
        listTitle = say(isThisWeek ? "journal.thisWeek" : "journal.lately")
        rows = shown.entries.filter { !isThisWeek || $0.day >= today.weekStart }.map {
            EntryRowView($0, today: today, say)
        }
        isEmpty = shown.entries.isEmpty
        self.deleted = deleted
    }

    /// Data that the page shows.
    struct Contents: Sendable {
        /// The newest entries, the newest first.
        var entries: [JournalEntry] = []
        var week: [JournalDaySummary] = []
        /// Oldest first.
        var onThisDay: [JournalEntry] = []
        var draft: JournalDraft?
        var talk: JournalDraft?
    }
}

extension JournalEntry {
    /// Its title as a sentence, and its text.
    var inOneLine: String {
        let (title, body) = titled
        return [title.map { "\($0)." }, body.plainOfMarkdown].compactMap { $0 }.joined(separator: " ")
    }
}

/// A day of a week: its mood, or a dash.
struct WeekDayView: Sendable {
    let name: String
    let mood: MoodView?
    /// Something was written without a mood.
    let isWritten: Bool
    let isEmpty: Bool
    let isToday: Bool

    static func week(of day: JournalDay, _ days: [JournalDaySummary], today: JournalDay, _ say: Phrases) -> [Self] {
        (0..<7).map { offset in
            let date = day.weekStart.adding(offset)
            let there = days.first { $0.day == date }
            return WeekDayView(
                name: say.shortWeekday(date), mood: there?.mood.map { MoodView($0, say) },
                isWritten: there != nil && there?.mood == nil, isEmpty: there == nil, isToday: date == today)
        }
    }
}

extension Phrases {
    /// A year ago, two years ago, 12 years ago.
    func yearsAgo(_ years: Int) -> String {
        switch years {
        case 1...4: self("journal.years\(years)")
        default: self("journal.yearsMany", ["n": number(years)])
        }
    }
}
