// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// What fast arithmetic costs in quality.
@Suite struct PrecisionTests {
    /// Kullback-Leibler divergence of the next-token distributions, in nats, over the reference prompts.
    @Test(
        arguments: ReferenceTests.Model.folders(in: Fixtures.shipped.appending(path: "models"))
            + ReferenceTests.Model.files(in: Fixtures.shipped.appending(path: "gguf")))
    func `fast stays within a hundredth of a nat of reference`(model: ReferenceTests.Model) async throws {
        let reference = try Fixtures.json(model.reference)
        let prompts = try #require(reference["prompts"]?.array)
        let container = try await loadModelContainer(directory: model.location)
        let divergences = try await container.perform { context in
            var divergences: [Double] = []
            for prompt in prompts {
                let ids = try #require(prompt["ids"]?.integers)
                let exact = try await context.logits(of: ids, precision: .reference)
                let fast = try await context.logits(of: ids, precision: .fast)
                divergences += zip(exact, fast).map(divergence)
            }
            return divergences
        }
        // Where two experts of a random model score alike, any rounding may choose the other one, which is as random: then
        // single positions differ by whole nats and pull all that follow along. The median, allowed twice as much, tells
        // rounding from mistakes.
        let config = model.reference.deletingLastPathComponent().appending(path: "config.json")
        let keys = FileManager.default.fileExists(atPath: config.path) ? try Fixtures.json(config) : [:]
        let hasExperts = keys["n_routed_experts"] != nil || keys["num_experts"] != nil
        let mean = divergences.reduce(0, +) / Double(divergences.count)
        let cost = hasExperts ? divergences.sorted()[divergences.count / 2] : mean
        #expect(
            cost >= -1e-9 && cost <= (hasExperts ? 0.02 : 0.01), "\(model.location.lastPathComponent): \(cost) nats")
    }

    private func divergence(of exact: [Float], and fast: [Float]) -> Double {
        func logProbabilities(_ row: [Float]) -> [Double] {
            let largest = Double(row.max() ?? 0)
            let sum = log(row.reduce(0.0) { $0 + exp(Double($1) - largest) }) + largest
            return row.map { Double($0) - sum }
        }
        let (p, q) = (logProbabilities(exact), logProbabilities(fast))
        return zip(p, q).reduce(0) { $0 + exp($1.0) * ($1.0 - $1.1) }
    }
}
