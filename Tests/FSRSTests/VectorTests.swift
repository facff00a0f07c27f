// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import Testing

/// Strict mode gives what py-fsrs 5.1.3 and 6.3.2 give: states, steps and intervals exactly, numbers to 1e-9.
@Suite struct VectorTests {
    @Test(arguments: Version.allCases)
    func `agrees with py-fsrs on the shipped sequences`(version: Version) throws {
        try check(version, in: Fixtures.shipped, sequences: 40)
    }

    @Test(.enabled(if: Fixtures.large != nil, "no reference data; set HEARTH_FIXTURES"), arguments: Version.allCases)
    func `agrees with py-fsrs on all sequences`(version: Version) throws {
        try check(version, in: #require(Fixtures.large), sequences: 420)
    }

    private func check(_ version: Version, in folder: URL, sequences: Int) throws {
        let vectors = try Fixtures.vectors(version, in: folder)
        #expect(vectors.sequences.count == sequences)
        for sequence in vectors.sequences {
            let parameters = try Parameters(try #require(vectors.params[sequence.params]))
            #expect(parameters.version == version)
            try check(sequence, parameters)
        }
    }

    private func check(_ sequence: Vectors.Sequence, _ parameters: Parameters) throws {
        let scheduler = Scheduler(
            parameters,
            Scheduler.Settings(
                style: .strict, desiredRetention: sequence.desiredRetention, learningSteps: sequence.learningStepsS,
                relearningSteps: sequence.relearningStepsS, maximumInterval: sequence.maximumInterval))
        var card = CardState.new
        for (number, review) in sequence.reviews.enumerated() {
            let days = review.elapsedSeconds / 86_400
            let recall = card.memory.map {
                scheduler.model.retrievability(stability: $0.stability, afterDays: Double(days))
            }
            let outcome = scheduler.next(card, review.rating, afterDays: days)
            card = outcome.state
            let memory = try #require(card.memory)
            let place = "sequence \(sequence.id), review \(number)"
            #expect(card.phase == review.state, "\(place)")
            #expect((card.phase == .review ? nil : card.step) == review.step, "\(place)")
            #expect(outcome.interval.seconds == review.intervalSeconds, "\(place)")
            #expect(isNear(memory.stability, review.stability), "\(place)")
            #expect(isNear(memory.difficulty, review.difficulty), "\(place)")
            #expect(isNear(recall ?? 0, review.retrievabilityBefore), "\(place)")
        }
    }

    private func isNear(_ value: Double, _ reference: Double) -> Bool {
        abs(value - reference) <= 1e-9 * max(abs(reference), 1e-300)
    }
}
