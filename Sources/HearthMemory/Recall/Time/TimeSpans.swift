// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Spans of the calendar as seen from a moment.
struct TimeSpans {
    let now: Date
    let calendar: Calendar

    init(_ now: Date, _ calendar: Calendar) { (self.now, self.calendar) = (now, calendar) }

    var year: Int { calendar.component(.year, from: now) }
    var month: Int { calendar.component(.month, from: now) }

    /// A span of whole months that may go on into the next year.
    func months(_ first: Int, _ count: Int = 1, year: Int) -> Range<Date>? {
        guard let begin = calendar.date(from: DateComponents(year: year, month: first, day: 1)),
            let end = calendar.date(byAdding: .month, value: count, to: begin)
        else { return nil }
        return begin..<end
    }

    /// The newest of a span that comes each year and has begun, or has ended.
    func newest(ended: Bool = false, _ span: (_ year: Int) -> Range<Date>?) -> Range<Date>? {
        for year in [year, year - 1, year - 2] {
            if let span = span(year), ended ? span.upperBound <= now : span.lowerBound <= now { return span }
        }
        return nil
    }

    /// - Parameter season: 1 for spring … 4 for winter, which is named by the year of its December or, where `year`
    ///   says so, of its January: people say both, so a winter of a year has both ends.
    func season(_ season: Int, year: Int) -> Range<Date>? { months(season * 3, 3, year: year) }

    func winters(of year: Int) -> Range<Date>? {
        guard let first = season(4, year: year - 1), let second = season(4, year: year) else { return nil }
        return first.lowerBound..<second.upperBound
    }

    func day(_ day: Int, _ month: Int, year: Int) -> Range<Date>? {
        let parts = DateComponents(calendar: calendar, year: year, month: month, day: day)
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
        return days(from: date, 1)
    }

    func year(_ year: Int) -> Range<Date>? { months(1, 12, year: year) }

    func day(ago days: Int) -> Range<Date>? {
        calendar.date(byAdding: .day, value: -days, to: calendar.startOfDay(for: now)).flatMap {
            self.days(from: $0, 1)
        }
    }

    func days(from date: Date, _ count: Int) -> Range<Date>? {
        calendar.date(byAdding: .day, value: count, to: date).map { date..<$0 }
    }

    /// A unit of the calendar, so many before the one that is now.
    func calendarUnit(_ unit: TimeVocabulary.Unit, before count: Int) -> Range<Date>? {
        guard let date = calendar.date(byAdding: unit.component, value: -count, to: now),
            let interval = calendar.dateInterval(of: unit.component, for: date)
        else { return nil }
        return interval.start..<interval.end
    }

    /// The span that people mean by so many units ago: that day, or half a unit around it.
    func ago(_ count: Int, _ unit: TimeVocabulary.Unit) -> Range<Date>? {
        guard let date = calendar.date(byAdding: unit.component, value: -count, to: now) else { return nil }
        let (before, length) = unit.around
        return calendar.date(byAdding: .day, value: -before, to: calendar.startOfDay(for: date))
            .flatMap { days(from: $0, length) }
    }

    /// The last so many units up to now.
    func latest(_ count: Int, _ unit: TimeVocabulary.Unit) -> Range<Date>? {
        guard let begin = calendar.date(byAdding: unit.component, value: -count, to: now), let today = day(ago: 0)
        else {
            return nil
        }
        return calendar.startOfDay(for: begin)..<today.upperBound
    }

    /// The newest such day before today, or today where `today` allows it.
    func weekday(_ weekday: Int, today: Bool) -> Range<Date>? {
        let back = (calendar.component(.weekday, from: now) - weekday + 7) % 7
        return day(ago: back == 0 && !today ? 7 : back)
    }

    /// Saturday and Sunday: the newest that have begun, or of the week before.
    func weekend(_ direction: TimeVocabulary.Direction) -> Range<Date>? {
        guard let week = calendarUnit(.week, before: 0),
            let saturday = calendar.date(byAdding: .day, value: 5, to: week.lowerBound)
        else { return nil }
        let isBegun = saturday <= now
        let back = direction == .last || !isBegun ? 7 : 0
        return calendar.date(byAdding: .day, value: -back, to: saturday).flatMap { days(from: $0, 2) }
    }

    /// From one day of the year to the end of another, maybe in the next year.
    func feast(_ first: Int, _ last: Int, year: Int) -> Range<Date>? {
        guard let begin = day(first % 100, first / 100, year: year),
            let end = day(last % 100, last / 100, year: last < first ? year + 1 : year)
        else { return nil }
        return begin.lowerBound..<end.upperBound
    }
}

extension TimeVocabulary.Unit {
    var component: Calendar.Component {
        switch self {
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .year: .year
        }
    }

    /// Days before the middle, and in all.
    fileprivate var around: (before: Int, length: Int) {
        switch self {
        case .day: (0, 1)
        case .week: (3, 7)
        case .month: (15, 31)
        case .year: (183, 366)
        }
    }
}
