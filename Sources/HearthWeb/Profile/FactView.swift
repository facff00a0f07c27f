// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// A fact in a list.
struct FactView: Sendable {
    let address: String
    let statement: String
    let icon: String
    /// The fact's kind, since when it holds, and until when it did.
    let note: String
    let isPinned: Bool
    let isHidden: Bool
    let isOver: Bool
    /// Facts that it took the place of, newest first.
    let replaced: [Replaced]

    struct Replaced: Sendable {
        let statement: String
        let until: String
    }

    init(_ fact: Fact, replaced: [Fact], _ clock: WallClock, _ say: Phrases) {
        address = "/you/facts/\(fact.id.pathPart)"
        statement = fact.line(in: say.memoryLanguage)
        icon = fact.kind.icon
        note = Self.note(fact, clock, say)
        (isPinned, isHidden, isOver) = (fact.isPinned, fact.isHidden, !fact.isCurrent)
        self.replaced = replaced.map { old in
            Replaced(
                statement: old.line(in: say.memoryLanguage),
                until: say("you.until", ["day": say.day(old.validUntil ?? fact.validFrom, clock)]))
        }
    }

    /// People · since 3 May · until 4 June. A fact that says itself since when it holds, such as January, has no other
    /// beginning.
    static func note(_ fact: Fact, _ clock: WallClock, _ say: Phrases) -> String {
        let kind = say("you.kind_\(fact.kind.rawValue)")
        if fact.slot != nil || fact.mayHaveEnded(by: clock.now(), in: clock.zone) {
            let times = FactTimeWords.line(of: fact, clock, say)
            return times.isEmpty ? kind : "\(kind) · \(times)"
        }
        let time = fact.time.map { FactTimeWords($0, clock, say) }
        var parts = [kind]
        parts.append(time?.since ?? say("you.since", ["day": say.day(fact.validFrom, clock)]))
        if let until = fact.validUntil { parts.append(say("you.until", ["day": say.day(until, clock)])) }
        if let when = time?.when { parts.append(when) }
        return parts.joined(separator: " · ")
    }
}

extension Fact.Kind {
    var icon: String {
        switch self {
        case .people: "people"
        case .places: "place"
        case .preferences: "heart"
        case .plans: "calendar"
        case .events: "clock"
        case .feelings: "moon"
        case .health: "shield"
        case .work: "work"
        }
    }
}

/// A fact that waits, with what it would replace.
struct WaitingView: Sendable {
    let id: String
    let statement: String
    let evidence: [EvidenceView]
    let replaces: [String]
    let answer: String
    let edit: String

    init(_ fact: Fact, closes: [Fact], _ sayings: Sayings, _ clock: WallClock, _ say: Phrases) {
        id = fact.id
        statement = fact.statement
        evidence = fact.evidence.map { EvidenceView($0, sayings, clock, say) }
        replaces = closes.map(\.statement)
        answer = "/you/confirm/\(fact.id.pathPart)"
        edit = "\(answer)/edit"
    }
}
