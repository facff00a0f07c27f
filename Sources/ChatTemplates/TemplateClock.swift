// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The wall clock that a template reads: local time, without a zone.
public struct TemplateClock: Sendable, Equatable {
    public var year: Int
    /// 1…12.
    public var month: Int
    /// 1…31.
    public var day: Int
    public var hour: Int
    public var minute: Int
    public var second: Int
    public var microsecond: Int

    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// Time that clocks in `timeZone` show at `date`.
    public init(_ date: Date, in timeZone: TimeZone = .current) {
        let local = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
        let whole = local.rounded(.down)
        let days = (whole / 86_400).rounded(.down)
        let seconds = Int(whole - days * 86_400)
        (year, month, day) = Self.date(fromDays: Int(days))
        (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        microsecond = Int((local - whole) * 1_000_000)
    }

    /// Reads `2025-03-05T07:08:09`; `nil` for anything else.
    public init?(iso text: String) {
        let numbers = text.split(whereSeparator: { "-T:. ".contains($0) }).map { Int($0) }
        guard numbers.count >= 6, let year = numbers[0], let month = numbers[1], let day = numbers[2],
            let hour = numbers[3], let minute = numbers[4], let second = numbers[5]
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    // MARK: Calendar

    /// Days from 1970-01-01. Source: Howard Hinnant, chrono-compatible low-level date algorithms, days_from_civil.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// 0 for Sunday.
    private var weekday: Int { ((Self.days(year, month, day) + 4) % 7 + 7) % 7 }

    /// 1 for the first of January.
    private var dayOfYear: Int { Self.days(year, month, day) - Self.days(year, 1, 1) + 1 }

    /// The year and week of ISO 8601.
    private var isoWeek: (year: Int, week: Int) {
        let fromMonday = (weekday + 6) % 7
        let thursday = Self.date(fromDays: Self.days(year, month, day) - fromMonday + 3)
        let week = (Self.days(thursday.year, thursday.month, thursday.day) - Self.days(thursday.year, 1, 1)) / 7 + 1
        return (thursday.year, week)
    }

    // MARK: Text

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `strftime` in the C locale; an unknown directive stays as it is.
    func formatted(_ format: String) -> String {
        var result = ""
        var rest = Substring(format)
        while let character = rest.popFirst() {
            guard character == "%", var directive = rest.popFirst() else {
                result.append(character)
                continue
            }
            let isUnpadded = directive == "-" && rest.first != nil
            if isUnpadded, let next = rest.popFirst() { directive = next }
            var text = directive == "%" ? "%" : expanded(directive) ?? (isUnpadded ? "%-" : "%") + String(directive)
            if isUnpadded { while text.hasPrefix("0") && text.count > 1 { text.removeFirst() } }
            result += text
        }
        return result
    }

    private func expanded(_ directive: Character) -> String? {
        switch directive {
        case "Y": return String(year)
        case "C": return Self.padded(year / 100)
        case "y": return Self.padded(year % 100)
        case "m": return Self.padded(month)
        case "d": return Self.padded(day)
        case "e": return Self.padded(day, with: " ")
        case "H": return Self.padded(hour)
        case "k": return Self.padded(hour, with: " ")
        case "I": return Self.padded(hour % 12 == 0 ? 12 : hour % 12)
        case "l": return Self.padded(hour % 12 == 0 ? 12 : hour % 12, with: " ")
        case "M": return Self.padded(minute)
        case "S": return Self.padded(second)
        case "f": return Self.padded(microsecond, to: 6)
        case "j": return Self.padded(dayOfYear, to: 3)
        case "p": return hour < 12 ? "AM" : "PM"
        case "P": return hour < 12 ? "am" : "pm"
        case "A": return Self.weekdays[weekday]
        case "a": return String(Self.weekdays[weekday].prefix(3))
        case "B": return monthName
        case "b", "h": return String(monthName.prefix(3))
        case "u": return String(weekday == 0 ? 7 : weekday)
        case "w": return String(weekday)
        case "U": return Self.padded((dayOfYear + 6 - weekday) / 7)
        case "W": return Self.padded((dayOfYear + 6 - (weekday + 6) % 7) / 7)
        case "V": return Self.padded(isoWeek.week)
        case "G": return String(isoWeek.year)
        case "g": return Self.padded(isoWeek.year % 100)
        case "Z", "z": return ""
        case "n": return "\n"
        case "t": return "\t"
        case "D", "x": return formatted("%m/%d/%y")
        case "F": return formatted("%Y-%m-%d")
        case "T", "X": return formatted("%H:%M:%S")
        case "R": return formatted("%H:%M")
        case "r": return formatted("%I:%M:%S %p")
        case "c": return formatted("%a %b %e %H:%M:%S %Y")
        default: return nil
        }
    }

    private var monthName: String { (1...12).contains(month) ? Self.months[month - 1] : "" }

    private static func padded(_ number: Int, to width: Int = 2, with pad: Character = "0") -> String {
        let digits = String(number)
        return String(repeating: pad, count: max(0, width - digits.count)) + digits
    }
}
