// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HearthMemory

@Suite struct CalibrationTests {
    /// Four groups by two traits: 8, 4, 4 and 1 of 10 are right. The maximum of the likelihood was computed by hand for
    /// one trait: the logarithm of the odds 9/11 and 12/8.
    @Test func `weights without a penalty tell the logarithms of the odds`() {
        let examples = (0..<40).map { number in
            LogisticRegression.Example(
                traits: number < 20 ? ["a": 1] : [:], isRight: number < 20 ? number < 12 : number < 29)
        }
        let weights = LogisticRegression.weights(from: examples, penalty: 0)
        #expect(abs((weights["bias"] ?? 0) - log(9.0 / 11)) < 0.01)
        #expect(abs((weights["a"] ?? 0) - (log(12.0 / 8) - log(9.0 / 11))) < 0.01)
    }

    @Test func `a trait that few examples have gets no weight`() {
        let examples = (0..<20).map { LogisticRegression.Example(traits: $0 < 3 ? ["rare": 1] : [:], isRight: $0 < 10) }
        #expect(LogisticRegression.weights(from: examples, penalty: 1).keys.sorted() == ["bias"])
    }

    private func judged(_ right: Int, _ wrong: Int, clause: Double, from message: Int) -> [FactCalibrator.Judged] {
        (0..<right + wrong).map { number in
            FactCalibrator.Judged(
                message: message + number, traits: ["model.none": clause], mayBeStored: true,
                verdict: number < right ? .right(isRequired: true) : .wrong)
        }
    }

    @Test func `a model that cannot tell right from wrong stores nothing`() {
        let same = judged(60, 60, clause: 0.5, from: 0)
        let calibration = FactCalibrator.calibration(
            of: same, by: ClauseWeights(weights: [:]), messages: 120, required: 60)
        #expect(calibration.storesFrom == nil && calibration.measured.recall == 0)
    }

    @Test func `a model that can tell them apart stores what it is sure of`() throws {
        let mixed = judged(98, 2, clause: 0, from: 0) + judged(10, 90, clause: 1, from: 100)
        let calibration = FactCalibrator.calibration(
            of: mixed, by: ClauseWeights(weights: [:]), messages: 200, required: 108)
        let from = try #require(calibration.storesFrom)
        #expect(calibration.probability(ofLooks: ["model.none": 0]) >= from - 0.03)
        #expect(calibration.probability(ofLooks: ["model.none": 1]) < from)
        #expect(calibration.measured.precision >= FactCalibrator.precision && calibration.measured.recall > 0.8)
    }

    /// Computed apart from this code. Source: Brown, Cai and DasGupta 2001, Interval estimation for a binomial
    /// proportion, equation 4.
    @Test(arguments: [(50, 50, 0.9682), (98, 100, 0.9528), (28, 30, 0.8497), (183, 196, 0.9071)])
    func `a share of few is less certain than the same of many`(right: Int, all: Int, bound: Double) {
        #expect(abs(FactCalibrator.lowerBound(right, of: all) - bound) < 0.0005)
    }

    /// 28 of 30 are more than 0.93, and less than enough to say that a model is right nine times in ten.
    @Test func `a model that was right often, but seldom enough to be chance, only queues`() throws {
        let few = judged(28, 2, clause: 0, from: 0) + judged(10, 90, clause: 1, from: 100)
        let calibration = FactCalibrator.calibration(
            of: few, by: ClauseWeights(weights: [:]), messages: 200, required: 38)
        #expect(calibration.storesFrom == nil && calibration.measured.recall == 0)
        let many = judged(280, 20, clause: 0, from: 0) + judged(10, 90, clause: 1, from: 400)
        #expect(
            FactCalibrator.calibration(of: many, by: ClauseWeights(weights: [:]), messages: 500, required: 290)
                .storesFrom != nil)
    }

    @Test func `the labelled messages that come with Hearth are whole`() throws {
        let messages = try LabelledMessage.shipped()
        #expect(messages.count == 360 && messages.count { $0.utterance.language == "fr" } == 180)
        for message in messages {
            for label in message.labels {
                #expect(FactEvidence.stands(label.evidence, in: message.utterance.text), "\(message.utterance.id)")
            }
        }
    }

    @Test func `the weights of clauses are those that the labelled messages give, where no others were added`() throws {
        let own = FactCalibrator.clauseWeights(from: [(try LabelledMessage.shipped(), 1)])
        // Those that ship have seen more, so they agree in direction, not in size.
        for name in ["person", "name", "word.health"] {
            #expect((own.weights[name] ?? 0) > 0 && (ClauseWeights.shipped.weights[name] ?? 0) > 0)
        }
    }
}
