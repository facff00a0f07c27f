// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// The moments at which the user's days begin, each worked out once: a log has a hundred answers of a day.
final class DayStarts {
    private let days: UserDays
    private var starts: [Int: Date] = [:]

    init(_ days: UserDays) { self.days = days }

    /// Same result as `UserDays.day(of:)`. The user's day has the number of the day in Greenwich, or that before or
    /// after.
    func day(of date: Date) -> Int {
        var day = Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) + 2
        while date < start(of: day) { day -= 1 }
        return day
    }

    private func start(of day: Int) -> Date {
        if let known = starts[day] { return known }
        let start = days.start(of: day)
        starts[day] = start
        return start
    }
}
