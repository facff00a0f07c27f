// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A time that a question names.
public enum TimeCue: Sendable, Equatable {
    /// From one date to before another: `last spring`, `before June 2023`.
    case dates(Range<Date>)
    /// The time before or after something that happened, in words: `before the move`.
    case event(Side, words: [String])

    public enum Side: Sendable { case before, after }
}

/// Reads the times that a question names, in English or French, as dates.
///
/// Days begin at midnight in the calendar's time zone, weeks on Monday. Seasons are those of the northern hemisphere,
/// by whole months: spring begins with March. A month or season without a year is the last one that has begun. What
/// lies ahead, such as `next week`, is no cue: nothing that was said is from there.
public struct TimeReader: Sendable {
    let now: Date
    let calendar: Calendar

    public init(now: Date, calendar: Calendar) {
        var calendar = calendar
        calendar.firstWeekday = 2
        calendar.minimumDaysInFirstWeek = 4
        (self.now, self.calendar) = (now, calendar)
    }

    /// The cues of a question, in order.
    /// - Parameter language: `nil` reads it as both.
    public func cues(in question: String, _ language: MemoryLanguage?) -> [TimeCue] {
        read(FoldedWords.all(in: question).map(\.withoutAccents), language).cues
    }

    /// The cues, and which of the words they were made of.
    func read(_ words: [String], _ language: MemoryLanguage?) -> (cues: [TimeCue], used: Set<Int>) {
        let languages = language.map { [$0] } ?? MemoryLanguage.allCases
        for language in languages {
            var scan = TimeScan(words: words, vocabulary: TimeVocabulary.of(language), dates: TimeSpans(now, calendar))
            scan.run()
            if !scan.cues.isEmpty { return (scan.cues, scan.used) }
        }
        return ([], [])
    }
}
