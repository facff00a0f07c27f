// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthModels

extension BackgroundJob.Kind {
    /// Lets what was said while it could not be indexed be found.
    public static let indexing = BackgroundJob.Kind("indexing", priority: 8)
    /// Finds facts in what was said.
    public static let learning = BackgroundJob.Kind("learning", priority: 6, after: .seconds(2))
    /// Makes vectors of passages.
    public static let embedding = BackgroundJob.Kind("embedding", priority: 4, after: .seconds(2))
}

/// Learns in the background from what the user says and writes.
///
/// What is given to it can be found at once. Vectors and facts follow, as background jobs. What the end of the program
/// interrupts is found again by `begin`.
public actor Learning {
    private let queue = ReadingQueue("hearth.memory.learning")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let store: any LearningStore
    let recall: Recall
    let settings: any SettingsStore
    let backgroundJobs: BackgroundJobs
    private let embedding: (any Embedding)?
    let profile: Profile?
    private let reader = FactExtractor(zone: .current)
    /// What is looked at for facts now.
    private var reading: (source: String, task: Task<FactExtraction, any Error>)?

    /// - Parameters:
    ///   - recall: where passages go, and are found again.
    ///   - embedding: `nil` where there are no vectors.
    ///   - profile: follows what is learned.
    public init(
        store: any LearningStore, recall: Recall, settings: any SettingsStore, backgroundJobs: BackgroundJobs,
        embedding: (any Embedding)? = nil, profile: Profile? = nil
    ) {
        self.store = store
        self.recall = recall
        self.settings = settings
        self.backgroundJobs = backgroundJobs
        self.embedding = embedding
        self.profile = profile
    }

    /// To be called at the start, and when all data have been replaced: goes on with what was interrupted.
    public func begin() { catchUp() }

    /// Lets be found what could not be indexed when it was said, as while the memory was paused or the program ended.
    /// - Parameter journal: whose entries may be missing, too.
    public func catchUp(with journal: Journal? = nil) {
        backgroundJobs.add(BackgroundJob(.indexing, about: "memory") { [weak self] in try await self?.indexMissed() })
        if let journal {
            backgroundJobs.add(
                BackgroundJob(.learning, about: "journal") { [settings] in
                    // Else what is not read now would be looked for, and forgotten, at each start.
                    guard try await !settings.load().memory.pausesMemory else { return }
                    try await journal.catchUp(in: .current)
                })
        }
        addBackgroundJobs()
    }

    /// Takes what was said or written. It can be found by keywords when this returns; the rest is background jobs.
    ///
    /// Nothing comes of what is private, nor while the memory is paused. What speaks of harming oneself is neither
    /// indexed nor looked at for facts. An utterance that is known already is replaced, and what was learned from its
    /// former words is erased.
    /// - Parameters:
    ///   - kind: `message` or `entry`.
    ///   - findingFacts: whether facts are looked for in them, too.
    /// - Throws: what the store throws.
    public func learn(_ utterances: [Utterance], as kind: Passage.Kind, findingFacts: Bool = true) async throws {
        guard try await !settings.load().memory.pausesMemory else {
            // What an entry said before it was changed goes all the same. What it says now is found when the pause
            // ends.
            if kind == .entry { try await forgetOldWords(of: utterances) }
            return
        }
        let known = utterances.filter { !$0.isPrivate && $0.speaker != .tool }
        guard !known.isEmpty else { return }
        // Messages stay as they were sent.
        if kind == .entry { try await eraseEvidence(lostBy: known) }
        try await index(known, as: kind)
        if !findingFacts { try await store.noteLookedAt(known.map(\.id), as: kind) }
        addBackgroundJobs()
    }

    /// Erases what came of messages or entries: passages, quotations, and facts that rest on nothing else. What they
    /// said stays where it is.
    public func forget(_ kind: Passage.Kind, sources: [String]) async throws {
        guard !sources.isEmpty else { return }
        if let reading, sources.contains(reading.source) { reading.task.cancel() }
        try await store.eraseEvidence(from: sources)
        try await recall.forget(kind, sources: sources)
    }

    /// Lets a message take the place of another one, which is found no longer. Facts whose quotation stands in it rest
    /// on it from now on, with what the user decided about them; the others lose their quotation.
    public func replace(_ message: String, by other: Utterance) async throws {
        let quotations = try await store.quotations(from: [message])
        let text = QuotedText(other.text)
        let stay = quotations.filter { text.contains($0.quote) }
        if !stay.isEmpty { try await store.move(stay, to: other) }
        let lost = quotations.filter { !stay.contains($0) }
        if !lost.isEmpty { try await store.erase(lost) }
        try await store.noteLookedAt([message], as: .message)
        try await recall.forget(.message, sources: [message])
    }

    /// Keeps a change of facts and lets the new ones be found.
    public func keep(_ changes: FactChanges) async throws {
        try await store.keep(changes)
        try await letBeFound(changes)
    }

    /// The same for what the user wants to be known, also where it was forgotten or refused before.
    /// - Parameter source: the message that says so.
    /// - Returns: `false` where that is gone by now, and nothing was kept.
    func keep(_ changes: FactChanges, toldIn source: String) async throws -> Bool {
        guard try await store.keep(changes, toldIn: source) else { return false }
        try await letBeFound(changes)
        return true
    }

    private func letBeFound(_ changes: FactChanges) async throws {
        try await recall.remember(changes.facts)
        addBackgroundJobs()
    }

    /// Lets entries be found again that were deleted and came back. What was learned from them is still there, with
    /// what the user has made of it, so nothing is learned anew.
    public func restore(_ entries: [Utterance]) async throws {
        guard try await !settings.load().memory.pausesMemory else { return }
        let said = entries.filter { !$0.isPrivate }.map(\.withoutThoughts)
        try await recall.remember(said.filter { !Care.isCertain(of: $0.text) && $0.isWorthRecalling }, as: .entry)
        try await recall.remember(try await store.unindexedFacts())
        addBackgroundJobs()
    }

    /// A text that has changed says some things no longer. What else was learned from it stays as it is.
    private func eraseEvidence(lostBy utterances: [Utterance]) async throws {
        let texts = Dictionary(utterances.map { ($0.id, QuotedText($0.text)) }) { _, last in last }
        let lost = try await store.quotations(from: utterances.map(\.id)).filter { item in
            texts[item.source].map { !$0.contains(item.quote) } ?? false
        }
        if !lost.isEmpty { try await store.erase(lost) }
    }

    private func forgetOldWords(of entries: [Utterance]) async throws {
        let sources = entries.map(\.id)
        try await eraseEvidence(lostBy: entries)
        try await store.noteLookedAt(sources, as: .entry)
        try await recall.forget(.entry, sources: sources)
    }

    // MARK: Indexing

    private func index(_ utterances: [Utterance], as kind: Passage.Kind) async throws {
        let said = utterances.map(\.withoutThoughts)
        let worthy = said.filter { !Care.isCertain(of: $0.text) && $0.isWorthRecalling }
        if kind == .entry, worthy.count < said.count {
            // An entry that was changed may have been worth it before.
            let kept = Set(worthy.map(\.id))
            try await recall.forget(.entry, sources: said.map(\.id).filter { !kept.contains($0) })
        }
        try await recall.remember(worthy, as: kind)
        try await store.noteIndexed(said, as: kind)
    }

    /// Indexes what the end of the program, or an older Hearth, has left.
    package func indexMissed() async throws {
        guard try await !settings.load().memory.pausesMemory else { return }
        // Each search begins where the one before ended: going through all that is done for each few would take hours
        // where there are many years. The end is looked for once more from the beginning on: something may have come
        // back meanwhile.
        var last: String?
        while true {
            try Task.checkCancellation()
            let missed = try await store.unindexed(after: last, limit: 50)
            if missed.isEmpty, last == nil { break }
            last = missed.last?.utterance.id
            for (kind, all) in Dictionary(grouping: missed, by: \.kind) {
                try await index(all.map(\.utterance), as: kind)
            }
        }
        try await recall.remember(try await store.unindexedFacts())
    }

    // MARK: Background jobs

    func addBackgroundJobs() {
        backgroundJobs.add(BackgroundJob(.learning, about: "memory") { [weak self] in try await self?.readAll() })
        addFiling()
        guard embedding != nil else { return }
        backgroundJobs.add(BackgroundJob(.embedding, about: "memory") { [weak self] in try await self?.embed() })
    }

    private func embed() async throws {
        if let embedding { await recall.use(RecallModels(installed: await embedding.embeddingModels())) }
        try await recall.embedPending()
    }

    /// Looks at everything that has not been looked at, one after the other; each is kept before the next.
    private func readAll() async throws {
        guard try await !settings.load().memory.pausesMemory else { return }
        while true {
            try Task.checkCancellation()
            let waiting = try await store.unread(limit: 20)
            guard !waiting.isEmpty else { return }
            for (kind, utterance) in waiting {
                try await read(utterance, as: kind)
                try Task.checkCancellation()
            }
        }
    }

    private func read(_ utterance: Utterance, as kind: Passage.Kind) async throws {
        let said = utterance.withoutThoughts
        if said.speaker == .user, !Care.isCertain(of: said.text) {
            let earlier = try await store.said(before: said, limit: 20)
            // What it was told to remember of it is known word for word; the sentence around that is an order.
            let told = MemoryCommands.identifier(of: said.id)
            if kind == .message, MemoryRequest(said.text) != nil,
                try await store.facts(history: true).contains(where: { $0.id == told })
            {
                return try await store.noteLookedAt([said.id], as: kind)
            }
            guard let found = try await extract(said, after: earlier) else { return }
            // It may have been deleted meanwhile, and then is not among what waits.
            guard try await store.isUnread(said.id, as: kind) else { return }
            try await recall.remember(FactLearning(store: store, profile: profile).learn(found).facts)
        }
        try await store.noteLookedAt([said.id], as: kind)
    }

    /// - Returns: `nil` where the text was erased meanwhile.
    private func extract(_ said: Utterance, after earlier: [Utterance]) async throws -> FactExtraction? {
        let task = Task { try await reader.extract(said, after: earlier) }
        reading = (said.id, task)
        defer { reading = nil }
        do {
            let found = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            try Task.checkCancellation()
            return task.isCancelled ? nil : found
        } catch is CancellationError where !Task.isCancelled {
            return nil
        }
    }
}

extension Learning: MemoryCache {
    /// Begins anew with the message that is looked at for facts, where it is still to be: it may be what was forgotten.
    public func letGo() { reading?.task.cancel() }
}

extension Learning: DataReplacementParticipant {
    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        backgroundJobs.removeAll()
        do { try await work() } catch {
            await recall.reset()
            addBackgroundJobs()
            throw error
        }
        await recall.reset()
        begin()
    }
}

extension Utterance {
    /// The same without what a model thinks, or what imitates it.
    var withoutThoughts: Utterance {
        guard text.contains("<think>") else { return self }
        var (bare, rest) = ("", text[...])
        while let open = rest.range(of: "<think>") {
            bare += rest[..<open.lowerBound]
            let behind = rest[open.upperBound...]
            rest = behind.range(of: "</think>").map { behind[$0.upperBound...] } ?? ""
        }
        bare += rest
        return Utterance(
            id: id, session: session, speaker: speaker, text: bare, date: date, isPrivate: isPrivate,
            language: language)
    }

    /// Whether there is more in it than a request to the memory.
    fileprivate var isWorthRecalling: Bool { speaker != .user || MemoryRequest(text)?.isOnlyRequest != true }
}
