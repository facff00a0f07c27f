// SPDX-License-Identifier: Apache-2.0

/// The sum that the optimizer minimises: the weighted log loss of all predictions, and the distance of the parameters
/// from the published ones.
///
/// The second part is the logarithm of a normal distribution around the published parameters, so the sum's lowest point
/// is the most likely set of parameters: with few reviews it stays near the published one, with many they speak for
/// themselves. The standard deviations over many learners are those of fsrs-optimizer 6.5; w0…w3 are taken by their
/// logarithm, with a deviation of 1.
package struct Objective: Sendable {
    let steps: [TrainingSet.Step]
    let chunks: [TrainingSet.Chunk]
    let version: Version
    /// By how much the loss is multiplied, where it stands for a larger set.
    let share: Double

    package init(_ set: TrainingSet, version: Version, every share: Int = 1) {
        (steps, chunks, self.version) = (set.steps, set.chunks(every: share), version)
        self.share = Double(share)
    }

    private static let deviations: [Double] = [
        1, 1, 1, 1, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
    ]

    /// Value, slope and curvature of it at a set of parameters; those by w0…w3 are by their logarithms.
    package struct Point: Sendable {
        package var value = 0.0
        /// Without the second part: Σ weight × loss / Σ weight.
        package var logLoss = 0.0
        package var gradient: [Double] = []
        /// By rows; empty where it was not asked for.
        package var curvature: [Double] = []
    }

    /// All parts of the sum, each chunk by a task of its own.
    /// - Throws: `CancellationError`.
    package func point(at values: [Double], wantsCurvature: Bool = true) async throws -> Point {
        let pass = LossPass(values, isSix: version == .six)
        let sums = try await withThrowingTaskGroup(of: (Int, LossSums).self) { group in
            for (number, chunk) in chunks.enumerated() {
                group.addTask {
                    try Task.checkCancellation()
                    var sums = LossSums(wantsCurvature: wantsCurvature)
                    steps.withUnsafeBufferPointer { pass.walk(chunk, of: $0, into: &sums) }
                    return (number, sums)
                }
            }
            var all = [LossSums?](repeating: nil, count: chunks.count)
            for try await (number, sums) in group { all[number] = sums }
            return all.compactMap { $0 }
        }
        return combine(sums, at: values, wantsCurvature)
    }

    private func combine(_ sums: [LossSums], at values: [Double], _ wantsCurvature: Bool) -> Point {
        let count = values.count
        var point = Point(gradient: Array(repeating: 0, count: count))
        point.curvature = Array(repeating: 0, count: wantsCurvature ? count * count : 0)
        var weight = 0.0
        for (chunk, sum) in zip(chunks, sums) {
            point.value += sum.loss * share
            weight += sum.weight * share
            let places = (0..<Tangent.count).map { Tangent.weight(at: $0, firstRating: chunk.firstRating) }
            for (row, weight) in places.enumerated() where weight < count {
                point.gradient[weight] += sum.gradient[row] * share
                guard wantsCurvature else { continue }
                for (column, other) in places.enumerated() where other < count {
                    point.curvature[weight * count + other] += sum.curvature(row, column) * share
                }
            }
        }
        point.logLoss = weight > 0 ? point.value / weight : 0
        addPrior(to: &point, at: values)
        return point
    }

    private func addPrior(to point: inout Point, at values: [Double]) {
        let common = Parameters.standard(version).values
        for place in values.indices {
            let (distance, precision) = Self.distance(values[place], common[place], place)
            point.value += distance * distance * precision / 2
            point.gradient[place] += distance * precision
            if !point.curvature.isEmpty { point.curvature[place * values.count + place] += precision }
        }
    }

    private static func distance(_ value: Double, _ common: Double, _ place: Int) -> (Double, precision: Double) {
        let distance = place < 4 ? logarithm(value / common) : value - common
        return (distance, 1 / (deviations[place] * deviations[place]))
    }
}
