// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes what was extracted into what is known: repetitions are merged, contradictions close what held before.
public struct FactLearning: Sendable {
    private let store: any FactStore
    private let profile: Profile?

    /// - Parameter profile: is brought up to date with what was learned; `nil` leaves it for later.
    public init(store: any FactStore, profile: Profile? = nil) { (self.store, self.profile) = (store, profile) }

    /// Learns from one message, unless it has gone since it was read.
    /// - Returns: what is new or has changed.
    @discardableResult
    public func learn(_ extraction: FactExtraction) async throws -> FactChanges {
        guard !extraction.stored.isEmpty || !extraction.queued.isEmpty else { return FactChanges() }
        var known = try await store.facts(history: false).map(FactReading.init)
        var waiting = try await store.queuedFacts().map(FactReading.init)
        let refused = try await store.refusedFacts(among: extraction.stored + extraction.queued)
        var changes = FactChanges()
        let read = try await quotations(of: extraction)
        let isKept = { (fact: Fact) in
            !refused.contains(fact.id) && FactWorth.saysSomething(fact.statement) && !read.contains(fact)
        }
        var (stored, queued) = (extraction.stored.map(read.named), extraction.queued.map(read.named))
        // What the user wrote by hand is closed by the user alone; who says otherwise elsewhere is asked.
        let isDoubted = { [known] (fact: Fact) in
            closesOwn(FactReading(fact), isEnding: extraction.endings.contains(fact.id), known)
        }
        queued += stored.filter(isDoubted)
        stored.removeAll(where: isDoubted)
        for fact in stored where isKept(fact) {
            let isEnding = extraction.endings.contains(fact.id)
            take(FactReading(fact), isEnding: isEnding, &known, &waiting, &changes)
        }
        // An ending or a denial that names what is known is as good as certain: two messages speak of the same thing.
        let named = queued.filter { fact in
            isKept(fact) && (fact.isNegative || !fact.isCurrent) && !isDoubted(fact)
                && known.contains { FactComparison.contradicts(FactReading(fact), $0) }
        }
        for fact in named {
            take(
                FactReading(fact), isEnding: extraction.endings.contains(fact.id), &known, &waiting, &changes)
        }
        if let now = (stored + queued).map(\.validFrom).max() {
            let old = waiting.filter { now.timeIntervalSince($0.fact.validFrom) > Self.waitingTime }.map(\.fact.id)
            changes.settled += old
            waiting.removeAll { old.contains($0.fact.id) }
        }
        for fact in queued where isKept(fact) && !named.contains(fact) {
            queue(FactReading(fact), known, &waiting, &changes)
        }
        guard !changes.isEmpty, let source = extraction.source else { return changes }
        guard try await store.keep(changes, learnedFrom: source) else { return FactChanges() }
        try await profile?.rebuild()
        return changes
    }

    /// Quotations that facts have already of the text that was read. A text that was edited is read again, and says
    /// most of it once more: these facts stay as they are, with what the user decided about them.
    private func quotations(of extraction: FactExtraction) async throws -> ReadQuotations {
        guard let source = extraction.source else { return ReadQuotations([]) }
        return ReadQuotations(try await store.quotations(from: [source]))
    }

    /// Makes a fact of one that waits, because the user has confirmed it.
    public func confirm(_ id: String) async throws {
        guard let fact = try await store.queuedFacts().first(where: { $0.id == id }) else { return }
        try await store.keep(changes(confirming: fact, from: fact))
        try await profile?.rebuild()
    }

    /// What changes when the user says that a fact holds: it merges with one that says the same, and closes those that
    /// it contradicts.
    /// - Parameter before: the fact as it waited; `nil` for one that is new.
    func changes(confirming fact: Fact, from before: Fact? = nil) async throws -> FactChanges {
        var changes = try await changes(adding: [fact])
        // Its own row stays, and waits no longer. Where it says what is known already, it goes.
        changes.settled.removeAll { $0 == fact.id }
        if changes.facts.contains(where: { $0.id == fact.id }), let before { changes.before[fact.id] = before }
        if !changes.facts.contains(where: { $0.id == fact.id }) { changes.settled.append(fact.id) }
        return changes
    }

    /// The same for several new facts, one after the other.
    func changes(adding facts: [Fact]) async throws -> FactChanges {
        var known = try await store.facts(history: false).map(FactReading.init)
        var waiting = try await store.queuedFacts().map(FactReading.init)
        var changes = FactChanges()
        for fact in facts {
            var confirmed = fact
            confirmed.confidence = 1
            take(FactReading(confirmed), &known, &waiting, &changes)
        }
        return changes
    }

    /// Changes that a correction makes. Where the fact says by now what another does, that takes its evidence, and
    /// it is history; moved into another slot, it closes what cannot hold beside it.
    func changes(correcting before: Fact, to fact: Fact, at date: Date) async throws -> FactChanges {
        guard fact.isCurrent else { return FactChanges([FactEdit(before, to: fact)]) }
        var said = fact
        // It counts from now on, whenever it was said first.
        said.validFrom = date
        let reading = FactReading(said)
        let isMoved = fact.slot?.name != before.slot?.name || fact.subject != before.subject
        var known = try await store.facts(history: false).filter { $0.id != fact.id }.map(FactReading.init)
        let twin = known.first { FactComparison.isRepetition(reading, of: $0) }?.fact.id
        var (waiting, changes): ([FactReading], FactChanges) = ([], FactChanges())
        if twin != nil || isMoved { take(reading, &known, &waiting, &changes) }
        var corrected = fact
        if let twin { (corrected.validUntil, corrected.supersededBy, corrected.isPinned) = (date, twin, false) }
        changes.put(corrected, over: before)
        return changes
    }

    private func take(
        _ new: FactReading, isEnding: Bool = false, _ known: inout [FactReading], _ waiting: inout [FactReading],
        _ changes: inout FactChanges
    ) {
        for twin in waiting where FactComparison.isRepetition(new, of: twin) { changes.settled.append(twin.fact.id) }
        waiting.removeAll { changes.settled.contains($0.fact.id) }
        if let index = known.firstIndex(where: { FactComparison.isRepetition(new, of: $0) }) {
            let before = known[index].fact
            known[index].fact.merge(new.fact)
            if known[index].fact != before { changes.put(known[index].fact, over: before) }
            return
        }
        for index in closed(by: new, isEnding: isEnding, known).reversed() {
            let before = known[index].fact
            known[index].fact.validUntil = new.fact.validFrom
            known[index].fact.supersededBy = new.fact.id
            changes.put(known[index].fact, over: before)
            known.remove(at: index)
        }
        // What is over from the start is history and closes nothing later.
        if new.fact.isCurrent { known.append(new) }
        changes.put(new.fact)
    }

    /// Those of the known facts that a new one closes, in their order.
    private func closed(by new: FactReading, isEnding: Bool, _ known: [FactReading]) -> [Int] {
        let ended = isEnding ? endings(by: new, known) : []
        return known.indices.filter { ended.contains($0) || FactComparison.contradicts(new, known[$0]) }
    }

    /// Whether it would close something that the user has written by hand, or says otherwise in an older message.
    private func closesOwn(_ new: FactReading, isEnding: Bool, _ known: [FactReading]) -> Bool {
        let own = known.filter(\.fact.isOwn)
        guard !own.isEmpty, !known.contains(where: { FactComparison.isRepetition(new, of: $0) }) else { return false }
        var later = new
        later.fact.validFrom = max(new.fact.validFrom, own.map(\.fact.validFrom).max() ?? new.fact.validFrom)
        return !closed(by: later, isEnding: isEnding, own).isEmpty
    }

    /// What an ending ends that does not name it: "we broke up", "no more smokes". A name would name another.
    private func endings(by new: FactReading, _ known: [FactReading]) -> [Int] {
        guard let told = new.fact.slot, let slot = FactSlot.named(told.name), slot.holdsOne,
            told.value.first?.isUppercase == false
        else { return [] }
        let sources = Set(new.fact.evidence.map(\.utterance))
        return known.indices.filter { index in
            let old = known[index].fact
            return old.slot.map { slot.ends.contains($0.name) } == true && old.subject == new.fact.subject
                && !old.isNegative && old.validFrom <= new.fact.validFrom
                && sources.isDisjoint(with: old.evidence.map(\.utterance))
        }
    }

    private func queue(
        _ new: FactReading, _ known: [FactReading], _ waiting: inout [FactReading], _ changes: inout FactChanges
    ) {
        guard !known.contains(where: { FactComparison.isRepetition(new, of: $0) }),
            !waiting.contains(where: { FactComparison.isRepetition(new, of: $0) })
        else { return }
        if let weakest = weakest(beside: new, among: waiting) {
            guard weakest.fact.confidence < new.fact.confidence else { return }
            changes.settled.append(weakest.fact.id)
            changes.queued.removeAll { $0.id == weakest.fact.id }
            waiting.removeAll { $0.fact.id == weakest.fact.id }
        }
        waiting.append(new)
        changes.queued.append(new.fact)
    }

    /// Facts that are asked about at once, and of one day, at most: more would be nagging.
    private static let mostWaiting = 20
    private static let mostOfDay = 3
    /// What was not answered for so long is dropped. In seconds.
    private static let waitingTime = 30 * 86_400.0

    /// The least certain of those that wait, where there is no room for another one.
    private func weakest(beside new: FactReading, among waiting: [FactReading]) -> FactReading? {
        let day = { (fact: Fact) in (fact.validFrom.timeIntervalSinceReferenceDate / 86_400).rounded(.down) }
        let ofDay = waiting.filter { day($0.fact) == day(new.fact) }
        let full = ofDay.count >= Self.mostOfDay ? ofDay : waiting.count >= Self.mostWaiting ? waiting : []
        return full.min { $0.fact.confidence < $1.fact.confidence }
    }
}

/// Facts that hold, read once, to be compared with many others.
public struct KnownFacts: Sendable {
    private let known: [FactReading]

    /// - Parameter facts: those that no longer hold are left out.
    public init(_ facts: [Fact]) { known = facts.filter(\.isCurrent).map(FactReading.init) }

    /// Those of them that a fact would close.
    public func closed(by fact: Fact) -> [Fact] {
        let fact = FactReading(fact)
        guard !known.contains(where: { FactComparison.isRepetition(fact, of: $0) }) else { return [] }
        return known.filter { FactComparison.contradicts(fact, $0) }.map(\.fact)
    }
}

extension FactChanges {
    /// - Parameter known: the fact as it was read; `nil` for a new one.
    fileprivate mutating func put(_ fact: Fact, over known: Fact? = nil) {
        facts.removeAll { $0.id == fact.id }
        facts.append(fact)
        // Of several changes, the first one knows what was read.
        if before[fact.id] == nil { before[fact.id] = known }
    }
}

extension Fact {
    /// Takes the evidence of a repetition; what is said with more certainty or a time counts.
    fileprivate mutating func merge(_ other: Fact) {
        for item in other.evidence where !evidence.contains(where: { $0.utterance == item.utterance }) {
            evidence.append(item)
        }
        confidence = max(confidence, other.confidence)
        // What the user has written by hand tells more than what was understood, and is to be seen.
        if other.isOwn {
            time = other.time ?? time
            if let relation = other.slot?.relation { slot?.relation = relation }
            isHidden = false
        }
        if time == nil { time = other.time }
        if other.isPinned { isPinned = true }
    }
}

/// Quotations of one text that facts have already.
private struct ReadQuotations: Sendable {
    let quotes: Set<String>
    let facts: Set<Fact.ID>

    init(_ quotations: [FactQuotation]) {
        (quotes, facts) = (Set(quotations.map(\.quote)), Set(quotations.map(\.fact)))
    }

    func contains(_ fact: Fact) -> Bool { fact.evidence.contains { quotes.contains($0.quote) } }

    /// A fact is named by where its words stand; after an edit, others may stand there.
    func named(_ fact: Fact) -> Fact {
        guard facts.contains(fact.id), !contains(fact) else { return fact }
        var number = 2
        while facts.contains("\(fact.id)-\(number)") { number += 1 }
        return fact.named("\(fact.id)-\(number)")
    }
}

extension Fact {
    fileprivate func named(_ id: ID) -> Fact {
        var fact = Fact(
            id: id, statement: statement, subject: subject, kind: kind, isNegative: isNegative, time: time,
            confidence: confidence, validFrom: validFrom, validUntil: validUntil, supersededBy: supersededBy,
            evidence: evidence)
        (fact.isPinned, fact.isHidden, fact.slot, fact.alsoSaid) = (isPinned, isHidden, slot, alsoSaid)
        return fact
    }
}

extension FactExtraction {
    /// The message that it was found in.
    fileprivate var source: String? { (stored + queued).first?.evidence.last?.utterance }
}
