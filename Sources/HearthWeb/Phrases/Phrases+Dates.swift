// SPDX-License-Identifier: Apache-2.0

import Foundation

/// When it is, where the machine is.
struct WallClock: Sendable {
    let now: @Sendable () -> Date
    let zone: TimeZone

    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}

extension Phrases {
    private func style(_ clock: WallClock) -> Date.FormatStyle {
        Date.FormatStyle(locale: language.locale, calendar: clock.calendar, timeZone: clock.zone)
    }

    /// 18:42.
    func time(_ date: Date, _ clock: WallClock) -> String {
        let parts = clock.calendar.dateComponents([.hour, .minute], from: date)
        let minute = parts.minute ?? 0
        return "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// 20 November, with the year where it is another one.
    func day(_ date: Date, _ clock: WallClock) -> String {
        let style = style(clock).day().month(.wide)
        let isThisYear = clock.calendar.isDate(date, equalTo: clock.now(), toGranularity: .year)
        return ordinal(date.formatted(isThisYear ? style : style.year()))
    }

    /// A date as it is written: in French the first of a month is « 1er ».
    func ordinal(_ date: String) -> String {
        language == .french && date.hasPrefix("1 ") ? "1er\(date.dropFirst())" : date
    }

    /// Today, Yesterday, Thursday 12 November; what a day's conversations stand under.
    func dayTitle(_ date: Date, _ clock: WallClock) -> String {
        let calendar = clock.calendar
        let days =
            calendar.dateComponents(
                [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: clock.now())
            ).day ?? 0
        if days <= 0 { return self("day.today") }
        if days == 1 { return self("day.yesterday") }
        let weekday = date.formatted(style(clock).weekday(.wide))
        return "\(weekday.prefix(1).uppercased())\(weekday.dropFirst()) \(day(date, clock))"
    }

    /// A day in the middle of a sentence: only Today and Yesterday, and in French all days, begin small there.
    func dayInSentence(_ date: Date, _ clock: WallClock) -> String {
        let title = dayTitle(date, clock)
        let isSmall = language == .french || title == self("day.today") || title == self("day.yesterday")
        return isSmall ? "\(title.prefix(1).lowercased())\(title.dropFirst())" : title
    }

    /// A day and a time in the middle of a sentence: yesterday, 18:42.
    func moment(_ date: Date, _ clock: WallClock) -> String {
        "\(dayInSentence(date, clock)), \(time(date, clock))"
    }

    func greeting(_ clock: WallClock) -> String {
        switch clock.calendar.component(.hour, from: clock.now()) {
        case 5..<12: self("greeting.morning")
        case 12..<18: self("greeting.day")
        default: self("greeting.evening")
        }
    }
}
