// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How likely a model found the token that was written: before temperature, penalties and grammars had their say.
package struct Likelihood: Sendable, Equatable {
    package struct Candidate: Sendable, Equatable {
        package let token: Int
        /// The natural logarithm of its probability; −∞ where the model's logits are not numbers.
        package let logarithm: Float
    }

    package let chosen: Candidate
    /// The likeliest tokens, the likeliest first, and of equals the first in the vocabulary first.
    package let likeliest: [Candidate]
}

extension Likelihood {
    /// - Parameters:
    ///   - logits: one for each token of the vocabulary; overwritten.
    ///   - count: how many of the likeliest tokens to name.
    init(of token: Int, in logits: inout [Float], naming count: Int, compute: Compute) {
        let best = Self.largest(count, of: logits)
        let own = logits[token]
        let (largest, sum) = logits.withUnsafeMutableBufferPointer { row in
            let largest = compute.maximum(row)
            return (largest, compute.exponentials(row, maximum: largest, factor: 1))
        }
        func candidate(_ token: Int, _ logit: Float) -> Candidate {
            let logarithm = Float(Double(logit) - Double(largest) - log(sum))
            return Candidate(token: token, logarithm: logarithm.isNaN ? -.infinity : logarithm)
        }
        chosen = candidate(token, own)
        likeliest = best.map { candidate($0.token, $0.logit) }
    }

    /// One walk over the vocabulary: nearly every token is less likely than the last that is kept.
    private static func largest(_ count: Int, of logits: [Float]) -> [(token: Int, logit: Float)] {
        var best: [(token: Int, logit: Float)] = []
        guard count > 0 else { return best }
        for (token, logit) in logits.enumerated() where best.count < count || logit > best[best.count - 1].logit {
            if logit.isNaN { continue }
            best.insert((token, logit), at: best.firstIndex { $0.logit < logit } ?? best.count)
            if best.count > count { best.removeLast() }
        }
        return best
    }
}
