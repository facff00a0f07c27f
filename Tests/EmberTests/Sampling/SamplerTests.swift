// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
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

    /// The tokens that transformers leaves to draw from, with their probabilities.
    private struct Reference {
        var logits: [Float]
        var parameters: GenerateParameters
        var kept: [Int: Double]

        static let all: [Reference] = {
            let url = Fixtures.shipped.appending(path: "sampling/transformers.json")
            guard let file = try? Fixtures.json(url) else { return [] }
            let rows = (file["rows"]?.array ?? []).map { ($0.array ?? []).compactMap(\.double).map { Float($0) } }
            return (file["cases"]?.array ?? []).compactMap { reference in
                guard let row = reference["row"]?.integer, let topK = reference["topK"]?.integer,
                    let temperature = reference["temperature"]?.double, let topP = reference["topP"]?.double,
                    let minP = reference["minP"]?.double, let kept = reference["kept"]?.object
                else { return nil }
                return Reference(
                    logits: rows[row],
                    parameters: GenerateParameters(
                        temperature: Float(temperature), topP: Float(topP), topK: topK, minP: Float(minP), seed: 7),
                    kept: Dictionary(uniqueKeysWithValues: kept.map { (Int($0) ?? -1, $1.double ?? 0) }))
            }
        }()
    }

    @Test func `top-k, top-p and min-p keep what transformers keeps`() throws {
        let compute = try Compute(threads: 1)
        for reference in Reference.all {
            var sampler = Sampler(try SamplingPlan(reference.parameters, model: GenerationConfig()))
            var row = reference.logits
            let token = row.withUnsafeMutableBufferPointer { sampler.next($0, previous: [], compute: compute) }
            let total = sampler.kept.reduce(0) { $0 + Double($1.weight) }
            let kept = Dictionary(uniqueKeysWithValues: sampler.kept.map { ($0.token, Double($0.weight) / total) })
            #expect(kept.keys == reference.kept.keys, "\(reference.parameters)")
            #expect(reference.kept.allSatisfy { abs((kept[$0] ?? 0) - $1) < 1e-5 }, "\(reference.parameters)")
            #expect(reference.kept[token] != nil)
        }
        #expect(Reference.all.count > 1_000)
    }

    /// Whether tokens are drawn as often as they are likely: within five standard deviations of a
    /// frequency over 20,000 draws.
    private func isDrawn(_ got: [Int: Double], like wanted: [Int: Double]) -> Bool {
        Set(got.keys).isSubset(of: wanted.keys)
            && wanted.allSatisfy { abs((got[$0] ?? 0) - $1) < 5 * ($1 * (1 - $1) / 20_000).squareRoot() + 1e-3 }
    }

    @Test func `tokens are drawn as often as they are likely`() throws {
        let references = Reference.all.filter { $0.kept.count > 4 }
        for reference in stride(from: 0, to: references.count, by: 60).map({ references[$0] }) {
            let got = try draw(reference.logits, reference.parameters)
            #expect(isDrawn(got, like: reference.kept), "\(reference.parameters)")
        }
    }

    @Test func `where nothing is cut, all tokens are drawn`() throws {
        let logits = try #require(Reference.all.first).logits
        let weights = logits.map { exp(Double($0) / 0.8) }
        let likely = weights.map { $0 / weights.reduce(0, +) }
        let got = try draw(logits, GenerateParameters(temperature: 0.8, topP: 1, topK: 0, minP: 0, seed: 7))
        #expect(isDrawn(got, like: Dictionary(uniqueKeysWithValues: likely.enumerated().map { ($0, $1) })))
    }

    @Test func `temperature 0 takes the likeliest token`() throws {
        #expect(try draw([0.1, 3, -1, 2.9], GenerateParameters(temperature: 0), count: 8) == [1: 1.0])
    }

    @Test(arguments: [0x1p-149, 0x1p-133, 0x1p-129, 0x1p-128, 0x1p-126, 0x1p-100] as [Float])
    func `a tiny temperature takes the likeliest token`(temperature: Float) throws {
        for topK in [0, 3] {
            let parameters = GenerateParameters(temperature: temperature, topK: topK, seed: 1)
            #expect(try draw([0.1, 3, -1, 2.9], parameters, count: 8) == [1: 1.0])
        }
    }

    @Test(arguments: [Float(0.01), 1, 100])
    func `a repetition penalty at an end of its range is taken`(penalty: Float) throws {
        #expect(throws: Never.self) { try GenerateParameters(repetitionPenalty: penalty).validate() }
        for outside in [Float(0.01).nextDown, Float(100).nextUp] {
            #expect(throws: EmberError.self) { try GenerateParameters(repetitionPenalty: outside).validate() }
        }
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
