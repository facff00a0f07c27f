// SPDX-License-Identifier: Apache-2.0

import CEmber

/// The keys and values of the tokens that a conversation has been through, for all layers.
///
/// Laid out `(layers, 2, keyValueHeads, capacity, headDim)`. The memory is reserved at once and costs nothing until it is
/// written, page by page.
package final class KeyValueCache {
    let capacity: Int
    /// The tokens whose keys and values are here, in order. A prompt that begins with them need not compute them again.
    private(set) var tokens: [Int32] = []

    private let layers: Int
    private let keyValueHeads: Int
    private let headDim: Int
    private let type: ember_float_type
    private let memory: Memory
    private let headBytes: Int

    /// - Throws: `EmberError` `.outOfResources`.
    init(shape: DecoderShape, capacity: Int, precision: Precision) throws(EmberError) {
        self.capacity = capacity
        layers = shape.layers
        keyValueHeads = shape.keyValueHeads
        headDim = shape.headDim
        type = precision == .reference ? EMBER_F32 : EMBER_F16
        headBytes = capacity * headDim * ember_float_size(type)
        memory = try Memory(bytes: layers * 2 * keyValueHeads * headBytes, for: "key/value cache", isFilled: false)
        tokens.reserveCapacity(min(capacity, 4096))
    }

    /// Tokens that are in the cache.
    var count: Int { tokens.count }

    /// Bytes that one token takes.
    static func bytesPerToken(_ shape: DecoderShape, precision: Precision) -> Int {
        shape.layers * 2 * shape.keyValueHeads * shape.headDim * (precision == .reference ? 4 : 2)
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
        precondition(count <= other.count && count <= capacity && type == other.type && layers == other.layers)
        let bytes = count * headDim * ember_float_size(type)
        for head in 0..<layers * 2 * keyValueHeads {
            (memory.pointer + head * headBytes).copyMemory(
                from: other.memory.pointer + head * other.headBytes, byteCount: bytes)
        }
        tokens = Array(other.tokens[..<count])
    }

    /// Writes one token's keys and values, `(keyValueHeads, headDim)` each, at `position` of a layer.
    func store(
        layer: Int, position: Int, key: UnsafePointer<Float>, value: UnsafePointer<Float>, with compute: Compute
    ) {
        precondition(layer < layers && position < capacity)
        let size = ember_float_size(type)
        for head in 0..<keyValueHeads {
            let offset = position * headDim * size
            compute.store(base(layer, 0, head) + offset, type, key + head * headDim, count: headDim)
            compute.store(base(layer, 1, head) + offset, type, value + head * headDim, count: headDim)
        }
    }

    /// Attention of `tokens` queries, the first at `position`, over a layer's keys and values.
    func attend(
        layer: Int, position: Int, tokens: Int, query: UnsafePointer<Float>, queryStride: Int,
        out: UnsafeMutablePointer<Float>, heads: Int, scale: Float, with compute: Compute
    ) {
        precondition(layer < layers && position + tokens <= capacity)
        var attention = ember_attention()
        attention.out = out
        attention.query = query
        attention.query_stride = queryStride
        attention.keys = UnsafeRawPointer(base(layer, 0, 0))
        attention.values = UnsafeRawPointer(base(layer, 1, 0))
        attention.type = type
        attention.tokens = tokens
        attention.heads = heads
        attention.kv_heads = keyValueHeads
        attention.head_dim = headDim
        attention.capacity = capacity
        attention.position = position
        attention.scale = scale
        compute.attend(&attention)
    }

    private func base(_ layer: Int, _ which: Int, _ head: Int) -> UnsafeMutableRawPointer {
        memory.pointer + ((layer * 2 + which) * keyValueHeads + head) * headBytes
    }
}
