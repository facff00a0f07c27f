// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rule for the backups to keep: those of the last 7 days that have one, up to 3 of a day, and before them the last of
/// each of 4 weeks.
///
/// Databases that gave way to a restored backup are kept as long as those 7, and the last 2 of them in any case.
enum BackupRotation {
    static let days = 7
    /// Of one day: that of every day, and what somebody asked for.
    static let sameDay = 3
    static let weeks = 4
    /// Databases that gave way to a restored backup, however long ago.
    static let replaced = 2

    /// - Parameter backups: the newest first.
    static func superfluous(_ backups: [Backup]) -> [Backup] {
        let daily = backups.filter { $0.kind == .daily }
        var recent: [Backup] = []
        for backup in daily {
            let dates = Set(recent.map(\.date))
            guard dates.count < days || dates.contains(backup.date) else { break }
            if recent.count(where: { $0.date == backup.date }) < sameDay { recent.append(backup) }
        }
        var lastOfWeek: [Backup] = []
        for backup in daily where week(of: backup) != lastOfWeek.last.flatMap(week) { lastOfWeek.append(backup) }
        let kept = recent + lastOfWeek.filter { !recent.contains($0) }.prefix(weeks)
        let former = backups.filter { $0.kind == .replaced }.dropFirst(replaced)
        return daily.filter { !kept.contains($0) } + former.filter { $0.date < recent.last?.date ?? "" }
    }

    /// Weeks begin on Monday. Source: ISO 8601.
    private static func week(of backup: Backup) -> DateComponents? {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let parts = backup.date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        let day = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
        return day.map { calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: $0) }
    }
}
