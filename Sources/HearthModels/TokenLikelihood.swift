// SPDX-License-Identifier: Apache-2.0

/// A token of an answer, and how likely a model found it: before temperature, and before anything kept it from a
/// choice.
public struct TokenLikelihood: Sendable, Equatable {
    public struct Candidate: Sendable, Equatable {
        /// Bytes that the token writes; possibly only some of a character's.
        public var bytes: [UInt8]
        /// The natural logarithm of its probability.
        public var logarithm: Float

        public init(bytes: [UInt8], logarithm: Float) {
            self.bytes = bytes
            self.logarithm = logarithm
        }
    }

    public var chosen: Candidate
    /// The likeliest tokens, the likeliest first; the chosen one need not be among them.
    public var likeliest: [Candidate]

    public init(chosen: Candidate, likeliest: [Candidate]) {
        self.chosen = chosen
        self.likeliest = likeliest
    }
}
