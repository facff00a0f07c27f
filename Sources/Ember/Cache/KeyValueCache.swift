// SPDX-License-Identifier: Apache-2.0

import CEmber

/// The keys and values of the tokens that a conversation has been through, for all layers.
///
/// Laid out as keys `(layers, keyValueHeads, capacity, keyDim)`, then values `(layers, keyValueHeads, capacity, valueDim)` unless
/// these are part of the keys. The memory is reserved at once and costs nothing until it is written, page by page.
package final class KeyValueCache {
    let capacity: Int
    /// The tokens whose keys and values are here, in order. A prompt that begins with them need not compute them again.
    private(set) var tokens: [Int32] = []

    private let shape: CacheShape
    private let type: ember_float_type
    private let memory: Memory

    /// - Throws: `EmberError` `.outOfResources`.
    init(shape: CacheShape, capacity: Int, precision: Precision) throws(EmberError) {
        precondition(max(shape.keyDim, shape.valueDim) <= CacheShape.largestHead)
        precondition(!shape.valuesAreKeys || shape.valueDim <= shape.keyDim)
        self.capacity = capacity
        self.shape = shape
        type = precision == .reference ? EMBER_F32 : EMBER_F16
        let bytes = capacity * Self.bytesPerToken(shape, precision: precision)
        memory = try Memory(bytes: bytes, for: "key/value cache", isFilled: false)
        tokens.reserveCapacity(min(capacity, 4096))
    }

    /// Tokens that are in the cache.
    var count: Int { tokens.count }

    /// Bytes that one token takes.
    static func bytesPerToken(_ shape: CacheShape, precision: Precision) -> Int {
        shape.numbersPerToken * (precision == .reference ? 4 : 2)
    }

    /// Forgets all tokens from `count` on.
    func truncate(to count: Int) { tokens.removeLast(max(0, tokens.count - count)) }

    /// Notes that the keys and values of these tokens have been written behind the others.
    func commit(_ new: ArraySlice<Int32>) {
        precondition(tokens.count + new.count <= capacity)
        tokens.append(contentsOf: new)
    }

    /// Takes over the first `count` tokens of another conversation's cache of the same model.
    func copy(from other: KeyValueCache, count: Int) {
        precondition(count <= other.count && count <= capacity && type == other.type && shape == other.shape)
        for layer in 0..<shape.layers {
            for head in 0..<shape.keyValueHeads {
                keys(layer, head, 0).copyMemory(
                    from: other.keys(layer, head, 0), byteCount: count * shape.keyDim * ember_float_size(type))
                guard !shape.valuesAreKeys else { continue }
                values(layer, head, 0).copyMemory(
                    from: other.values(layer, head, 0), byteCount: count * shape.valueDim * ember_float_size(type))
            }
        }
        tokens = Array(other.tokens[..<count])
    }

    /// Writes one token's keys, `(keyValueHeads, keyDim)`, and values, `(keyValueHeads, valueDim)`, at `position` of a layer.
    ///
    /// - Parameter value: not read where values are part of the keys.
    func store(
        layer: Int, position: Int, key: UnsafePointer<Float>, value: UnsafePointer<Float>, with compute: Compute
    ) {
        precondition(layer < shape.layers && position < capacity)
        for head in 0..<shape.keyValueHeads {
            compute.store(keys(layer, head, position), type, key + head * shape.keyDim, count: shape.keyDim)
            guard !shape.valuesAreKeys else { continue }
            compute.store(values(layer, head, position), type, value + head * shape.valueDim, count: shape.valueDim)
        }
    }

    /// Attention of queries over a layer's keys and values, which hold their own already.
    func attend(layer: Int, position: Int, _ queries: Queries, with compute: Compute) {
        precondition(layer < shape.layers && position + queries.tokens <= capacity)
        precondition(queries.heads.isMultiple(of: shape.keyValueHeads))
        var attention = ember_attention()
        attention.out = queries.out
        attention.query = queries.query
        attention.query_stride = queries.stride
        attention.keys = ember_cached(data: keys(layer, 0, 0), dim: shape.keyDim, stride: shape.keyDim)
        attention.values = ember_cached(
            data: values(layer, 0, 0), dim: shape.valueDim,
            stride: shape.valuesAreKeys ? shape.keyDim : shape.valueDim)
        attention.type = type
        attention.tokens = queries.tokens
        attention.heads = queries.heads
        attention.kv_heads = shape.keyValueHeads
        attention.capacity = capacity
        attention.position = position
        attention.window = queries.window ?? 0
        attention.causal = queries.causal
        attention.scale = queries.scale
        compute.attend(&attention)
    }

    private func keys(_ layer: Int, _ head: Int, _ position: Int) -> UnsafeMutableRawPointer {
        let row = (layer * shape.keyValueHeads + head) * capacity + position
        return memory.pointer + row * shape.keyDim * ember_float_size(type)
    }

    private func values(_ layer: Int, _ head: Int, _ position: Int) -> UnsafeMutableRawPointer {
        if shape.valuesAreKeys { return keys(layer, head, position) }
        let row = (layer * shape.keyValueHeads + head) * capacity + position
        return keys(shape.layers, 0, 0) + row * shape.valueDim * ember_float_size(type)
    }
}

/// Queries of new tokens, and what they see of a cache.
struct Queries {
    let tokens: Int
    let heads: Int
    /// `(tokens, heads, keyDim)`; from one token to the next are `stride` numbers.
    let query: UnsafePointer<Float>
    let stride: Int
    /// `(tokens, heads, valueDim)`.
    let out: UnsafeMutablePointer<Float>
    /// What scores are multiplied by, often 1 / √keyDim.
    let scale: Float
    /// A token sees itself and those before it, `window` together, at least 1; `nil` for all.
    var window: Int?
    /// Whether a token sees none behind it; if not, all that the queries come with.
    var causal = true
}
