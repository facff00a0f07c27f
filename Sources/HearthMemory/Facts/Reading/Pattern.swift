// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A regular expression that is compiled once.
///
/// A literal would be parsed and compiled at each use: on 360 messages that was 100 s of 101 (November 2026).
struct Pattern: Sendable {
    private let expression: NSRegularExpression

    /// - Precondition: the expression is one that ICU knows.
    init(_ expression: String) {
        guard let compiled = try? NSRegularExpression(pattern: expression, options: [.caseInsensitive]) else {
            preconditionFailure("no regular expression: \(expression)")
        }
        self.expression = compiled
    }

    func isIn(_ text: String) -> Bool { match(in: text, []) != nil }
    func begins(_ text: String) -> Bool { match(in: text, .anchored) != nil }

    private func match(in text: String, _ options: NSRegularExpression.MatchingOptions) -> NSRange? {
        expression.firstMatch(in: text, options: options, range: NSRange(text.startIndex..., in: text))?.range
    }
}
