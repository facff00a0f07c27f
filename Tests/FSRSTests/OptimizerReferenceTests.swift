// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import Testing

/// Against what fsrs-rs and a computation with doubles say about 10,000 reviews.
@Suite(.enabled(if: Fixtures.large != nil, "no reference data; set HEARTH_FIXTURES"))
struct OptimizerReferenceTests {
    private struct Line: Decodable {
        let card, t: Int64
        let rating: Rating
        let deltaT: Int
    }

    private struct Reference: Decodable {
        let nItems: Int
        let sets: [String: Set]

        struct Set: Decodable {
            let params: [Double]
            let float64: Figures
            let fsrsRsEvaluate: Evaluated
        }

        struct Evaluated: Decodable {
            let logLoss, rmseBins: Double
        }

        struct Figures: Decodable {
            let logLossUnweighted, logLossRecencyWeighted, rmseBinsUnweighted, rmseBinsRecencyWeighted: Double
        }
    }

    private let set: TrainingSet
    private let reference: Reference

    init() throws {
        let folder = try #require(Fixtures.large)
        let lines = try String(contentsOf: folder.appending(path: "history_10k.jsonl"), encoding: .utf8)
        set = TrainingSet(
            try lines.split(separator: "\n").map { text in
                let line = try JSONDecoder.snake.decode(Line.self, from: Data(text.utf8))
                return TrainingReview(
                    card: line.card, time: line.t, rating: line.rating, elapsedDays: line.deltaT)
            })
        reference = try JSONDecoder.snake.decode(
            Reference.self, from: Data(contentsOf: folder.appending(path: "optimizer_10k.json")))
    }

    @Test func `losses and errors are the reference's`() throws {
        #expect(set.reviews == 10_000 && set.predictions == reference.nItems)
        #expect(reference.sets.count == 5)
        for (name, set) in reference.sets {
            let parameters = try Parameters(clipping: set.params)
            let weighted = Evaluation(parameters, on: self.set)
            // fsrs-rs computes with 32 bits.
            #expect(abs(weighted.logLoss - set.fsrsRsEvaluate.logLoss) < 1e-6, "\(name)")
            #expect(abs(weighted.rmseBins - set.fsrsRsEvaluate.rmseBins) < 2e-6, "\(name)")
            // Here the reference's two computations differ by 7e-6.
            guard name != "fsrs_rs_optimized_no_short_term" else { continue }
            let plain = Evaluation(parameters, on: self.set, recencyWeighted: false)
            #expect(abs(weighted.logLoss - set.float64.logLossRecencyWeighted) < 1e-8, "\(name)")
            #expect(abs(plain.logLoss - set.float64.logLossUnweighted) < 1e-8, "\(name)")
            #expect(abs(weighted.rmseBins - set.float64.rmseBinsRecencyWeighted) < 1e-8, "\(name)")
            #expect(abs(plain.rmseBins - set.float64.rmseBinsUnweighted) < 1e-8, "\(name)")
        }
    }

    /// fsrs-rs comes to 0.27191.
    @Test func `the fit is at least as good as it has to be`() async throws {
        let fit = try await Optimizer().fit(set)
        #expect(fit.logLoss <= 0.2720)
        #expect(abs(fit.logLoss - Evaluation(fit.parameters, on: set).logLoss) < 1e-9)
    }
}
