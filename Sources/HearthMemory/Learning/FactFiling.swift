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

    /// What the fact's quotations say, the user's own first, else the newest.
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
            for fact in facts {
                try Task.checkCancellation()
                guard try await !settings.load().memory.pausesMemory else { return }
                try await file(fact, as: filing.filed(fact))
            }
            try await profile?.rebuild()
        }
    }

    private func file(_ fact: Fact, as filed: Fact) async throws {
        guard filed.slot != nil else {
            _ = try await store.file(FactEdit(fact, to: filed), into: nil)
            return
        }
        let known = try await store.facts(history: false).filter { $0.id != fact.id && $0.slot != nil }
        let reading = FactReading(filed)
        let twin = known.first {
            $0.isHidden == filed.isHidden && FactComparison.isRepetition(reading, of: FactReading($0))
        }
        guard try await store.file(FactEdit(fact, to: filed), into: twin?.id) else { return }
        try await recall.forget(.fact, sources: [fact.id])
        if let twin {
            try await recall.remember(try await store.facts(history: false).filter { $0.id == twin.id })
        } else {
            try await close(filed, reading, known)
            try await recall.remember(try await store.facts(history: true).filter { $0.id == filed.id })
        }
    }

    /// Of two values where one alone can hold, the one that was said first is history.
    private func close(_ filed: Fact, _ reading: FactReading, _ known: [Fact]) async throws {
        guard filed.isCurrent else { return }
        var edits: [FactEdit] = []
        func close(_ old: Fact, by new: Fact) {
            // No guess closes what the user wrote by hand.
            guard !old.isOwn || new.isOwn else { return }
            var closed = old
            (closed.validUntil, closed.supersededBy) = (new.validFrom, new.id)
            edits.append(FactEdit(old, to: closed))
        }
        for other in known {
            if FactComparison.contradicts(reading, FactReading(other)) {
                close(other, by: filed)
            } else if FactComparison.contradicts(FactReading(other), reading), edits.isEmpty {
                close(filed, by: other)
            }
        }
        if !edits.isEmpty { try await store.keep(FactChanges(edits)) }
        try await recall.remember(edits.map(\.after))
    }
}
