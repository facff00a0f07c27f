// SPDX-License-Identifier: Apache-2.0

package import EmberGrammar

/// Chooses the next token from a row of logits.
///
/// The order is that of transformers: repetition penalty, temperature, top-k, top-p, min-p. No step sorts the
/// vocabulary: candidates are gathered above a threshold that is lowered until they are enough.
package struct Sampler {
    private let plan: SamplingPlan
    private var random: RandomSource
    private var candidates = Candidates()
    /// Candidates for the last row's draw, likeliest first; empty when no cut was asked for.
    package private(set) var kept: [Choice] = []
    /// The tokens so far, each once, and how many that were.
    private var seen: Set<Int32> = []
    private var seenCount = 0

    package struct Choice {
        package var token: Int
        /// exp of the scaled logit's distance to the largest, 0…1.
        package var weight: Float
    }

    package init(_ plan: SamplingPlan) {
        self.plan = plan
        random = RandomSource(seed: plan.seed)
    }

    /// - Parameters:
    ///   - logits: one for each token of the vocabulary; overwritten.
    ///   - allowed: the tokens to choose from; all when `nil`.
    ///   - previous: the tokens so far, which the repetition penalty looks at; those of the last
    ///     call and what came since.
    package mutating func next(
        _ logits: UnsafeMutableBufferPointer<Float>, allowed: TokenMask? = nil, previous: [Int32], compute: Compute
    ) -> Int {
        guard let allowed else { return choose(logits, previous, compute) }
        compute.forbid(logits, allowedBy: allowed.words)
        let token = choose(logits, previous, compute)
        // Logits that are not numbers may lead anywhere.
        return allowed.contains(token) ? token : allowed.first ?? token
    }

    private mutating func choose(
        _ logits: UnsafeMutableBufferPointer<Float>, _ previous: [Int32], _ compute: Compute
    ) -> Int {
        if plan.repetitionPenalty != 1 { penalise(logits, previous) }
        let largest = candidates.begin(logits, compute: compute)
        // The inverse of the least numbers overflows; they ask for the likeliest token, as 0 does.
        let factor = 1 / plan.temperature
        guard factor.isFinite, largest.isFinite else { return candidates.first(largest) }

        let total = candidates.weigh(largest: largest, factor: factor, compute: compute)
        guard total.isFinite, total > 0 else { return candidates.first(1) }
        if plan.topK == 0 && plan.topP == 1 && plan.minP == 0 {
            return candidates.token(at: random.unit() * total)
        }
        keep(of: logits.count, total: total)
        return drawKept()
    }

    private mutating func penalise(_ logits: UnsafeMutableBufferPointer<Float>, _ previous: [Int32]) {
        seen.formUnion(previous.dropFirst(seenCount))
        seenCount = previous.count
        for token in seen where Int(token) < logits.count {
            let logit = logits[Int(token)]
            logits[Int(token)] = logit > 0 ? logit / plan.repetitionPenalty : logit * plan.repetitionPenalty
        }
    }

    /// Leaves in `kept` those that top-k, top-p and min-p keep, likeliest first.
    private mutating func keep(of vocabulary: Int, total: Double) {
        let wanted = plan.topK > 0 ? min(plan.topK, vocabulary) : vocabulary
        // Tokens below the min-p bound are never kept, but where top-p asks for a share of the top-k,
        // they are part of the whole.
        let floor = plan.topK > 0 && plan.topP < 1 ? 0 : plan.minP
        var threshold: Float = 0.05
        while true {
            kept.removeAll(keepingCapacity: true)
            let bound = max(threshold, floor)
            var mass = 0.0
            candidates.forEach(atLeast: bound) { token, weight in
                kept.append(Choice(token: token, weight: weight))
                mass += Double(weight)
            }
            let enough = kept.count >= wanted || (plan.topK == 0 && mass >= Double(plan.topP) * total)
            if enough || bound == floor || threshold == 0 { break }
            threshold = threshold > 1e-6 ? threshold * 0.1 : 0
        }
        // Equal weights are ordered by token, so that a seed means the same everywhere.
        kept.sort { ($0.weight, $1.token) > ($1.weight, $0.token) }
        if kept.count > wanted { kept.removeLast(kept.count - wanted) }

        // Top-p looks at what top-k has left; without top-k that is the whole vocabulary.
        let mass = plan.topK > 0 ? kept.reduce(0) { $0 + Double($1.weight) } : total
        var sum = 0.0
        let end = kept.firstIndex { choice in
            let reached = sum >= Double(plan.topP) * mass
            sum += Double(choice.weight)
            return reached
        }
        if let end, plan.topP < 1 { kept.removeLast(kept.count - max(1, end)) }
        if let end = kept.firstIndex(where: { $0.weight < plan.minP }) { kept.removeLast(kept.count - max(1, end)) }
    }

    private mutating func drawKept() -> Int {
        var left = random.unit() * kept.reduce(0) { $0 + Double($1.weight) }
        for choice in kept {
            left -= Double(choice.weight)
            if left < 0 { return choice.token }
        }
        return kept.last?.token ?? 0
    }
}
