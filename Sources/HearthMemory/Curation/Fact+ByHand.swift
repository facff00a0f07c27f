// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Fact {
    /// As if nothing had taken its place.
    var reopened: Fact {
        var fact = self
        (fact.validUntil, fact.supersededBy) = (nil, nil)
        return fact
    }

    /// Takes the user's own words, which are evidence of themselves.
    mutating func say(_ statement: String, at date: Date) {
        self.statement = statement
        confidence = 1
        if let value = slot?.value, !FactEvidence.stands(value, in: statement) { slot = nil }
        if slot == nil { alsoSaid = .kept }
        evidence.append(.byHand(statement, at: date))
    }

    init(byHand statement: String, _ kind: Kind, about person: String?, at date: Date) {
        self.init(
            id: "you-\(UUID().uuidString)", statement: statement, subject: person ?? "user", kind: kind,
            isNegative: false, time: nil, confidence: 1, validFrom: date, validUntil: nil, supersededBy: nil,
            evidence: [.byHand(statement, at: date)])
        alsoSaid = .kept
    }

    init(byHand statement: String, like old: Fact, at date: Date) {
        self.init(byHand: statement, old.kind, about: old.subject == "user" ? nil : old.subject, at: date)
        (isPinned, isHidden) = (old.isPinned, old.isHidden)
    }
}
