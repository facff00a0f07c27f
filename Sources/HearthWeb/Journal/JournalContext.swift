// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthMemory
import Hummingbird

/// Services that all handlers of the journal share.
struct JournalContext: Sendable {
    let pages: Pages
    /// `nil` where this server keeps no journal.
    let kept: Journal?
    /// Access to what was learned; `nil` if nothing is learned.
    var memory: MemoryAccess?

    /// - Throws: `WebError` `.gone` where there is none.
    func journal(_ locale: RequestLocale) throws -> Journal {
        guard let kept else { throw WebError(.notFound, .gone, locale.text("journal.unavailable")) }
        return kept
    }

    /// Tells where entries go that a model reads; `nil` where they stay on this machine.
    func sentTo(_ say: Phrases) async -> String? {
        await JournalModel(pages.models)?.sentTo.map { say("journal.sentTo", ["host": $0]) }
    }

    var now: Date { pages.clock.now() }
    var zone: TimeZone { pages.clock.zone }
    var today: JournalDay { JournalDay(now, in: zone) }

    /// The time of day, in minutes after midnight.
    var minute: Int {
        let parts = pages.clock.calendar.dateComponents([.hour, .minute], from: now)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// The entry that an address names.
    func entry(_ context: WebContext, _ locale: RequestLocale) async throws -> JournalEntry {
        guard let id = context.parameters.get("entry"), let entry = try await journal(locale).store.entry(id) else {
            throw WebError(.notFound, .gone, locale.text("journal.noEntry"))
        }
        return entry
    }

    /// The numbers for a text that was written here; `nil` where it asks for none.
    func care(about text: String, _ request: Request, _ locale: RequestLocale) -> CareView? {
        CareView(about: text, .init(request, locale, pages), pages, locale)
    }

    func response(_ page: some Page, _ locale: RequestLocale, to request: Request, status: HTTPResponse.Status = .ok)
        async throws -> Response
    {
        try await pages.response(page, locale, to: request, in: .journal, status: status)
    }
}

extension WebError {
    init(_ error: JournalError) {
        switch error.code {
        case .missing: self.init(.notFound, .gone)
        case .cancelled: self.init(.conflict, .input, error.description)
        case .tooLarge: self.init(.contentTooLarge, .large, error.description)
        case .invalid, .damaged, .unsupported: self.init(.badRequest, .input, error.description)
        }
    }
}

extension Phrases {
    private static var noon: WallClock { WallClock(now: { .distantPast }, zone: .gmt) }

    private func style() -> Date.FormatStyle {
        Date.FormatStyle(locale: language.locale, calendar: Self.noon.calendar, timeZone: .gmt)
    }

    private func moment(_ day: JournalDay) -> Date { day.date(at: nil, in: .gmt) }

    /// 20 November, with the year where it is another one than today's.
    func day(_ day: JournalDay, _ today: JournalDay) -> String {
        let style = style().day().month(.wide)
        return ordinal(moment(day).formatted(day.year == today.year ? style : style.year()))
    }

    /// 20, as it stands before another day of the same month.
    func dayOfMonth(_ day: JournalDay) -> String { language == .french && day.day == 1 ? "1er" : number(day.day) }

    /// Friday 20 November.
    func longDay(_ day: JournalDay, _ today: JournalDay) -> String {
        "\(capital(weekday(day))) \(self.day(day, today))"
    }

    func weekday(_ day: JournalDay) -> String { moment(day).formatted(style().weekday(.wide)) }

    /// Fri, as it stands in lists and at plots.
    func shortWeekday(_ day: JournalDay) -> String {
        capital(moment(day).formatted(style().weekday(.abbreviated)).replacing(".", with: ""))
    }

    /// November.
    func month(_ day: JournalDay) -> String { capital(moment(day).formatted(style().month(.wide))) }

    /// January 2026, as it stands in a sentence.
    func monthAndYear(_ day: JournalDay) -> String { moment(day).formatted(style().month(.wide).year()) }

    /// Nov.
    func shortMonth(_ day: JournalDay) -> String { moment(day).formatted(style().month(.abbreviated)) }

    /// 21:12.
    func time(minute: Int) -> String { "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)" }

    func mood(_ mood: Mood) -> String { self("journal.mood\(mood.rawValue)") }

    /// As a sentence begins.
    func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}

/// A mood as an ember that grows with it, and its word.
struct MoodView: Sendable {
    let value: String
    let name: String
    let isChosen: Bool

    init(_ mood: Mood, isChosen: Bool = false, _ say: Phrases) {
        (value, name, self.isChosen) = (String(mood.rawValue), say.mood(mood), isChosen)
    }
}

/// An entry as a row of a list.
struct EntryRowView: Sendable {
    let address: String
    /// The day of the month, and what stands below it: its weekday, or month and year.
    let number: String
    let below: String
    let title: String
    let excerpt: String?
    /// HTML: what was sought is marked.
    let marked: String?
    let mood: MoodView?
    let hasPhotos: Bool

    /// - Parameter back: where the entry leads back to.
    init(
        _ entry: JournalEntry, today: JournalDay, marked: String? = nil, isDated: Bool = false,
        back: JournalBack = JournalBack(nil), _ say: Phrases
    ) {
        let (title, body) = entry.titled
        address = back.from("/journal/entries/\(entry.id.escapedForAddress)")
        number = String(entry.day.day)
        below =
            isDated || entry.day.monthStart != today.monthStart
            ? Self.month(entry.day, today, say) : say.shortWeekday(entry.day)
        let plain = body.plainOfMarkdown
        self.title = title ?? (plain.isEmpty ? say.longDay(entry.day, today) : plain.cut(to: 60))
        // Without a title, its beginning stands there, and what follows below.
        let rest = title == nil ? plain.dropFirst(plain.count <= 60 ? 60 : self.title.count - 1) : plain[...]
        let shown = String(rest.drop(while: \.isWhitespace)).cut(to: 220)
        excerpt = marked != nil || shown.isEmpty ? nil : shown
        self.marked = marked
        mood = entry.mood.map { MoodView($0, say) }
        hasPhotos = !entry.photos.isEmpty
    }

    private static func month(_ day: JournalDay, _ today: JournalDay, _ say: Phrases) -> String {
        // As people write it where there is little room: Mar 19. Two digits mean no year before 1950.
        day.year == today.year
            ? say.shortMonth(day)
            : "\(say.shortMonth(day)) \("\(day)".dropFirst(day.year < 1950 ? 0 : 2).prefix { $0 != "-" })"
    }
}

extension String {
    /// Cut at the end of a word.
    func cut(to length: Int) -> String {
        guard count > length else { return self }
        let head = prefix(length)
        return String(head[..<(head.lastIndex(of: " ") ?? head.endIndex)]) + "…"
    }
}
