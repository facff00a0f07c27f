// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Facts that held once, as the portrait tells them: jobs, homes, people of before.
public struct PastFacts: Sendable {
    private let bySection: [ProfileLine.Section: [Fact]]

    /// - Parameter all: all facts, the oldest first. What is denied, hidden or has no slot is no history, nor is what
    ///   holds again.
    public init(_ all: [Fact]) {
        let readings = all.filter { $0.slot != nil && !$0.isNegative }
        var seen = Set(readings.filter(\.isCurrent).map(Self.key))
        var found: [ProfileLine.Section: [Fact]] = [:]
        // Of two that say the same, one that tells its times comes first.
        let past = readings.filter { !$0.isCurrent && !$0.isHidden }.reversed()
        for fact in past.filter({ $0.time != nil }) + past.filter({ $0.time == nil }) {
            guard let slot = fact.slot.flatMap({ FactSlot.named($0.name) }), slot.dates == .span, !slot.isOfPerson,
                fact.slot?.value.isEmpty == false, seen.insert(Self.key(fact)).inserted
            else { continue }
            found[slot.section, default: []].append(fact)
        }
        bySection = found.mapValues { facts in facts.sorted { Self.end(of: $0) > Self.end(of: $1) } }
    }

    /// The newest first.
    public subscript(section: ProfileLine.Section) -> [Fact] { bySection[section] ?? [] }

    private static func key(_ fact: Fact) -> String {
        [fact.slot?.name ?? "", FactPerson.key(fact.slot?.value ?? ""), FactPerson.key(fact.subject)]
            .joined(separator: "\n")
    }

    private static func end(of fact: Fact) -> Double { fact.validUntil?.timeIntervalSinceReferenceDate ?? 0 }
}
