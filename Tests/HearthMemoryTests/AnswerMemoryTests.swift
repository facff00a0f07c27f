// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Testing

@testable import HearthMemory

/// What is told to a model, and above all what is not.
@Suite struct AnswerMemoryTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01
    private let index = ListIndex()

    private func told(_ question: String, day: Double = 300, embedding: (any Embedding)? = nil) async throws -> [String]
    {
        let recall = Recall(index, embedding: embedding, models: RecallModels(installed: ["meaning"]))
        try await recall.embedPending()
        let memory = AnswerMemory(recall: recall, facts: ListedFacts())
        return try await memory.passages(
            for: question, now: Self.start + day * 86_400, besides: [], known: [], .init(isFirst: true, isTiny: false)
        ).map(\.source)
    }

    private func remember(_ kind: Passage.Kind, _ texts: [(id: String, text: String, day: Double)]) async throws {
        try await Recall(index).remember(
            texts.map {
                Utterance(
                    id: $0.id, session: $0.id, speaker: .user, text: $0.text, date: Self.start + $0.day * 86_400)
            }, as: kind)
    }

    private let entries: [(id: String, text: String, day: Double)] = [
        ("boiler", "The boiler broke again and the plumber comes on Tuesday.", 10),
        ("choir", "Choir practice went well, we start with Fauré.", 40),
        ("trip", "Booked the train to Lyon for the long weekend.", 70),
        ("mum", "Mum's knee is better since the exercises.", 100),
        ("bread", "The good bread from the market was sold out.", 130),
    ]

    @Test func `a question that nothing fits is told nothing`() async throws {
        try await remember(.entry, entries)
        #expect(try await told("How does photosynthesis work in the leaves of a good plant?") == [])
        #expect(try await told("Write a polite letter to my landlord about the start of the rent increase.") == [])
        #expect(try await told("When does the plumber come about the boiler?") == ["boiler"])
    }

    @Test func `one common word in a long question is not enough, and one that is asked for alone is`() async throws {
        try await remember(.entry, entries)
        #expect(try await told("Which market strategy suits a small software company in Norway?") == [])
        #expect(try await told("And the choir?") == ["choir"])
    }

    @Test func `a time that is named brings what is of that time, and nothing else`() async throws {
        try await remember(.entry, entries)
        #expect(try await told("What did I do yesterday?", day: 41) == ["choir"])
        #expect(try await told("What did I do yesterday?", day: 300) == [])
        #expect(try await told("What did I do yesterday?", day: 300, embedding: Alike(cosine: 0.3)) == [])
    }

    @Test func `what was corrected since is left out, and the rest of its message is told`() throws {
        let date = Self.start
        var fact = Fact(
            id: "f", statement: "my dog is called Biscuit", subject: "user", kind: .people, isNegative: false,
            time: nil,
            confidence: 1, validFrom: date, validUntil: date, supersededBy: "g",
            evidence: ["m1", "m2"].map {
                FactEvidence(utterance: $0, session: "s", quote: "my dog is called Biscuit", date: date)
            })
        func passage(_ source: String, _ text: String) -> Passage {
            Passage(
                number: 1, kind: .message, source: source, part: 0, thread: "s", speaker: "user", date: date, text: text
            )
        }
        let short = passage("m1", "Remember that my dog is called Biscuit.")
        let long = passage("m2", "We walk along the canal with the whole family, and my dog is called Biscuit.")
        #expect(OutdatedWords([fact]).without(short) == nil)
        #expect(OutdatedWords([fact]).without(long)?.text == "We walk along the canal with the whole family, and ….")
        let other = passage("m3", "Remember that my dog is called Biscuit.")
        #expect(OutdatedWords([fact]).without(other)?.text == other.text)
        (fact.validUntil, fact.supersededBy) = (nil, nil)
        #expect(OutdatedWords([fact]).without(short)?.text == short.text)
    }

    @Test func `what is close in meaning is told without a word in common`() async throws {
        try await remember(.entry, entries)
        #expect(try await told("Anything else?", embedding: Alike(cosine: 0.3)) == [])
        #expect(try await !told("Is heating fixed?", embedding: Alike(cosine: 0.8)).isEmpty)
    }
}

/// Any question is as close to any passage as it says.
private struct Alike: Embedding {
    let cosine: Float

    func embeddingModels() -> [String] { ["meaning"] }

    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings {
        let vectors = texts.map { text in
            text.hasSuffix("?") ? [cosine, (1 - cosine * cosine).squareRoot()] : [1, 0]
        }
        return Embeddings(vectors: vectors, tokens: 0)
    }
}
