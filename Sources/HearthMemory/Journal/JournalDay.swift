// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A date of the user's calendar, without a time zone: what was written on a day stays on that day, wherever the user
/// is when they read it.
public struct JournalDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Days after 1970-01-01 in the Gregorian calendar.
    public let number: Int

    /// Every day that a date with four digits for the year can name.
    public static let first = JournalDay(number: daysBefore(year: 1, month: 1) - 719_468)
    public static let last = JournalDay(number: daysBefore(year: 9_999, month: 12) + 30 - 719_468)

    public init(number: Int) { self.number = number }

    /// `nil` for what is no date of the years 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        self.init(number: Self.daysBefore(year: year, month: month) + day - 1 - 719_468)
        guard self.month == month else { return nil }
    }

    /// The day that it is at a moment, where the clocks are those of a time zone.
    public init(_ date: Date, in zone: TimeZone) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        self.init(number: Int((Double(seconds) / 86_400).rounded(.down)))
    }

    /// From `2026-11-21`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public static func < (first: Self, second: Self) -> Bool { first.number < second.number }

    /// `2026-11-21`.
    public var description: String {
        let (year, month, day) = civil
        func digits(_ value: Int, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    public var year: Int { civil.year }
    public var month: Int { civil.month }
    public var day: Int { civil.day }
    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int { ((number + 3) % 7 + 7) % 7 }
    public var weekStart: JournalDay { adding(-weekday) }
    public var monthStart: JournalDay { adding(1 - day) }
    /// The first day of the next month.
    public var nextMonth: JournalDay { monthStart.adding(31).monthStart }

    public func adding(_ days: Int) -> JournalDay { JournalDay(number: number + days) }

    /// The same date some years before; `nil` for 29 February in a year without one.
    public func yearsBefore(_ years: Int) -> JournalDay? { JournalDay(year: year - years, month: month, day: day) }

    /// The moment at which clocks show a time of this day; noon where no time is known.
    /// - Parameter minute: after midnight, 0…1439.
    public func date(at minute: Int?, in zone: TimeZone) -> Date {
        let wall = Date(timeIntervalSince1970: Double(number * 86_400 + (minute ?? 720) * 60))
        return wall.addingTimeInterval(-Double(zone.secondsFromGMT(for: wall)))
    }

    // MARK: The calendar

    /// Days from 0000-03-01 to the first of a month: years begin in March, so that the leap day is their last one.
    private static func daysBefore(year: Int, month: Int) -> Int {
        let year = month < 3 ? year - 1 : year
        let months = (month + 9) % 12
        return 365 * year + year / 4 - year / 100 + year / 400 + (153 * months + 2) / 5
    }

    private var civil: (year: Int, month: Int, day: Int) {
        let days = min(max(number, Self.firstNumber), Self.lastNumber) + 719_468
        let (era, inEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let months = (5 * inYear + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        return (era * 400 + yearOfEra + (month < 3 ? 1 : 0), month, inYear - (153 * months + 2) / 5 + 1)
    }

    private static let firstNumber = daysBefore(year: 1, month: 1) - 719_468
    private static let lastNumber = daysBefore(year: 9_999, month: 12) + 30 - 719_468
}
