// SPDX-License-Identifier: Apache-2.0

/// How a learner answers and how long that takes, apart from what they remember.
public struct SimulatedLearner: Sendable, Hashable {
    /// How likely each first rating is, from Again to Easy.
    public var firstRatings: [Double]
    /// How likely Hard, Good and Easy are where a card was recalled.
    public var recallRatings: [Double]
    /// How likely each rating is in a learning step, by the rating before: Again, Hard, Good.
    public var learningSteps: [[Double]]
    public var relearningSteps: [[Double]]
    /// For an answer by its rating: in learning, of learned cards, in relearning.
    public var seconds: [[Double]]

    public init(
        firstRatings: [Double], recallRatings: [Double], learningSteps: [[Double]], relearningSteps: [[Double]],
        seconds: [[Double]]
    ) {
        (self.firstRatings, self.recallRatings, self.seconds) = (firstRatings, recallRatings, seconds)
        (self.learningSteps, self.relearningSteps) = (learningSteps, relearningSteps)
    }

    /// Typical learner. Source: fsrs-rs 6.6.2, `SimulatorConfig::default`.
    public static let common = SimulatedLearner(
        firstRatings: [0.24, 0.094, 0.495, 0.171], recallRatings: [0.224, 0.631, 0.145],
        learningSteps: [
            [0.3686, 0.0628, 0.5108, 0.0577], [0.0442, 0.4553, 0.4457, 0.0549], [0.0519, 0.0470, 0.8462, 0.0550],
        ],
        relearningSteps: [
            [0.2157, 0.0643, 0.6595, 0.0604], [0.0500, 0.4638, 0.4475, 0.0387], [0.1057, 0.1434, 0.7266, 0.0244],
        ],
        seconds: [[19.58, 18.79, 13.78, 10.71], [19.38, 17.59, 12.38, 8.94], [16.44, 15.25, 12.32, 8.03]])

    /// How long an answer takes.
    func seconds(_ phase: Phase, _ rating: Rating) -> Double {
        seconds[phase == .review ? 1 : phase == .relearning ? 2 : 0][rating.index]
    }

    /// Draws the rating of a step.
    func step(_ phase: Phase, after rating: Rating, _ random: inout some RandomNumberGenerator) -> Rating {
        let table = phase == .relearning ? relearningSteps : learningSteps
        return Self.draw(table[min(rating.index, 2)], from: .again, &random)
    }

    /// One of the ratings from `first` on, by how likely each is.
    static func draw(_ chances: [Double], from first: Rating, _ random: inout some RandomNumberGenerator) -> Rating {
        var rest = Double.random(in: 0..<chances.reduce(0, +), using: &random)
        for (place, chance) in chances.enumerated() {
            rest -= chance
            if rest < 0 { return Rating(rawValue: first.rawValue + place) ?? .easy }
        }
        return .easy
    }
}

/// Random numbers that are the same for the same seed. Source: Steele, Lea and Flood 2014, SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return mixed(state)
    }
}

/// The finalizer of SplitMix64, which spreads every bit over all others.
func mixed(_ bits: UInt64) -> UInt64 {
    var bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
}
