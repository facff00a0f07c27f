// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The user's days: by their calendar and time zone, and from the time at which a day begins for them, 04:00 unless
/// they say otherwise.
///
/// A day is a number: how many calendar days it lies after 1970-01-01. It does not depend on the time zone, so what is
/// due on a day is due on that day wherever the user is.
public struct UserDays: Sendable, Hashable {
    public let timeZone: TimeZone
    /// Minutes after midnight, 0…1439, at which a day begins.
    public let startMinutes: Int

    public init(timeZone: TimeZone, startMinutes: Int = 240) {
        self.timeZone = timeZone
        self.startMinutes = min(max(startMinutes, 0), 1439)
    }

    /// The day in which a moment lies. Before the day's start it is still the day before.
    public func day(of date: Date) -> Int {
        let local = Int(date.timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: date)
        let civil = Self.floorDivide(local, 86_400)
        // Where clocks go back over the start, they show a time before it once more: the day has begun all the same.
        if date >= start(of: civil + 1) { return civil + 1 }
        return date >= start(of: civil) ? civil : civil - 1
    }

    /// The moment at which a day begins. Where clocks skip that time of day, it is the moment of the change.
    public func start(of day: Int) -> Date {
        let wall = day * 86_400 + startMinutes * 60
        return Date(timeIntervalSince1970: Double(moment(ofWallClock: wall)))
    }

    /// The moment at which a day ends and the next begins.
    public func end(of day: Int) -> Date { start(of: day + 1) }

    /// The day's date, for people: year, month and day.
    public func components(of day: Int) -> DateComponents {
        var utc = Calendar(identifier: .gregorian)
        utc.timeZone = .gmt
        return utc.dateComponents(
            [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day) * 86_400))
    }

    /// The first moment at which local clocks show `wall` (seconds since 1970 as if local time were UTC) or more.
    private func moment(ofWallClock wall: Int) -> Int {
        func shown(at moment: Int) -> Int {
            moment + timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
        }
        // No zone is further than 26 hours from another one, and clocks change rarely: candidates are the offsets
        // before and after.
        let before = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(wall - 93_600)))
        let after = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(wall + 93_600)))
        let candidates = [wall - max(before, after), wall - min(before, after)].sorted()
        if let exact = candidates.first(where: { shown(at: $0) == wall }) { return exact }
        // Skipped: the change lies between the two candidates. Halve until it is found to the second.
        var (low, high) = (candidates[0], candidates[1])
        while high - low > 1 {
            let middle = (low + high) / 2
            if shown(at: middle) >= wall { high = middle } else { low = middle }
        }
        return high
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
