// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberTokenizers
import Foundation
import Testing

/// Answers that are gone on with.
@Suite struct BegunAnswerTests {
    private func greedy(_ count: Int) -> GenerateParameters {
        var parameters = GenerateParameters(maxTokens: count, temperature: 0)
        parameters.ignoreEndOfSequence = true
        return parameters
    }

    private func answer(
        to input: ModelInput, _ count: Int, _ context: ModelContext
    ) async throws -> [(token: Int, text: String)] {
        var pieces: [(Int, String)] = []
        for try await event in try context.answer(to: input, parameters: greedy(count), precision: .reference) {
            if case .token(let token, let text, _) = event { pieces.append((token, text)) }
        }
        return pieces
    }

    /// Wherever the text of the first tokens is read as these tokens again, the rest has to be the same.
    @Test(arguments: ["llama-gqa-tied-q4g64", "qwen3-q4g32-f16"])
    func `an answer goes on as if it had not been broken off`(name: String) async throws {
        let folder = Fixtures.shipped.appending(path: "models/\(name)")
        try await loadModelContainer(directory: folder).perform { context in
            let question = try context.prepare(.chat([.user("Where does the river go?")]))
            let whole = try await answer(to: question, 24, context)
            var compared = 0
            for count in 1..<20 {
                let beginning = whole.prefix(count).map(\.text).joined()
                let tokens = try context.tokenizer.encode(
                    beginning, literal: [0..<beginning.utf8.count], addSpecialTokens: false)
                guard tokens == whole.prefix(count).map(\.token) else { continue }
                let input = try context.prepare(question, answeredWith: beginning)
                #expect(input.tokens == question.tokens + tokens && input.begun == count)
                let rest = try await answer(to: input, 24 - count, context)
                #expect(rest.map(\.token) == whole.dropFirst(count).map(\.token))
                #expect(rest.map(\.text) == whole.dropFirst(count).map(\.text))
                compared += 1
            }
            #expect(compared > 0)
        }
    }

    @Test func `a thought that the prompt opens is closed before the answer`() async throws {
        let folder = Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16")
        try await loadModelContainer(directory: folder).perform { context in
            let markers = ThinkingMarkers(opening: "<think>", closing: "</think>")
            var input = ModelInput(tokens: [1, 2, 3])
            input.format.thinking = AnswerFormat.Thinking(markers: markers, startsInside: true)
            let begun = try context.prepare(input, answeredWith: "So")
            let end = try context.tokenizer.encode("\n</think>\n\n", addSpecialTokens: false)
            #expect(begun.tokens.starts(with: [1, 2, 3] + end) && begun.begun == begun.tokens.count - 3 - end.count)
            #expect(begun.format == .plain)
        }
    }

    @Test func `what an answer says never becomes a control token`() async throws {
        let folder = Fixtures.shipped.appending(path: "models/llama-gqa-tied-q4g64")
        try await loadModelContainer(directory: folder).perform { context in
            let question = ModelInput(tokens: [1])
            let begun = try context.prepare(question, answeredWith: "It ends with <|eot_id|>.")
            #expect(!begun.tokens.contains(508))
        }
    }
}
