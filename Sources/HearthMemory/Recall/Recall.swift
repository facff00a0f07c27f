// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthModels

/// What was said and written, to be found again: by keywords, by meaning where there is an embedding model, and by
/// time.
///
/// It keeps the columns that a search reads in memory, about 0.5 kB a passage, and brings them up to date at each
/// search.
public actor Recall {
    private let queue = ReadingQueue("hearth.memory.recall", .userInitiated)
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    let index: any PassageIndex
    let embedding: (any Embedding)?
    /// The embedding models; none searches by keywords and time.
    private(set) var models: RecallModels

    private var table = PassageTable()
    /// One for each of the models' spaces.
    private var vectors: [VectorTable]
    private var mark = PassageMark()

    public init(
        _ index: any PassageIndex, embedding: (any Embedding)? = nil, models: RecallModels = RecallModels(installed: [])
    ) {
        self.index = index
        self.embedding = embedding
        self.models = embedding == nil ? RecallModels(installed: []) : models
        vectors = self.models.spaces.map { _ in VectorTable() }
    }

    /// The passages that fit a question best, the best first, each text once; among the last there may be some that
    /// are not related.
    ///
    /// A model that cannot be used now leaves keywords and time.
    /// - Throws: what the index throws, and `CancellationError`.
    public func search(_ question: MemoryQuestion, limit: Int) async throws -> [Recollection] {
        guard limit > 0 else { return [] }
        let (scores, signs, hidden) = try await rank(question)
        // Some may be gone by now, and some say the same.
        let best = BestRows(scores, limit: limit + min(limit, 20)) { [table] in !hidden.contains(table.threads[$0]) }
        let numbers = best.rows.map { table.numbers[$0] }
        let seen = best.rows.map(signs)
        let passages = try await index.passages(numbers)
        let byNumber = Dictionary(passages.map { ($0.number, $0) }) { first, _ in first }
        let ranked = best.rows.indices.compactMap { place in
            byNumber[numbers[place]].map {
                Recollection(passage: $0, score: scores[best.rows[place]], signs: seen[place])
            }
        }
        return Array(Recollection.distinct(ranked).prefix(limit))
    }

    /// The conversations and journals that fit a question best, by their best passage, the best first.
    ///
    /// Among more passages the best one is better by chance: what has more words counts less.
    /// - Throws: as `search` does.
    public func threads(_ question: MemoryQuestion, limit: Int) async throws -> [String] {
        let (scores, _, hidden) = try await rank(question)
        var found: [Int32: (best: Float, stems: Float)] = [:]
        for (row, thread) in table.threads.enumerated() where !hidden.contains(thread) {
            let known = found[thread] ?? (scores[row], 1)
            found[thread] = (max(known.best, scores[row]), known.stems + table.stemCounts[row])
        }
        let fits = found.mapValues { $0.best - FusionWeights.lengthOfThread * log($0.stems) }
        let order = fits.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        return order.prefix(limit).map { table.threadNames.names[Int($0.key)] }
    }

    /// A score for each row, what it has to do with the question, and the threads of which nothing is wanted.
    private func rank(
        _ question: MemoryQuestion
    ) async throws -> (scores: [Float], signs: (Int) -> RecallSigns, hidden: Set<Int32>) {
        // With several models, those whose vectors there are are asked.
        if mark == PassageMark() || models.spaces.count > 1 { _ = try await lookUp(question) }
        let asked = await self.vectors(of: question.text)
        try Task.checkCancellation()
        let (reading, found) = try await lookUp(question)
        var hidden = Set(found.hiddenThreads.compactMap(table.threadNames.find))
        hidden.formUnion(question.excludedThreads.compactMap(table.threadNames.find))
        let (scores, signs) = scores(reading, found, asked: asked)
        return (scores, signs, hidden)
    }

    /// A question as vectors of each model. They are half of it without the names of speakers: what somebody said does
    /// not have their name in it.
    private func vectors(of text: String) async -> AskedVectors {
        let models = models
        guard let embedding else { return AskedVectors(models: models, vectors: []) }
        let bare = FoldedWords.without(table.speakerNames.names, in: text)
        let texts = bare == text || bare.isEmpty ? [text] : [text, bare]
        let isWanted = vectors.map { models.spaces.count == 1 || !$0.isEmpty }
        var asked: [[Float]?] = []
        for (space, isWanted) in zip(models.spaces, isWanted) {
            asked.append(isWanted ? await Self.mean(of: texts, as: space.model, embedding) : nil)
        }
        return AskedVectors(models: models, vectors: asked)
    }

    /// The mean of the vectors of one text or two. A question that is too long, or a model that is not there any more,
    /// has none: keywords answer alone.
    private static func mean(of texts: [String], as model: String, _ embedding: any Embedding) async -> [Float]? {
        guard let vectors = try? await embedding.embed(texts, as: .query, with: model).vectors,
            let first = vectors.first
        else { return nil }
        guard let second = vectors.dropFirst().first, second.count == first.count else { return first }
        return zip(first, second).map { ($0 + $1) / 2 }
    }

    /// Reads the question and gets what the search needs, as of one moment.
    private func lookUp(_ question: MemoryQuestion) async throws -> (QuestionReading, Found) {
        while true {
            let since = mark
            let reading = QuestionReading(question, speakers: table.speakerNames.names)
            let stems = reading.sought
            let lookup = try await index.lookUp(stems, since: since, models: models.keys)
            // Another search may have brought the table up to date meanwhile, or this one has found new speakers.
            guard since == mark else { continue }
            if lookup.mark.isBehind(mark) {
                reset()
                continue
            }
            let speakers = table.speakerNames.names.count
            try await update(lookup)
            guard speakers == table.speakerNames.names.count else { continue }
            return (reading, Found(lookup, stems: stems, reading, table))
        }
    }

    /// Takes other embedding models, as when one was installed since; none searches by keywords and time.
    public func use(_ models: RecallModels) {
        guard embedding != nil, models != self.models else { return }
        self.models = models
        reset()
    }

    /// How many passages there are, and how many have each stem.
    func holders(of stems: [String]) async throws -> (count: Int, holders: [Int]) {
        let lookup = try await index.lookUp(stems, since: mark, models: [])
        return (table.count + lookup.added.count, lookup.holders.map(\.count))
    }

    /// Forgets what it knows of the index, which has been replaced by another.
    public func reset() {
        (table, vectors, mark) = (PassageTable(), models.spaces.map { _ in VectorTable() }, PassageMark())
    }

    private func update(_ lookup: PassageLookup) async throws {
        guard lookup.mark != mark else { return }
        let isRemoved = lookup.mark.removals != mark.removals
        mark = lookup.mark
        table.append(lookup.added)
        for (space, found) in zip(vectors.indices, lookup.vectors) {
            vectors[space].grow(to: table.count)
            for vector in found {
                if let row = table.row(of: vector.passage) { vectors[space].set(vector, row: row) }
            }
        }
        guard isRemoved else { return }
        let rows = table.keep(lookup.remaining ?? [])
        for space in vectors.indices { vectors[space].keep(rows) }
    }

    private func scores(
        _ reading: QuestionReading, _ found: Found, asked: AskedVectors
    ) -> (scores: [Float], signs: (Int) -> RecallSigns) {
        var keywords = KeywordScores(table)
        keywords.score(found.holders, related: found.related)
        // Models may have been exchanged while the question was embedded.
        let closeness = zip(models == asked.models ? asked.vectors : [], zip(models.spaces, vectors)).compactMap {
            vector, space in
            vector.flatMap { Closeness(to: $0, in: space.1, of: space.0, trust: trust(in: space.0, reading)) }
        }
        let spans = spans(reading, found)
        let fusion = Fusion(table: table, reading: reading, spans: spans)
        let times = spans.map { TimeCloseness($0) }
        let signs = { [table] (row: Int) in
            let close = closeness.first { $0.cosine(of: row) != nil }
            return RecallSigns(
                words: keywords.share[row], isInRun: keywords.run[Int(table.runs[row])] > 0,
                cosine: close?.cosine(of: row), isTrusted: close?.trust == 1,
                isOfTime: times.contains { $0.closeness(of: table.dates[row]) > 0.5 })
        }
        return (fusion.scores(keywords, cosines: closeness.isEmpty ? nil : Closeness.all(closeness)), signs)
    }

    /// A model says so little of a language that it has not learned that keywords should decide.
    private func trust(in space: RecallModels.Space, _ reading: QuestionReading) -> Float {
        space.traits.hasLearned(reading.language) ? 1 : FusionWeights.foreign
    }

    /// The dates that a question names, those of events by the passage that speaks of them most clearly.
    private func spans(_ reading: QuestionReading, _ found: Found) -> [Range<Date>] {
        let dates = reading.cues.compactMap { cue -> Range<Date>? in
            if case .dates(let span) = cue { span } else { nil }
        }
        return dates
            + reading.events.compactMap { event in
                var keywords = KeywordScores(table)
                keywords.score(event.stems.compactMap { found.byStem[$0] })
                guard let row = keywords.own.indices.max(by: { keywords.own[$0] < keywords.own[$1] }),
                    keywords.own[row] > 0.5
                else { return nil }
                let date = Date(timeIntervalSinceReferenceDate: table.dates[row])
                return event.side == .before ? .distantPast..<date : date..<(.distantFuture)
            }
    }
}

/// A question as a vector of each model; `nil` where there is none.
private struct AskedVectors {
    let models: RecallModels
    let vectors: [[Float]?]
}

/// The rows that have the words of a question.
private struct Found {
    /// For each stem of the question, the rows that have a word of its family.
    let holders: [[Int]]
    /// For each stem, the rows that have another word on its topic and not itself.
    let related: [[Int]]
    let byStem: [String: [Int]]
    let hiddenThreads: Set<String>

    init(_ lookup: PassageLookup, stems: [String], _ reading: QuestionReading, _ table: PassageTable) {
        let rows = lookup.holders.map { $0.compactMap(table.row) }
        let byStem = Dictionary(zip(stems, rows)) { first, _ in first }
        let any = { (stems: Set<String>) in stems.reduce(into: Set<Int>()) { $0.formUnion(byStem[$1] ?? []) } }
        holders = zip(rows, reading.families).map { own, family in
            family.isEmpty ? own : any(family).union(own).sorted()
        }
        related = zip(holders, reading.related).map { own, related in
            related.isEmpty ? [] : any(related).subtracting(own).sorted()
        }
        self.byStem = byStem
        hiddenThreads = lookup.hiddenThreads
    }
}
