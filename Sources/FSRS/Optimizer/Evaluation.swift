// SPDX-License-Identifier: Apache-2.0

/// How well parameters predict a learner's answers.
public struct Evaluation: Sendable, Hashable {
    /// In nats per prediction.
    public var logLoss: Double
    /// The root mean square difference between predicted and actual recall over groups of alike predictions.
    ///
    /// Groups have about the same interval, number of reviews and number of lapses. Source: the srs-benchmark of
    /// open-spaced-repetition, "RMSE (bins)".
    public var rmseBins: Double

    /// - Parameter recencyWeighted: whether later answers weigh more, as in training.
    public init(_ parameters: Parameters, on set: TrainingSet, recencyWeighted: Bool = true) {
        let model = MemoryModel(parameters, limits: .capped)
        var loss = 0.0
        var weights = 0.0
        var groups: [Group: Sums] = [:]
        for card in set.cards {
            let steps = set.steps[Int(card.start)..<Int(card.start + card.count)]
            Self.walk(steps, model) { recall, step, group in
                let weight = recencyWeighted ? Double(step.weight) : 1
                let wasRecalled = step.rating > 1
                let safe = min(max(recall, 1e-6), 1 - 1e-6)
                loss -= weight * logarithm(wasRecalled ? safe : 1 - safe)
                weights += weight
                groups[group, default: Sums()].add(recall, wasRecalled, weight)
            }
        }
        logLoss = weights > 0 ? loss / weights : 0
        // In an order that does not change from run to run.
        let squares = groups.values.map(\.square).sorted().reduce(0, +)
        rmseBins = weights > 0 ? (squares / weights).squareRoot() : 0
    }

    private static func walk(
        _ steps: ArraySlice<TrainingSet.Step>, _ model: MemoryModel, _ visit: (Double, TrainingSet.Step, Group) -> Void
    ) {
        var memory: MemoryState?
        var (reviews, lapses) = (0, 0)
        for step in steps {
            guard let rating = Rating(rawValue: Int(step.rating)) else { continue }
            if let memory, step.weight > 0 {
                reviews += 1
                let recall = model.retrievability(stability: memory.stability, afterDays: Double(step.days))
                visit(recall, step, Group(days: Double(step.days), reviews: reviews + 1, lapses: lapses))
                if rating == .again { lapses += 1 }
            }
            memory = memory.map { model.next($0, rating, afterDays: Double(step.days)) } ?? model.first(rating)
        }
    }

    private struct Group: Hashable {
        let days, reviews, lapses: Int

        init(days: Double, reviews: Int, lapses: Int) {
            self.days = Int((248 * Self.step(days, 3.62)).rounded())
            self.reviews = Int((1.99 * Self.step(Double(reviews), 1.89)).rounded())
            self.lapses = lapses == 0 ? 0 : Int((1.65 * Self.step(Double(lapses), 1.73)).rounded())
        }

        /// The largest power of `base` up to a value of at least 1.
        private static func step(_ value: Double, _ base: Double) -> Double {
            power(base, (logarithm(value) / logarithm(base)).rounded(.down))
        }
    }

    private struct Sums {
        var error = 0.0
        var count = 0.0
        var weight = 0.0

        mutating func add(_ recall: Double, _ wasRecalled: Bool, _ weight: Double) {
            error += recall - (wasRecalled ? 1 : 0)
            count += 1
            self.weight += weight
        }

        /// The groups' errors are weighted, not those of the answers in them.
        var square: Double { (error / count) * (error / count) * weight }
    }
}
