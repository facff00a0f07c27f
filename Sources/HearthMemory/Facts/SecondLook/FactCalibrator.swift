// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthModels

/// Measures a model on labelled messages, and finds out what its likelihoods mean and from which probability on they
/// are enough.
public struct FactCalibrator: Sendable {
    /// What is asked of facts that are kept without asking. The labelled messages have fewer traps than life, hence the
    /// margin over the 0.90 that is promised.
    public static let precision = 0.93
    /// What is promised, and what the precision has to exceed with a likelihood of nine in ten: of few facts, many are
    /// right by chance, all the more as the threshold is chosen by them.
    static let promised = 0.90
    private static let quantile = 1.2816
    /// What waits for the user is more likely right than wrong.
    private static let queuesFrom = 0.5
    /// Messages are looked at by weights that were found without them, in this many parts.
    private static let parts = 8
    private static let penalty = 0.1

    /// A candidate that a model has looked at, and what its label says of it.
    struct Judged: Sendable {
        let message: Int
        let traits: [String: Double]
        let mayBeStored: Bool
        let verdict: LabelMatch.Verdict
    }

    let model: any Completing
    let name: String?

    public init(model: any Completing, name: String?) {
        self.model = model
        self.name = name
    }

    /// - Parameters:
    ///   - messages: at least 100, else nothing is told by them.
    ///   - progress: is told which part of them has been looked at, 0…1.
    /// - Throws: `ModelError`, also where the model tells no likelihoods.
    public func calibrate(
        on messages: [LabelledMessage], progress: @Sendable (Double) -> Void = { _ in }
    ) async throws -> FactCalibration {
        var judged: [Judged] = []
        for (number, message) in messages.enumerated() {
            try Task.checkCancellation()
            judged += try await judge(message, number)
            progress(Double(number + 1) / Double(messages.count))
        }
        let required = messages.map { LabelMatch(message: $0).required }.reduce(0, +)
        return Self.calibration(of: judged, messages: messages.count, required: required)
    }

    func judge(_ message: LabelledMessage, _ number: Int) async throws -> [Judged] {
        guard message.utterance.speaker == .user, !message.utterance.isPrivate else { return [] }
        let seen = FactCandidates(message.utterance, after: message.earlier)
        let candidates = try await seen.withLooks(of: model, name)
        return Self.judged(candidates, message, number)
    }

    private static func judged(_ candidates: [Candidate], _ message: LabelledMessage, _ number: Int) -> [Judged] {
        zip(candidates, LabelMatch(message: message).verdicts(candidates)).map { candidate, verdict in
            Judged(message: number, traits: candidate.traits, mayBeStored: candidate.mayBeStored, verdict: verdict)
        }
    }

    /// Finds out what clauses tell, without a model.
    ///
    /// - Parameter sets: labelled messages, and how much each of a set counts.
    static func clauseWeights(from sets: [(messages: [LabelledMessage], weight: Double)]) -> ClauseWeights {
        let examples = sets.flatMap { set in
            set.messages.enumerated().flatMap { number, message -> [LogisticRegression.Example] in
                guard message.utterance.speaker == .user, !message.utterance.isPrivate else { return [] }
                let seen = FactCandidates(message.utterance, after: message.earlier)
                return Self.examples(judged(seen.candidates, message, number), weight: set.weight)
            }
        }
        return ClauseWeights(weights: LogisticRegression.weights(from: examples, penalty: 3))
    }

    static func calibration(
        of judged: [Judged], by clauses: ClauseWeights = .shipped, messages: Int, required: Int
    ) -> FactCalibration {
        let judged = judged.map {
            Judged(
                message: $0.message, traits: FactCalibration.looks($0.traits, by: clauses), mayBeStored: $0.mayBeStored,
                verdict: $0.verdict)
        }
        var probabilities = Array(repeating: 0.0, count: judged.count)
        for part in 0..<parts {
            let weights = LogisticRegression.weights(
                from: examples(judged.filter { $0.message % parts != part }), penalty: penalty)
            let trial = FactCalibration(weights: weights, storesFrom: nil, queuesFrom: 0, measured: .none)
            for index in judged.indices where judged[index].message % parts == part {
                probabilities[index] = trial.probability(ofLooks: judged[index].traits)
            }
        }
        let ranked = zip(probabilities, judged).map { (probability: $0, judged: $1) }.sorted {
            $0.probability > $1.probability
        }
        let stores = threshold(ranked.filter(\.judged.mayBeStored), reaching: precision, least: 10)
        return FactCalibration(
            weights: LogisticRegression.weights(from: examples(judged), penalty: penalty), storesFrom: stores,
            queuesFrom: queuesFrom,
            measured: quality(ranked, stores, queuesFrom, messages: messages, required: required))
    }

    private static func examples(_ judged: [Judged], weight: Double = 1) -> [LogisticRegression.Example] {
        judged.compactMap { item in
            switch item.verdict {
            case .right: .init(traits: item.traits, isRight: true, weight: weight)
            case .wrong: .init(traits: item.traits, isRight: false, weight: weight)
            case .repeated: nil
            }
        }
    }

    /// The lowest probability down to which a precision holds; `nil` where it holds for fewer than a least number.
    private static func threshold(
        _ ranked: [(probability: Double, judged: Judged)], reaching precision: Double, least: Int
    ) -> Double? {
        var (right, wrong) = (0, 0)
        var found: Double?
        for (index, item) in ranked.enumerated() {
            switch item.judged.verdict {
            case .right: right += 1
            case .wrong: wrong += 1
            case .repeated: break
            }
            // Candidates of one probability are stored all together or not at all.
            let isLast = index + 1 == ranked.count || ranked[index + 1].probability < item.probability
            guard isLast, right >= least, Double(right) >= precision * Double(right + wrong),
                lowerBound(right, of: right + wrong) >= promised
            else { continue }
            found = item.probability
        }
        return found
    }

    /// The lower end of the interval in which a share lies of which so many were seen, 0…1.
    /// Source: Wilson 1927, Probable inference, the law of succession, and statistical inference.
    static func lowerBound(_ right: Int, of all: Int) -> Double {
        guard all > 0 else { return 0 }
        let (count, share, square) = (Double(all), Double(right) / Double(all), quantile * quantile)
        let spread = (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
        return (share + square / (2 * count) - quantile * spread) / (1 + square / count)
    }

    private static func quality(
        _ ranked: [(probability: Double, judged: Judged)], _ stores: Double?, _ queues: Double, messages: Int,
        required: Int
    ) -> FactQuality {
        var counts = (right: 0, wrong: 0, required: 0, waiting: 0)
        for item in ranked where item.probability >= queues {
            let isStored = item.judged.mayBeStored && stores.map { item.probability >= $0 } == true
            switch item.judged.verdict {
            case .right(let isRequired):
                counts.right += isStored ? 1 : 0
                counts.required += isStored && isRequired ? 1 : 0
                counts.waiting += isRequired ? 1 : 0
            case .wrong: counts.wrong += isStored ? 1 : 0
            case .repeated: continue
            }
        }
        return FactQuality(
            precision: Double(counts.right) / Double(max(1, counts.right + counts.wrong)),
            recall: Double(counts.required) / Double(max(1, required)),
            recallWithQueue: Double(counts.waiting) / Double(max(1, required)), messages: messages)
    }
}

extension FactQuality {
    static let none = FactQuality(precision: 0, recall: 0, recallWithQueue: 0, messages: 0)
}
