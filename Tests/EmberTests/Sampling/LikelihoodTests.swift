// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberGrammar
import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// How likely tokens were, against the definition of softmax on the model's own logits.
@Suite struct LikelihoodTests {
    private func answer(
        _ context: ModelContext, _ prompt: [Int], _ parameters: GenerateParameters, _ precision: Precision = .reference
    ) async throws -> (tokens: [Int], likelihoods: [Likelihood]) {
        var (tokens, likelihoods) = ([Int](), [Likelihood]())
        let events = try context.answer(
            to: ModelInput(tokens: prompt), parameters: parameters, precision: precision)
        for try await event in events {
            guard case .token(let token, _, let likelihood) = event else { continue }
            tokens.append(token)
            if let likelihood { likelihoods.append(likelihood) }
        }
        return (tokens, likelihoods)
    }

    private func parameters(_ alternatives: Int?, temperature: Float = 0) -> GenerateParameters {
        var parameters = GenerateParameters(maxTokens: 12, temperature: temperature, topP: 0.9, seed: 4)
        parameters.repetitionPenalty = 1.3
        parameters.ignoreEndOfSequence = true
        parameters.alternatives = alternatives
        return parameters
    }

    /// The natural logarithms of all tokens' probabilities.
    private func logarithms(_ logits: [Float]) -> [Double] {
        let largest = Double(logits.max() ?? 0)
        let sum = logits.reduce(0.0) { $0 + exp(Double($1) - largest) }
        return logits.map { Double($0) - largest - log(sum) }
    }

    @Test(arguments: [Float(0), 1.5], [0, 1, 5, 20])
    func `they are the softmax of the model's logits, whatever chose the token`(
        temperature: Float, count: Int
    ) async throws {
        let prompt = [40, 12, 300, 77]
        let model = try await loadModelContainer(
            directory: Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16"))
        try await model.perform { context in
            let (tokens, likelihoods) = try await answer(context, prompt, parameters(count, temperature: temperature))
            #expect(tokens.count == 12)
            #expect(likelihoods.map(\.chosen.token) == tokens)
            let logits = try await context.logits(of: prompt + tokens, precision: .reference)
            for (index, likelihood) in likelihoods.enumerated() {
                let expected = logarithms(logits[prompt.count - 1 + index])
                #expect(abs(expected[tokens[index]] - Double(likelihood.chosen.logarithm)) < 1e-3)
                let best = expected.indices.sorted { (expected[$1], $0) < (expected[$0], $1) }.prefix(count)
                #expect(likelihood.likeliest.map(\.token) == Array(best))
                for candidate in likelihood.likeliest {
                    #expect(abs(expected[candidate.token] - Double(candidate.logarithm)) < 1e-3)
                }
            }
        }
    }

    @Test func `asking for them changes no answer`() async throws {
        let model = try await loadModelContainer(
            directory: Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16"))
        try await model.perform { context in
            let without = try await answer(context, [40, 12], parameters(nil, temperature: 0.9), .fast)
            #expect(without.likelihoods.isEmpty)
            #expect(
                try await answer(context, [40, 12], parameters(3, temperature: 0.9), .fast).tokens == without.tokens)
        }
    }

    @Test func `each token of a guided answer has one, also where there was no choice`() async throws {
        let model = try await loadModelContainer(
            directory: Fixtures.shipped.appending(path: "models/qwen3-q4g32-f16"))
        try await model.perform { context in
            var parameters = parameters(2)
            parameters.maxTokens = 60
            parameters.grammar = try Grammar(schema: ["const": "the only text that there is"])
            let (tokens, likelihoods) = try await answer(context, [40, 12], parameters)
            #expect(likelihoods.map(\.chosen.token) == tokens)
            let said = try JSON(parsing: context.tokenizer.decode(tokens))
            #expect(said == "the only text that there is")
            // The model itself would have said something else.
            #expect(likelihoods.contains { $0.likeliest.first?.token != $0.chosen.token })
        }
    }

    @Test(arguments: [-1, 21])
    func `more than there may be are refused`(count: Int) {
        var parameters = GenerateParameters()
        parameters.alternatives = count
        #expect(throws: EmberError.self) { try parameters.validate() }
    }
}
