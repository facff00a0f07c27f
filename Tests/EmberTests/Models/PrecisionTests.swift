// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Foundation
import Testing

/// The cost of fast arithmetic in quality.
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
        // Where two experts of a random model score alike, any rounding may choose the other one, which is as random:
        // then single positions differ by whole nats and pull all that follow along. The median, allowed twice as much,
        // tells rounding from mistakes.
        let config = model.reference.deletingLastPathComponent().appending(path: "config.json")
        let keys = FileManager.default.fileExists(atPath: config.path) ? try Fixtures.json(config) : [:]
        let hasExperts = keys["n_routed_experts"] != nil || keys["num_experts"] != nil
        let mean = divergences.reduce(0, +) / Double(divergences.count)
        let cost = hasExperts ? divergences.sorted()[divergences.count / 2] : mean
        #expect(
            cost >= -1e-9 && cost <= (hasExperts ? 0.02 : 0.01), "\(model.location.lastPathComponent): \(cost) nats")
    }

    /// The same arithmetic over an fp32 and an int8 cache.
    private static let folders = Fixtures.folders(in: Fixtures.shipped.appending(path: "models"))
    private static func isLatent(_ folder: URL) -> Bool { folder.lastPathComponent.hasPrefix("deepseek") }

    @Test(arguments: folders.filter(isLatent))
    func `latent attention refuses an int8 cache`(folder: URL) async throws {
        await #expect(throws: EmberError.self) {
            try await loadModelContainer(directory: folder, options: LoadOptions(cache: .int8))
        }
    }

    @Test(arguments: folders.filter { !isLatent($0) })
    func `an int8 cache stays within a hundredth of a nat of fp32`(folder: URL) async throws {
        let reference = try Fixtures.json(folder.appending(path: "reference.json"))
        let prompts = try #require(reference["prompts"]?.array).map { try #require($0["ids"]?.integers) }
        func logits(_ cache: CacheFormat) async throws -> [[Float]] {
            let container = try await loadModelContainer(directory: folder, options: LoadOptions(cache: cache))
            return try await container.perform { context in
                var rows: [[Float]] = []
                for ids in prompts { rows += try await context.logits(of: ids, precision: .fast) }
                return rows
            }
        }
        let (exact, rounded) = (try await logits(.float32), try await logits(.int8))
        #expect(exact != rounded)
        let mean = zip(exact, rounded).map(divergence).reduce(0, +) / Double(exact.count)
        #expect(mean >= -1e-9 && mean <= 0.01, "\(folder.lastPathComponent): \(mean) nats")
        let same = zip(exact, rounded).count { $0.firstIndex(of: $0.max()!) == $1.firstIndex(of: $1.max()!) }
        #expect(Double(same) >= 0.85 * Double(exact.count), "\(same) of \(exact.count) greedy tokens")
    }
}

/// Kullback-Leibler divergence of the distributions that two rows of logits stand for, in nats.
func divergence(of exact: [Float], and fast: [Float]) -> Double {
    func logProbabilities(_ row: [Float]) -> [Double] {
        let largest = Double(row.max() ?? 0)
        let sum = log(row.reduce(0.0) { $0 + exp(Double($1) - largest) }) + largest
        return row.map { Double($0) - sum }
    }
    let (p, q) = (logProbabilities(exact), logProbabilities(fast))
    return zip(p, q).reduce(0) { $0 + exp($1.0) * ($1.0 - $1.1) }
}
