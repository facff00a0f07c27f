// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the entries that may answer a question, and says whether they can.
struct JournalSearch {
    let question: MemoryQuestion
    let language: MemoryLanguage
    /// The question's subject as stems, without words that every question has.
    private let stems: [String]
    private let namesTime: Bool

    init(_ text: String, now: Date, calendar: Calendar) {
        question = MemoryQuestion(text, now: now, calendar: calendar, asker: Utterance.Speaker.user.rawValue)
        let reading = QuestionReading(question, speakers: [])
        language = reading.language ?? .english
        stems = reading.stems.filter { !Self.ofQuestions.contains($0) }
        namesTime = reading.cues.contains { if case .dates = $0 { true } else { false } }
    }

    struct Found {
        var sources: [JournalSource] = []
        /// Whether what the question is about is in them.
        var isEnough = false
    }

    /// Words that ask, and say little about what for.
    private static let ofQuestions: Set<String> = [
        "think", "thought", "feel", "write", "say", "tell", "know", "happen", "want", "go", "get", "see", "last",
        "first", "time", "day", "often", "like", "name", "call", "nom", "prenom", "appel", "penser", "pens", "dire",
        "ecrir", "savoir", "vouloir", "voir",
        "aller", "passer", "pass", "derni", "premi", "fois", "jour",
    ]

    /// How much of what is asked for the best entry must have: rare words count more.
    private static let leastShare = 0.5

    func find(in journal: Journal, limit: Int) async throws -> Found {
        let all = try await journal.recall.search(question, limit: 60).filter { $0.passage.kind == .entry }
        let weights = try await journal.recall.rarity(of: stems)
        var (found, covered): ([(source: JournalSource, share: Double)], Set<Int>) = ([], [])
        for passage in all.filter(\.isRelated).map(\.passage) where found.count < limit {
            guard !found.contains(where: { $0.source.entry.id == passage.source }),
                let source = try await source(passage, in: journal, weights)
            else { continue }
            let (share, has) = share(of: passage.text, weights)
            if found.count < 3 { covered.formUnion(has) }
            found.append((source, share))
        }
        let best = found.map(\.share).max() ?? 0
        let isAbout = best >= Self.leastShare || (best >= 0.34 && total(covered, weights) >= 0.7)
        guard !found.isEmpty, stems.isEmpty ? namesTime : isAbout else {
            let nearest = try await all.first.asyncMap { try await source($0.passage, in: journal, weights) }
            return Found(sources: [found.first?.source ?? nearest].compactMap { $0 })
        }
        return Found(
            sources: found.filter { stems.isEmpty || $0.share >= best * 0.4 }.map(\.source), isEnough: true)
    }

    private func source(_ passage: Passage, in journal: Journal, _ weights: [Double]) async throws -> JournalSource? {
        guard let entry = try await journal.store.entry(passage.source) else { return nil }
        let (title, body) = entry.titled
        return JournalSource(entry: entry, quote: quote(title == nil ? entry.text : body, weights))
    }

    /// The part of what is asked for that a text has, and which of the stems.
    private func share(of text: String, _ weights: [Double]) -> (share: Double, has: Set<Int>) {
        let there = Set(language.stems(of: FoldedWords.all(in: text)))
        let has = Set(stems.indices.filter { there.contains(stems[$0]) })
        return (total(has, weights), has)
    }

    private func total(_ places: Set<Int>, _ weights: [Double]) -> Double {
        let all = weights.reduce(0, +)
        return all > 0 ? places.reduce(0) { $0 + weights[$1] } / all : 0
    }

    /// The sentence that has most of what is asked for, with the next one where it is short.
    private func quote(_ text: String, _ weights: [Double]) -> String {
        let sentences = text.sentences
        guard let first = sentences.first else { return String(text.prefix(200)) }
        let shares = sentences.map { share(of: $0, weights).share }
        let place = shares.indices.max { (shares[$0], $1) < (shares[$1], $0) } ?? 0
        let best = shares.isEmpty ? first : sentences[place]
        let isShort = best.count < 60 && place + 1 < sentences.count
        return String((isShort ? "\(best) \(sentences[place + 1])" : best).prefix(400))
    }
}

extension Optional {
    fileprivate func asyncMap<Value>(_ work: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        guard let self else { return nil }
        return try await work(self)
    }
}

extension Recall {
    /// How rare each stem is among all passages: the natural logarithm of one in how many has it.
    func rarity(of stems: [String]) async throws -> [Double] {
        guard !stems.isEmpty else { return [] }
        let (count, holders) = try await holders(of: stems)
        return holders.map { log(Double(count + 1) / (Double($0) + 0.5)) }.map { max($0, 0.05) }
    }
}
