// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import HearthStore

/// How much of what answers questions is among what the memory finds: the mean of |found ∩ evidence| / |evidence|.
///
/// Each conversation gets a memory of its own, in which its questions are asked as of its last turn, by the code of the
/// product.
struct RecallMeasure {
    private let found: (embedding: any Embedding, models: RecallModels)?
    /// After so many turns the share is taken, and for sessions after ten.
    let limits: [Int]

    private(set) var questions = 0
    private var turnShares: [Int: Double] = [:]
    private var sessionShare = 0.0
    /// Spent on the questions alone.
    private(set) var searchSeconds = 0.0

    static let sessionLimit = 10

    /// - Parameter found: the embedding models; `nil` measures keywords and times alone.
    init(_ found: (embedding: any Embedding, models: RecallModels)?, limits: [Int]) {
        (self.found, self.limits) = (found, limits)
    }

    func recall(at limit: Int) -> Double { (turnShares[limit] ?? 0) / Double(max(1, questions)) }

    var sessionRecall: Double { sessionShare / Double(max(1, questions)) }

    /// Asks all questions of a conversation.
    mutating func add(_ conversation: LabelledConversation) async throws {
        let store = try Store()
        let recall = Recall(store, using: found)
        try await Self.say(conversation.turns, to: store)
        try await store.add(conversation.turns.flatMap(Self.passages))
        try await recall.embedPending()
        let now = conversation.turns.map(\.date).max() ?? .distantPast
        for asked in conversation.questions {
            let question = MemoryQuestion(asked.text, now: now, calendar: LabelledConversation.utc)
            let begun = ContinuousClock.now
            let found = try await recall.search(question, limit: limits.max() ?? 0)
            let threads = try await recall.threads(question, limit: Self.sessionLimit)
            searchSeconds += (ContinuousClock.now - begun) / .seconds(1)
            count(found.map(\.passage.source), threads, asked.evidence)
        }
    }

    /// Passages are made of messages that are there, and of nothing else.
    private static func say(_ turns: [LabelledConversation.Turn], to store: Store) async throws {
        for (session, said) in Dictionary(grouping: turns, by: \.session) {
            let messages = said.map {
                Message(id: $0.id, session: session, parent: nil, role: .user, content: $0.text, createdAt: $0.date)
            }
            try await store.save(messages, in: Session(id: session, createdAt: said[0].date))
        }
    }

    private static func passages(of turn: LabelledConversation.Turn) -> [PassageDraft] {
        PassageDraft.cut(
            kind: .message, source: turn.id, thread: turn.session, speaker: turn.speaker, date: turn.date,
            text: turn.text)
    }

    private mutating func count(_ found: [String], _ threads: [String], _ evidence: Set<String>) {
        var seen: Set<String> = []
        let turns = found.filter { seen.insert($0).inserted }
        for limit in limits {
            turnShares[limit, default: 0] += Self.share(of: evidence, in: turns.prefix(limit))
        }
        sessionShare += Self.share(of: Set(evidence.map { String($0.prefix { $0 != ":" }) }), in: threads[...])
        questions += 1
    }

    static func share(of evidence: Set<String>, in found: ArraySlice<String>) -> Double {
        Double(evidence.intersection(found).count) / Double(evidence.count)
    }
}
