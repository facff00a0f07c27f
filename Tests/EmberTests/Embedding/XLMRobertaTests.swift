// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// Encoders of the family xlm-roberta, and the prompts of E5, against what sentence-transformers computed; see the
/// fixtures' README.
@Suite struct XLMRobertaTests {
    private static let folder = Fixtures.shipped.appending(path: "embeddings/xlm-roberta-sentence")

    private struct Reference {
        let json: JSON
        let texts: [String]

        init() throws {
            json = try Fixtures.json(XLMRobertaTests.folder.appending(path: "embeddings.json"))
            texts = try #require(json["texts"]?.array).compactMap(\.string)
        }

        func rows(_ key: String) throws -> [[Float]] { try #require(json[key]?.array).compactMap(\.floats) }
    }

    @Test func `tokens are those of the tokenizer's own library`() throws {
        let reference = try Reference()
        let tokenizer = try EmbeddingFolder(Self.folder).tokenizer
        for (text, ids) in zip(reference.texts, try #require(reference.json["ids"]?.array)) {
            #expect(try tokenizer.encode(text, atMost: 96).map { Int($0) } == ids.integers, "\(text.prefix(40))")
        }
    }

    /// One of the texts has the padding token in it, which has a position of its own and is not counted.
    @Test func `hidden states are those of transformers`() throws {
        let reference = try Reference()
        let index = try #require(reference.json["states_of"]?.integer)
        let ids = try #require(reference.json["ids"]?.array?[index].integers).map(Int32.init)
        #expect(ids.contains(1))
        let folder = try EmbeddingFolder(Self.folder)
        let compute = try Compute(threads: 2)
        try folder.weights.finish(with: compute) { _ in }
        try folder.encoder.prepare(compute, longest: ids.count)
        var states: [Float] = []
        let done = try folder.encoder.encode(
            [ids], precision: .reference, isCancelled: { false }, take: { states += $1 })
        #expect(done)
        let worst = largestDifference(states, try reference.rows("states").flatMap(\.self))
        #expect(worst <= 5e-5, "off by \(worst)")
    }

    @Test func `a small XLM-RoBERTa embeds as in sentence-transformers, plainly and with each prompt`() async throws {
        let reference = try Reference()
        let embedder = try await loadEmbedder(directory: Self.folder)
        #expect(embedder.longest == 96)
        let prompts: [(String, String?)] = [
            ("embeddings", nil), ("query", embedder.promptName(for: .query)),
            // The folder names an empty prompt for documents as well, which sentence-transformers writes unasked.
            ("passage", embedder.promptName(for: .passage)),
        ]
        for (key, prompt) in prompts {
            let vectors = try await embedder.embed(reference.texts, prompt: prompt, precision: .reference)
            for (index, expected) in try reference.rows(key).enumerated() {
                let worst = largestDifference(vectors[index], expected)
                #expect(worst <= 2e-5, "\(key), \(reference.texts[index].prefix(40)): off by \(worst)")
            }
        }
    }

    @Test(arguments: [
        ("pad_token_id", "97"), ("pad_token_id", "-1"), ("pad_token_id", #""one""#), ("max_position_embeddings", "2"),
        ("max_position_embeddings", "99"), ("type_vocab_size", "2"), ("position_embedding_type", #""relative_key""#),
        ("hidden_act", #""gelu_new""#), ("is_decoder", "true"),
    ])
    func `settings that are not honoured are refused by name`(key: String, value: String) async throws {
        try await Self.withCopy(named: "model", config: [key: try JSON(parsing: value)], without: []) { folder in
            let error = await #expect(throws: EmberError.self) { try await loadEmbedder(directory: folder) }
            let named = ["max_position_embeddings": "position", "type_vocab_size": "token_type_embeddings"][key] ?? key
            #expect(error?.description.contains(named) == true, "\(error?.description ?? "")")
        }
    }

    /// Published folders of E5 do not name their prompts.
    @Test(arguments: [
        ("multilingual-e5-small", "", true), ("e5-base-v2", "", true),
        ("snapshot", "intfloat/multilingual-e5-small", true),
        ("snapshot", "", false), ("multilingual-e5-large-instruct", "", false), ("phi-e500", "", false),
    ])
    func `prompts of the E5 family are known by its name`(name: String, origin: String, isE5: Bool) async throws {
        let files = ["config_sentence_transformers.json"]
        try await Self.withCopy(named: name, config: ["_name_or_path": .string(origin)], without: files) { folder in
            let embedder = try await loadEmbedder(directory: folder)
            #expect(embedder.prompts == (isE5 ? ["passage", "query"] : []))
            #expect(embedder.promptName(for: .query) == (isE5 ? "query" : nil))
            guard isE5 else { return }
            let reference = try Reference()
            for key in ["query", "passage"] {
                let vectors = try await embedder.embed(reference.texts, prompt: key, precision: .reference)
                for (vector, expected) in zip(vectors, try reference.rows(key)) {
                    #expect(largestDifference(vector, expected) <= 2e-5)
                }
            }
        }
    }

    @Test func `prompts that a folder of E5 names are taken as they are`() async throws {
        try await Self.withCopy(named: "my-e5", config: [:], without: []) { folder in
            let config = #"{"prompts": {"query": "ask: "}}"#
            try Data(config.utf8).write(to: folder.appending(path: "config_sentence_transformers.json"))
            let embedder = try await loadEmbedder(directory: folder)
            #expect(embedder.prompts == ["query"] && embedder.promptName(for: .passage) == nil)
        }
    }

    /// A copy of the model's folder with another name, without some of its files and with keys of its own.
    private static func withCopy(
        named name: String, config: [String: JSON], without files: [String], _ body: (URL) async throws -> Void
    ) async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: place) }
        let copy = place.appending(path: name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: folder, to: copy)
        for file in files { try FileManager.default.removeItem(at: copy.appending(path: file)) }
        let url = copy.appending(path: "config.json")
        var object = try #require(try Fixtures.json(url).object)
        for (key, value) in config { object[key] = value }
        try Data(JSON.object(object).text.utf8).write(to: url)
        try await body(copy)
    }
}
