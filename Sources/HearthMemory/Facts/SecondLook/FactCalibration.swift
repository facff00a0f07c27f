// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a model's likelihoods were found to mean, measured on labelled messages.
public struct FactCalibration: Sendable, Equatable, Codable {
    /// Weights of what the clause tells (`clause`) and of the model's likelihoods, by name; `bias` stands among them.
    public var weights: [String: Double]
    /// From this probability on a fact is kept without asking; `nil` for a model that did not reach the precision: it
    /// only queues.
    public var storesFrom: Double?
    /// From this one on it waits for the user.
    public var queuesFrom: Double
    /// What was measured, each message by weights that did not see it.
    public var measured: FactQuality

    public init(weights: [String: Double], storesFrom: Double?, queuesFrom: Double, measured: FactQuality) {
        self.weights = weights
        self.storesFrom = storesFrom
        self.queuesFrom = queuesFrom
        self.measured = measured
    }

    /// The probability that a candidate is a fact of its writer, 0…1.
    func probability(_ traits: [String: Double], by clauses: ClauseWeights = .shipped) -> Double {
        probability(ofLooks: FactCalibration.looks(traits, by: clauses))
    }

    func probability(ofLooks looks: [String: Double]) -> Double {
        let sum = looks.reduce(weights["bias"] ?? 0) { $0 + (weights[$1.key] ?? 0) * $1.value }
        return 1 / (1 + exp(-sum))
    }

    /// What is weighed for a model: what the clause tells, and what the model makes of it.
    static func looks(_ traits: [String: Double], by clauses: ClauseWeights) -> [String: Double] {
        var looks = traits.filter { $0.key.hasPrefix("model.") }
        looks["clause"] = clauses.score(traits)
        return looks
    }
}

extension FactCalibration {
    /// Those of models that come with Hearth, by their names.
    public static func shipped() throws -> [String: FactCalibration] {
        let file = Bundle.module.bundleURL.appending(path: "Resources/calibrations.json")
        return try JSONDecoder().decode([String: FactCalibration].self, from: Data(contentsOf: file))
    }
}

/// How much each thing that is seen in a clause tells about whether it is a fact of its writer. It belongs to the
/// languages, not to a model.
public struct ClauseWeights: Sendable, Codable, Equatable {
    let weights: [String: Double]

    /// The logarithm of the odds, by the clause alone.
    func score(_ traits: [String: Double]) -> Double {
        traits.reduce(weights["bias"] ?? 0) {
            $0 + ($1.key.hasPrefix("model.") ? 0 : (weights[$1.key] ?? 0) * $1.value)
        }
    }

    /// Finds weights in labelled messages, each of which counts as much as it is said to.
    /// - Returns: JSON, as `Facts/Resources/clauses.json` has it.
    public static func found(in sets: [(messages: [LabelledMessage], weight: Double)]) throws -> String {
        let exact = FactCalibrator.clauseWeights(from: sets)
        let rounded = ClauseWeights(weights: exact.weights.mapValues { ($0 * 10_000).rounded() / 10_000 })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return String(decoding: try encoder.encode(rounded), as: UTF8.self) + "\n"
    }

    /// Those that come with Hearth.
    static let shipped: ClauseWeights = {
        let file = Bundle.module.bundleURL.appending(path: "Resources/clauses.json")
        guard let data = try? Data(contentsOf: file),
            let weights = try? JSONDecoder().decode(ClauseWeights.self, from: data)
        else {
            preconditionFailure("\(file.path) is missing or damaged; Hearth has to be installed again")
        }
        return weights
    }()
}

/// How well facts were found, 0…1 each.
public struct FactQuality: Sendable, Equatable, Codable {
    /// Of what is kept without asking.
    public var precision: Double
    public var recall: Double
    /// Of what is kept or waits.
    public var recallWithQueue: Double
    /// How many messages it was measured on.
    public var messages: Int

    public init(precision: Double, recall: Double, recallWithQueue: Double, messages: Int) {
        self.precision = precision
        self.recall = recall
        self.recallWithQueue = recallWithQueue
        self.messages = messages
    }
}
