// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberTokenizers
import Foundation
import Testing

/// Answers as a program gets them: caches, company, stopping, limits.
@Suite struct EngineTests {
    private func model(_ name: String = "qwen3-q4g32-f16") async throws -> ModelContainer {
        try await loadModelContainer(directory: Fixtures.shipped.appending(path: "models/\(name)"))
    }

    private func greedy(_ count: Int) -> GenerateParameters {
        var parameters = GenerateParameters(maxTokens: count, temperature: 0)
        parameters.ignoreEndOfSequence = true
        return parameters
    }

    private static let prompt = [40, 12, 300, 77, 501, 9, 9, 120, 33, 250]

    @Test(arguments: Precision.allCases)
    func `a prompt read token by token gives the logits of one read at once`(precision: Precision) async throws {
        let names = [
            "llama-untied-f32", "qwen2-q4g64", "qwen3-q4g32-f16", "deepseek-v3-qlora-yarn-q4g64", "gemma3_text",
            "mistral", "phi3", "qwen3_moe", "smollm3",
        ]
        // Within the smallest vocabulary.
        let prompt = Self.prompt.map { $0 % 90 }
        for name in names {
            try await model(name).perform { context in
                let whole = try await context.logits(of: prompt, precision: precision)
                for end in 1...prompt.count {
                    let part = try await context.logits(of: Array(prompt[..<end]), precision: precision)
                    let worst = largestDifference(part[end - 1], whole[end - 1])
                    // A sum in another order may be rounded to the other neighbour in an fp16 cache.
                    #expect(worst < (precision == .fast ? 1e-3 : 1e-4), "\(name), token \(end): \(worst)")
                }
            }
        }
    }

    /// Long enough that the experts of a mixture take their tokens in several rounds.
    @Test(arguments: ["llama-untied-f32", "deepseek-v3-qlora-yarn-q4g64"])
    func `a long prompt read in one pass is continued as one read in pieces`(name: String) async throws {
        let prompt = (0..<480).map { ($0 * 37 + 11) % 500 }
        try await model(name).perform { context in
            let pieces = try await context.logits(of: prompt, precision: .reference)
            let next = try #require(pieces.last?.indices.max { pieces.last![$0] < pieces.last![$1] })
            #expect(try await context.tokens(after: prompt, greedy(1), precision: .reference) == [next])
        }
    }

    @Test func `the next turn of a conversation reads only what is new`() async throws {
        let container = try await model()
        try await container.perform { context in
            let first = try await context.tokens(after: Self.prompt, greedy(20))
            let next = Self.prompt + first + [5, 6, 7]
            var info: GenerationInfo?
            var tokens: [Int] = []
            for try await event in try context.answer(to: ModelInput(tokens: next), parameters: greedy(10)) {
                switch event {
                case .token(let token, _, _): tokens.append(token)
                case .finished(let found, _): info = found
                }
            }
            // The last token that was written has not been read back yet.
            #expect(info?.cachedPromptTokens == Self.prompt.count + first.count - 1)
            #expect(info?.promptTokens == next.count)
            let fresh = try await model()
            #expect(try await fresh.perform { try await $0.tokens(after: next, greedy(10)) } == tokens)
        }
    }

    /// Keys that rounded activations gave are not those of reference precision, even where both are kept in fp32.
    @Test func `precisions do not continue each other's conversations`() async throws {
        let folder = Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16")
        let container = try await loadModelContainer(directory: folder, options: LoadOptions(cache: .float32))
        try await container.perform { context in
            for precision in [Precision.fast, .reference] {
                let answer = try context.answer(
                    to: ModelInput(tokens: Self.prompt), parameters: greedy(5), precision: precision)
                for try await case .finished(let info, _) in answer { #expect(info.cachedPromptTokens == 0) }
            }
        }
    }

    /// Beyond the original context all keys are turned by other angles, so nothing of the
    /// shorter conversation is of use.
    @Test func `a conversation that outgrows the short frequencies is read anew`() async throws {
        let prompt = (0..<20).map { ($0 * 37 + 11) % 90 }
        let longer = prompt + prompt
        let fresh = try await model("phi3-longrope").perform { try await $0.tokens(after: longer, greedy(5)) }
        try await model("phi3-longrope").perform { context in
            _ = try await context.tokens(after: prompt, greedy(2))
            var info: GenerationInfo?
            var tokens: [Int] = []
            for try await event in try context.answer(to: ModelInput(tokens: longer), parameters: greedy(5)) {
                switch event {
                case .token(let token, _, _): tokens.append(token)
                case .finished(let found, _): info = found
                }
            }
            #expect(info?.cachedPromptTokens == 0)
            #expect(tokens == fresh)
        }
    }

    @Test func `a conversation edited in the middle shares its beginning`() async throws {
        try await model().perform { context in
            let long = (0..<120).map { ($0 * 37 + 11) % 500 }
            _ = try await context.tokens(after: long, greedy(2))
            let edited = Array(long[..<60]) + [1, 2, 3]
            var info: GenerationInfo?
            for try await event in try context.answer(to: ModelInput(tokens: edited), parameters: greedy(2)) {
                if case .finished(let found, _) = event { info = found }
            }
            #expect(info?.cachedPromptTokens == 60)
            // The conversation that was edited still has its own.
            for try await event in try context.answer(to: ModelInput(tokens: long), parameters: greedy(2)) {
                if case .finished(let found, _) = event { info = found }
            }
            #expect(info?.cachedPromptTokens == 119)
        }
    }

    @Test func `answers that share passes are those that each would get alone`() async throws {
        let prompts = (0..<5).map { n in (0..<(3 + 60 * n)).map { ($0 * 31 + n * 7) % 500 } }
        var alone: [[Int]] = []
        for prompt in prompts {
            alone.append(try await model().perform { try await $0.tokens(after: prompt, greedy(24)) })
        }
        let together = try await model().perform { context in
            try await withThrowingTaskGroup(of: (Int, [Int]).self) { group in
                for (index, prompt) in prompts.enumerated() {
                    group.addTask { (index, try await context.tokens(after: prompt, self.greedy(24))) }
                }
                return try await group.reduce(into: [Int: [Int]]()) { $0[$1.0] = $1.1 }
            }
        }
        for (index, tokens) in alone.enumerated() { #expect(together[index] == tokens, "answer \(index)") }
    }

    @Test(arguments: [Float(0), 0.3, 1.0])
    func `guessing ahead changes nothing but the time`(temperature: Float) async throws {
        for name in ["qwen3-q4g32-f16", "llama-gqa-tied-q4g64", "qwen2-q4g64", "llama-untied-f32"] {
            try await model(name).perform { context in
                let verse = [7, 8, 9, 10, 250, 251, 33]
                var parameters = GenerateParameters(maxTokens: 120, temperature: temperature, seed: 5)
                parameters.ignoreEndOfSequence = true
                let guessed = try await context.tokens(after: verse + verse + verse, parameters)
                parameters.speculation = false
                #expect(try await context.tokens(after: verse + verse + verse, parameters) == guessed, "\(name)")
            }
        }
    }

    @Test func `a dictated answer is what was dictated, and the next turn finds it read`() async throws {
        try await model().perform { context in
            let verse = [7, 8, 9, 10, 250, 251, 33]
            let text = verse + [4] + verse + verse + [90, 91] + verse
            for guesses in [false, true] {
                var parameters = greedy(200)
                parameters.speculation = guesses
                var said: [Int] = []
                var info: GenerationInfo?
                let input = ModelInput(tokens: [guesses ? 1 : 2] + verse)
                for try await event in try context.answer(to: input, parameters: parameters, dictation: text) {
                    switch event {
                    case .token(let token, _, _): said.append(token)
                    case .finished(let found, _): info = found
                    }
                }
                #expect(said == text && info?.tokens == text.count && info?.stopReason == .length)
                // What follows is what a model says that has read the same and written none of it.
                let next = input.tokens + text + [5]
                let continued = try await context.tokens(after: next, greedy(12))
                #expect(try await model().perform { try await $0.tokens(after: next, greedy(12)) } == continued)
            }
            for wrong in [[], [512]] {
                let error = await #expect(throws: EmberError.self) {
                    let input = ModelInput(tokens: verse)
                    for try await _ in try context.answer(to: input, parameters: greedy(9), dictation: wrong) {}
                }
                #expect(error?.code == .invalidParameter)
            }
        }
    }

    @Test func `a seed reproduces an answer and another seed gives another`() async throws {
        try await model().perform { context in
            func tokens(_ seed: UInt64) async throws -> [Int] {
                var parameters = GenerateParameters(maxTokens: 30, temperature: 1, seed: seed)
                parameters.ignoreEndOfSequence = true
                return try await context.tokens(after: Self.prompt, parameters)
            }
            let first = try await tokens(3)
            #expect(try await tokens(3) == first)
            #expect(try await tokens(4) != first)
        }
    }

    @Test func `an answer ends at the most tokens, at an end token and at a stop text`() async throws {
        try await model().perform { context in
            let free = try await context.tokens(after: Self.prompt, greedy(40))
            #expect(free.count == 40)
            let text = context.tokenizer.decode(Array(free.prefix(12)), skipSpecialTokens: true)
            let middle = text.index(text.startIndex, offsetBy: text.count / 2)
            var parameters = greedy(40)
            parameters.stop = [String(text[middle...].prefix(3))]
            var answer = ""
            var reason: StopReason?
            for try await event in try context.answer(to: ModelInput(tokens: Self.prompt), parameters: parameters) {
                switch event {
                case .token(_, let piece, _): answer += piece
                case .finished(let info, let rest):
                    answer += rest
                    reason = info.stopReason
                }
            }
            #expect(reason == .stop)
            #expect(text.hasPrefix(answer) && !answer.contains(parameters.stop[0]))
        }
        // The token that comes third, declared an end token, ends the answer before it.
        let third = try await model().perform { try await $0.tokens(after: Self.prompt, greedy(3))[2] }
        try await Fixtures.withModel(
            "qwen3-q4g32-f16", replacing: ["generation_config.json": #"{"eos_token_id": [510, \#(third)]}"#]
        ) { folder in
            let tokens = try await loadModelContainer(directory: folder).perform {
                try await $0.tokens(after: Self.prompt, GenerateParameters(maxTokens: 40, temperature: 0))
            }
            #expect(tokens.count <= 2)
        }
    }

    @Test func `generation_config decides what the caller leaves open`() async throws {
        let recommended = #"{"temperature": 0.0, "max_new_tokens": 7, "eos_token_id": 511}"#
        try await Fixtures.withModel("qwen3-q4g32-f16", replacing: ["generation_config.json": recommended]) { folder in
            try await loadModelContainer(directory: folder).perform { context in
                let first = try await context.tokens(after: Self.prompt, GenerateParameters(seed: 1))
                #expect(first.count == 7)
                #expect(try await context.tokens(after: Self.prompt, GenerateParameters(seed: 2)) == first)
                #expect(
                    try await context.tokens(after: Self.prompt, GenerateParameters(maxTokens: 4, seed: 2)).count == 4)
            }
        }
    }

    @Test func `a prompt longer than the context is refused with both numbers`() async throws {
        try await model().perform { context in
            let long = [Int](repeating: 5, count: 1024)
            let error = await #expect(throws: EmberError.self) { try await context.tokens(after: long, greedy(1)) }
            #expect(error?.code == .contextExceeded)
            #expect(error?.detail.contains("1024") == true)
        }
    }

    @Test func `an answer that fills the context ends and says so`() async throws {
        try await model().perform { context in
            var info: GenerationInfo?
            let long = (0..<1000).map { $0 % 500 }
            for try await event in try context.answer(to: ModelInput(tokens: long), parameters: greedy(500)) {
                if case .finished(let found, _) = event { info = found }
            }
            #expect(info?.stopReason == .context && info?.tokens == 24)
        }
    }

    @Test(arguments: [[], [512], [-1], [3, Int.max]])
    func `tokens outside the vocabulary are refused`(ids: [Int]) async throws {
        try await model().perform { context in
            let error = await #expect(throws: EmberError.self) { try await context.tokens(after: ids, greedy(1)) }
            #expect(error?.code == .invalidParameter)
        }
    }

    @Test func `a reader that goes away stops the work`() async throws {
        try await model().perform { context in
            var written: [Int] = []
            for try await event in try context.answer(to: ModelInput(tokens: Self.prompt), parameters: greedy(900)) {
                if case .token(let token, _, _) = event { written.append(token) }
                if written.count == 3 { break }
            }
            // What the engine had computed by then is what the next answer finds: far from the 900
            // tokens that were asked for.
            let long = try await model().perform { try await $0.tokens(after: Self.prompt, greedy(400)) }
            #expect(Array(long.prefix(3)) == written)
            var info: GenerationInfo?
            for try await event in try context.answer(
                to: ModelInput(tokens: Self.prompt + long + [1]), parameters: greedy(1))
            {
                if case .finished(let found, _) = event { info = found }
            }
            let cached = try #require(info?.cachedPromptTokens)
            #expect(cached >= Self.prompt.count + 2 && cached < Self.prompt.count + 300)
        }
    }

    @Test func `a task that is cancelled ends its answer and keeps what was said`() async throws {
        let session = ChatSession(try await model(), parameters: greedy(900))
        let task = Task {
            for try await piece in session.streamResponse(to: "Tell me") where !piece.isEmpty { return }
        }
        try await task.value
        // The stream is gone; the session notes what it had.
        for _ in 0..<100 where await session.messages.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        let messages = await session.messages
        #expect(messages.map(\.role) == [.user, .assistant])
        #expect(messages.last?.content.isEmpty == false)
    }

    @Test func `a turn waits for the one before it and finds what that has left`() async throws {
        let session = ChatSession(try await model(), parameters: greedy(30))
        async let first = session.respond(to: "One")
        async let second = session.respond(to: "Two")
        let answers = try await [first, second]
        let messages = await session.messages
        #expect(messages.map(\.role) == [.user, .assistant, .user, .assistant])
        #expect(Set(messages.filter { $0.role == .assistant }.map(\.content)) == Set(answers))
        // Asked in a row, they give the same: the second had the first in its prompt.
        let again = ChatSession(try await model(), parameters: greedy(30))
        for message in messages where message.role == .user { _ = try await again.respond(to: message.content) }
        #expect(await again.messages == messages)
    }

    @Test func `a conversation longer than the context goes on with its newest turns, and says so`() async throws {
        let session = ChatSession(try await model(), instructions: "Be brief.", parameters: greedy(100))
        var omitted: [Int] = []
        for turn in 0..<8 {
            var left = 0
            for try await event in session.streamDetails(
                to: "Question \(turn): " + String(repeating: "word ", count: 20))
            {
                if case .omitted(let messages) = event { left = messages }
            }
            omitted.append(left)
        }
        // Nothing at first; then more and more, always whole turns, and not at every turn, so
        // that the cache still helps.
        #expect(omitted.first == 0 && omitted.last! > 0)
        #expect(omitted.allSatisfy { $0.isMultiple(of: 2) })
        #expect(omitted == omitted.sorted())
        #expect(await session.messages.count == 16)
    }
}
