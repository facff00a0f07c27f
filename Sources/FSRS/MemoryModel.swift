// SPDX-License-Identifier: Apache-2.0

/// FSRS's estimate of one card in one learner's memory.
public struct MemoryState: Sendable, Hashable, Codable {
    /// Days until the probability of recall has fallen to 90 %.
    public var stability: Double
    /// 1 (easy)…10 (difficult).
    public var difficulty: Double

    public init(stability: Double, difficulty: Double) {
        (self.stability, self.difficulty) = (stability, difficulty)
    }
}

/// FSRS's model of memory: how a review changes stability and difficulty, and how recall fades between reviews.
///
/// It has no state and no clock. Formulas: "The Algorithm", open-spaced-repetition wiki, for FSRS-5 and FSRS-6; the
/// reference implementations are py-fsrs 5.1.3 and 6.3.2. G is the rating 1…4, S stability, D difficulty, R
/// retrievability, t days.
public struct MemoryModel: Sendable {
    /// Bounds for stability.
    public enum Limits: Sendable, Hashable {
        /// As in py-fsrs: no upper end. FSRS-5 has no lower end either, but for a first review.
        case none
        /// As in Anki: 0.001…36,500 days.
        case capped
    }

    public let parameters: Parameters
    public let limits: Limits
    let first: SIMD4<Double>
    let firstDifficulties: SIMD4<Double>
    let change, reversion, reversionTarget: Double
    /// Change of the difficulty by each rating, for each point that it is below 10; and the addend that follows.
    private let difficultySteps: SIMD4<Double>
    private let difficultyPull: Double
    let recallScale, recallStability, recallRetrievability: Double
    let ratingFactors: SIMD4<Double>
    let forgetScale, forgetDifficulty, forgetStability, forgetRetrievability: Double
    let shortForget: Double
    let sameDayFactors: SIMD4<Double>
    let sameDayStability: Double
    let decay, factor: Double
    let lowest, highest: Double
    let isSix: Bool
    private let tables = PowerTables.shared
    /// Powers of e as powers of 2.
    private let gainExponent, lapseExponent: Double

    /// Whether answers within a day change the stability at all.
    var changesWithinDay: Bool { parameters[.sameDayGrowth] > 0 && parameters[.sameDayOffset] > 0 }

    /// - Parameter parameters: their version decides between FSRS-5 and FSRS-6.
    public init(_ parameters: Parameters, limits: Limits = .capped) {
        (self.parameters, self.limits) = (parameters, limits)
        let w = parameters.values
        isSix = parameters.version == .six
        let floor = isSix ? 0.001 : 0.1
        first = SIMD4(max(w[0], floor), max(w[1], floor), max(w[2], floor), max(w[3], floor))
        let difficulties = (0..<4).map { w[4] - exponential(w[5] * Double($0)) + 1 }
        firstDifficulties = SIMD4(difficulties.map(Self.clampDifficulty))
        // FSRS-5 pulls towards the clamped difficulty of a first Easy, FSRS-6 towards the number itself.
        reversionTarget = isSix ? difficulties[3] : Self.clampDifficulty(difficulties[3])
        (change, reversion) = (w[6], w[7])
        difficultySteps = SIMD4((0..<4).map { -w[6] * Double($0 - 2) / 9 })
        difficultyPull = w[7] * reversionTarget
        (recallScale, recallStability, recallRetrievability) = (exponential(w[8]), w[9], w[10])
        (forgetScale, forgetDifficulty, forgetStability, forgetRetrievability) = (w[11], w[12], w[13], w[14])
        ratingFactors = SIMD4(0, w[15], 1, w[16])
        shortForget = exponential(-w[17] * w[18])
        sameDayFactors = SIMD4((0..<4).map { exponential(w[17] * (Double($0) - 2 + w[18])) })
        sameDayStability = isSix ? w[19] : 0
        (gainExponent, lapseExponent) = (w[10] * Self.log2e, w[14] * Self.log2e)
        decay = isSix ? -w[20] : -0.5
        factor = power(0.9, 1 / decay) - 1
        lowest = isSix || limits == .capped ? 0.001 : 0
        highest = limits == .capped ? 36_500 : .infinity
    }

    private static let log2e = 1.442_695_040_888_963_4

    @inline(__always) static func clampDifficulty(_ difficulty: Double) -> Double {
        difficulty > 10 ? 10 : (difficulty > 1 ? difficulty : 1)
    }
}

extension MemoryModel {
    /// The state after a first review: S₀(G) = w[G-1] and D₀(G) = w4 - e^(w5 (G-1)) + 1, which is clamped to 1…10.
    public func first(_ rating: Rating) -> MemoryState {
        MemoryState(
            stability: limit(first[rating.index]), difficulty: firstDifficulties[rating.index])
    }

    /// The state after a further review.
    ///
    /// - Parameter days: since the review before; a review after less than one day is one of the same day.
    @inline(__always)
    public func next(_ state: MemoryState, _ rating: Rating, afterDays days: Double) -> MemoryState {
        let difficulty = nextDifficulty(state.difficulty, rating)
        guard days >= 1 else {
            return MemoryState(stability: sameDay(state.stability, rating), difficulty: difficulty)
        }
        let recall = retrievability(stability: state.stability, afterDays: days)
        let stability =
            rating == .again ? afterLapse(state, recall) : afterRecall(state, recall, ratingFactors[rating.index])
        return MemoryState(stability: limit(stability), difficulty: difficulty)
    }

    /// The probability 0…1 of recall, R = (1 + F t/S)^-w20 with F = 0.9^(-1/w20) - 1; FSRS-5 has 0.5 for w20.
    @inline(__always) public func retrievability(stability: Double, afterDays days: Double) -> Double {
        tables.power(of: decay * tables.logarithm(1 + factor * days / stability))
    }

    /// The days, not rounded, after which recall has fallen to `retention`: I = S/F (r^(-1/w20) - 1).
    ///
    /// - Parameter retention: above 0 and below 1.
    public func interval(stability: Double, retention: Double) -> Double {
        stability / factor * (power(retention, 1 / decay) - 1)
    }

    /// D' = w7 D₀(Easy) + (1 - w7) (D - w6 (G-3) (10-D)/9), clamped to 1…10.
    @inline(__always) func nextDifficulty(_ difficulty: Double, _ rating: Rating) -> Double {
        let damped = difficulty + (10 - difficulty) * difficultySteps[rating.index]
        return Self.clampDifficulty(difficultyPull + (1 - reversion) * damped)
    }

    /// S' = S (1 + e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1) h), where h is w15 for Hard and w16 for Easy.
    @inline(__always) private func afterRecall(_ state: MemoryState, _ recall: Double, _ ratingFactor: Double) -> Double
    {
        let gain = tables.power(of: gainExponent * (1 - recall)) - 1
        let damping = tables.power(of: -recallStability * tables.logarithm(state.stability))
        return state.stability * (1 + recallScale * (11 - state.difficulty) * damping * gain * ratingFactor)
    }

    /// S' = min(w11 D^-w12 ((S+1)^w13 - 1) e^(w14 (1-R)), S / e^(w17 w18)).
    @inline(__always) private func afterLapse(_ state: MemoryState, _ recall: Double) -> Double {
        let scale = tables.power(
            of: lapseExponent * (1 - recall) - forgetDifficulty * tables.logarithm(state.difficulty))
        let grown = tables.power(of: forgetStability * tables.logarithm(state.stability + 1)) - 1
        return min(forgetScale * scale * grown, state.stability * shortForget)
    }

    /// S' = S e^(w17 (G-3+w18)) S^-w19. In FSRS-6, a recall never makes it less.
    @inline(__always) private func sameDay(_ stability: Double, _ rating: Rating) -> Double {
        var growth = sameDayFactors[rating.index]
        if isSix {
            growth *= tables.power(of: -sameDayStability * tables.logarithm(stability))
            if rating.isRecall { growth = max(growth, 1) }
        }
        return limit(stability * growth)
    }

    @inline(__always) func limit(_ stability: Double) -> Double {
        stability > highest ? highest : (stability > lowest ? stability : lowest)
    }
}
