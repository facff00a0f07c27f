// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthModels

extension BackgroundJob.Kind {
    /// Reads facts without a slot into slots.
    public static let filing = BackgroundJob.Kind("filing", priority: 5, after: .seconds(2))
}

/// Finds the slot of a fact that older versions kept as a sentence.
struct FactFiling {
    private let zone: TimeZone
    /// The probability from which on a reading counts that agrees with what the fact was taken for before.
    private static let least = 0.15

    init(zone: TimeZone) { self.zone = zone }

    /// The fact with its slot or, where its words fit none, with the note that this is for the user to decide. What the
    /// user has decided about it stays, and so does its evidence.
    func filed(_ fact: Fact) -> Fact {
        var filed = fact
        guard let found = reading(of: fact) else {
            filed.alsoSaid = fact.isConfirmed || fact.isPinned ? .kept : .undecided
            return filed
        }
        (filed.statement, filed.subject, filed.kind) = (found.statement, found.subject, found.kind)
        (filed.slot, filed.time) = (found.slot, fact.time ?? found.time)
        return filed
    }

    /// The fact as its quotations say it: the user's own first, else the newest.
    private func reading(of fact: Fact) -> Fact? {
        let own = fact.evidence.filter(\.isOwn)
        for evidence in (own.isEmpty ? fact.evidence : own).reversed() {
            let said = Utterance(
                id: evidence.utterance, session: evidence.session, speaker: .user, text: evidence.quote,
                date: evidence.date)
            let found = MessageFacts(said, after: [], zone, least: Self.least).extraction
            // Two signs are one certainty: the words, and the kind that the fact was taken for.
            let likely = found.queued.filter { $0.kind == fact.kind }
            let fitting = (found.stored + likely).filter { one in
                one.isNegative == fact.isNegative && (one.isCurrent || !fact.isCurrent)
                    && one.slot.map { FactEvidence.stands($0.value, in: evidence.quote) } == true
            }
            if let best = fitting.max(by: { $0.confidence < $1.confidence }) { return best }
        }
        return nil
    }
}

extension Learning {
    func addFiling() {
        backgroundJobs.add(BackgroundJob(.filing, about: "memory") { [weak self] in try await self?.fileAll() })
    }

    /// Reads all facts that have no slot, a few at a time; each is kept before the next.
    ///
    /// A fact that was read is not read again, so a run goes on where the one before was interrupted. Facts of a backup
    /// or a file that is brought in are read in their turn.
    package func fileAll() async throws {
        let filing = FactFiling(zone: .current)
        while true {
            let facts = try await store.unfiledFacts(limit: 10)
            guard !facts.isEmpty else { return }
            var (known, changed) = (try await filedFacts(), Set<Fact.ID>())
            for fact in facts {
                try Task.checkCancellation()
                guard try await !settings.load().memory.pausesMemory else { return }
                let filed = filing.filed(fact)
                if filed.slot == nil {
                    _ = try await store.file(FactEdit(fact, to: filed), into: nil, closing: [])
                } else if let id = try await file(fact, as: filed, among: &known) {
                    changed.insert(id)
                }
            }
            try await profile?.rebuild()
            let all = try await store.facts(history: true)
            try await recall.remember(all.filter { changed.contains($0.id) })
        }
    }

    private func filedFacts() async throws -> [FactReading] {
        try await store.facts(history: false).filter { $0.slot != nil }.map(FactReading.init)
    }

    /// - Parameter known: facts with slots that hold; it is brought up to date with what is kept.
    /// - Returns: the fact that says it by now; `nil` where it has changed since it was read.
    private func file(_ fact: Fact, as filed: Fact, among known: inout [FactReading]) async throws -> Fact.ID? {
        let reading = FactReading(filed)
        known.removeAll { $0.fact.id == fact.id }
        let twin = known.first {
            $0.fact.isHidden == filed.isHidden && FactComparison.isRepetition(reading, of: $0)
        }
        if let twin = twin?.fact {
            guard try await store.file(FactEdit(fact, to: filed), into: twin, closing: []) else { return nil }
            try await recall.forget(.fact, sources: [fact.id])
            known = try await filedFacts()
            return twin.id
        }
        let (kept, closings) = settled(filed, reading, known)
        guard try await store.file(FactEdit(fact, to: kept), into: nil, closing: closings) else { return nil }
        let closed = Set(closings.map(\.before.id))
        try await recall.forget(.fact, sources: [fact.id] + closed)
        known.removeAll { closed.contains($0.fact.id) }
        if kept.isCurrent { known.append(reading) }
        return kept.id
    }

    /// Of two values where one alone can hold, the one that was said first is history.
    private func settled(_ filed: Fact, _ reading: FactReading, _ known: [FactReading]) -> (Fact, closing: [FactEdit]) {
        var (kept, closings): (Fact, [FactEdit]) = (filed, [])
        guard filed.isCurrent else { return (kept, closings) }
        /// No guess closes what the user wrote by hand.
        func closed(_ old: Fact, by new: Fact) -> Fact {
            guard !old.isOwn || new.isOwn else { return old }
            var closed = old
            (closed.validUntil, closed.supersededBy) = (new.validFrom, new.id)
            return closed
        }
        for other in known {
            if FactComparison.contradicts(reading, other) {
                let edit = FactEdit(other.fact, to: closed(other.fact, by: filed))
                if edit.before != edit.after { closings.append(edit) }
            } else if FactComparison.contradicts(other, reading), closings.isEmpty, kept.isCurrent {
                kept = closed(kept, by: other.fact)
            }
        }
        return (kept, closings)
    }
}
