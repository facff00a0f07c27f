// SPDX-License-Identifier: Apache-2.0

/// How far two rows of numbers are apart at most. Infinite where one row is longer, both are empty, or a difference is
/// not finite: `max()` would pass over what is not a number.
func largestDifference(_ got: some Collection<Float>, _ expected: some Collection<Float>) -> Float {
    guard got.count == expected.count, !got.isEmpty else { return .infinity }
    return zip(got, expected).reduce(0) { worst, pair in
        let difference = abs(pair.0 - pair.1)
        return difference.isFinite ? max(worst, difference) : .infinity
    }
}
