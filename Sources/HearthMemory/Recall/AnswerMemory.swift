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
        let all = try await facts.facts(history: true)
        // What is hidden is told to nobody, nor is what may be over by now.
        let untold = Set(all.filter { $0.isHidden || $0.mayHaveEnded(by: now, in: .current) }.map(\.id))
        let tellable = all.filter { !untold.contains($0.id) }
        let topical = kinds.contains(.fact) ? FactTopics(question).facts(among: tellable).map(Self.passage) : []
        var found: [Passage] = []
        if !reading.stems.isEmpty || !reading.cues.isEmpty {
            found = try await recall.search(sought, limit: 40).filter {
                $0.isRelated && kinds.contains($0.passage.kind) && $0.passage.speaker == Utterance.Speaker.user.rawValue
                    && !($0.passage.kind == .fact && untold.contains($0.passage.source))
                    && Self.helps($0, with: reading)
            }.map(\.passage)
        }
        return choose(topical + found, all, known: known, budget)
    }

    private static func passage(of fact: Fact) -> Passage {
        Passage(
            number: 0, kind: .fact, source: fact.id, part: 0, thread: fact.evidence.first?.session ?? "",
            speaker: Utterance.Speaker.user.rawValue, date: fact.validFrom, text: fact.statement)
    }

    /// The words of the user that say a fact, which small models understand better than a line. A quotation without
    /// the name of the person it is about is told by its line.
    private static func told(_ fact: Fact) -> String {
        // What the user wrote on the page You counts more than what they had said.
        guard fact.slot != nil, !fact.evidence.contains(where: \.isOwn), let said = fact.evidence.last else {
            return fact.statement
        }
        let quote = said.plainQuote
        let isNamed = fact.subject == "user" || FactPerson.names(fact.subject, in: quote)
        return isNamed && fact.statement != quote ? quote : fact.statement
    }

    /// Facts before the messages that they stand in, as far as the budget goes.
    private func choose(_ found: [Passage], _ all: [Fact], known: Set<String>, _ budget: Budget) -> [Passage] {
        let factual = Set(found.filter { $0.kind == .fact }.map(\.source)).union(known)
        let evidence = all.filter { $0.isCurrent && factual.contains($0.id) }.flatMap(\.evidence)
        let outdated = OutdatedWords(all)
        let facts = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var taken = known.union(evidence.map(\.utterance))
        var (chosen, left): ([Passage], Int) = ([], budget.letters)
        for passage in found where taken.insert(passage.source).inserted {
            let words = passage.kind == .fact ? facts[passage.source].map(Self.told) : nil
            guard let valid = outdated.without(words.map(passage.saying) ?? passage).flatMap(Self.own) else {
                continue
            }
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

    /// The passage without what its writer has not said in their own name; `nil` where little else is in it, and for
    /// games, orders to a model, numbers of cards and passwords, and what is not to be remembered.
    ///
    /// A later piece of a long message is left out whole: what announced a paste stands in the first one.
    private static func own(_ passage: Passage) -> Passage? {
        guard passage.kind != .fact else { return passage }
        if passage.kind == .message, passage.part > 0 { return nil }
        let reading = MessageReading(passage.text)
        let frame = reading.frame
        guard !frame.isRolePlay, !frame.instructs, !frame.isOffRecord, frame.fictionFrom == nil,
            !PersonalNumbers.isIn(passage.text)
        else { return nil }
        guard reading.own.hasForeign else { return passage }
        let text = reading.own.runs.map(reading.text).joined(separator: " … ")
        return FoldedWords.all(in: text).count >= fewestWords ? passage.saying(text) : nil
    }

    /// Fewer words beside somebody else's are only what leads up to them.
    private static let fewestWords = 5

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
