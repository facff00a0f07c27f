// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Chooses a few of many experts for each token, and how much each of them counts.
///
/// Source: Shazeer et al. 2017, Outrageously Large Neural Networks; DeepSeek-V3 (2024), section 2.1.2, for sigmoid
/// scores, the correction of the choice without an auxiliary loss, and the limit to groups.
struct Router {
    enum Score: Sendable { case softmax, sigmoid }

    /// How a family chooses.
    struct Plan: Sendable {
        let experts: Int
        /// Experts for each token.
        let chosen: Int
        let score: Score
        /// Whether the weights of the chosen experts are divided by their sum.
        let normalised: Bool
        /// Factor for the weights of the chosen experts.
        var scale: Float = 1
        /// Groups of neighbouring experts, and how many of them, those with the best two
        /// experts, a token may choose from.
        var groups = (count: 1, kept: 1)
    }

    /// One expert's work on one token.
    struct Choice: Equatable {
        let token: Int
        let expert: Int
        let weight: Float
    }

    let plan: Plan
    /// `(experts, width)`.
    let gate: Matrix
    /// Added to the scores for the choice, not for the weights.
    let correction: Vector?

    /// The choices of all tokens, sorted by expert and then by token.
    /// - Parameter logits: `(tokens, experts)`, overwritten.
    func choices(_ logits: Rows, tokens: Int) -> [Choice] {
        var choices: [Choice] = []
        choices.reserveCapacity(tokens * plan.chosen)
        var scratch = Scratch(plan)
        for token in 0..<tokens {
            let scores = UnsafeMutableBufferPointer(start: logits.row(token), count: plan.experts)
            score(scores)
            choose(scores, &scratch)
            let sum = scratch.picked.reduce(0) { $0 + scores[$1] }
            // The offset keeps scores that are all zero from dividing by it, as in the models' own code.
            let factor = plan.normalised ? plan.scale / (sum + 1e-20) : plan.scale
            for expert in scratch.picked {
                choices.append(Choice(token: token, expert: expert, weight: scores[expert] * factor))
            }
        }
        return sortedByExpert(choices)
    }

    private func score(_ x: UnsafeMutableBufferPointer<Float>) {
        switch plan.score {
        case .sigmoid:
            for index in x.indices { x[index] = 1 / (1 + exp(-x[index])) }
        case .softmax:
            let largest = x.max() ?? 0
            for index in x.indices { x[index] = exp(x[index] - largest) }
            let sum = x.reduce(0, +)
            for index in x.indices { x[index] /= sum }
        }
    }

    /// Scratch space for the choice of experts, reused from token to token.
    private struct Scratch {
        var ranking: [Float]
        var picked: [Int] = []
        var groupScores: [Float]

        init(_ plan: Plan) {
            ranking = [Float](repeating: 0, count: plan.experts)
            groupScores = [Float](repeating: 0, count: plan.groups.count)
        }
    }

    private func choose(_ scores: UnsafeMutableBufferPointer<Float>, _ scratch: inout Scratch) {
        for expert in scores.indices { scratch.ranking[expert] = scores[expert] + (correction?.data[expert] ?? 0) }
        if plan.groups.kept < plan.groups.count { leaveOutGroups(&scratch) }
        scratch.picked.removeAll(keepingCapacity: true)
        for _ in 0..<plan.chosen {
            let best = largest(in: scratch.ranking, 0..<plan.experts)
            scratch.picked.append(best)
            scratch.ranking[best] = -.infinity
        }
    }

    /// Leaves only the groups whose two best experts are the best together.
    private func leaveOutGroups(_ scratch: inout Scratch) {
        let size = plan.experts / plan.groups.count
        for group in 0..<plan.groups.count {
            let range = group * size..<(group + 1) * size
            let best = largest(in: scratch.ranking, range)
            let score = scratch.ranking[best]
            scratch.ranking[best] = -.infinity
            let second = scratch.ranking[largest(in: scratch.ranking, range)]
            scratch.ranking[best] = score
            scratch.groupScores[group] = size > 1 ? score + second : score
        }
        for _ in 0..<plan.groups.count - plan.groups.kept {
            var worst = 0
            for group in scratch.groupScores.indices where scratch.groupScores[group] < scratch.groupScores[worst] {
                worst = group
            }
            scratch.groupScores[worst] = .infinity
            for expert in worst * size..<(worst + 1) * size { scratch.ranking[expert] = -.infinity }
        }
    }

    /// The place of the largest number; the first of several, and the first place where none is a number.
    private func largest(in x: [Float], _ range: Range<Int>) -> Int {
        var best = range.lowerBound
        for index in range where x[index] > x[best] { best = index }
        return best
    }

    private func sortedByExpert(_ choices: [Choice]) -> [Choice] {
        var next = [Int](repeating: 0, count: plan.experts + 1)
        for choice in choices { next[choice.expert + 1] += 1 }
        for expert in 0..<plan.experts { next[expert + 1] += next[expert] }
        var sorted = choices
        for choice in choices {
            sorted[next[choice.expert]] = choice
            next[choice.expert] += 1
        }
        return sorted
    }
}
