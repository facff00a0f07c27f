// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import Hummingbird

/// Ways to look at what was written: by month, by words, by date, by mood.
struct JournalViewRoutes: Sendable {
    let journal: JournalContext

    @Sendable func calendar(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let query = request.query
        let chosen = query.get("day").flatMap { JournalDay($0) }
        let month =
            query.get("month").flatMap { JournalDay("\($0)-01") } ?? chosen?.monthStart ?? journal.today.monthStart
        let last = month.nextMonth.adding(-1)
        let days = try await store.days(month...last)
        let shown = chosen.flatMap { $0.monthStart == month ? $0 : nil }
        var entries = JournalQuery(from: shown ?? month, until: shown ?? last)
        entries.limit = 400
        let page = CalendarPage(
            month, days, entries: try await store.entries(entries), chosen: shown,
            hasReflection: try await !store.reflections(month...last).filter { $0.period == .month }.isEmpty,
            today: journal.today, locale.text)
        return try await journal.response(page, locale, to: request)
    }

    @Sendable func search(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let words = request.query.get("q")?.trimmed(to: 200) ?? ""
        let tag = request.query.get("tag")?.trimmed(to: JournalEntry.longestTag) ?? ""
        let shown = ShownRows(request.query, step: JournalSearchPage.length).count
        var found: [JournalFinding] = []
        if !words.isEmpty {
            found = try await store.searchEntries(words, limit: shown + 1)
        } else if !tag.isEmpty {
            var query = JournalQuery()
            (query.tag, query.limit) = (tag, shown + 1)
            found = try await store.entries(query).map { JournalFinding(entry: $0, excerpt: "") }
        }
        let page = JournalSearchPage(
            words, tag: tag, found, shown: shown, try await store.overview(), today: journal.today, locale.text)
        return try await journal.response(page, locale, to: request)
    }

    @Sendable func onThisDay(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let day = request.query.get("day").flatMap { JournalDay($0) } ?? journal.today
        let entries = try await Self.onThisDay(day, store)
        let page = OnThisDayPage(day, entries, today: journal.today, journal.pages.markdown(locale.text), locale.text)
        return try await journal.response(page, locale, to: request)
    }

    /// Entries of the same date in earlier years, the oldest first.
    static func onThisDay(_ day: JournalDay, _ store: any JournalStore) async throws -> [JournalEntry] {
        guard let first = try await store.overview().first, first.year < day.year else { return [] }
        var query = JournalQuery()
        query.days = (1...max(1, day.year - first.year)).compactMap { day.yearsBefore($0) }
        query.newestFirst = false
        return try await store.entries(query)
    }

    @Sendable func moods(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await journal.pages.locale(request)
        let store = try journal.journal(locale).store
        let today = journal.today
        let first = today.weekStart.adding(-7 * (MoodsPage.weeks - 1))
        var query = JournalQuery(from: first, until: today)
        (query.limit, query.newestFirst) = (2_000, false)
        let entries = try await store.entries(query)
        let page = MoodsPage(
            try await store.days(first...today), entries, JournalThemes(entries, limit: 6).themes, today: today,
            locale.text)
        return try await journal.response(page, locale, to: request)
    }
}
