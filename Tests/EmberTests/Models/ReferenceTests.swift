// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// Logits and greedy continuations against those that transformers and mlx-lm computed; see the fixtures' README.
@Suite struct ReferenceTests {
    /// A model and what others computed with it.
    struct Model: Sendable, CustomTestStringConvertible {
        let location: URL
        let reference: URL
        var testDescription: String { location.lastPathComponent }

        /// The model folders in a folder.
        static func folders(in folder: URL) -> [Model] {
            Fixtures.folders(in: folder).map { Model(location: $0, reference: $0.appending(path: "reference.json")) }
        }

        /// The GGUF files in a folder.
        static func files(in folder: URL) -> [Model] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let ending = ".reference.json"
            return names.sorted().filter { $0.hasSuffix(ending) }.map { name in
                Model(
                    location: folder.appending(path: name.dropLast(ending.count) + ".gguf"),
                    reference: folder.appending(path: name))
            }
        }
    }

    @Test(
        arguments: Model.folders(in: Fixtures.shipped.appending(path: "models"))
            + Model.files(in: Fixtures.shipped.appending(path: "gguf")))
    func `agrees with the shipped references`(model: Model) async throws { try await check(model) }

    @Test(.enabled(if: Fixtures.large != nil, "the large set of reference data is not here"), arguments: largeModels)
    func `agrees with the large set of references`(model: Model) async throws { try await check(model) }

    /// A configuration written by transformers 5 says the same as the published spelling beside it.
    @Test(
        arguments: Fixtures.folders(in: Fixtures.shipped.appending(path: "models")).map(\.lastPathComponent).filter {
            FileManager.default.fileExists(
                atPath: Fixtures.shipped.appending(path: "models/\($0)/config.transformers5.json").path)
        })
    func `both spellings of the configuration give the same model`(name: String) async throws {
        let folder = Fixtures.shipped.appending(path: "models/\(name)")
        let ids = (0..<40).map { ($0 * 37 + 11) % 90 }
        let expected = try await loadModelContainer(directory: folder).perform {
            try await $0.logits(of: ids, precision: .reference)
        }
        let newest = try String(contentsOf: folder.appending(path: "config.transformers5.json"), encoding: .utf8)
        let got = try await Fixtures.withModel(name, replacing: ["config.json": newest]) {
            try await loadModelContainer(directory: $0).perform { try await $0.logits(of: ids, precision: .reference) }
        }
        #expect(got == expected)
    }

    /// Lists of fixtures come from folders, and a folder that is not found has none.
    @Test func `no reference is left out`() {
        let shipped = Fixtures.shipped
        #expect(Model.folders(in: shipped.appending(path: "models")).count >= 21)
        #expect(Model.files(in: shipped.appending(path: "gguf")).count == 5)
    }

    /// A value that is not a number must not pass for a small difference.
    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func `a difference that is no number is infinite`(odd: Float) {
        #expect(largestDifference([odd, 1, 2], [0, 1, 2]) == .infinity)
        #expect(largestDifference([0, 1, odd], [0, 1, 2]) == .infinity)
        #expect(largestDifference([0, odd, 2], [0, odd, 2]) == .infinity)
        #expect(largestDifference([0, 1], [0, 1, 2]) == .infinity)
        #expect(largestDifference([], []) == .infinity)
        #expect(largestDifference([0, 1.5, 2], [0, 1, 2]) == 0.5)
    }

    /// In a checkpoint with an image model, the text model's configuration is nested and its names have a prefix.
    @Test(arguments: ["language_model.model.", "model.language_model."])
    func `the text model is found beside an image model`(place: String) async throws {
        let folder = Fixtures.shipped.appending(path: "models/gemma3_text")
        let ids = (0..<40).map { ($0 * 37 + 11) % 90 }
        let expected = try await loadModelContainer(directory: folder).perform {
            try await $0.logits(of: ids, precision: .reference)
        }
        let text = try Fixtures.json(folder.appending(path: "config.json"))
        let config: JSON = ["model_type": "gemma3", "text_config": text, "vision_config": ["hidden_size": 1152]]
        let files = ["config.json": config.text]
        try await Fixtures.withModel("gemma3_text", replacing: files) { copy in
            let weights = copy.appending(path: "model.safetensors")
            var renamed: [String: NamedTensor] = [
                "vision_tower.vision_model.head.weight": NamedTensor(
                    type: .float32, shape: [2], bytes: Data(count: 8))
            ]
            for (name, tensor) in try tensors(in: weights) {
                #expect(name.hasPrefix("model."))
                renamed[place + name.dropFirst("model.".count)] = tensor
            }
            try write(renamed, to: weights)
            let got = try await loadModelContainer(directory: copy).perform {
                try await $0.logits(of: ids, precision: .reference)
            }
            #expect(got == expected)
        }
    }

    private static let largeModels: [Model] = {
        guard let large = Fixtures.large else { return [] }
        let folders = ["models", "mlx"].flatMap { Model.folders(in: large.appending(path: $0)) }.filter { model in
            let config = try? Fixtures.json(model.location.appending(path: "config.json"))
            return architectures.contains { $0.modelType == config?["model_type"]?.string }
        }
        return folders + Model.files(in: large.appending(path: "gguf"))
    }()

    /// Tolerance that the fixtures' README suggests; the references computed two ways differ by up to 4e-5.
    private static let tolerance: Float = 2e-4

    private func check(_ model: Model) async throws {
        let reference = try Fixtures.json(model.reference)
        let prompts = try #require(reference["prompts"]?.array)
        #expect(!prompts.isEmpty)
        let container = try await loadModelContainer(directory: model.location)
        try await container.perform { context in
            for prompt in prompts {
                let ids = try #require(prompt["ids"]?.integers)
                let logits = try await context.logits(of: ids, precision: .reference)
                try compare(logits, prompt)
                try await compareGreedy(context, ids, prompt)
            }
        }
    }

    private func compare(_ logits: [[Float]], _ prompt: JSON) throws {
        let key = try #require(["logits", "logits_tail", "logits_last"].first { prompt[$0] != nil })
        let table = try #require(prompt[key])
        let expected = try #require((table["data"] ?? table).array).map { Float($0.double ?? .nan) }
        let got = logits.suffix(expected.count / logits[0].count).flatMap(\.self)
        let worst = largestDifference(got, expected)
        #expect(worst <= Self.tolerance, "\(key) differ by \(worst)")

        // Every position leaves a trace in its largest logit and its log-sum-exp, even where
        // the row itself is not given.
        for (index, value) in (prompt["logits_max_per_position"]?.array ?? []).enumerated() {
            #expect(largestDifference([logits[index].max() ?? .nan], [Float(value.double ?? .nan)]) <= Self.tolerance)
        }
        for (index, value) in (prompt["logits_lse_per_position"]?.array ?? []).enumerated() {
            let sum = log(logits[index].reduce(0.0) { $0 + exp(Double($1)) })
            #expect(abs(sum - (value.double ?? .nan)) <= Double(Self.tolerance))
        }
    }

    private func compareGreedy(_ context: ModelContext, _ ids: [Int], _ prompt: JSON) async throws {
        guard let greedy = prompt["greedy"]?.integers,
            (prompt["greedy_min_margin"]?.double ?? 0) > Double(10 * Self.tolerance)
        else { return }
        var parameters = GenerateParameters(maxTokens: greedy.count, temperature: 0)
        parameters.ignoreEndOfSequence = true
        #expect(try await context.tokens(after: ids, parameters, precision: .reference) == greedy)
    }
}

extension ModelContext {
    /// The tokens of an answer.
    func tokens(
        after ids: [Int], _ parameters: GenerateParameters, precision: Precision = .fast
    ) async throws -> [Int] {
        var tokens: [Int] = []
        for try await event in try answer(to: ModelInput(tokens: ids), parameters: parameters, precision: precision) {
            if case .token(let token, _, _) = event { tokens.append(token) }
        }
        return tokens
    }
}
