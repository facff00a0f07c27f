// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthEngine
import HearthModels
import HearthTesting
import Testing

/// Embedding models of the models folder, with numbers that transformers computed; see the fixtures' README.
@Suite struct EmberEmbeddersTests {
    private let clock = StepClock()

    private func withModels<R>(_ body: (EmberEmbedders, ModelsFolder) async throws -> R) async throws -> R {
        try await withTemporaryFolder { home in
            let folder = home.appending(path: "models/a")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, model) in [("bert", embeddingModel), ("small", smallModel)] {
                try FileManager.default.createSymbolicLink(
                    at: folder.appending(path: name), withDestinationURL: model)
            }
            let proc = home.appending(path: "proc")
            try writeMemory(available: 4_000_000, in: proc)
            let modelsFolder = ModelsFolder(environment: ["HEARTH_HOME": home.path])
            let embedders = EmberEmbedders(folder: modelsFolder, machine: MemoryPressure(folder: proc), clock: clock)
            return try await body(embedders, modelsFolder)
        }
    }

    @Test func `vectors are those of the model, and tokens are counted`() async throws {
        let reference = try JSON(
            parsing: Array(try Data(contentsOf: embeddingModel.appending(path: "reference.json"))))
        let sentences = try #require(reference["sentences"]?.array).filter { ($0["ids"]?.array?.count ?? 999) < 100 }
        #expect(sentences.count > 5)
        try await withModels { embedders, _ in
            #expect(await embedders.embeddingModels() == ["a/bert"])
            let texts = sentences.compactMap { $0["text"]?.string }
            let result = try await embedders.embed(texts, as: .plain, with: "a/bert")
            #expect(result.tokens == sentences.reduce(0) { $0 + ($1["ids"]?.array?.count ?? 0) })
            #expect(result.vectors.count == sentences.count)
            for (sentence, vector) in zip(sentences, result.vectors) {
                let expected = try #require(sentence["embedding"]?.array).compactMap(\.double)
                #expect(vector.count == expected.count && !expected.isEmpty)
                #expect(zip(expected, vector).allSatisfy { abs($0 - Double($1)) < 2e-5 })
            }
        }
    }

    @Test func `questions and passages have the prompts that the model's folder names`() async throws {
        try await withModels { embedders, folder in
            let model = embeddingModel.deletingLastPathComponent().appending(path: "xlm-roberta-sentence")
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: "a/xlm"), withDestinationURL: model)
            let reference = try JSON(parsing: Array(try Data(contentsOf: model.appending(path: "embeddings.json"))))
            let texts = try #require(reference["texts"]?.array).prefix(5).compactMap(\.string)
            let uses: [(String, EmbeddingUse)] = [("embeddings", .plain), ("query", .query), ("passage", .passage)]
            for (key, use) in uses {
                let result = try await embedders.embed(texts, as: use, with: "a/xlm")
                for (vector, expected) in zip(result.vectors, try #require(reference[key]?.array)) {
                    let numbers = expected.array?.compactMap(\.double) ?? []
                    #expect(numbers.count == vector.count)
                    #expect(zip(numbers, vector).allSatisfy { abs($0 - Double($1)) < 2e-5 }, "\(key)")
                }
            }
        }
    }

    @Test func `what cannot be embedded says why`() async throws {
        try await withModels { embedders, _ in
            for name in ["a/small", "a/other"] {
                let error = await #expect(throws: ModelError.self) {
                    try await embedders.embed(["x"], as: .plain, with: name)
                }
                #expect(error?.code == .noModel)
            }
            let long = String(repeating: "word ", count: 2000)
            let error = await #expect(throws: ModelError.self) {
                try await embedders.embed(["x", long], as: .plain, with: "a/bert")
            }
            #expect(error?.code == .tooLong && error?.detail.hasPrefix("Text 2 has") == true)
        }
    }

    @Test func `a model that rests for five minutes is let go, and comes back`() async throws {
        try await withModels { embedders, _ in
            let before = try await embedders.embed(["x"], as: .plain, with: "a/bert")
            for _ in 1...60 {
                while clock.sleepers == 0 { await Task.yield() }
                #expect(await embedders.isLoaded)
                clock.advance(by: .seconds(5))
            }
            while await embedders.isLoaded { await Task.yield() }
            #expect(try await embedders.embed(["x"], as: .plain, with: "a/bert") == before)
        }
    }

    @Test func `a model that only embeds is not chosen to converse`() async throws {
        try await withModels { _, modelsFolder in
            let models = EmberModels(folder: modelsFolder, settings: { .standard })
            #expect(await models.first == "a/small")
            #expect(await models.models().map(\.name) == ["a/small", "hearth/pocket"])
        }
    }
}
