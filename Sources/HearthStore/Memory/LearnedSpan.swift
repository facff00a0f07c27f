// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// What was learned of what was said in a time, in one session or in all: the erasure of it in `erasures`.
struct LearnedSpan {
    /// Before the span in the place of a session's identifier, which never begins so.
    private static let mark = "learned "

    /// Seconds since 2001-01-01 UTC, from the first to before the second.
    let since: Double
    let until: Double
    /// `nil` for all.
    let session: String?

    init(since: Double, until: Double, session: String? = nil) {
        (self.since, self.until, self.session) = (since, until, session)
    }

    /// - Returns: `nil` for an erasure of something else.
    init?(_ erasure: Erasure) {
        guard erasure.session.hasPrefix(Self.mark) else { return nil }
        let parts = erasure.session.dropFirst(Self.mark.count).split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let since = Double(parts[0]), let until = Double(parts[1]) else { return nil }
        self.init(since: since, until: until, session: parts.count > 2 ? String(parts[2]) : nil)
    }

    var erasure: Erasure {
        let numbers = "\(Self.mark)\(since) \(until)"
        return Erasure(session: session.map { "\(numbers) \($0)" } ?? numbers, upTo: nil)
    }

    /// - Parameter column: where the session stands.
    func condition(_ column: String) -> String {
        "saidAt >= ? AND saidAt < ?" + (session == nil ? "" : " AND \(column) = ?")
    }

    var arguments: StatementArguments {
        StatementArguments([since, until]) + StatementArguments([session].compactMap { $0 })
    }
}
