// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// Entries by their words, or by a tag.
struct JournalSearchPage: Page {
    static let template = "journal-search"
    /// How many entries a page lists.
    static let length = 100

    let title: String
    let back = "/journal"
    let backLabel: String
    let query: String
    let tag: String?
    let heading: String?
    let rows: [EntryRowView]
    /// The address that shows more entries; `nil` if there are no more.
    let more: String?
    /// Says that there are more entries than can be shown.
    let tooMany: String?
    /// Something was sought and not found.
    let none: String?
    let scope: String
    /// The page that asks the same as a question.
    let ask: String?

    init(
        _ query: String, tag: String, _ found: [JournalFinding], shown: Int = JournalSearchPage.length,
        _ overview: JournalOverview, today: JournalDay, _ say: Phrases
    ) {
        title = say("journal.search")
        backLabel = say("journal.backTo")
        self.query = query
        self.tag = tag.isEmpty || !query.isEmpty ? nil : say("journal.withTag", ["tag": tag])
        let sought = query.isEmpty ? "tag=\(tag.escapedForAddress)" : "q=\(query.escapedForAddress)"
        let place = JournalBack("/journal/search?\(sought)")
        rows = found.prefix(shown).map { finding in
            let marked = finding.excerpt.isEmpty ? nil : finding.excerpt.markedHTML
            return EntryRowView(finding.entry, today: today, marked: marked, isDated: true, back: place, say)
        }
        let isSearch = !query.isEmpty || !tag.isEmpty
        let rest = ShownRows(shown, of: found.count, step: Self.length)
        more = rest.next.map { "/journal/search?\(sought)&show=\($0)" }
        tooMany = rest.isEnd ? say("journal.tooMany", ["n": say.number(shown)]) : nil
        heading =
            found.isEmpty
            ? nil
            : found.count > shown
                ? say("journal.foundFirst", ["n": say.number(shown)])
                : say.count("journal.found", found.count)
        none = isSearch && found.isEmpty ? say("journal.nothingFound") : nil
        scope = say.scope(overview, today)
        ask = query.isEmpty ? nil : "/journal/ask?q=\(query.escapedForAddress)"
    }
}

extension Phrases {
    /// All 412 entries, from 4 March 2022 to today.
    func scope(_ overview: JournalOverview, _ today: JournalDay) -> String {
        guard let first = overview.first else { return self("journal.noneYet") }
        return count("journal.scope", overview.entries).replacing("{first}", with: day(first, today))
    }
}

/// The entries of a date in earlier years.
struct OnThisDayPage: Page {
    static let template = "journal-on-this-day"

    let title: String
    let dayLabel: String
    let back = "/journal"
    let backLabel: String
    let years: [YearView]
    let isEmpty: Bool

    struct YearView: Sendable {
        let ago: String
        let heading: String
        let mood: MoodView?
        /// HTML.
        let html: String
        let address: String
        let openLabel: String
    }

    init(_ day: JournalDay, _ entries: [JournalEntry], today: JournalDay, _ markdown: MarkdownHTML, _ say: Phrases) {
        title = say("journal.onThisDay")
        dayLabel = say.day(day, day)
        backLabel = say("journal.backTo")
        let here = JournalBack("/journal/on-this-day?day=\(day)")
        years = entries.reversed().enumerated().map { place, entry in
            let (title, body) = entry.titled
            return YearView(
                ago: say.capital(say.yearsAgo(day.year - entry.day.year)),
                heading: title ?? say.longDay(entry.day, today),
                mood: entry.mood.map { MoodView($0, say) },
                html: markdown.html(body.cut(to: 1_200), in: "year\(place)"),
                address: here.from("/journal/entries/\(entry.id.escapedForAddress)"),
                openLabel: say("journal.openYear"))
        }
        isEmpty = entries.isEmpty
    }
}
