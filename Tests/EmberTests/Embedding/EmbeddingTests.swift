// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Synchronization
import Testing

/// Embeddings against those that transformers and sentence-transformers computed; see the fixtures' README.
@Suite struct EmbeddingTests {
    private static let folder = Fixtures.shipped.appending(path: "embeddings")
    /// Tolerance that the reference data suggests for each number of a vector of length 1.
    private static let tolerance: Float = 2e-5

    @Test func `a small BERT embeds as in transformers`() async throws {
        let folder = Self.folder.appending(path: "bert-f32")
        let sentences = try references(folder)
        let embedder = try await loadEmbedder(directory: folder)
        // A vector does not depend on what is computed along with it.
        let together = try await embedder.embed(sentences.map(\.text), precision: .reference)
        for (sentence, vector) in zip(sentences, together) {
            expectClose(vector, sentence.vector, sentence.text)
            let alone = try await embedder.embed([sentence.text])
            expectClose(alone[0], sentence.vector, sentence.text)
        }
    }

    /// Groups of 64 do not fit every matrix of so small a model; those that they fit are rounded.
    @Test func `weights rounded to 8 bits change vectors a little`() async throws {
        let folder = Self.folder.appending(path: "bert-f32")
        let sentences = try references(folder)
        let embedder = try await loadEmbedder(directory: folder, options: LoadOptions(roundsWeights: true))
        var changed = false
        for (sentence, vector) in zip(sentences, try await embedder.embed(sentences.map(\.text))) {
            let cosine = zip(vector, sentence.vector).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(cosine > 0.998, "\(sentence.text): \(cosine)")
            changed = changed || vector != sentence.vector
        }
        #expect(changed)
    }

    @Test func `a checkpoint rounded to 8 bits while it loads predicts nearly the same`() async throws {
        let folder = Fixtures.shipped.appending(path: "models/qwen3-bf16")
        let ids = (0..<40).map { ($0 * 37 + 11) % 90 }
        let exact = try await loadModelContainer(directory: folder)
        let rounded = try await loadModelContainer(directory: folder, options: LoadOptions(roundsWeights: true))
        let sizes = (exact: await exact.perform { $0.weightBytes }, rounded: await rounded.perform { $0.weightBytes })
        #expect(sizes.rounded < sizes.exact * 3 / 4)
        let expected = try await exact.perform { try await $0.logits(of: ids, precision: .reference) }
        let got = try await rounded.perform { try await $0.logits(of: ids, precision: .reference) }
        let scale = expected.joined().map(abs).max() ?? 0
        let worst = largestDifference(Array(got.joined()), Array(expected.joined()))
        #expect(worst > 0 && worst < 0.1 * scale, "\(worst) of \(scale)")
    }

    /// The sentences of a folder's reference.json, and transformers' vectors of them.
    private func references(_ folder: URL) throws -> [(text: String, vector: [Float])] {
        let sentences = try #require(try Fixtures.json(folder.appending(path: "reference.json"))["sentences"]?.array)
        return try sentences.map {
            (text: try #require($0["text"]?.string), vector: try #require($0["embedding"]?.floats))
        }
    }

    @Test func `hidden states are those of transformers`() throws {
        let folder = try EmbeddingFolder(Self.folder.appending(path: "bert-f32"))
        let sentences = try Fixtures.json(Self.folder.appending(path: "bert-f32/reference.json"))["sentences"]?.array
        let sentence = try #require(sentences?.first { $0["hidden_states"] != nil })
        let ids = try #require(sentence["ids"]?.integers).map(Int32.init)
        let last = try #require(sentence["hidden_states"]?.array?.last)
        let expected = try #require((last["data"] ?? last).floats)
        let compute = try Compute(threads: 2)
        try folder.weights.finish(with: compute) { _ in }
        try folder.encoder.prepare(compute, longest: ids.count)
        var states: [Float] = []
        let done = try folder.encoder.encode(
            [ids], precision: .reference, isCancelled: { false }, take: { states += $1 })
        #expect(done && states.count == expected.count)
        let worst = largestDifference(states, expected)
        #expect(worst <= 5e-5, "off by \(worst)")
    }

    @Test func `every kind of pooling agrees with sentence-transformers`() async throws {
        let reference = try Fixtures.json(Self.folder.appending(path: "pooling.json"))
        let texts = try #require(reference["texts"]?.array).compactMap(\.string)
        for test in try #require(reference["cases"]?.array) {
            let config = try #require(test["config"])
            try await withSentenceModel(pooling: config.text, longest: reference["max_seq_length"]?.integer ?? 0) {
                folder in
                let embedder = try await loadEmbedder(directory: folder)
                let vectors = try await embedder.embed(texts)
                for (index, row) in (test["embeddings"]?.array ?? []).enumerated() {
                    let expected = try #require(row.floats)
                    #expect(embedder.dimensions == expected.count)
                    expectClose(vectors[index], expected, "\(config.text): \(texts[index].prefix(40))")
                }
            }
        }
    }

    /// The flags of older files mean what the names of newer ones mean.
    @Test func `flags choose the pooling of older files`() async throws {
        let flags =
            #"{"word_embedding_dimension": 64, "pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#
        let text = "The engine reads the weights from the file."
        let folder = Self.folder.appending(path: "bert-f32")
        let sentences = try Fixtures.json(folder.appending(path: "reference.json"))["sentences"]?.array
        let expected = try #require(sentences?.first { $0["text"]?.string == text }?["cls_normalized"]?.floats)
        try await withSentenceModel(pooling: flags, longest: 128) { folder in
            expectClose(try await loadEmbedder(directory: folder).embed([text])[0], expected, text)
        }
    }

    @Test func `a folder that sentence-transformers wrote for a decoder works as it is`() async throws {
        let folder = Self.folder.appending(path: "qwen3-sentence")
        let reference = try Fixtures.json(folder.appending(path: "embeddings.json"))
        let texts = try #require(reference["texts"]?.array).compactMap(\.string)
        let embedder = try await loadEmbedder(directory: folder)
        #expect(embedder.longest == 700 && embedder.prompts == ["document", "query"])
        for (key, prompt) in [("embeddings", nil), ("query", "query"), ("embeddings", "document")] {
            let vectors = try await embedder.embed(texts, prompt: prompt, precision: .reference)
            for (index, row) in (reference[key]?.array ?? []).enumerated() {
                expectClose(vectors[index], try #require(row.floats), "\(key): \(texts[index].prefix(40))")
            }
            let fast = try await embedder.embed(texts, prompt: prompt)
            for (a, b) in zip(vectors, fast) { #expect(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } > 0.9999) }
        }
        #expect(try await embedder.embed([""])[0] == Array(repeating: 0, count: 48))
        await #expect(throws: EmberError.self) { try await embedder.embed(["a"], prompt: "poem") }
    }

    @Test(.enabled(if: minilm != nil, "HEARTH_MINILM names no folder with the weights of all-MiniLM-L6-v2"))
    func `all-MiniLM-L6-v2 embeds as in sentence-transformers`() async throws {
        let large = try #require(Fixtures.large)
        let reference = try Fixtures.json(large.appending(path: "minilm/embeddings.json"))
        let sentences = try #require(reference["sentences"]?.array)
        let texts = sentences.compactMap { $0["text"]?.string }
        let vectors = try await loadEmbedder(directory: try #require(Self.minilm)).embed(texts)
        for (index, sentence) in sentences.enumerated() {
            expectClose(vectors[index], try #require(sentence["embedding"]?.floats), "\(texts[index].prefix(40))")
        }
    }

    private static let minilm: URL? = ProcessInfo.processInfo.environment["HEARTH_MINILM"].flatMap { path in
        FileManager.default.fileExists(atPath: path + "/model.safetensors") && Fixtures.large != nil
            ? URL(filePath: path) : nil
    }

    // MARK: Requests

    @Test func `a cancelled request ends with an error and leaves the model usable`() async throws {
        let embedder = try await loadEmbedder(directory: Self.folder.appending(path: "bert-f32"))
        let many = (0..<20_000).map { "sentence number \($0) of far too many" }
        let task = Task { try await embedder.embed(many) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await embedder.embed(["still here"]).count == 1)
        #expect(try await embedder.embed([]).isEmpty)
    }

    @Test func `a short request need not wait for a long one to end`() async throws {
        let embedder = try await loadEmbedder(directory: Self.folder.appending(path: "bert-f32"))
        let alone = try await embedder.embed(["quick"])[0]
        let isOver = Mutex(false)
        let long = Task {
            let count = try await embedder.embed((0..<20_000).map { "sentence number \($0)" }).count
            isOver.withLock { $0 = true }
            return count
        }
        try await Task.sleep(for: .milliseconds(50))
        #expect(try await embedder.embed(["quick"])[0] == alone)
        #expect(!isOver.withLock { $0 })
        long.cancel()
        await #expect(throws: CancellationError.self) { try await long.value }
    }

    // MARK: Refusals

    @Test(arguments: [
        ("config.json", "hidden_act", #""relu""#), ("config.json", "position_embedding_type", #""relative_key""#),
        ("config.json", "is_decoder", "true"), ("config.json", "num_attention_heads", "5"),
        ("config.json", "max_position_embeddings", "64"), ("config.json", "vocab_size", "0"),
        ("tokenizer_config.json", "truncation_side", #""left""#),
    ])
    func `settings that are not honoured are refused by name`(file: String, key: String, value: String) async throws {
        try await withCopy { folder in
            let url = folder.appending(path: file)
            var object = try #require(try Fixtures.json(url).object)
            object[key] = try JSON(parsing: value)
            try Data(JSON.object(object).text.utf8).write(to: url)
            let named = key.hasPrefix("max_position") ? "position_embeddings" : key
            let refusal = await refusal(of: folder)
            #expect(refusal?.contains(named) == true, "\(refusal ?? "accepted")")
        }
    }

    @Test(arguments: [
        ("sentence_bert_config.json", #"{"do_lower_case": true}"#, "do_lower_case"),
        ("sentence_bert_config.json", #"{"transformer_task": "fill-mask"}"#, "transformer_task"),
        ("sentence_bert_config.json", #"{"modality_config": {"message": {}}}"#, "modality_config"),
        ("sentence_bert_config.json", #"{"max_seq_length": "long"}"#, "max_seq_length"),
        ("config_sentence_transformers.json", #"{"default_prompt_name": "q"}"#, "default_prompt_name"),
        ("config_sentence_transformers.json", #"{"prompts": {"q": 3}}"#, "prompts"),
    ])
    func `files of sentence-transformers are honoured or refused by name`(
        file: String, text: String, key: String
    ) async throws {
        try await withCopy { folder in
            try Data(text.utf8).write(to: folder.appending(path: file))
            let refusal = await refusal(of: folder)
            #expect(refusal?.contains(key) == true, "\(refusal ?? "accepted")")
        }
    }

    /// The sentence with which a folder is refused; `nil` when it is not.
    @inline(never)
    private func refusal(of folder: URL) async -> String? {
        do { _ = try await loadEmbedder(directory: folder) } catch {
            return "\((error as? EmberError)?.description ?? "")"
        }
        return nil
    }

    @Test func `a default prompt comes before every text`() async throws {
        let folder = Self.folder.appending(path: "bert-f32")
        let expected = try await loadEmbedder(directory: folder).embed(["The engine reads"])
        try await withCopy { folder in
            let config = #"{"prompts": {"q": "The engine "}, "default_prompt_name": "q"}"#
            try Data(config.utf8).write(to: folder.appending(path: "config_sentence_transformers.json"))
            let vectors = try await loadEmbedder(directory: folder).embed(["reads"])
            #expect(vectors == expected)
        }
    }

    @Test(arguments: [
        #"{"pooling_mode": "median"}"#, #"{"pooling_mode": []}"#, #"{"pooling_mode": 3}"#,
        #"{"pooling_mode_mean_tokens": false}"#, #"{"pooling_mode_median_tokens": true}"#,
        #"{"pooling_mode": "mean", "embedding_dimension": 65}"#, #"{"pooling_mode": "mean", "include_prompt": false}"#,
    ])
    func `poolings that are not known are refused`(config: String) async throws {
        try await withSentenceModel(pooling: config, longest: 32) { folder in
            await #expect(throws: EmberError.self) { try await loadEmbedder(directory: folder) }
        }
    }

    @Test(arguments: [
        #"[{"type": "Transformer"}, {"type": "Dense", "path": "2_Dense"}]"#, #"{}"#, #"[1]"#, #"[{"type": "Pooling"}]"#,
        #"[{"type": "Transformer"}, {"type": "Pooling", "path": "../bert-f32"}]"#,
        #"[{"type": "Transformer"}, {"type": "Pooling", "path": "nowhere"}]"#,
    ])
    func `modules that are not known are refused`(modules: String) async throws {
        try await withCopy { folder in
            try Data(modules.utf8).write(to: folder.appending(path: "modules.json"))
            await #expect(throws: EmberError.self) { try await loadEmbedder(directory: folder) }
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a limit must leave room for a word`(longest: Int) async throws {
        try await withSentenceModel(pooling: #"{"pooling_mode": "mean"}"#, longest: longest) { folder in
            if longest == 3 {
                let embedder = try await loadEmbedder(directory: folder)
                let vectors = try await embedder.embed(["many words in one text"])
                #expect(vectors.count == 1)
            } else {
                await #expect(throws: EmberError.self) { try await loadEmbedder(directory: folder) }
            }
        }
    }

    // MARK: Support

    private func expectClose(_ vector: [Float], _ expected: [Float], _ what: String) {
        let worst = largestDifference(vector, expected)
        #expect(worst <= Self.tolerance, "\(what): off by \(worst)")
    }

    private func withCopy(_ body: (URL) async throws -> Void) async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let copy = folder.appending(path: "bert-f32")
            try FileManager.default.copyItem(at: Self.folder.appending(path: "bert-f32"), to: copy)
            try await body(copy)
        }
    }

    /// The small BERT in the layout of sentence-transformers.
    private func withSentenceModel(
        pooling: String, longest: Int, _ body: (URL) async throws -> Void
    ) async throws {
        try await withCopy { folder in
            let modules = #"[{"type": "x.Transformer", "path": ""}, {"type": "x.Pooling", "path": "1_Pooling"}]"#
            try Data(modules.utf8).write(to: folder.appending(path: "modules.json"))
            let length = #"{"max_seq_length": \#(longest)}"#
            try Data(length.utf8).write(to: folder.appending(path: "sentence_bert_config.json"))
            let own = folder.appending(path: "1_Pooling")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            try Data(pooling.utf8).write(to: own.appending(path: "config.json"))
            try await body(folder)
        }
    }
}

extension JSON {
    /// A list of numbers.
    var floats: [Float]? { array?.compactMap { $0.double.map(Float.init) } }
}
