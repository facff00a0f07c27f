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
        if ends.count == 2, ends[1] == ".." {
            since = Self.since(ends[0], today, say)
            when = nil
        } else if ends.count == 2, ends[0] == ".." {
            since = nil
            when = Self.until(ends[1], today, say)
        } else {
            since = nil
            when = say("you.when", ["time": words.joined(separator: " – ")])
        }
    }

    /// The times of a fact in a slot: since when and until when, or when. One whose end is over asks whether it is so.
    /// - Returns: an empty text where it tells none.
    static func line(of fact: Fact, _ clock: WallClock, _ say: Phrases) -> String {
        let today = JournalDay(clock.now(), in: clock.zone)
        let ends = (fact.time ?? "").split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let asks = fact.mayHaveEnded(by: clock.now(), in: clock.zone)
        guard ends.count == 2 else {
            guard let day = ends.first, !day.isEmpty else {
                return fact.validUntil.map { say("you.until", ["day": say.day($0, clock)]) } ?? ""
            }
            let words = words(of: day, today, say)
            return asks ? say("you.overAsk", ["time": words]) : words
        }
        let first = ends[0] == ".." ? nil : ends[0]
        let last = ends[1] == ".." ? nil : ends[1]
        if asks, let last {
            let start = first.map { since($0, today, say) + " · " } ?? ""
            return start + say("you.untilAsk", ["until": until(last, today, say)])
        }
        if let first, let last, !fact.isCurrent {
            return "\(words(of: first, today, say)) – \(words(of: last, today, say))"
        }
        let end =
            last.map { until($0, today, say) } ?? fact.validUntil.map { say("you.until", ["day": say.day($0, clock)]) }
        return [first.map { since($0, today, say) }, end].compactMap { $0 }.joined(separator: " · ")
    }

    private static func since(_ part: String, _ today: JournalDay, _ say: Phrases) -> String {
        let words = words(of: part, today, say)
        return JournalDay(part) == nil ? say("you.sinceTime", ["time": words]) : say("you.since", ["day": words])
    }

    private static func until(_ part: String, _ today: JournalDay, _ say: Phrases) -> String {
        let words = words(of: part, today, say)
        return JournalDay(part) == nil ? say("you.untilTime", ["time": words]) : say("you.until", ["day": words])
    }

    /// A day, a month with its year, or a year.
    static func words(of part: String, _ today: JournalDay, _ say: Phrases) -> String {
        if let day = JournalDay(part) { return say.day(day, today) }
        guard part.count == 7, let first = JournalDay("\(part)-01") else { return part }
        return say.monthAndYear(first)
    }
}
