// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Does at once what the user asks of the memory, and takes it back.
public actor MemoryCommands {
    private let store: any LearningStore
    private let learning: Learning
    private let curation: FactCuration
    private let now: @Sendable () -> Date

    /// - Parameter curation: forgets, here as for the pages of what is known.
    public init(
        store: any LearningStore, learning: Learning, curation: FactCuration,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.learning, self.curation, self.now) = (store, learning, curation, now)
    }

    /// Does what a message asks for.
    ///
    /// - Parameters:
    ///   - message: the user's, which is the source of what is remembered.
    ///   - before: the user's message before it, on the same path.
    ///   - answer: the identifier of the answer, by which it is taken back.
    ///   - used: facts, messages and entries that the model was told in this conversation. What is known of them is the
    ///     likeliest to be meant.
    /// - Returns: what was done; `nil` where the message turns out to ask nothing of the memory, as a correction of
    ///   something that is not known.
    public func perform(
        _ request: MemoryRequest, of message: Utterance, after before: Utterance?, answer: String,
        used: Set<String> = []
    ) async throws -> MemoryAction? {
        switch request {
        case .remember(let text): return try await remember(text, from: message)
        case .rememberThat:
            guard let before else { return nil }
            // "Remember this" of a message that asked to remember something means the same thing.
            guard case .remember(let text)? = MemoryRequest(before.text) else {
                return try await remember(before.text, from: before)
            }
            return try await remember(text, from: before)
        case .forget(let topic):
            let facts = try await facts(about: topic)
            guard !facts.isEmpty else { return MemoryAction(.nothingFound) }
            return try await forget(.facts(facts.map(\.id)), answer: answer)
        case .forgetThat:
            guard let before else { return nil }
            return try await forgetLearned(from: [before.id], answer: answer)
        case .correct(let topic, let text):
            return try await correct(to: text, topic: topic, from: message, after: before, used: used)
        case .contradict(let text): return try await contradict(text, from: message, after: before, used: used)
        case .ask: return MemoryAction(.told, count: try await store.facts(history: false).count)
        case .forgetAll:
            let count = try await all().count
            return count == 0 ? MemoryAction(.nothingFound) : MemoryAction(.forgettingAsked, count: count)
        }
    }

    /// Forgets what was learned from messages, and what was still to be.
    public func forgetLearned(from sources: [String], answer: String) async throws -> MemoryAction {
        try await forget(.sources(sources), answer: answer)
    }

    /// Takes back what was done.
    /// - Returns: `false` where it is too late.
    public func undo(_ action: MemoryAction, answer: String) async throws -> Bool {
        switch action.kind {
        case .nothingFound, .told, .forgettingAsked, .notCorrected, .choicesOffered: return false
        case .remembered:
            guard let source = action.source else { return false }
            _ = try await curation.forget(.sources([source]), refusing: false)
            return true
        case .corrected:
            guard let new = action.fact, let former = action.former else { return false }
            // Only where nothing else has taken its place since.
            let old = try await store.facts(history: true).first { $0.id == former }
            guard let old, old.supersededBy == new else { return false }
            var reopened = old
            (reopened.validUntil, reopened.supersededBy) = (nil, nil)
            _ = try await curation.forget(.facts([new]), refusing: false)
            var closed = old
            closed.supersededBy = nil
            try await learning.keep(FactChanges([FactEdit(closed, to: reopened)]))
            return true
        case .forgotten: return try await curation.bringBack(answer)
        }
    }

    // MARK: What is done

    private func remember(_ text: String, from message: Utterance) async throws -> MemoryAction? {
        guard let fact = Self.fact(text, from: message) else { return nil }
        let changes = try await FactLearning(store: store).changes(confirming: fact)
        guard try await learning.keep(changes, toldIn: message.id) else { return nil }
        let changed = Set(changes.facts.map(\.id))
        let known = try await store.facts(history: false)
        // Where nothing has changed, it was known before.
        let same = known.first { changed.contains($0.id) } ?? known.first { FactComparison.isRepetition(fact, of: $0) }
        guard let kept = same else { return nil }
        let former = changes.facts.first { $0.supersededBy == fact.id }
        var action = MemoryAction(former == nil ? .remembered : .corrected, fact: kept.id, former: former?.id)
        action.source = message.id
        return action
    }

    private func correct(
        to text: String, topic: String?, from message: Utterance, after before: Utterance?, used: Set<String>
    ) async throws -> MemoryAction? {
        guard let new = Self.fact(text, from: message) else { return nil }
        let known = try await store.facts(history: false)
        // "That is wrong" without more points at what was just said to be remembered.
        let justSaid = topic == nil ? known.first { $0.id == before.map { Self.identifier(of: $0.id) } } : nil
        guard let old = Self.meant(by: new, topic: topic, among: known, used: used) ?? justSaid else {
            return Self.saysSomethingOfUser(new) ? MemoryAction(.notCorrected) : nil
        }
        return try await put(new, inPlaceOf: old, from: message)
    }

    /// Corrects only what was just said, or told to the model: it may be said of anything else.
    private func contradict(
        _ text: String, from message: Utterance, after before: Utterance?, used: Set<String>
    ) async throws -> MemoryAction? {
        guard let new = Self.fact(text, from: message) else { return nil }
        let known = try await store.facts(history: false).filter { fact in
            Self.isUsed(fact, in: used) || fact.evidence.contains { $0.utterance == before?.id }
        }
        // One word is not enough: much that is said of a daughter has "my daughter".
        guard let old = Self.meant(by: new, topic: nil, among: known, used: used, sharing: 2) else { return nil }
        return try await put(new, inPlaceOf: old, from: message)
    }

    private func put(_ fact: Fact, inPlaceOf former: Fact, from message: Utterance) async throws -> MemoryAction? {
        var (new, old) = (fact, former)
        // It is about what the old one was about, whatever its words look like.
        new.kind = old.kind == .events ? new.kind : old.kind
        if new.subject == "user", NamedOne(new.statement) == nil { new.subject = old.subject }
        (old.validUntil, old.supersededBy) = (new.validFrom, new.id)
        var changes = FactChanges([FactEdit(former, to: old)])
        changes.facts.append(new)
        guard try await learning.keep(changes, toldIn: message.id) else { return nil }
        return MemoryAction(.corrected, fact: new.id, former: old.id)
    }

    private func forget(_ forgotten: Forgotten, answer: String) async throws -> MemoryAction {
        let counts = try await curation.forget(forgotten, holdingAs: answer).counts
        var action = MemoryAction(.forgotten, count: counts.facts + counts.waiting)
        action.undoUntil = now().timeIntervalSinceReferenceDate + Double(FactCuration.undoTime.components.seconds)
        return action
    }

    // MARK: What is meant

    private func all() async throws -> [Fact] {
        try await store.facts(history: true) + store.queuedFacts()
    }

    /// Facts that have all the words of a topic that carry meaning.
    private func facts(about topic: String) async throws -> [Fact] {
        let words = Self.stems(topic)
        guard !words.isEmpty else { return [] }
        return try await all().filter { fact in
            words.isSubset(
                of: Self.stems(([fact.statement, fact.subject] + fact.evidence.map(\.quote)).joined(separator: " ")))
        }
    }

    /// The fact that a correction is about: it has the topic's words, or contradicts the new one, or shares most of its
    /// words.
    /// - Parameter fewest: how many words it shares at least, unless it shares all.
    private static func meant(
        by new: Fact, topic: String?, among known: [Fact], used: Set<String>, sharing fewest: Int = 1
    ) -> Fact? {
        let (words, topic) = (stems(new.statement), topic.map(stems) ?? [])
        let scored = known.compactMap { fact -> (Fact, Double)? in
            let own = stems(fact.statement)
            let shared = Double(own.intersection(words).count) / Double(max(1, min(own.count, words.count)))
            let isNamed = !topic.isEmpty && topic.isSubset(of: own)
            let isLike = shared >= 0.5 && (shared == 1 || sharedWords(new.statement, own) >= fewest)
            guard isNamed || isLike || FactComparison.contradicts(new, fact) else { return nil }
            guard topic.isEmpty || isNamed else { return nil }
            return (fact, shared + (isNamed ? 1 : 0) + (isUsed(fact, in: used) ? 0.25 : 0))
        }
        return scored.max { $0.1 < $1.1 }?.0
    }

    private static func isUsed(_ fact: Fact, in used: Set<String>) -> Bool {
        used.contains(fact.id) || fact.evidence.contains { used.contains($0.utterance) }
    }

    /// How many words of a text that carry meaning have a stem among others.
    private static func sharedWords(_ text: String, _ other: Set<String>) -> Int {
        Set(FoldedWords.all(in: text)).count { !stems($0).isDisjoint(with: other) }
    }

    /// Stems in both languages: a topic is too short to tell which one it is in.
    static func stems(_ text: String) -> Set<String> {
        let words = FoldedWords.all(in: text)
        let isKept = { (word: String) in
            !MemoryLanguage.allCases.contains { $0.functionWords.contains(word) }
        }
        return Set(MemoryLanguage.allCases.flatMap { $0.stems(of: words.filter(isKept)) })
    }

    /// Whether a correction is of the user, and not of what a model said about the world.
    private static func saysSomethingOfUser(_ fact: Fact) -> Bool {
        ClauseVerdicts(MessageReading(fact.statement)).all.contains { verdict in
            verdict.refusal == nil && [.writer, .writers, .own, .ownPerson].contains(verdict.read.subject)
        }
    }

    /// The fact that the user told it to remember in a message.
    static func identifier(of message: String) -> Fact.ID { "\(message)-said" }

    /// A fact in the user's own words, which stand in the message.
    /// - Returns: `nil` for words that do not.
    static func fact(_ text: String, from message: Utterance) -> Fact? {
        let quote = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard message.speaker == .user, !message.isPrivate, !quote.isEmpty, quote.count <= 1_000,
            FactEvidence.stands(quote, in: message.text), FactWorth.saysSomething(quote)
        else { return nil }
        let evidence = FactEvidence(
            utterance: message.id, session: message.session, quote: quote, date: message.date)
        let said = Utterance(
            id: message.id, session: message.session, speaker: .user, text: quote, date: message.date)
        let found = MessageFacts(said, after: []).extraction
        let like = (found.stored + found.queued).first
        let clause = ClauseVerdicts(MessageReading(quote)).all.first { $0.refusal?.isFinal != true }
        let named = NamedOne(quote)
        // Who goes by a name is found by it; one that looks like any other word leaves what they are to the user.
        let subject = named.map { $0.name.first?.isUppercase == true ? "user" : $0.relation } ?? like?.subject
        let kind = named == nil ? like?.kind : .people
        var fact = Fact(
            id: identifier(of: message.id), statement: Markup.plain(quote), subject: subject ?? "user",
            kind: kind ?? .events, isNegative: clause?.read.isNegative ?? false, time: nil,
            confidence: 1, validFrom: message.date, validUntil: nil, supersededBy: nil, evidence: [evidence])
        fact.slot = like?.slot
        if let named { fact.slot?.value = named.name }
        return fact
    }
}
