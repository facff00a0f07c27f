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
    /// The name of the embedding model; `nil` searches by keywords and time.
    private(set) var model: String?

    private var table = PassageTable()
    private var vectors = VectorTable()
    private var mark = PassageMark()

    public init(_ index: any PassageIndex, embedding: (any Embedding)? = nil, model: String? = nil) {
        self.index = index
        self.embedding = embedding
        self.model = embedding == nil ? nil : model
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
        if mark == PassageMark() { _ = try await lookUp(question) }
        let vector = await self.vector(of: question.text)
        try Task.checkCancellation()
        let (reading, found) = try await lookUp(question)
        var hidden = Set(found.hiddenThreads.compactMap(table.threadNames.find))
        hidden.formUnion(question.excludedThreads.compactMap(table.threadNames.find))
        let (scores, signs) = scores(reading, found, vector: vector)
        return (scores, signs, hidden)
    }

    /// The vector of a question, half of it without the names of speakers: what somebody said does not have their name
    /// in it.
    private func vector(of text: String) async -> [Float]? {
        guard let embedding, let model else { return nil }
        let bare = FoldedWords.without(table.speakerNames.names, in: text)
        let texts = bare == text || bare.isEmpty ? [text] : [text, bare]
        // A question that is too long, or a model that is not there any more: keywords answer alone.
        guard let vectors = try? await embedding.embed(texts, with: model).vectors, let first = vectors.first else {
            return nil
        }
        guard let second = vectors.dropFirst().first, second.count == first.count else { return first }
        return zip(first, second).map { ($0 + $1) / 2 }
    }

    /// Reads the question and gets what the search needs, as of one moment.
    private func lookUp(_ question: MemoryQuestion) async throws -> (QuestionReading, Found) {
        while true {
            let since = mark
            let reading = QuestionReading(question, speakers: table.speakerNames.names)
            let stems = reading.sought
            let lookup = try await index.lookUp(stems, since: since, model: model)
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

    /// Takes another embedding model, as one that was installed since; `nil` searches by keywords and time.
    public func use(_ model: String?) {
        let model = embedding == nil ? nil : model
        guard model != self.model else { return }
        self.model = model
        reset()
    }

    /// How many passages there are, and how many have each stem.
    func holders(of stems: [String]) async throws -> (count: Int, holders: [Int]) {
        let lookup = try await index.lookUp(stems, since: mark, model: nil)
        return (table.count + lookup.added.count, lookup.holders.map(\.count))
    }

    /// Forgets what it knows of the index, which has been replaced by another.
    public func reset() {
        (table, vectors, mark) = (PassageTable(), VectorTable(), PassageMark())
    }

    private func update(_ lookup: PassageLookup) async throws {
        guard lookup.mark != mark else { return }
        let isRemoved = lookup.mark.removals != mark.removals
        mark = lookup.mark
        table.append(lookup.added)
        vectors.grow(to: table.count)
        for vector in lookup.vectors {
            if let row = table.row(of: vector.passage) { vectors.set(vector, row: row) }
        }
        if isRemoved { vectors.keep(table.keep(lookup.remaining ?? [])) }
    }

    private func scores(
        _ reading: QuestionReading, _ found: Found, vector: [Float]?
    ) -> (scores: [Float], signs: (Int) -> RecallSigns) {
        var keywords = KeywordScores(table)
        keywords.score(found.holders, related: found.related)
        let vector = vectors.isEmpty ? nil : vector
        let cosines = vector.map { vectors.products(with: vectors.centred($0)) }
        let spans = spans(reading, found)
        let fusion = Fusion(table: table, reading: reading, spans: spans)
        let times = spans.map { TimeCloseness($0) }
        let trust = trust(in: reading)
        let signs = { [table, vectors] (row: Int) in
            RecallSigns(
                words: keywords.share[row], isInRun: keywords.run[Int(table.runs[row])] > 0,
                cosine: vector.flatMap { vectors.product(with: $0, row: row) }, isTrusted: trust == 1,
                isOfTime: times.contains { $0.closeness(of: table.dates[row]) > 0.5 })
        }
        return (fusion.scores(keywords, cosines: cosines, trust: trust), signs)
    }

    /// Most small embedding models have learned English alone, and say so little of others that keywords should decide.
    private func trust(in reading: QuestionReading) -> Float {
        let manyLanguages = ["multilingual", "bge-m3", "labse", "arctic-embed-l-v2", "multi-lingual"]
        let name = model?.lowercased() ?? ""
        let isKnown = reading.language != .french || manyLanguages.contains(where: name.contains)
        return isKnown ? 1 : FusionWeights.foreign
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
