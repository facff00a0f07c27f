// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

/// What the user does with what is known about them. Each act can be taken back for a while; forgetting cannot.
public actor FactCuration {
    /// How long an answer can be taken back before what was refused is erased.
    public static let undoTime = Duration.seconds(8)
    /// Acts that can be taken back at once, and for how long. They are held in memory only.
    private static let most = 8
    private static let undoTimeout = Duration.seconds(600)

    public nonisolated let store: any KnowledgeStore
    private let caches: [any MemoryCache]
    private let index: (any FactIndexing)?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private var acts: [Act] = []
    /// Refused facts wait here to be erased.
    private let deletions: DeletionQueue
    /// What was forgotten and can be brought back for a moment, by the keys that were given. It is in memory only.
    private var held: [String: RestorableDeletion] = [:]

    private struct RestorableDeletion {
        let facts: KeptFacts
        let lines: [ProfileLine]
        /// Messages and entries that nothing is to be learned of now.
        let sources: [String]
    }

    fileprivate struct Act {
        let key = UUID().uuidString
        var reversal = FactReversal()
        /// A line of the portrait before and after.
        var line: (before: ProfileLine, after: ProfileLine)?
        /// The fact that it has set aside.
        var aside: Fact.ID?

        var facts: [Fact.ID] { reversal.facts + [aside].compactMap { $0 } }
    }

    /// - Parameters:
    ///   - caches: what else holds what is known; each lets go when something is forgotten.
    ///   - index: hears which facts have changed, so that they are found by their new words.
    ///   - deletions: the app's deletions; `nil` for a queue of its own.
    public init(
        store: any KnowledgeStore, caches: [any MemoryCache] = [], index: (any FactIndexing)? = nil,
        deletions: DeletionQueue? = nil, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.caches, self.index, self.clock, self.now) = (store, caches, index, clock, now)
        self.deletions = deletions ?? DeletionQueue(clock: clock)
    }

    private var profile: Profile { Profile(store: store) }

    // MARK: The queue

    /// A fact that waits is right, perhaps in other words.
    /// - Returns: the key by which that is taken back; `nil` where it waits no longer.
    public func confirm(_ id: Fact.ID, as statement: String? = nil) async throws -> String? {
        let date = now()
        return try await confirm(id) { if let statement, statement != $0.statement { $0.say(statement, at: date) } }
    }

    /// The same with the value, the person and the times that the user has written.
    public func confirm(_ id: Fact.ID, as entry: FactEntry, _ language: MemoryLanguage) async throws -> String? {
        let date = now()
        return try await confirm(id) { $0.say(entry, language, at: date) }
    }

    private func confirm(_ id: Fact.ID, _ edit: (inout Fact) -> Void) async throws -> String? {
        let queued = try await store.queuedFacts()
        guard let waits = queued.first(where: { $0.id == id }) else { return nil }
        var fact = waits
        edit(&fact)
        let changes = try await FactLearning(store: store).changes(confirming: fact, from: waits)
        var act = Act(changes, queued: queued)
        act.reversal.waited = [id]
        try await store.keep(changes)
        return try await done(act)
    }

    /// A fact that waits, or one that is known, is wrong: it goes, is not learned again, and what it had replaced holds
    /// again.
    public func refuse(_ id: Fact.ID) async throws -> String? {
        let all = try await store.facts(history: true)
        let isKnown = all.contains { $0.id == id }
        let waits = try await store.queuedFacts().contains { $0.id == id }
        guard isKnown || waits else { return nil }
        let replaced = all.filter { $0.supersededBy == id }
        var act = Act()
        act.reversal.edits = replaced.map { FactEdit($0, to: $0.reopened) }
        act.aside = id
        let date = now()
        try await store.setAside(id, at: date)
        try await store.keep(FactChanges(act.reversal.edits))
        await eraseLater(id, date, isKnown: isKnown)
        return try await done(act)
    }

    /// - Parameter isKnown: whether it may stand in prompts. A fact that only waited is in none.
    private func eraseLater(_ id: Fact.ID, _ date: Date, isKnown: Bool) async {
        await deletions.add(Self.key(of: id), for: Self.undoTime) { [weak self, store] in
            // What cannot be erased now is erased at the next start. A hundredth of a second covers rounding.
            try? await store.eraseSetAside(before: date.addingTimeInterval(0.01))
            await self?.erased(id, isKnown: isKnown)
        }
    }

    private static func key(of fact: Fact.ID) -> DeletionQueue.Key { .init("fact", fact) }

    private func erased(_ id: Fact.ID, isKnown: Bool) async {
        acts.removeAll { $0.aside == id }
        if isKnown { await letGo() }
    }

    // MARK: Facts

    /// The user says it in other words.
    /// - Parameter hasChanged: whether it was right before: then the old words stay as history.
    public func correct(_ id: Fact.ID, to statement: String, hasChanged: Bool = false) async throws -> String? {
        guard let old = try await fact(id), old.statement != statement || hasChanged else { return nil }
        let date = now()
        if hasChanged { return try await replace(old, by: Fact(byHand: statement, like: old, at: date), at: date) }
        return try await change(id) { $0.say(statement, at: date) }
    }

    /// The user writes its value, its person or its times anew. One that has ended by then is history.
    public func correct(
        _ id: Fact.ID, to entry: FactEntry, _ language: MemoryLanguage, hasChanged: Bool = false
    ) async throws -> String? {
        guard let old = try await fact(id) else { return nil }
        let date = now()
        var same = old
        same.say(entry, language, at: date)
        if hasChanged {
            var new = Fact(entry, language, at: date)
            (new.isPinned, new.isHidden) = (old.isPinned, old.isHidden)
            return try await replace(old, by: new, at: date)
        }
        guard same != old else { return nil }
        let changes = try await FactLearning(store: store).changes(correcting: old, to: same, at: date)
        try await store.keep(changes)
        return try await done(Act(changes, queued: []))
    }

    /// It was right before: the old one stays as history.
    private func replace(_ old: Fact, by new: Fact, at date: Date) async throws -> String {
        var changed = old
        (changed.validUntil, changed.supersededBy, changed.isPinned) = (date, new.id, false)
        var changes = FactChanges([FactEdit(old, to: changed)])
        changes.facts.append(new)
        try await store.keep(changes)
        return try await done(Act(changes, queued: []))
    }

    /// The user says that it holds no longer.
    public func end(_ id: Fact.ID) async throws -> String? {
        let date = now()
        return try await change(id) { fact in
            if fact.isCurrent { (fact.validUntil, fact.confidence) = (date, 1) }
        }
    }

    /// The user tells something about themselves.
    public func add(_ statement: String, _ kind: Fact.Kind, about person: String?) async throws -> (Fact.ID, String) {
        let fact = Fact(byHand: statement, kind, about: person, at: now())
        let (ids, key) = try await add([fact])
        return (ids.first ?? fact.id, key)
    }

    /// The user tells several things at once, which are taken back at once.
    /// - Parameter statement: one more thing, in their own words.
    /// - Returns: the facts that say them by now: where something was known already, that fact has one more quotation.
    public func add(
        _ entries: [FactEntry], _ language: MemoryLanguage, and statement: String? = nil
    ) async throws -> ([Fact.ID], String) {
        let date = now()
        let free = statement.map { Fact(byHand: $0, .preferences, about: nil, at: date) }
        return try await add(entries.map { Fact($0, language, at: date) } + [free].compactMap { $0 })
    }

    private func add(_ facts: [Fact]) async throws -> ([Fact.ID], String) {
        let changes = try await FactLearning(store: store).changes(adding: facts)
        let act = Act(changes, queued: try await store.queuedFacts())
        try await store.keep(changes)
        return (changes.facts.filter { $0.isCurrent || facts.contains($0) }.map(\.id), try await done(act))
    }

    public func pin(_ id: Fact.ID, _ isPinned: Bool) async throws -> String? {
        try await change(id) { $0.isPinned = isPinned }
    }

    public func hide(_ id: Fact.ID, _ isHidden: Bool) async throws -> String? {
        try await change(id) { $0.isHidden = isHidden }
    }

    /// A sentence that fits no slot is to stay as it is.
    public func keep(_ id: Fact.ID) async throws -> String? {
        try await change(id) { if $0.slot == nil { $0.alsoSaid = .kept } }
    }

    /// A fact that was closed holds still, beside the one that had taken its place.
    public func reopen(_ id: Fact.ID) async throws -> String? { try await change(id) { $0 = $0.reopened } }

    private func change(_ id: Fact.ID, _ edit: (inout Fact) -> Void) async throws -> String? {
        guard let fact = try await fact(id) else { return nil }
        var changed = fact
        edit(&changed)
        let changes = FactChanges([FactEdit(fact, to: changed)])
        try await store.keep(changes)
        return try await done(Act(changes, queued: []))
    }

    private func fact(_ id: Fact.ID) async throws -> Fact? {
        try await store.facts(history: true).first { $0.id == id }
    }

    // MARK: Lines

    /// Writes, pins or hides a line of the portrait.
    public func change(line id: ProfileLine.ID, _ edit: @Sendable (inout ProfileLine) -> Void) async throws -> String? {
        guard let before = try await profile.change(id, edit) else { return nil }
        var after = before
        edit(&after)
        var act = Act()
        act.line = (before, after)
        return try await done(act)
    }

    // MARK: Taking back, forgetting

    /// - Returns: whether it was not too late.
    public func undo(_ key: String) async throws -> Bool {
        guard let place = acts.firstIndex(where: { $0.key == key }) else { return false }
        let act = acts.remove(at: place)
        do { guard try await takeBack(act) else { return false } } catch {
            // Nothing that could be taken back is lost to a disk that was busy: it can be tried again.
            remember(act)
            throw error
        }
        await self.index?.changed(act.facts)
        return true
    }

    private func takeBack(_ act: Act) async throws -> Bool {
        if let id = act.aside {
            let store = store
            _ = try await deletions.restore(Self.key(of: id)) { _ = try await store.bringBack(id) }
            // Tried again, it may be back already.
            guard try await isShown(id) else { return false }
        }
        guard try await store.revert(act.reversal) else { return false }
        if let (before, after) = act.line {
            let now = try await profile.lines().first { $0.id == after.id }
            guard now == after else { return false }
            _ = try await profile.change(before.id) { $0 = before }
        }
        try await profile.rebuild()
        return true
    }

    private func isShown(_ id: Fact.ID) async throws -> Bool {
        try await (store.facts(history: true) + store.queuedFacts()).contains { $0.id == id }
    }

    /// Whether an act can still be taken back.
    public func canUndo(_ key: String) -> Bool { acts.contains { $0.key == key } }

    /// Forgets for good. Nothing that was done before can be taken back then: it might bring back what was forgotten.
    public func forget(_ forgotten: Forgotten, refusing: Bool) async throws -> ForgottenReport {
        let before = acts
        acts = []
        let report: ForgottenReport
        do { report = try await store.forget(forgotten, refusing: refusing, at: now()) } catch {
            // Nothing was forgotten.
            acts = before + acts
            throw error
        }
        try await profile.rebuild()
        await letGo()
        return report
    }

    /// Forgets for good, and holds in memory for `undoTime` what it takes to bring that back.
    /// - Parameter key: by which it is brought back.
    public func forget(_ forgotten: Forgotten, holdingAs key: String) async throws -> ForgottenReport {
        let (facts, queued) = (try await store.facts(history: true), try await store.queuedFacts())
        let lines = try await store.profileLines()
        let quoted = (facts + queued).flatMap(\.evidence).map(\.utterance)
        let known = try await store.sources(among: quoted)
        let report = try await forget(forgotten, refusing: false)
        let left = try await store.facts(history: true) + store.queuedFacts()
        var gone = KeptFacts(facts: facts.filter { !left.contains($0) }, queued: queued.filter { !left.contains($0) })
        gone.sources = known
        var sources = Set((gone.facts + gone.queued).flatMap(\.evidence).map(\.utterance))
        if case .sources(let named) = forgotten { sources.formUnion(named) }
        hold(RestorableDeletion(facts: gone, lines: lines, sources: sources.sorted()), as: key)
        return report
    }

    private func hold(_ back: RestorableDeletion, as key: String) {
        held[key] = back
        Task {
            guard (try? await clock.sleep(for: Self.undoTime)) != nil else { return }
            held[key] = nil
        }
    }

    /// Brings back what was forgotten and is held.
    /// - Returns: `false` where it is too late.
    public func bringBack(_ key: String) async throws -> Bool {
        guard let back = held.removeValue(forKey: key) else { return false }
        do {
            try await store.include(back.sources)
            try await store.take(back.facts, lines: back.lines)
            try await profile.rebuild()
        } catch {
            // It is held as long again, so that it can be tried again.
            hold(back, as: key)
            throw error
        }
        await index?.changed((back.facts.facts + back.facts.queued).map(\.id))
        await index?.included(back.sources)
        return true
    }

    /// Lets facts that the user has confirmed outlive the conversations that they were said in.
    /// - Returns: how many.
    public func keepFacts(of sessions: [String]) async throws -> Int {
        let kept = try await store.keepFacts(of: sessions)
        guard !kept.isEmpty else { return 0 }
        try await profile.rebuild()
        await index?.changed(kept)
        return kept.count
    }

    private func done(_ done: Act) async throws -> String {
        var act = done
        let quoted = (act.reversal.edits.map(\.before) + act.reversal.settled).flatMap(\.evidence).map(\.utterance)
        act.reversal.sources = try await store.sources(among: quoted)
        try await profile.rebuild()
        await self.index?.changed(act.facts)
        remember(act)
        return act.key
    }

    private func remember(_ act: Act) {
        acts.append(act)
        if acts.count > Self.most { acts.removeFirst() }
        Task {
            guard (try? await clock.sleep(for: Self.undoTimeout)) != nil else { return }
            drop(act.key)
        }
    }

    private func drop(_ key: String) { acts.removeAll { $0.key == key } }

    private func letGo() async { for cache in caches { await cache.letGo() } }
}

extension FactCuration: DataReplacementParticipant {
    /// What was done to the data before cannot be taken back in the data that take their place.
    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        try await work()
        (acts, held) = ([], [:])
        try await profile.rebuild()
        await letGo()
    }
}

extension FactCuration.Act {
    /// - Parameter queued: the facts that wait, before the changes.
    fileprivate init(_ changes: FactChanges, queued: [Fact]) {
        reversal.edits = changes.facts.compactMap { after in changes.before[after.id].map { FactEdit($0, to: after) } }
        reversal.added = changes.facts.filter { changes.before[$0.id] == nil }
        reversal.settled = queued.filter { changes.settled.contains($0.id) }
    }
}
