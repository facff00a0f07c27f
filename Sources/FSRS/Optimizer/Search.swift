// SPDX-License-Identifier: Apache-2.0

/// The way down to the lowest point of an objective, by damped Newton steps within the parameters' ranges.
package struct Search: Sendable {
    package private(set) var values: [Double]
    package private(set) var point = Objective.Point()
    private let version: Version
    private var damping = 1e-3

    package init(version: Version, values: [Double]) { (self.version, self.values) = (version, values) }

    /// Goes on until a step makes the value better by less than this part of it, or for so many passes.
    ///
    /// - Parameter keepsCurvature: goes by the curvature of the run before, which saves half of each pass.
    package mutating func run(
        _ objective: Objective, passes: Int, tolerance: Double, keepsCurvature: Bool = false, progress: (Double) -> Void
    ) async throws {
        let curvature = keepsCurvature ? self.point.curvature : nil
        func point(at values: [Double]) async throws -> Objective.Point {
            var point = try await objective.point(at: values, wantsCurvature: curvature == nil)
            if let curvature { point.curvature = curvature }
            return point
        }
        self.point = try await point(at: values)
        for pass in 1..<passes {
            progress(Double(pass) / Double(passes))
            guard let step = step() else { return }
            let next = values.indices.map { moved(values[$0], by: step[$0], $0) }
            let there = try await point(at: next)
            let gain = self.point.value - there.value
            guard gain > 0 else {
                damping *= 10
                if damping > 1e6 { return }
                continue
            }
            (values, self.point) = (next, there)
            damping = max(damping / 10, 1e-6)
            if gain < tolerance * self.point.value { return }
        }
    }

    /// w0…w3 move by their logarithms. The optimizers keep w19 at 0.01 or more.
    private func moved(_ value: Double, by step: Double, _ place: Int) -> Double {
        Self.clip(place < 4 ? value * exponential(min(max(step, -2), 2)) : value + step, place)
    }

    static func clip(_ value: Double, _ place: Int) -> Double {
        let weight = Weight(rawValue: place)
        let clipped = weight?.clip(value) ?? value
        return weight == .sameDayStability ? max(clipped, 0.01) : clipped
    }

    /// Solves (H + damping diag H) x = -g for the parameters that can move; `nil` where that has no solution.
    private func step() -> [Double]? {
        let free = values.indices.filter { canMove($0) }
        let count = free.count
        var matrix = [Double](repeating: 0, count: count * count)
        for (row, place) in free.enumerated() {
            for (column, other) in free.enumerated() {
                matrix[row * count + column] = point.curvature[place * values.count + other]
            }
            matrix[row * count + row] *= 1 + damping
        }
        guard let solved = solve(matrix, free.map { -point.gradient[$0] }) else { return nil }
        var step = [Double](repeating: 0, count: values.count)
        for (place, move) in zip(free, solved) { step[place] = move }
        return step
    }

    /// Whether a parameter is within its range, or the way down leads into it.
    private func canMove(_ place: Int) -> Bool {
        let down = -point.gradient[place]
        let there = moved(values[place], by: down > 0 ? 1e-9 : -1e-9, place)
        return there != values[place]
    }
}

/// The solution of a symmetric positive system by Cholesky's factors; `nil` where it is not one.
private func solve(_ matrix: [Double], _ right: [Double]) -> [Double]? {
    let count = right.count
    var lower = matrix
    for row in 0..<count {
        for column in 0...row {
            var sum = matrix[row * count + column]
            for inner in 0..<column { sum -= lower[row * count + inner] * lower[column * count + inner] }
            if row == column {
                guard sum > 0, sum.isFinite else { return nil }
                lower[row * count + row] = sum.squareRoot()
            } else {
                lower[row * count + column] = sum / lower[column * count + column]
            }
        }
    }
    var solution = right
    for row in 0..<count {
        for column in 0..<row { solution[row] -= lower[row * count + column] * solution[column] }
        solution[row] /= lower[row * count + row]
    }
    for row in (0..<count).reversed() {
        for column in row + 1..<count { solution[row] -= lower[column * count + row] * solution[column] }
        solution[row] /= lower[row * count + row]
    }
    return solution
}
