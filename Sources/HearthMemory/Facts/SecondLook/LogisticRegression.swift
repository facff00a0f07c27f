// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Weights by which named numbers tell a probability, from examples.
///
/// Newton's method on the penalised likelihood. Source: Hastie, Tibshirani and Friedman 2009, The Elements of
/// Statistical Learning, section 4.4.1, with the ridge penalty of section 3.4.1.
enum LogisticRegression {
    struct Example: Sendable {
        let traits: [String: Double]
        let isRight: Bool
        var weight = 1.0
    }

    /// - Parameters:
    ///   - penalty: on the square of each weight, but for the bias.
    ///   - leastCount: traits that fewer examples have are left out.
    static func weights(from examples: [Example], penalty: Double, leastCount: Int = 4) -> [String: Double] {
        var counts: [String: Int] = [:]
        for example in examples { for name in example.traits.keys { counts[name, default: 0] += 1 } }
        let names = counts.filter { $0.value >= leastCount }.keys.sorted()
        let rows = examples.map { example in names.map { example.traits[$0] ?? 0 } + [1] }
        var weights = Array(repeating: 0.0, count: names.count + 1)
        for _ in 0..<40 {
            let step = newtonStep(rows, examples, weights, penalty)
            for index in weights.indices { weights[index] += step[index] }
            if step.allSatisfy({ abs($0) < 1e-7 }) { break }
        }
        return Dictionary(uniqueKeysWithValues: zip(names + ["bias"], weights))
    }

    private static func newtonStep(
        _ rows: [[Double]], _ examples: [Example], _ weights: [Double], _ penalty: Double
    ) -> [Double] {
        let count = weights.count
        var gradient = (0..<count).map { -($0 == count - 1 ? 0.01 : penalty) * weights[$0] }
        var curvature = Array(repeating: Array(repeating: 0.0, count: count), count: count)
        for index in 0..<count { curvature[index][index] = index == count - 1 ? 0.01 : penalty }
        for (row, example) in zip(rows, examples) {
            let sum = zip(row, weights).reduce(0) { $0 + $1.0 * $1.1 }
            let probability = 1 / (1 + exp(-sum))
            let error = example.weight * ((example.isRight ? 1 : 0) - probability)
            let slope = example.weight * probability * (1 - probability)
            let seen = row.indices.filter { row[$0] != 0 }
            for a in seen {
                gradient[a] += error * row[a]
                for b in seen { curvature[a][b] += slope * row[a] * row[b] }
            }
        }
        return solve(curvature, gradient)
    }

    /// Gaussian elimination with pivots; the matrix is positive definite.
    private static func solve(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        var (matrix, vector) = (matrix, vector)
        let count = vector.count
        for column in 0..<count {
            let pivot = (column..<count).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) } ?? column
            matrix.swapAt(column, pivot)
            vector.swapAt(column, pivot)
            for row in column + 1..<count where matrix[row][column] != 0 {
                let factor = matrix[row][column] / matrix[column][column]
                for index in column..<count { matrix[row][index] -= factor * matrix[column][index] }
                vector[row] -= factor * vector[column]
            }
        }
        for row in (0..<count).reversed() {
            for index in row + 1..<count { vector[row] -= matrix[row][index] * vector[index] }
            vector[row] /= matrix[row][row]
        }
        return vector
    }
}
