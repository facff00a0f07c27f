// SPDX-License-Identifier: Apache-2.0

/// A version of the algorithm.
public enum Version: Int, Sendable, Hashable, Codable, CaseIterable {
    /// 19 parameters; the shape of the forgetting curve is fixed.
    case five = 5
    /// 21 parameters; the shape of the forgetting curve is one of them.
    case six = 6

    /// How many parameters it has.
    public var count: Int { self == .five ? 19 : 21 }
}

/// The numbers that FSRS is told about a learner, as they are published: a list of 19 (FSRS-5) or 21 (FSRS-6).
///
/// `Weight` names them and has their ranges.
public struct Parameters: Sendable, Hashable {
    public let version: Version
    /// In the order of the published lists.
    public let values: [Double]

    /// Takes a list that is exactly as it should be.
    ///
    /// - Parameter values: 19 values for FSRS-5, 21 for FSRS-6, each in its range.
    /// - Throws: `ParametersError`, which names the first value that is out of its range.
    public init(_ values: [Double]) throws(ParametersError) {
        guard let version = Version.allCases.first(where: { $0.count == values.count }) else {
            throw ParametersError("FSRS has 19 or 21 parameters, and here are \(values.count)")
        }
        for (weight, value) in zip(Weight.allCases, values) where !weight.range.contains(value) {
            let range = weight.range
            throw ParametersError(
                "parameter w\(weight.rawValue) (\(weight)) is \(value); "
                    + "it has to be between \(range.lowerBound) and \(range.upperBound)")
        }
        self.init(version: version, checked: values)
    }

    /// Takes a list from elsewhere: older lists are migrated to what follows them, and values are moved into their
    /// ranges.
    ///
    /// - Parameters:
    ///   - values: 17 (FSRS-4.5), 19 or 21 values.
    ///   - version: 17 and 19 values are migrated to FSRS-6 when it is asked for.
    ///   - relearningSteps: with two or more, `w17` and `w18` are kept so small that several short steps after a lapse
    ///     cannot make a card more stable than it was before (`clipped(relearningSteps:)`).
    /// - Throws: `ParametersError` for another number of values, for 21 values as FSRS-5, and for what is not a number.
    public init(clipping values: [Double], as version: Version? = nil, relearningSteps: Int = 0) throws(ParametersError)
    {
        guard [17, 19, 21].contains(values.count) else {
            throw ParametersError("FSRS has 17, 19 or 21 parameters, and here are \(values.count)")
        }
        if let place = values.firstIndex(where: { !$0.isFinite }) {
            throw ParametersError("parameter w\(place) is not a number")
        }
        guard !(values.count == 21 && version == .five) else {
            throw ParametersError("these are 21 parameters of FSRS-6, which FSRS-5 cannot take")
        }
        let five = values.count == 17 ? Self.migrated17(values) : values
        let wanted = version ?? (values.count == 21 ? .six : .five)
        let all = wanted == .six && five.count == 19 ? five + [0, 0.5] : five
        self = Self(version: wanted, checked: all).clipped(relearningSteps: relearningSteps)
    }

    init(version: Version, checked values: [Double]) {
        (self.version, self.values) = (version, values)
    }

    public subscript(_ weight: Weight) -> Double { values[weight.rawValue] }
}

extension Parameters {
    /// Published parameters of FSRS-5, for a learner without reviews.
    public static let fsrs5 = Parameters(
        version: .five,
        checked: [
            0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192, 1.01925, 1.9395, 0.11,
            0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
        ])

    /// Published parameters of FSRS-6, for a learner without reviews.
    public static let fsrs6 = Parameters(
        version: .six,
        checked: [
            0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
            1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
        ])

    /// The parameters of a learner of whom nothing is known.
    public static func standard(_ version: Version) -> Parameters { version == .five ? fsrs5 : fsrs6 }

    /// The same, each value in its range.
    ///
    /// After a lapse, n relearning steps on the same day multiply the stability by up to e^(n w17 w18). So that this
    /// cannot undo the lapse, both are kept below √(-(ln w11 + ln(2^w13 - 1) + 0.3 w14) / n) where n ≥ 2. Source:
    /// fsrs-rs, `parameter_clipper.rs`.
    public func clipped(relearningSteps: Int = 0) -> Parameters {
        var clipped = zip(Weight.allCases, values).map { $0.clip($1) }
        guard relearningSteps >= 2 else { return Parameters(version: version, checked: clipped) }
        func weight(_ weight: Weight) -> Double { clipped[weight.rawValue] }
        let loss =
            -(logarithm(weight(.forgetScale)) + logarithm(power(2, weight(.forgetStability)) - 1)
            + 0.3 * weight(.forgetRetrievability))
        let ceiling = min(max((max(loss, 0) / Double(relearningSteps)).squareRoot(), 0.01), 2)
        for place in [Weight.sameDayGrowth.rawValue, Weight.sameDayOffset.rawValue] {
            clipped[place] = min(clipped[place], ceiling)
        }
        return Parameters(version: version, checked: clipped)
    }

    /// FSRS-5's parameters as FSRS-6 takes them: w19 = 0 and w20 = 0.5 make it the same forgetting curve (fsrs-rs,
    /// ts-fsrs).
    public var asSix: Parameters {
        version == .six ? self : Parameters(version: .six, checked: values + [0, 0.5])
    }

    /// FSRS-4.5 had 17 and another scale of difficulty: w4 += 2 w5, w5 = ln(3 w5 + 1) / 3, w6 += 0.5 (fsrs-rs).
    private static func migrated17(_ old: [Double]) -> [Double] {
        var new = old + [0, 0]
        new[4] = old[5] * 2 + old[4]
        new[5] = logarithm(max(old[5] * 3 + 1, .leastNormalMagnitude)) / 3
        new[6] = old[6] + 0.5
        return new
    }
}

/// A list of parameters that FSRS cannot use.
public struct ParametersError: Error, Sendable, Equatable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
