// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberTokenizers
import Foundation
import Testing

/// How long a model may think.
@Suite struct ThoughtLimitTests {
    /// Runs `body` with a small model whose prompts end inside a thought.
    private func withThinker<R>(_ body: (ModelContainer) async throws -> R) async throws -> R {
        let template = "{% for m in messages %}{{ m.content }}{% endfor %}{{ '<think>\\n' }}"
        return try await Fixtures.withModel("qwen3-q4g32-f16", replacing: ["chat_template.jinja": template]) {
            try await body(loadModelContainer(directory: $0))
        }
    }

    private func parameters(budget: Int?, temperature: Float = 0) -> GenerateParameters {
        var parameters = GenerateParameters(maxTokens: 40, temperature: temperature, seed: 3)
        parameters.ignoreEndOfSequence = true
        parameters.thinkingBudget = budget
        return parameters
    }

    private func tokens(
        _ context: ModelContext, _ input: ModelInput, _ parameters: GenerateParameters
    ) async throws -> [Int] {
        var tokens: [Int] = []
        for try await event in try context.answer(to: input, parameters: parameters) {
            if case .token(let token, _, _) = event { tokens.append(token) }
        }
        return tokens
    }

    @Test(arguments: [0, 1, 7])
    func `a thought ends after so many tokens, and the answer goes on from there`(budget: Int) async throws {
        try await withThinker { model in
            try await model.perform { context in
                let input = try context.prepare(UserInput(prompt: "hello"))
                let free = try await tokens(context, input, parameters(budget: nil))
                let limited = try await tokens(context, input, parameters(budget: budget))
                let end = try context.tokenizer.encode("\n</think>\n\n", addSpecialTokens: false)
                #expect(limited.count == 40)
                #expect(Array(limited.prefix(budget)) == Array(free.prefix(budget)))
                #expect(Array(limited.dropFirst(budget).prefix(end.count)) == end)
                // What follows is what the model says after exactly that.
                let said = budget + end.count
                let rest = try await tokens(
                    context, ModelInput(tokens: input.tokens + limited.prefix(said)), parameters(budget: nil))
                #expect(Array(limited.dropFirst(said)) == Array(rest.prefix(40 - said)))
            }
        }
    }

    @Test(arguments: [Float(0), 0.8])
    func `a limit changes nothing with guesses or in company`(temperature: Float) async throws {
        try await withThinker { model in
            try await model.perform { context in
                let verse = String(repeating: "the same words again, ", count: 6)
                let inputs = try (0..<3).map { try context.prepare(UserInput(prompt: verse + "\($0)")) }
                var slow = parameters(budget: 9, temperature: temperature)
                slow.speculation = false
                var alone: [[Int]] = []
                for input in inputs { alone.append(try await tokens(context, input, slow)) }
                let quick = parameters(budget: 9, temperature: temperature)
                for (input, expected) in zip(inputs, alone) {
                    #expect(try await tokens(context, input, quick) == expected)
                }
                async let first = tokens(context, inputs[0], quick)
                async let second = tokens(context, inputs[1], slow)
                async let third = tokens(context, inputs[2], quick)
                #expect(try await [first, second, third] == alone)
            }
        }
    }

    @Test func `thoughts and answer are told apart`() async throws {
        try await withThinker { model in
            let session = ChatSession(model, parameters: parameters(budget: 5))
            var (thought, answer) = ("", "")
            for try await event in session.streamDetails(to: "hello") {
                switch event {
                case .thought(let text): thought += text
                case .chunk(let text): answer += text
                default: break
                }
            }
            #expect(!thought.isEmpty && !answer.isEmpty)
            let last = try #require(await session.messages.last)
            #expect(last.reasoning == thought && last.content == answer)
            let plain = ChatSession(model, parameters: parameters(budget: 5))
            let again = try await plain.respond(to: "hello")
            #expect(again == answer)
        }
    }

    @Test func `a budget of nothing asks the template to do without`() async throws {
        // Qwen3's template knows how to: it writes an empty thought into the prompt.
        let model = try await loadModelContainer(directory: Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16"))
        func promptTokens(_ budget: Int?) async throws -> Int {
            let session = ChatSession(model, parameters: parameters(budget: budget))
            for try await event in session.streamDetails(to: "hello") {
                if case .info(let info) = event { return info.promptTokens }
            }
            return 0
        }
        let empty = try await model.perform {
            try $0.tokenizer.encode("<think>\n\n</think>\n\n", addSpecialTokens: false).count
        }
        let usual = try await promptTokens(nil)
        #expect(try await promptTokens(0) == usual + empty)
        #expect(try await promptTokens(5) == usual)
    }

    @Test func `a model that does not think aloud has no limit`() async throws {
        let model = try await loadModelContainer(directory: Fixtures.shipped.appending(path: "models/llama-untied-f32"))
        try await model.perform { context in
            let input = try context.prepare(UserInput(prompt: "hello"))
            let free = try await tokens(context, input, parameters(budget: nil))
            #expect(try await tokens(context, input, parameters(budget: 0)) == free)
        }
    }

    @Test func `a negative budget is refused`() throws {
        #expect(throws: EmberError.self) { try parameters(budget: -1).validate() }
        try parameters(budget: 0).validate()
    }

    @Test func `a stop text ends an answer, not a thought`() async throws {
        try await withThinker { model in
            try await model.perform { context in
                let input = try context.prepare(UserInput(prompt: "hello"))
                let said = "a thought with END in it\n</think>\n\nThe answer, and END of it"
                var parameters = parameters(budget: nil)
                parameters.maxTokens = 200
                parameters.stop = ["END"]
                var text = ""
                let events = try context.answer(
                    to: input, parameters: parameters,
                    dictation: context.tokenizer.encode(said, addSpecialTokens: false))
                for try await event in events {
                    switch event {
                    case .token(_, let piece, _): text += piece
                    case .finished(let info, let rest):
                        text += rest
                        #expect(info.stopReason == .stop)
                    }
                }
                #expect(text == "a thought with END in it\n</think>\n\nThe answer, and ")
            }
        }
    }
}
