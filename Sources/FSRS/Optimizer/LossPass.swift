// SPDX-License-Identifier: Apache-2.0

/// One walk through cards' histories: the loss, its gradient, and the curvature of the expected loss (Fisher
/// information).
///
/// It carries the logarithm L of stability, the difficulty D and their derivatives along each history. The formulas are
/// those of `MemoryModel`, differentiated by hand; clamped values have no derivative.
struct LossPass {
    private let w: [Double]
    private let isSix: Bool
    private let factor, factorSlope: Double
    private let scale: Double
    private let target: Double
    private let targetSlope: SIMD4<Double>
    private let firstDifficulties: [(value: Double, slope: SIMD4<Double>)]
    private let firstStabilities: [Double]
    private let forgetLog: Double

    init(_ values: [Double], isSix: Bool) {
        let w = isSix ? values : values + [0, 0.5]
        (self.w, self.isSix) = (w, isSix)
        let power = exponential(-logarithm(0.9) / w[20])
        factor = power - 1
        factorSlope = power * logarithm(0.9) / (w[20] * w[20])
        scale = exponential(w[8])
        let firsts = (0..<4).map { rating in
            let grown = exponential(w[5] * Double(rating))
            return (w[4] - grown + 1, SIMD4(1, -Double(rating) * grown, 0, 0))
        }
        firstDifficulties = firsts.map { Self.clamped($0.0, $0.1) }
        (target, targetSlope) = isSix ? firsts[3] : Self.clamped(firsts[3].0, firsts[3].1)
        firstStabilities = w[..<4].map { max($0, isSix ? 0.001 : 0.1) }
        forgetLog = logarithm(w[11])
    }

    private static func clamped(_ value: Double, _ slope: SIMD4<Double>) -> (value: Double, slope: SIMD4<Double>) {
        if value <= 1 { return (1, SIMD4()) }
        if value >= 10 { return (10, SIMD4()) }
        return (value, slope)
    }

    /// - Parameter sums: of the chunk's predictions; the caller has made them empty.
    func walk(_ chunk: TrainingSet.Chunk, of steps: UnsafeBufferPointer<TrainingSet.Step>, into sums: inout LossSums) {
        for card in chunk.cards { walk(card, of: steps, into: &sums) }
        sums.finish()
    }

    private func walk(
        _ card: TrainingSet.Card, of steps: UnsafeBufferPointer<TrainingSet.Step>, into sums: inout LossSums
    ) {
        let start = Int(card.start)
        let first = Int(card.firstRating) - 1
        var memory = Memory(stability: firstStabilities[first], difficulty: firstDifficulties[first].value)
        memory.difficultySlope = firstDifficulties[first].slope
        memory.slope.recall[3] = 1
        for place in start + 1..<start + Int(card.count) {
            let step = steps[place]
            var recall = Recall()
            if step.days >= 1 {
                recall = self.recall(Double(step.days), memory.stability)
                if step.weight > 0 {
                    sums.add(recall, memory.slope, wasRecalled: step.rating > 1, weight: Double(step.weight))
                }
            }
            // What a card's last review makes of it, nobody asks.
            guard place + 1 < start + Int(card.count) else { break }
            advance(&memory, Int(step.rating), recall, sameDay: step.days < 1)
        }
    }

    struct Memory {
        var stability: Double
        var log: Double
        var difficulty: Double
        /// Derivatives of `log`.
        var slope = Tangent()
        /// Derivatives of `difficulty` by w4…w7.
        var difficultySlope = SIMD4<Double>()

        init(stability: Double, difficulty: Double) {
            (self.stability, log, self.difficulty) = (stability, logarithm(stability), difficulty)
        }
    }

    /// The probability of recall, and its logarithm's derivatives by the logarithm of stability and by w20.
    struct Recall {
        var value = 1.0
        var log = 0.0
        var byLog = 0.0
        var byDecay = 0.0
    }

    @inline(__always) private func recall(_ days: Double, _ stability: Double) -> Recall {
        let ratio = days / stability
        let base = 1 + factor * ratio
        let log = logarithm(base)
        return Recall(
            value: exponential(-w[20] * log), log: -w[20] * log, byLog: w[20] * factor * ratio / base,
            byDecay: -log - w[20] * factorSlope * ratio / base)
    }

    @inline(__always) private func advance(
        _ memory: inout Memory, _ rating: Int, _ recall: Recall, sameDay: Bool
    ) {
        let before = memory
        advanceDifficulty(&memory, rating)
        if sameDay {
            stayOnDay(&memory, rating)
        } else if rating == 1 {
            forget(&memory, before, recall)
        } else {
            remember(&memory, before, rating, recall)
        }
        guard memory.stability < 0.001 || memory.stability > 36_500 else { return }
        memory.stability = min(max(memory.stability, 0.001), 36_500)
        memory.log = logarithm(memory.stability)
        memory.slope = Tangent()
    }

    @inline(__always) private func advanceDifficulty(_ memory: inout Memory, _ rating: Int) {
        let grade = Double(rating - 3)
        let room = (10 - memory.difficulty) / 9
        let damped = memory.difficulty - w[6] * grade * room
        let value = w[7] * target + (1 - w[7]) * damped
        guard value > 1, value < 10 else {
            (memory.difficulty, memory.difficultySlope) = (min(max(value, 1), 10), SIMD4())
            return
        }
        var slope = memory.difficultySlope * (1 + w[6] * grade / 9)
        slope[2] -= grade * room
        slope = targetSlope * w[7] + slope * (1 - w[7])
        slope[3] += target - damped
        (memory.difficulty, memory.difficultySlope) = (value, slope)
    }

    /// L' = L + ln(1 + g), g = e^w8 (11-D) e^(-w9 L) (e^(w10 (1-R)) - 1) h.
    @inline(__always) private func remember(
        _ memory: inout Memory, _ before: Memory, _ rating: Int, _ recall: Recall
    ) {
        let bonus = rating == 2 ? w[15] : rating == 4 ? w[16] : 1
        let urge = exponential(w[10] * (1 - recall.value))
        let plain = scale * (11 - before.difficulty) * exponential(-w[9] * before.log) * (urge - 1)
        let gain = plain * bonus
        let share = gain / (1 + gain)
        // dg/g by R's derivative: -w10 e^(w10 (1-R)) / (e^(w10 (1-R)) - 1) dR, where dR = R (byLog dL + byDecay dw20).
        let byUrge = urge > 1 ? urge / (urge - 1) : 0
        let byRecall = -w[10] * byUrge * recall.value
        memory.slope.scale(by: 1 + share * (byRecall * recall.byLog - w[9]))
        memory.slope.difficulty -= before.difficultySlope * (share / (11 - before.difficulty))
        memory.slope.recall[0] += share
        memory.slope.recall[1] -= share * before.log
        memory.slope.recall[2] += share * byUrge * (1 - recall.value)
        if rating == 2 { memory.slope.rating[0] += plain / (1 + gain) }
        if rating == 4 { memory.slope.rating[1] += plain / (1 + gain) }
        memory.slope.last[1] += share * byRecall * recall.byDecay
        memory.log += logarithm(1 + gain)
        memory.stability *= 1 + gain
    }

    /// L' = min(ln w11 - w12 ln D + ln((S+1)^w13 - 1) + w14 (1-R), L - w17 w18).
    @inline(__always) private func forget(
        _ memory: inout Memory, _ before: Memory, _ recall: Recall
    ) {
        let stability = before.stability
        let logDifficulty = logarithm(before.difficulty)
        let logMore = logarithm(stability + 1)
        let grown = exponential(w[13] * logMore)
        let log =
            forgetLog - w[12] * logDifficulty + logarithm(grown - 1) + w[14] * (1 - recall.value)
        let short = before.log - w[17] * w[18]
        guard log < short else {
            memory.log = short
            memory.stability = exponential(short)
            memory.slope.rating[2] -= w[18]
            memory.slope.rating[3] -= w[17]
            return
        }
        let part = grown / (grown - 1)
        let byRecall = -w[14] * recall.value
        memory.slope.scale(by: w[13] * part * stability / (stability + 1) + byRecall * recall.byLog)
        memory.slope.difficulty -= before.difficultySlope * (w[12] / before.difficulty)
        memory.slope.forget += SIMD4(1 / w[11], -logDifficulty, part * logMore, 1 - recall.value)
        memory.slope.last[1] += byRecall * recall.byDecay
        memory.log = log
        memory.stability = exponential(log)
    }

    /// L' = L + w17 (G-3+w18) - w19 L; in FSRS-6, a recall never makes it less.
    @inline(__always) private func stayOnDay(_ memory: inout Memory, _ rating: Int) {
        let grade = Double(rating - 3) + w[18]
        let growth = w[17] * grade - w[19] * memory.log
        if isSix && rating > 1 && growth < 0 { return }
        let log = memory.log
        memory.slope.scale(by: 1 - w[19])
        memory.slope.rating[2] += grade
        memory.slope.rating[3] += w[17]
        memory.slope.last[0] -= log
        memory.log += growth
        memory.stability *= exponential(growth)
    }
}
