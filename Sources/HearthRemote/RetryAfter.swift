// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long a server asks to wait. Source: RFC 9110, section 10.2.3: seconds, or a date.
enum RetryAfter {
    /// Longest wait that a server can sensibly ask for: a day.
    private static let longest = 86_400.0

    /// - Returns: `nil` for what is neither; never negative.
    static func duration(_ field: String?, at now: Date) -> Duration? {
        guard let field = field?.trimmingCharacters(in: .whitespaces), !field.isEmpty, field.utf8.count <= 64 else {
            return nil
        }
        if field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(min(Double(field) ?? longest, longest))
        }
        guard let date = date(field) else { return nil }
        return .seconds(min(max(0, date.timeIntervalSince(now)), longest))
    }

    /// Source: RFC 9110, section 5.6.7; the two older forms are to be understood too.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        for form in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = form
            if let date = formatter.date(from: text) { return date }
        }
        return nil
    }
}
