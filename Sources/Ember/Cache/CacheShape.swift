// SPDX-License-Identifier: Apache-2.0

import CEmber

/// Layout of a model's cache for one token: in each layer, a key and a value for each key/value head.
package struct CacheShape: Sendable, Equatable {
    package var layers: Int
    package var keyValueHeads: Int
    /// Numbers of a key, and of a query that meets it; 1…`largestHead`.
    package var keyDim: Int
    /// Numbers of a value; 1…`largestHead`.
    package var valueDim: Int
    /// A value is the first `valueDim` numbers of its key and is not kept a second time, as in DeepSeek's
    /// multi-head latent attention.
    package var valuesAreKeys = false

    /// Largest head dimension that the attention kernels have room for.
    package static let largestHead = Int(EMBER_MAX_HEAD_DIM)

    /// Bytes that one token takes.
    func bytesPerToken(_ format: CacheFormat) -> Int {
        let numbers = layers * keyValueHeads * (keyDim + (valuesAreKeys ? 0 : valueDim))
        return numbers * ember_float_size(format.type) + scalesPerToken(format) * MemoryLayout<Float>.size
    }

    /// Keys and values of one token that have a scale.
    func scalesPerToken(_ format: CacheFormat) -> Int {
        format == .int8 ? layers * keyValueHeads * (valuesAreKeys ? 1 : 2) : 0
    }
}
