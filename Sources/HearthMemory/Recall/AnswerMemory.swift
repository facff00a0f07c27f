// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Finds what a model is to be told for an answer: facts, entries and what the user said, never what a model said.
public struct AnswerMemory: Sendable {
    /// How much a model is told.
    public struct Budget: Sendable {
        public var passages: Int
        public var letters: Int

        public init(passages: Int, letters: Int) { (self.passages, self.letters) = (passages, letters) }

        /// At the beginning of a conversation, or beside one question of it. A tiny model loses itself in more.
        public init(isFirst: Bool, isTiny: Bool) {
            switch (isFirst, isTiny) {
            case (true, false): self.init(passages: 8, letters: 1_600)
            case (false, false): self.init(passages: 3, letters: 700)
            case (true, true): self.init(passages: 4, letters: 500)
            case (false, true): self.init(passages: 2, letters: 250)
            }
        }
    }

    /// Letters of one passage in a prompt.
    private static let longest = 280

    private let recall: Recall
    private let facts: any FactStore

    public init(recall: Recall, facts: any FactStore) { (self.recall, self.facts) = (recall, facts) }

    /// The passages that help with a question, the best first, each cut to what is told of it.
    ///
    /// - Parameters:
    ///   - threads: conversations that the model is told anyway.
    ///   - known: sources that it is told already.
    ///   - kinds: what may be told.
    /// - Throws: what the store throws, and `CancellationError`.
    public func passages(
        for question: String, now: Date, besides threads: Set<String>, known: Set<String>,
        kinds: Set<Passage.Kind> = Set(Passage.Kind.allCases), _ budget: Budget
    ) async throws -> [Passage] {
        var sought = MemoryQuestion(question, now: now, asker: Utterance.Speaker.user.rawValue)
        sought.excludedThreads = threads
        let reading = QuestionReading(sought, speakers: [])
        guard !reading.stems.isEmpty || !reading.cues.isEmpty else { return [] }
        let found = try await recall.search(sought, limit: 40).filter {
            $0.isRelated && kinds.contains($0.passage.kind) && $0.passage.speaker == Utterance.Speaker.user.rawValue
                && Self.helps($0, with: reading)
        }
        return try await choose(found.map(\.passage), known: known, budget)
    }

    /// Facts before the messages that they stand in, as far as the budget goes.
    private func choose(_ found: [Passage], known: Set<String>, _ budget: Budget) async throws -> [Passage] {
        let factual = Set(found.filter { $0.kind == .fact }.map(\.source)).union(known)
        let all = try await facts.facts(history: true)
        let evidence = all.filter { $0.isCurrent && factual.contains($0.id) }.flatMap(\.evidence)
        let outdated = OutdatedWords(all)
        var taken = known.union(evidence.map(\.utterance))
        var (chosen, left): ([Passage], Int) = ([], budget.letters)
        for passage in found where taken.insert(passage.source).inserted {
            guard let valid = outdated.without(passage) else { continue }
            let told = valid.cut(to: Self.longest)
            // A person is a fact of their own, and says nothing beside one about them.
            guard told.text.count <= left, chosen.count < budget.passages,
                !chosen.contains(where: { $0.text.contains(told.text) })
            else { continue }
            left -= told.text.count
            chosen.append(told)
        }
        return chosen
    }

    /// Whether a passage has enough to do with a question to stand under its answer. A short question that names a time
    /// takes what was said then.
    private static func helps(_ found: Recollection, with reading: QuestionReading) -> Bool {
        let (passage, signs) = (found.passage, found.signs)
        // What the user once asked tells nothing about them.
        let isQuestion = passage.text.hasSuffix("?") && !passage.text.dropLast().contains { ".!?\n".contains($0) }
        guard passage.kind == .fact || !isQuestion else { return false }
        if signs.isOfTime, reading.stems.count < 3 { return true }
        return signs.fit >= (passage.kind == .fact ? RecallSigns.leastFitOfFact : RecallSigns.leastFit)
    }

    /// How passages stand in a prompt. The line above them is the one that the small model was taught.
    /// - Parameter zone: where it is the user's day.
    public static func block(
        of passages: [(text: String, date: Date, isFact: Bool)], language: String, in zone: TimeZone = .current
    ) -> String {
        let isFrench = MemoryLanguage(code: language) == .french
        let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
        let lines = passages.map { passage in
            let text = passage.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return passage.isFact ? "- \(text)" : "- \(text) (\(passage.date.formatted(style)))"
        }
        let title = isFrench ? "Ce que tu sais de l'utilisateur :" : "What you know about the user:"
        return ([title] + lines).joined(separator: "\n")
    }
}

extension Passage {
    /// The same with no more than so many letters, cut behind a word.
    fileprivate func cut(to length: Int) -> Passage {
        guard text.count > length else { return self }
        let head = text.prefix(length)
        let end = head.lastIndex(where: \.isWhitespace) ?? head.endIndex
        return saying(head[..<end] + "…")
    }
}
