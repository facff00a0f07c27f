// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// The time of a fact in words, of ISO 8601 with open ends: 27 November, January 2026, 21 November – 2 December.
struct FactTimeWords: Sendable {
    /// since January 2026, where it has no end.
    let since: String?
    /// time: 27 November; `nil` where `since` says all.
    let when: String?

    init(_ time: String, _ clock: WallClock, _ say: Phrases) {
        let today = JournalDay(clock.now(), in: clock.zone)
        let ends = time.split(separator: "/").map(String.init)
        let words = ends.map { Self.words(of: $0, today, say) }
        let isDay = ends.map { JournalDay($0) != nil }
        if ends.count == 2, ends[1] == ".." {
            since = isDay[0] ? say("you.since", ["day": words[0]]) : say("you.sinceTime", ["time": words[0]])
            when = nil
        } else if ends.count == 2, ends[0] == ".." {
            since = nil
            when = isDay[1] ? say("you.until", ["day": words[1]]) : say("you.untilTime", ["time": words[1]])
        } else {
            since = nil
            when = say("you.when", ["time": words.joined(separator: " – ")])
        }
    }

    /// A day, a month with its year, or a year.
    private static func words(of part: String, _ today: JournalDay, _ say: Phrases) -> String {
        if let day = JournalDay(part) { return say.day(day, today) }
        guard part.count == 7, let first = JournalDay("\(part)-01") else { return part }
        return say.monthAndYear(first)
    }
}
