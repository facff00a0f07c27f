// SPDX-License-Identifier: Apache-2.0

import Ember
import Foundation
import Testing

@Suite struct SamplerTests {
    /// Draws `count` tokens from the same logits and counts them.
    private func draw(
        _ logits: [Float], _ parameters: GenerateParameters, count: Int = 20_000, previous: [Int32] = []
    ) throws -> [Int: Double] {
        let compute = try Compute(threads: 1)
        var sampler = Sampler(try SamplingPlan(parameters, model: GenerationConfig()))
        var counts: [Int: Double] = [:]
        for _ in 0..<count {
            var row = logits
            let token = row.withUnsafeMutableBufferPointer { sampler.next($0, previous: previous, compute: compute) }
            counts[token, default: 0] += 1 / Double(count)
        }
        return counts
    }

    /// The distribution that the parameters describe, by sorting: transformers' definitions, written plainly.
    private func expected(_ logits: [Float], temperature: Double, topK: Int, topP: Double, minP: Double) -> [Int:
        Double]
    {
        var order = logits.indices.sorted { (logits[$0], $1) > (logits[$1], $0) }
        func probabilities() -> [Double] {
            let weights = order.map { exp(Double(logits[$0]) / temperature) }
            return weights.map { $0 / weights.reduce(0, +) }
        }
        if topK > 0 { order = Array(order.prefix(topK)) }
        var sum = 0.0
        let kept = probabilities().prefix { p in
            defer { sum += p }
            return sum < topP
        }
        order = Array(order.prefix(max(1, kept.count)))
        let p = probabilities()
        order = zip(order, p).filter { $1 >= minP * p[0] }.map(\.0)
        return Dictionary(uniqueKeysWithValues: zip(order, probabilities()))
    }

    @Test(arguments: [
        (0, 1.0, 0.0), (3, 1.0, 0.0), (0, 0.7, 0.0), (0, 1.0, 0.2), (10, 0.9, 0.05), (0, 0.05, 0.0), (50, 0.999, 0.0),
    ])
    func `draws from the distribution that top-k, top-p and min-p describe`(topK: Int, topP: Double, minP: Double)
        throws
    {
        var random = SystemRandomNumberGenerator()
        let seed = random.next() % 1000
        var source = RandomSource(seed: seed)
        let logits = (0..<40).map { _ in Float(source.unit() * 6 - 3) }
        let wanted = expected(logits, temperature: 0.8, topK: topK, topP: topP, minP: minP)
        let got = try draw(
            logits, GenerateParameters(temperature: 0.8, topP: Float(topP), topK: topK, minP: Float(minP), seed: seed))
        #expect(Set(got.keys).isSubset(of: wanted.keys), "seed \(seed)")
        for (token, probability) in wanted {
            // Five standard deviations of a frequency over 20,000 draws.
            let slack = 5 * (probability * (1 - probability) / 20_000).squareRoot() + 1e-3
            #expect(abs((got[token] ?? 0) - probability) < slack, "token \(token), seed \(seed)")
        }
    }

    @Test func `temperature 0 takes the likeliest token`() throws {
        #expect(try draw([0.1, 3, -1, 2.9], GenerateParameters(temperature: 0), count: 8) == [1: 1.0])
    }

    @Test func `the same seed draws the same tokens, another seed others`() throws {
        let compute = try Compute(threads: 1)
        func tokens(seed: UInt64) throws -> [Int] {
            var sampler = Sampler(
                try SamplingPlan(GenerateParameters(temperature: 1, seed: seed), model: GenerationConfig()))
            return (0..<50).map { _ in
                var row = [Float](repeating: 0, count: 100)
                return row.withUnsafeMutableBufferPointer { sampler.next($0, previous: [], compute: compute) }
            }
        }
        #expect(try tokens(seed: 7) == tokens(seed: 7))
        #expect(try tokens(seed: 7) != tokens(seed: 8))
    }

    @Test func `a repetition penalty lowers what has occurred, whatever its sign`() throws {
        let logits: [Float] = [2, 1.5, -1]
        #expect(
            try draw(logits, GenerateParameters(temperature: 0, repetitionPenalty: 2), count: 1, previous: [0, 0]) == [
                1: 1
            ])
        let likeliest = try draw(
            [-1, -1.5], GenerateParameters(temperature: 0, repetitionPenalty: 2), count: 1, previous: [0])
        #expect(likeliest == [1: 1])
    }

    @Test(arguments: [[Float.nan, .nan], [.infinity, 0], [-.infinity, -.infinity], [.nan, 1, .infinity]])
    func `impossible logits still give a token of the vocabulary`(logits: [Float]) throws {
        for temperature: Float in [0, 1] {
            let got = try draw(logits, GenerateParameters(temperature: temperature, topP: 0.9, seed: 1), count: 3)
            #expect(got.keys.allSatisfy(logits.indices.contains))
        }
    }

    @Test(arguments: [
        GenerateParameters(temperature: -1), GenerateParameters(temperature: .nan),
        GenerateParameters(temperature: 1e9),
        GenerateParameters(topP: 0), GenerateParameters(topP: 1.5), GenerateParameters(topP: .nan),
        GenerateParameters(topK: -1), GenerateParameters(minP: -0.1), GenerateParameters(minP: .nan),
        GenerateParameters(maxTokens: 0), GenerateParameters(maxTokens: -5),
        GenerateParameters(repetitionPenalty: 0), GenerateParameters(repetitionPenalty: .infinity),
        GenerateParameters(stop: [""]),
    ])
    func `a parameter outside its range is refused with what was found`(parameters: GenerateParameters) {
        let error = #expect(throws: EmberError.self) { try SamplingPlan(parameters, model: GenerationConfig()) }
        #expect(error?.code == .invalidParameter)
    }
}
