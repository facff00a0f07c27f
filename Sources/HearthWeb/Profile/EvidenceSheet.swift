// SPDX-License-Identifier: Apache-2.0

import HearthMemory

/// Why Hearth thinks so: what a fact or a line of the portrait rests on, and what can be done with it.
struct EvidenceSheet: Sendable {
    /// Quotations that are shown at once.
    private static let shown = 3

    let heading: String
    let label: String
    let notes: String?
    let quotes: [EvidenceView]
    let more: [EvidenceView]
    let moreLabel: String
    /// The facts of a line, where there are several.
    let facts: [FactView]
    let history: [History]
    /// The fact that took its place.
    let successor: FactView?
    let close: String
    let edit: String
    let pin: String
    let hide: String
    let forget: String
    /// The address that marks the fact as wrong; `nil` for a line.
    let wrong: String?
    let wrongLabel: String
    /// The address that says that the fact holds no longer; `nil` for a line, and for what is over.
    let end: String?
    let isPinned: Bool
    let isHidden: Bool

    /// A fact that this one took the place of.
    struct History: Sendable {
        let fact: FactView
        let reopen: String

        init(_ old: Fact, _ clock: WallClock, _ say: Phrases) {
            fact = FactView(old, replaced: [], clock, say)
            reopen = "/you/facts/\(old.id.pathPart)/reopen"
        }
    }

    /// - Parameters:
    ///   - all: all facts, also those that no longer hold.
    init(_ fact: Fact, among all: [Fact], close: String, _ sayings: Sayings, _ clock: WallClock, _ say: Phrases) {
        let here = "/you/facts/\(fact.id.pathPart)"
        heading = fact.line(in: say.memoryLanguage)
        notes = FactView.note(fact, clock, say)
        facts = []
        let replaced = all.filter { $0.supersededBy == fact.id }
        history = replaced.map { History($0, clock, say) }
        successor = all.first { $0.id == fact.supersededBy }.map { FactView($0, replaced: [], clock, say) }
        (self.close, edit, pin, hide) = (close, "\(here)/edit", "\(here)/pin", "\(here)/hide")
        forget = "/you/forget?fact=\(fact.id.pathPart)"
        wrong = "\(here)/wrong"
        end = fact.isCurrent ? "\(here)/end" : nil
        wrongLabel = say(replaced.isEmpty ? "you.wrong" : "you.wrongRestores")
        (isPinned, isHidden) = (fact.isPinned, fact.isHidden)
        let views = fact.evidence.reversed().map { EvidenceView($0, sayings, clock, say) }
        (quotes, more) = (Array(views.prefix(Self.shown)), Array(views.dropFirst(Self.shown)))
        label = say.count("you.understood", views.count)
        moreLabel = say.count("you.showMore", more.count)
    }

    init(_ line: ProfileLine, _ all: [Fact], _ sayings: Sayings, _ clock: WallClock, _ say: Phrases) {
        let here = "/you/lines/\(line.id.pathPart)"
        let known = line.facts.compactMap { id in all.first { $0.id == id } }
        heading = line.isEdited || known.count > 1 ? line.text : known.first?.line(in: say.memoryLanguage) ?? line.text
        notes = known.map(\.validFrom).min().map { say("you.since", ["day": say.day($0, clock)]) }
        facts = known.reversed().map { fact in
            FactView(fact, replaced: all.filter { $0.supersededBy == fact.id }, clock, say)
        }
        history = all.filter { old in known.contains { $0.id == old.supersededBy } }.map { History($0, clock, say) }
        (successor, wrong, wrongLabel, end) = (nil, nil, "", nil)
        (close, edit, pin, hide) = ("/you", "\(here)/edit", "\(here)/pin", "\(here)/hide")
        forget = "/you/forget?line=\(line.id.pathPart)"
        (isPinned, isHidden) = (line.isPinned, line.isHidden)
        let views = known.flatMap(\.evidence).sorted { $0.date > $1.date }
            .map { EvidenceView($0, sayings, clock, say) }
        (quotes, more) = (Array(views.prefix(Self.shown)), Array(views.dropFirst(Self.shown)))
        label = say.count("you.understood", views.count)
        moreLabel = say.count("you.showMore", more.count)
    }
}
