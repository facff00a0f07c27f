// SPDX-License-Identifier: Apache-2.0

/// Fits FSRS's parameters to what a learner has answered.
///
/// It looks for the parameters that make the answers most likely (`Objective`) with the method of Levenberg and
/// Marquardt: derivatives of all predictions come from one walk through the histories (`LossPass`), the curvature is
/// the Fisher information, parameters at the end of their range stand still, and steps that make it worse are taken
/// back. Large sets are first fitted in part, from where two or three passes over all of it are enough. The same
/// reviews give the same parameters, with any number of threads.
///
/// Sources: Marquardt 1963, "An Algorithm for Least-Squares Estimation of Nonlinear Parameters"; Amari 1998, "Natural
/// Gradient Works Efficiently in Learning"; loss and weights as in fsrs-rs.
public struct Optimizer: Sendable {
    public var version: Version
    /// How many relearning steps the learner has; see `Parameters.clipped(relearningSteps:)`.
    public var relearningSteps: Int

    public init(version: Version = .six, relearningSteps: Int = 1) {
        (self.version, self.relearningSteps) = (version, relearningSteps)
    }

    /// Result of a fit.
    public struct Fit: Sendable, Hashable {
        public var parameters: Parameters
        /// Recency-weighted, in nats per prediction, on the reviews it was fitted to.
        public var logLoss: Double
        public var reviews: Int
        public var predictions: Int
    }

    /// Below so many predictions the published parameters are better than any fitted ones.
    public static let fewestPredictions = 8

    /// - Parameter progress: is told which part is done, 0…1, now and then.
    /// - Throws: `CancellationError` where the task is cancelled.
    public func fit(_ set: TrainingSet, progress: @Sendable (Double) -> Void = { _ in }) async throws -> Fit {
        let start = Parameters.standard(version)
        let whole = Objective(set, version: version)
        guard set.predictions >= Self.fewestPredictions else {
            let loss = try await whole.point(at: start.values, wantsCurvature: false).logLoss
            return Fit(parameters: start, logLoss: loss, reviews: set.reviews, predictions: set.predictions)
        }
        let search = try await search(set, whole, progress)
        let parameters = ordered(search)
        let isSame = parameters.values == search.values
        let loss =
            isSame ? search.point.logLoss : try await whole.point(at: parameters.values, wantsCurvature: false).logLoss
        progress(1)
        return Fit(parameters: parameters, logLoss: loss, reviews: set.reviews, predictions: set.predictions)
    }

    private func search(
        _ set: TrainingSet, _ whole: Objective, _ progress: @Sendable (Double) -> Void
    ) async throws -> Search {
        var search = Search(version: version, values: bounded(Parameters.standard(version).values))
        let share = set.reviews / Self.partSize
        guard share >= 2 else {
            try await search.run(whole, passes: 20, tolerance: 1e-5) { progress($0) }
            return search
        }
        let part = Objective(set, version: version, every: share)
        try await search.run(part, passes: 10, tolerance: 1e-4) { progress($0 / 2) }
        try await search.run(whole, passes: 5, tolerance: 2e-5, keepsCurvature: true) { progress(0.5 + $0 / 2) }
        return search
    }

    /// In reviews: enough to come near.
    private static let partSize = 12_000

    private func bounded(_ values: [Double]) -> [Double] {
        values.indices.map { Search.clip(values[$0], $0) }
    }

    /// A better first rating never means less stability: neighbours that are out of order become their mean, weighted
    /// by how much is known of each (the pool-adjacent-violators algorithm, Ayer et al. 1955).
    private func ordered(_ search: Search) -> Parameters {
        var pools: [(log: Double, weight: Double, count: Int)] = []
        for place in 0..<4 {
            let known = search.point.curvature[place * version.count + place]
            pools.append((logarithm(search.values[place]), max(known, 1e-9), 1))
            while pools.count > 1, pools[pools.count - 2].log > pools[pools.count - 1].log {
                let (second, first) = (pools.removeLast(), pools.removeLast())
                let weight = first.weight + second.weight
                let log = (first.log * first.weight + second.log * second.weight) / weight
                pools.append((log, weight, first.count + second.count))
            }
        }
        var values = search.values
        let logs = pools.flatMap { Array(repeating: $0.log, count: $0.count) }
        for place in 0..<4 where logs[place] != logarithm(values[place]) { values[place] = exponential(logs[place]) }
        return Parameters(version: version, checked: values).clipped(relearningSteps: relearningSteps)
    }
}
