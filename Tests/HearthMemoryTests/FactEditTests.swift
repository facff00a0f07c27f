// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

/// Changes of a fact that meet other changes of it.
@Suite struct FactEditTests {
    private let date = Date(timeIntervalSinceReferenceDate: 816_969_600)

    private func fact(_ change: (inout Fact) -> Void = { _ in }) -> Fact {
        var fact = Fact(
            id: "f", statement: "I live in Bergen", subject: "user", kind: .places, isNegative: false, time: nil,
            confidence: 0.9, validFrom: date, validUntil: nil, supersededBy: nil, evidence: [quotation("m")])
        change(&fact)
        return fact
    }

    private func quotation(_ id: String) -> FactEvidence {
        FactEvidence(utterance: id, session: "s", quote: "I live in Bergen", date: date)
    }

    @Test func `what somebody else changed meanwhile stays`() {
        let read = fact()
        let learned = FactEdit(read, to: fact { $0.evidence.append(quotation("n")) })
        let pinned = fact { $0.isPinned = true }
        let both = learned.applied(to: pinned)
        #expect(both.isPinned && both.evidence.map(\.utterance) == ["m", "n"])
    }

    @Test func `an act is reverted beside what came later, and not over it`() throws {
        let corrected = fact { $0.statement = "I live in Oslo" }
        let edit = FactEdit(fact(), to: corrected)
        let later = fact { ($0.statement, $0.isHidden) = ("I live in Oslo", true) }
        let reverted = try #require(edit.reverted(in: later))
        #expect(reverted.statement == "I live in Bergen" && reverted.isHidden)
        #expect(edit.reverted(in: fact { $0.statement = "I live in Molde" }) == nil)
    }

    @Test func `a quotation that an act added goes with it, others stay`() throws {
        let edit = FactEdit(fact(), to: fact { $0.evidence.append(quotation("mine")) })
        let now = fact { $0.evidence += [quotation("mine"), quotation("later")] }
        #expect(try #require(edit.reverted(in: now)).evidence.map(\.utterance) == ["m", "later"])
    }
}
