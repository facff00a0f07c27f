// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import Synchronization
import Testing

@testable import HearthMemory

private func question(_ text: String) -> MemoryQuestion {
    MemoryQuestion(text, now: Date(timeIntervalSince1970: 1_790_000_000))
}

private func utterance(_ id: String, _ text: String, in session: String) -> Utterance {
    Utterance(
        id: id, session: session, speaker: .user, text: text, date: Date(timeIntervalSince1970: 1_767_225_600))
}

/// The choice of embedding models, and a memory that uses one for each language.
@Suite struct RecallModelsTests {
    private static let minilm = "sentence-transformers/all-MiniLM-L6-v2"
    private static let e5 = "intfloat/multilingual-e5-small"

    @Test(arguments: [
        ([], []), ([minilm], [minilm]), ([e5], [e5]), (["a/unknown"], ["a/unknown"]),
        // A model that was measured comes before one that was not.
        (["a/unknown", minilm], [minilm]),
        // One that has learned a language comes before one that has not, in that language.
        ([minilm, e5], [e5, minilm]), (["a/paraphrase-multilingual", minilm], ["a/paraphrase-multilingual", minilm]),
        (["a/paraphrase-multilingual", e5], [e5]),
    ])
    func `each language has the model that is better for it`(installed: [String], chosen: [String]) {
        let models = RecallModels(installed: installed)
        #expect(models.names == chosen)
        guard chosen.count == 2 else { return }
        let model = { (text: String) in models.spaces[models.space(of: text)].model }
        #expect(model("We went to the sea and it was cold.") == Self.minilm)
        #expect(model("Nous sommes allés à la mer et il faisait froid.") == chosen[0])
        // Nobody can tell: the model of many languages reads it.
        #expect(model("海は寒かった。") == chosen[0])
    }

    /// Vectors that were made another way must not be taken for those of now.
    @Test func `vectors are kept apart by their model, its prompt and its languages`() {
        #expect(RecallModels(installed: [Self.minilm]).keys == [Self.minilm])
        #expect(RecallModels(installed: [Self.e5]).keys == ["\(Self.e5) passage:"])
        let both = RecallModels(installed: [Self.minilm, Self.e5])
        #expect(both.keys == ["\(Self.e5) passage: [fr]", "\(Self.minilm) [en]"])
    }

    private let texts = [
        utterance("sea", "We bought a boat and it was red.", in: "a"),
        utterance("mer", "Nous avons acheté un navire et il était rouge.", in: "b"),
        utterance("pain", "Il a fait du pain pour nous et pour les voisins.", in: "c"),
        utterance("bread", "He baked bread for us and for the neighbours.", in: "d"),
    ]

    @Test func `passages and questions are embedded for what they are, each by the model of its language`() async throws
    {
        let embedding = TwoModels()
        let models = RecallModels(installed: embedding.embeddingModels())
        let recall = Recall(ListIndex(), embedding: embedding, models: models)
        try await recall.remember(texts, as: .message)
        #expect(try await recall.embedPending() == 4)
        #expect(try await recall.embedPending() == 0)
        let passages = embedding.calls.withLock { calls in calls.filter { $0.use == .passage } }
        #expect(Set(passages.filter { $0.model == TwoModels.french }.flatMap(\.texts)) == Set(texts[1...2].map(\.text)))
        #expect(
            Set(passages.filter { $0.model == TwoModels.english }.flatMap(\.texts)) == [texts[0].text, texts[3].text])

        let found = try await recall.search(question("Où est le bateau que nous avons ?"), limit: 1)
        #expect(found.map(\.passage.source) == ["mer"])
        let asked = embedding.calls.withLock { calls in calls.filter { $0.use == .query } }
        #expect(Set(asked.map(\.model)) == [TwoModels.french, TwoModels.english])
        // The model of the French passages has learned English too.
        let ships = try await recall.search(question("Where is the ship that we have?"), limit: 2)
        #expect(Set(ships.map(\.passage.source)) == ["sea", "mer"])
        // MiniLM has not learned French: what it says of a French question is not told by itself.
        let signs = try await recall.search(question("Où est le bateau que nous avons ?"), limit: 4).map {
            ($0.passage.source, $0.signs.isTrusted)
        }
        #expect(signs.filter(\.1).map(\.0).sorted() == ["mer", "pain"])
    }

    @Test func `a model without vectors is not asked`() async throws {
        let embedding = TwoModels()
        let recall = Recall(
            ListIndex(), embedding: embedding, models: RecallModels(installed: embedding.embeddingModels()))
        try await recall.remember([texts[0]], as: .message)
        try await recall.embedPending()
        _ = try await recall.search(question("Where is the ship?"), limit: 1)
        #expect(embedding.calls.withLock { calls in calls.allSatisfy { $0.model == TwoModels.english } })
    }

    @Test func `a model that is installed later takes its language over`() async throws {
        let (index, embedding) = (ListIndex(), TwoModels())
        let recall = Recall(index, embedding: embedding, models: RecallModels(installed: [TwoModels.english]))
        try await recall.remember(texts, as: .message)
        #expect(try await recall.embedPending() == 4)
        await recall.use(RecallModels(installed: embedding.embeddingModels()))
        #expect(try await recall.embedPending() == 4)
        #expect(try await recall.search(question("Où est le bateau ?"), limit: 1).map(\.passage.source) == ["mer"])
        await recall.use(RecallModels(installed: [TwoModels.french]))
        #expect(try await recall.embedPending() == 4)
        let both = try await recall.search(question("Where is the ship?"), limit: 2).map(\.passage.source)
        #expect(Set(both) == ["sea", "mer"])
    }

    /// Cosines of E5 lie between 0.7 and 1, whatever is compared.
    @Test func `what E5 finds no closer than anything else is not related`() {
        let scale = EmbedderTraits(Self.e5).scale
        #expect(abs(scale(0.744)) < 0.1 && scale(0.85) > 0.5)
        #expect(EmbedderTraits(Self.minilm).scale(0.3) == 0.3)
    }
}

/// Two models of known names. Texts with one of a few words point where the word does; a model does not understand the
/// words of the other's language.
private final class TwoModels: Embedding {
    static let english = "sentence-transformers/all-MiniLM-L6-v2"
    static let french = "intfloat/multilingual-e5-small"

    struct Call {
        let texts: [String]
        let use: EmbeddingUse
        let model: String
    }

    let calls = Mutex<[Call]>([])

    func embeddingModels() -> [String] { [Self.french, Self.english] }

    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) async throws -> Embeddings {
        calls.withLock { $0.append(Call(texts: texts, use: use, model: model)) }
        let words = [
            Self.english: [["boat", "ship"], ["bread", "loaf"]],
            Self.french: [["navire", "bateau", "boat", "ship"], ["pain", "baguette", "bread", "loaf"]],
        ]
        let vectors = texts.map { text in
            let said = FoldedWords.all(in: text)
            let directions = (words[model] ?? []).map { synonyms in
                synonyms.contains(where: said.contains) ? Float(0.6) : 0.01
            }
            return directions + [0.8]
        }
        return Embeddings(vectors: vectors, tokens: 0)
    }
}
