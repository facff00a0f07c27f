// SPDX-License-Identifier: Apache-2.0

import CEmber

/// What a model keeps of each token: in each layer, a key and a value for each key/value head.
package struct CacheShape: Sendable, Equatable {
    package var layers: Int
    package var keyValueHeads: Int
    /// Numbers of a key, and of a query that meets it; 1…`largestHead`.
    package var keyDim: Int
    /// Numbers of a value; 1…`largestHead`.
    package var valueDim: Int
    /// A value is the first `valueDim` numbers of its key and is not kept a second time, as in DeepSeek's multi-head latent
    /// attention.
    package var valuesAreKeys = false

    /// What the attention kernels have room for.
    package static let largestHead = Int(EMBER_MAX_HEAD_DIM)

    /// Numbers that one token takes.
    var numbersPerToken: Int { layers * keyValueHeads * (keyDim + (valuesAreKeys ? 0 : valueDim)) }
}
