// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords
import SeededRandom
import Testing

/// Days are right where clocks change, where the user travels, and in leap years.
@Suite struct UserDaysTests {
    private static let zones = TimeZone.knownTimeZoneIdentifiers

    private func days(_ zone: String, _ startMinutes: Int = 240) throws -> UserDays {
        UserDays(timeZone: try #require(TimeZone(identifier: zone)), startMinutes: startMinutes)
    }

    private func date(_ text: String) throws -> Date { try Date.ISO8601FormatStyle().parse(text) }

    /// The number of a date in the proleptic Gregorian calendar.
    private func number(_ text: String) throws -> Int {
        Int(try date("\(text)T00:00:00Z").timeIntervalSince1970) / 86_400
    }

    @Test func `a day begins at four in the morning`() throws {
        let paris = try days("Europe/Paris")
        #expect(try paris.day(of: date("2026-01-15T02:59:59Z")) == number("2026-01-14"))
        #expect(try paris.day(of: date("2026-01-15T03:00:00Z")) == number("2026-01-15"))
    }

    @Test(arguments: [
        // Clocks go forward on March 29 and back on October 25, 2026: days of 23 and of 25 hours.
        ("Europe/Paris", "2026-03-28", "2026-03-28T03:00:00Z", 23),
        ("Europe/Paris", "2026-10-24", "2026-10-24T02:00:00Z", 25),
        ("America/New_York", "2026-03-07", "2026-03-07T09:00:00Z", 23),
        ("America/New_York", "2026-10-31", "2026-10-31T08:00:00Z", 25),
        ("Australia/Lord_Howe", "2026-04-04", "2026-04-03T17:00:00Z", 24),
        ("Asia/Kathmandu", "2026-06-01", "2026-05-31T22:15:00Z", 24),
    ])
    func `days are as long as clocks make them`(zone: String, day: String, start: String, hours: Int) throws {
        let days = try days(zone)
        #expect(try days.start(of: number(day)) == date(start))
        let length = try days.end(of: number(day)).timeIntervalSince(days.start(of: number(day)))
        #expect((length / 3600).rounded(.down) == Double(hours))
    }

    @Test func `a day whose beginning is skipped begins at the change`() throws {
        // In São Paulo, clocks went from 0:00 to 1:00 on November 4, 2018.
        let days = try days("America/Sao_Paulo", 0)
        #expect(try days.start(of: number("2018-11-04")) == date("2018-11-04T03:00:00Z"))
        // In Paris, half past two does not exist on March 29, 2026.
        let half = try self.days("Europe/Paris", 150)
        #expect(try half.start(of: number("2026-03-29")) == date("2026-03-29T01:00:00Z"))
    }

    @Test func `a day that has begun does not end when clocks go back`() throws {
        // In Paris, half past two comes twice on October 25, 2026: at 0:30 and at 1:30 UTC.
        let days = try days("Europe/Paris", 150)
        for moment in ["2026-10-25T00:30:00Z", "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"] {
            #expect(try days.day(of: date(moment)) == number("2026-10-25"), "\(moment)")
        }
        #expect(try days.day(of: date("2026-10-25T00:29:59Z")) == number("2026-10-24"))
    }

    @Test func `leap days are days`() throws {
        let days = try days("Europe/Paris")
        #expect(try days.day(of: date("2028-02-29T12:00:00Z")) == number("2028-02-29"))
        #expect(try number("2028-03-01") - number("2028-02-28") == 2)
        #expect(days.components(of: try number("2028-02-29")).day == 29)
    }

    @Test func `a traveller's days go on`() throws {
        // Answered on Monday evening in Tokyo; on Tuesday morning in Los Angeles it is the next day, and 20 hours have
        // not made two.
        let (tokyo, angeles) = (try days("Asia/Tokyo"), try days("America/Los_Angeles"))
        let answered = tokyo.day(of: try date("2026-06-01T12:00:00Z"))
        #expect(angeles.day(of: try date("2026-06-02T16:00:00Z")) == answered + 1)
        // Whoever crosses the date line eastwards lives the same day twice, and none before it.
        #expect(angeles.day(of: try date("2026-06-01T14:00:00Z")) == answered)
    }

    @Test(arguments: [0, 1, 150, 240, 1439])
    func `every moment lies in its day, in every time zone`(startMinutes: Int) throws {
        var random = SplitMix(seed: UInt64(startMinutes))
        for zone in Self.zones {
            let days = try days(zone, startMinutes)
            for _ in 0..<60 {
                // 1980 to 2050
                let date = Date(timeIntervalSince1970: Double.random(in: 315_532_800...2_524_608_000, using: &random))
                let day = days.day(of: date)
                #expect(days.start(of: day) <= date && date < days.end(of: day), "\(zone) \(date)")
                #expect(days.day(of: days.start(of: day)) == day, "\(zone) \(date)")
            }
        }
    }

    @Test func `days begin where Foundation's calendar says`() throws {
        var random = SplitMix(seed: 7)
        for zone in Self.zones {
            let days = try days(zone)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = days.timeZone
            for _ in 0..<20 {
                let day = Int.random(in: 7_300...25_000, using: &random)
                var parts = days.components(of: day)
                (parts.weekday, parts.hour) = (nil, 4)
                let expected = try #require(calendar.date(from: parts))
                // A time that is skipped or comes twice is chosen by Foundation in its own way.
                guard calendar.component(.hour, from: expected) == 4 else { continue }
                #expect(abs(days.start(of: day).timeIntervalSince(expected)) < 1, "\(zone) \(parts)")
            }
        }
    }
}
