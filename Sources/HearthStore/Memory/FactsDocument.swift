// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// All facts as Markdown for people: what is known, since when, and the words that say it.
struct FactsDocument {
    private let records: [FactRecord]

    init(_ records: [FactRecord]) { self.records = records }

    var text: String {
        let groups = [
            ("What Hearth knows about you", records.filter { !$0.waits && $0.validUntil == nil }),
            ("What no longer holds", records.filter { !$0.waits && $0.validUntil != nil }),
            ("What waits for you to confirm it", records.filter(\.waits)),
        ]
        return groups.filter { !$0.1.isEmpty }.map { title, records in
            "# \(title)\n\n" + records.map(entry).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func entry(_ fact: FactRecord) -> String {
        let until = fact.validUntil.map { " until \(day($0))" } ?? ""
        let wishes = [(fact.isPinned ?? false, ", pinned"), (fact.isHidden ?? false, ", hidden")]
            .filter(\.0).map(\.1).joined()
        let about = fact.subject == "user" ? "" : ", about \(line(fact.subject))"
        let quotes = fact.evidence.map { quotation in
            let said = Timestamp(Date(timeIntervalSinceReferenceDate: quotation.saidAt))
            return "  > \(line(quotation.quote)) (\(day(said)))\n"
        }
        return "- \(line(fact.statement)) (\(fact.kind)\(about), since \(day(fact.validFrom))\(until)\(wishes))\n"
            + quotes.joined()
    }

    private func day(_ date: Timestamp) -> String { date.day() }

    /// On one line, and with nothing that Markdown would take for a mark.
    private func line(_ text: String) -> String {
        let marks = Set("\\`*_{}[]<>#|~$")
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .reduce(into: "") { $0 += marks.contains($1) ? "\\\($1)" : String($1) }
    }
}
