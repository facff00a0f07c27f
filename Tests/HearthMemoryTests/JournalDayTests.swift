// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// Days against Foundation's calendar.
@Suite struct JournalDayTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test func `days agree with Foundation's calendar`() throws {
        for number in stride(from: -100_000, through: 100_000, by: 37) {
            let day = JournalDay(number: number)
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
            #expect(day.weekday == ((parts.weekday ?? 0) + 5) % 7)
            #expect(JournalDay(year: day.year, month: day.month, day: day.day) == day)
            #expect(JournalDay("\(day)") == day)
        }
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "0000-01-01", "20261121", "2026-11-2a", ""])
    func `what is no date is none`(text: String) { #expect(JournalDay(text) == nil) }

    @Test func `the first and last days are those of four digits`() {
        #expect(JournalDay.first.description == "0001-01-01" && JournalDay.last.description == "9999-12-31")
        #expect(JournalDay(number: .max).description == "9999-12-31")
    }

    @Test func `a day is that of the user's clocks, also when they change`() throws {
        let paris = try #require(TimeZone(identifier: "Europe/Paris"))
        let midnight = Date(timeIntervalSince1970: 1_795_301_999)
        #expect(JournalDay(midnight, in: paris).description == "2026-11-21")
        #expect(JournalDay(midnight.addingTimeInterval(1), in: paris).description == "2026-11-22")
        let day = try #require(JournalDay("2026-03-29"))
        #expect(JournalDay(day.date(at: 90, in: paris), in: paris) == day)
        #expect(day.date(at: 720, in: paris).timeIntervalSince1970 == 1_774_778_400)
    }

    @Test func `weeks, months and years`() throws {
        let day = try #require(JournalDay("2024-02-29"))
        #expect(day.weekStart.description == "2024-02-26" && day.nextMonth.description == "2024-03-01")
        #expect(day.yearsBefore(1) == nil && day.yearsBefore(4)?.description == "2020-02-29")
        #expect(Reflection.Period.month.days(around: day).upperBound == day)
        #expect(JournalDay("2026-12-31")?.nextMonth.description == "2027-01-01")
    }
}
