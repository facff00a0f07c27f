// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import Testing

/// Prompts that are read once and kept in a file.
@Suite struct PinnedPromptTests {
    private func model(
        _ name: String, cache: CacheFormat = .float16, budget: Int = 1 << 30
    ) async throws -> ModelContainer {
        var options = LoadOptions(cache: cache)
        options.cacheBudget = budget
        return try await loadModelContainer(
            directory: Fixtures.shipped.appending(path: "models/\(name)"), options: options)
    }

    private static let beginning = (0..<75).map { ($0 * 37 + 11) % 90 }

    /// Answers a conversation with the pinned beginning; also returns how many tokens of its prompt were cached.
    private func answer(_ container: ModelContainer, after prompt: [Int]) async throws -> (tokens: [Int], cached: Int) {
        var parameters = GenerateParameters(maxTokens: 12, temperature: 0)
        parameters.ignoreEndOfSequence = true
        return try await container.perform { context in
            var tokens: [Int] = []
            var cached = -1
            for try await event in try context.answer(to: ModelInput(tokens: prompt), parameters: parameters) {
                switch event {
                case .token(let token, _, _): tokens.append(token)
                case .finished(let info, _): cached = info.cachedPromptTokens
                }
            }
            return (tokens, cached)
        }
    }

    @Test(arguments: [
        ("llama-untied-f32", CacheFormat.float32), ("qwen3-q4g32-f16", .float16), ("qwen3-q4g32-f16", .int8),
        ("deepseek-v3-qlora-yarn-q4g64", .float16), ("qwen3_moe", .float16), ("gemma3_text", .int8),
    ])
    func `a prompt comes back from its file as it was read`(name: String, cache: CacheFormat) async throws {
        let prompt = Self.beginning + [5, 6, 7]
        let fresh = try await answer(try await model(name, cache: cache), after: prompt)
        try await Fixtures.withTemporaryFolder { folder in
            let file = folder.appending(path: "prompt")
            let input = ModelInput(tokens: Self.beginning)
            let first = try await model(name, cache: cache)
            #expect(try await first.pin(input, in: file).origin == .read(replacing: nil))
            #expect(try await first.pin(input, in: file).origin == .kept)
            let second = try await model(name, cache: cache)
            let restored = try await second.pin(input, in: file)
            #expect(restored.tokens == 75 && restored.origin == .restored)
            for container in [first, second] {
                let found = try await answer(container, after: prompt)
                #expect(found.cached == Self.beginning.count)
                #expect(found.tokens == fresh.tokens)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["prompt"])
        }
    }

    @Test func `other conversations and a small budget leave a pinned prompt where it is`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let container = try await model("qwen2-q4g64", budget: 0)
            try await container.pin(ModelInput(tokens: Self.beginning), in: folder.appending(path: "prompt"))
            for start in 1...3 { _ = try await answer(container, after: (0..<40).map { ($0 * 7 + start) % 90 }) }
            #expect(try await answer(container, after: Self.beginning + [1]).cached == Self.beginning.count)
            await container.unpin()
            _ = try await answer(container, after: [1, 2])
            #expect(try await answer(container, after: Self.beginning + [2]).cached < Self.beginning.count)
        }
    }

    @Test func `what was kept of another prompt, model or cache format is replaced`() async throws {
        let input = ModelInput(tokens: Self.beginning)
        let longer = ModelInput(tokens: Self.beginning + [1])
        let steps: [(name: String, input: ModelInput, cache: CacheFormat, fault: String?)] = [
            ("llama-gqa-tied-f32", input, .float16, nil),
            // The same weights, quantised: nothing but the numbers themselves tells them apart.
            ("llama-gqa-tied-q4g64", input, .float16, "prompt: was kept for another model"),
            ("llama-gqa-tied-q4g64", input, .int8, "prompt: was kept for another model, or in another cache format"),
            ("llama-gqa-tied-q4g64", longer, .int8, "prompt: was kept of another prompt"),
        ]
        try await Fixtures.withTemporaryFolder { folder in
            let file = folder.appending(path: "prompt")
            for step in steps {
                let pinned = try await model(step.name, cache: step.cache).pin(step.input, in: file)
                #expect(pinned.origin == .read(replacing: step.fault))
            }
            let last = try await model("llama-gqa-tied-q4g64", cache: .int8).pin(longer, in: file)
            #expect(last.origin == .restored)
        }
    }

    @Test func `a file that is something else is left alone`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let file = folder.appending(path: "diary.txt")
            let weights = Fixtures.shipped.appending(path: "models/qwen2-q4g64/model.safetensors")
            for contents in [Data("Dear diary,".utf8), Data(), try Data(contentsOf: weights)] {
                try contents.write(to: file)
                let container = try await model("qwen2-q4g64")
                await #expect(throws: EmberError.self) {
                    try await container.pin(ModelInput(tokens: Self.beginning), in: file)
                }
                #expect(try Data(contentsOf: file) == contents)
            }
        }
    }

    /// Every byte of the header, and some of the numbers, one after the other.
    @Test func `damage is found, and never used`() async throws {
        let container = try await model("qwen2-q4g64")
        let input = ModelInput(tokens: Array(Self.beginning.prefix(9)))
        try await Fixtures.withTemporaryFolder { folder in
            let file = folder.appending(path: "prompt")
            try await container.pin(input, in: file)
            let whole = try Data(contentsOf: file)
            let header = 8 + whole.prefix(8).enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
            let places = Array(0..<header) + stride(from: header, to: whole.count, by: 97)
            for place in places {
                var damaged = whole
                damaged[place] ^= 0x11
                try await expectNoUse(of: damaged, at: file, container, input)
            }
            for length in [0, 7, 8, header - 1, header, header + 5, whole.count - 1] {
                try await expectNoUse(of: whole.prefix(length), at: file, container, input)
            }
        }
    }

    @Test func `two names that are equal as text are not taken for one`() async throws {
        let container = try await model("qwen2-q4g64")
        let names = ["\u{e9}", "e\u{301}"]
        let tensors = names.enumerated().map { index, name in
            "\"\(name)\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[\(index),\(index + 1)]}"
        }
        let metadata = "\"__metadata__\":{\"format\":\"ember-prompt\",\"version\":\"1\",\"checksum\":\"0\"}"
        let header = Data("{\(metadata),\(tensors.joined(separator: ","))}".utf8)
        let length = withUnsafeBytes(of: UInt64(header.count).littleEndian) { Data($0) }
        try await Fixtures.withTemporaryFolder { folder in
            let file = folder.appending(path: "prompt")
            try await expectNoUse(
                of: length + header + Data(count: 2), at: file, container, ModelInput(tokens: [1, 2, 3]))
        }
    }

    private func expectNoUse(
        of contents: Data, at file: URL, _ container: ModelContainer, _ input: ModelInput
    ) async throws {
        await container.unpin()
        try contents.write(to: file)
        do {
            let origin = try await container.pin(input, in: file).origin
            #expect(origin != .restored && origin != .kept)
        } catch is EmberError {
            #expect(try Data(contentsOf: file) == contents)
        }
    }

    @Test func `tokens that the model cannot read are refused`() async throws {
        try await Fixtures.withTemporaryFolder { folder in
            let container = try await model("qwen2-q4g64")
            for tokens in [[], [-1], [1 << 40], Array(repeating: 1, count: 100_000)] {
                await #expect(throws: EmberError.self) {
                    try await container.pin(ModelInput(tokens: tokens), in: folder.appending(path: "prompt"))
                }
            }
            await #expect(throws: EmberError.self) {
                let file = folder.appending(path: "no/such/folder")
                try await container.pin(ModelInput(tokens: [1, 2]), in: file)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }
}
