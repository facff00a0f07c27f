// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthModels
import HearthTesting
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import HearthWeb

/// Texts that are continued, and texts that become vectors.
@Suite struct APITextTests {
    /// Says which text it was given.
    private static let parrot = ScriptedModel { request in
        switch request.text {
        case .words(let text)?: .of([.text("<\(text)"), .text(">"), .finished(.sample)])
        case .tokens(let tokens)?: .of([.text("\(tokens)"), .finished(.sample)])
        case nil: throw ModelError(.modelFailed, "no text")
        }
    }

    private func complete(_ fields: String, _ model: ScriptedModel = parrot) async throws -> TestResponse {
        try await Program(TestApp(model)).post("/v1/completions", "{\(fields)}")
    }

    @Test(arguments: [
        (#""prompt": "One""#, ["<One>"]), (#""prompt": ["One", "Two", ""]"#, ["<One>", "<Two>", "<>"]),
        (#""prompt": [1, 2, 3]"#, ["[1, 2, 3]"]), (#""prompt": [[1], "x", [2, 3]]"#, ["[1]", "<x>", "[2, 3]"]),
    ])
    func `each prompt is continued, in order`(fields: String, texts: [String]) async throws {
        let response = try await complete(fields)
        #expect(response.status == .ok, "\(response.text)")
        let value = try response.json
        #expect(value["object"] == "text_completion")
        #expect(value["choices"]?.array?.map { $0["text"]?.string } == texts)
        #expect(value["choices"]?.array?.map { $0["index"]?.integer } == Array(texts.indices))
        #expect(value["usage"]?["completion_tokens"]?.integer == 120 * texts.count)
        #expect(try response.choice["logprobs"] == .null)

        let chunks = try await complete(fields + #", "stream": true, "stream_options": {"include_usage": true}"#).chunks
        var streamed = Array(repeating: "", count: texts.count)
        for choice in chunks.compactMap({ $0["choices"]?.array?.first }) {
            streamed[try #require(choice["index"]?.integer)] += try #require(choice["text"]?.string)
        }
        #expect(streamed == texts)
        #expect(chunks.last?["usage"] == value["usage"])
    }

    @Test func `nothing is added to what the program says`() async throws {
        let model = ScriptedModel(saying: "x")
        _ = try await complete(
            #""prompt": "One", "temperature": 0, "top_p": 0.5, "seed": 7, "stop": "\n", "logprobs": 3, "max_tokens": 9"#,
            model)
        _ = try await complete(#""prompt": "One""#, model)
        let requests = model.requests
        #expect(requests[0].instructions == nil && requests[0].turns.isEmpty)
        #expect(requests[0].temperature == 0 && requests[0].topP == 0.5 && requests[0].seed == 7)
        #expect(requests[0].stop == ["\n"] && requests[0].alternatives == 3 && requests[0].maxTokens == 9)
        #expect(requests[1].maxTokens == 16 && requests[1].alternatives == nil)
    }

    @Test func `likelihoods stand in lists of their own`() async throws {
        let model = ScriptedModel { _ in
            .of([
                .token(
                    TokenLikelihood(
                        chosen: .init(bytes: Array("é".utf8), logarithm: -2),
                        likeliest: [.init(bytes: Array("a".utf8), logarithm: -0.5)])), .text("é"),
                .token(TokenLikelihood(chosen: .init(bytes: Array("b".utf8), logarithm: -1), likeliest: [])),
                .text("b"), .finished(.sample),
            ])
        }
        #expect(
            try await complete(#""prompt": "One", "logprobs": 1"#, model).choice["logprobs"] == [
                "tokens": ["é", "b"], "token_logprobs": [-2.0, -1.0],
                "top_logprobs": [["a": -0.5, "é": -2.0], ["b": -1.0]], "text_offset": [0, 1],
            ])
        let chunks = try await complete(#""prompt": "One", "logprobs": 1, "stream": true"#, model).chunks
        let offsets = chunks.flatMap { $0["choices"]?.array?.first?["logprobs"]?["text_offset"]?.array ?? [] }
        #expect(offsets == [0, 1])
    }

    @Test(arguments: [
        (#""prompt": null"#, "prompt"), (#""prompt": 5"#, "prompt"), (#""prompt": []"#, "prompt"),
        (#""prompt": [true]"#, "prompt.0"), (#""prompt": [1, "x"]"#, "prompt"), (#""prompt": [[1.5]]"#, "prompt.0"),
        (#""prompt": "x", "echo": true"#, "echo"), (#""prompt": "x", "suffix": "y""#, "suffix"),
        (#""prompt": "x", "n": 2"#, "n"), (#""prompt": "x", "best_of": 2"#, "best_of"),
        (#""prompt": "x", "logprobs": 6"#, "logprobs"), (#""prompt": "x", "messages": []"#, "messages"),
    ])
    func `what cannot be continued is refused by name`(fields: String, param: String) async throws {
        let response = try await complete(fields)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?["param"]?.string == param)
    }

    // MARK: Vectors

    private func embed(_ fields: String) async throws -> TestResponse {
        try await Program(TestApp(embedder: ScriptedEmbedder())).post("/v1/embeddings", "{\(fields)}")
    }

    @Test func `texts become vectors, in order`() async throws {
        let value = try await embed(#""model": "someone/vectors", "input": ["a", "bcd"]"#).json
        #expect(value["object"] == "list" && value["model"] == "someone/vectors")
        #expect(value["data"]?.array?.map { $0["index"]?.integer } == [0, 1])
        #expect(value["data"]?.array?.map { $0["embedding"] } == [[1.0, 0.5], [3.0, 0.5]])
        #expect(value["usage"] == ["prompt_tokens": 4, "total_tokens": 4])
        let one = try await embed(#""model": "someone/vectors", "input": "ab", "encoding_format": "float""#).json
        #expect(one["data"]?.array?.first?["embedding"] == [2.0, 0.5])
    }

    @Test func `bytes are those of little-endian floats`() async throws {
        let value = try await embed(#""model": "someone/vectors", "input": "a", "encoding_format": "base64""#).json
        let text = try #require(value["data"]?.array?.first?["embedding"]?.string)
        #expect(Data(base64Encoded: text).map(Array.init) == [0, 0, 0x80, 0x3F, 0, 0, 0, 0x3F])
    }

    @Test(arguments: [
        (#""input": null"#, "input"), (#""input": []"#, "input"), (#""input": """#, "input.0"),
        (#""input": [1, 2]"#, "input.0"), (#""input": [[1]]"#, "input.0"), (#""input": ["a", ""]"#, "input.1"),
        (#""input": "a", "dimensions": 8"#, "dimensions"),
        (#""input": "a", "encoding_format": "hex""#, "encoding_format"),
        (#""input": "too long""#, "input"),
    ])
    func `what cannot become a vector is refused by name`(fields: String, param: String) async throws {
        let response = try await embed(#""model": "someone/vectors", \#(fields)"#)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?["param"]?.string == param)
    }

    @Test func `without an embedding model there is none to find`() async throws {
        let response = try await Program(TestApp()).post("/v1/embeddings", #"{"model": "x", "input": "a"}"#)
        #expect(response.status == .notFound)
    }
}

/// Makes of each text its length and a half.
struct ScriptedEmbedder: Embedding {
    func embeddingModels() -> [String] { ["someone/vectors"] }

    func embed(_ texts: [String], as use: EmbeddingUse, with model: String) throws -> Embeddings {
        guard !texts.contains("too long") else { throw ModelError(.tooLong, "Cut it into pieces.") }
        return Embeddings(
            vectors: texts.map { [Float($0.count), 0.5] }, tokens: texts.reduce(0) { $0 + $1.count })
    }
}
