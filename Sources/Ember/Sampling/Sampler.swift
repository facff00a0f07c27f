// SPDX-License-Identifier: Apache-2.0

package import EmberGrammar

/// Chooses the next token from a row of logits.
///
/// The order is that of transformers: repetition penalty, temperature, top-k, top-p, min-p. No step sorts the vocabulary:
/// candidates are gathered above a threshold that is lowered until they are enough.
package struct Sampler {
    private let plan: SamplingPlan
    private var random: RandomSource
    private var candidates: [Candidate] = []

    private struct Candidate {
        var token: Int
        /// exp of the scaled logit's distance to the largest, 0…1.
        var weight: Float
    }

    package init(_ plan: SamplingPlan) {
        self.plan = plan
        random = RandomSource(seed: plan.seed)
    }

    /// - Parameters:
    ///   - logits: one for each token of the vocabulary; overwritten.
    ///   - allowed: the tokens to choose from; all when `nil`.
    ///   - previous: the tokens so far, which the repetition penalty looks at.
    package mutating func next(
        _ logits: UnsafeMutableBufferPointer<Float>, allowed: TokenMask? = nil, previous: some Sequence<Int32>,
        compute: Compute
    ) -> Int {
        guard let allowed else { return choose(logits, previous, compute) }
        compute.forbid(logits, allowedBy: allowed.words)
        let token = choose(logits, previous, compute)
        // Logits that are not numbers may lead anywhere.
        return allowed.contains(token) ? token : allowed.first ?? token
    }

    private mutating func choose(
        _ logits: UnsafeMutableBufferPointer<Float>, _ previous: some Sequence<Int32>, _ compute: Compute
    ) -> Int {
        if plan.repetitionPenalty != 1 { penalise(logits, previous) }
        let largest = compute.maximum(logits)
        guard plan.temperature > 0, largest.isFinite else { return logits.firstIndex(of: largest) ?? 0 }

        let total = compute.exponentials(logits, maximum: largest, factor: 1 / plan.temperature)
        guard total.isFinite, total > 0 else { return logits.firstIndex(of: 1) ?? 0 }
        if plan.topK == 0 && plan.topP == 1 && plan.minP == 0 {
            return draw(logits, total: total)
        }
        gather(logits, total: total)
        return drawCandidate()
    }

    private func penalise(_ logits: UnsafeMutableBufferPointer<Float>, _ previous: some Sequence<Int32>) {
        for token in Set(previous) where Int(token) < logits.count {
            let logit = logits[Int(token)]
            logits[Int(token)] = logit > 0 ? logit / plan.repetitionPenalty : logit * plan.repetitionPenalty
        }
    }

    /// Draws from all tokens.
    private mutating func draw(_ weights: UnsafeMutableBufferPointer<Float>, total: Double) -> Int {
        var left = random.unit() * total
        var last = 0
        for index in weights.indices where weights[index] > 0 {
            left -= Double(weights[index])
            last = index
            if left < 0 { break }
        }
        return last
    }

    /// Leaves in `candidates` those that top-k, top-p and min-p keep, likeliest first.
    private mutating func gather(_ weights: UnsafeMutableBufferPointer<Float>, total: Double) {
        let wanted = plan.topK > 0 ? min(plan.topK, weights.count) : weights.count
        // Tokens below the min-p bound are never kept, so nothing below it needs to be gathered.
        var threshold: Float = 0.05
        while true {
            candidates.removeAll(keepingCapacity: true)
            let bound = max(threshold, plan.minP)
            var mass = 0.0
            for index in weights.indices where weights[index] >= bound {
                candidates.append(Candidate(token: index, weight: weights[index]))
                mass += Double(weights[index])
            }
            let enough = candidates.count >= wanted || (plan.topK == 0 && mass >= Double(plan.topP) * total)
            if enough || bound == plan.minP || threshold == 0 { break }
            threshold = threshold > 1e-6 ? threshold * 0.1 : 0
        }
        // Equal weights are ordered by token, so that a seed means the same everywhere.
        candidates.sort { ($0.weight, $1.token) > ($1.weight, $0.token) }
        if candidates.count > wanted { candidates.removeLast(candidates.count - wanted) }

        // Top-p looks at what top-k has left; without top-k that is the whole vocabulary.
        let mass = plan.topK > 0 ? candidates.reduce(0) { $0 + Double($1.weight) } : total
        var sum = 0.0
        let end = candidates.firstIndex { candidate in
            let reached = sum >= Double(plan.topP) * mass
            sum += Double(candidate.weight)
            return reached
        }
        if let end, plan.topP < 1 { candidates.removeLast(candidates.count - max(1, end)) }
    }

    private mutating func drawCandidate() -> Int {
        var left = random.unit() * candidates.reduce(0) { $0 + Double($1.weight) }
        for candidate in candidates {
            left -= Double(candidate.weight)
            if left < 0 { return candidate.token }
        }
        return candidates.last?.token ?? 0
    }
}
