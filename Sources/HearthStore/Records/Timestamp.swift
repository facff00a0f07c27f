// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A date in a row: seconds since 2001-01-01 UTC, which is exactly what `Date` holds. In JSON it is ISO 8601 in UTC.
struct Timestamp: Codable, DatabaseValueConvertible {
    let date: Date

    init(_ date: Date) { self.date = date }

    var databaseValue: DatabaseValue { date.timeIntervalSinceReferenceDate.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Timestamp? {
        Double.fromDatabaseValue(value).map { Timestamp(Date(timeIntervalSinceReferenceDate: $0)) }
    }

    /// With milliseconds, such as `2026-11-21T16:05:12.250Z`.
    var text: String { date.formatted(Self.style) }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// The day, such as `2026-11-21`, where the user is.
    func day(in zone: TimeZone = .current) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
    }

    init(from decoder: any Decoder) throws {
        date = try Self.style.parse(decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
