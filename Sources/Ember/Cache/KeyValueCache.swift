// SPDX-License-Identifier: Apache-2.0

import CEmber

/// The keys and values of the tokens that a conversation has been through, for all layers.
///
/// Laid out `(layers, 2, keyValueHeads, capacity, headDim)`, or with 1 for 2 where values are in the keys. The memory is reserved at once and costs nothing until it is
/// written, page by page.
package final class KeyValueCache {
    let capacity: Int
    /// The tokens whose keys and values are here, in order. A prompt that begins with them need not compute them again.
    private(set) var tokens: [Int32] = []

    private let layers: Int
    /// Keys and values, or keys alone.
    private let parts: Int
    private let keyValueHeads: Int
    private let headDim: Int
    private let type: ember_float_type
    private let memory: Memory
    private let headBytes: Int

    /// - Throws: `EmberError` `.outOfResources`.
    init(shape: DecoderShape, capacity: Int, precision: Precision) throws(EmberError) {
        self.capacity = capacity
        layers = shape.layers
        parts = Self.parts(shape)
        keyValueHeads = shape.keyValueHeads
        headDim = shape.headDim
        type = precision == .reference ? EMBER_F32 : EMBER_F16
        headBytes = capacity * headDim * ember_float_size(type)
        memory = try Memory(bytes: layers * parts * keyValueHeads * headBytes, for: "key/value cache")
        tokens.reserveCapacity(min(capacity, 4096))
    }

    private static func parts(_ shape: DecoderShape) -> Int { shape.valuesInKeys ? 1 : 2 }

    /// Tokens that are in the cache.
    var count: Int { tokens.count }

    /// Bytes that one token takes.
    static func bytesPerToken(_ shape: DecoderShape, precision: Precision) -> Int {
        shape.layers * parts(shape) * shape.keyValueHeads * shape.headDim * (precision == .reference ? 4 : 2)
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
        for head in 0..<layers * parts * keyValueHeads {
            (memory.pointer + head * headBytes).copyMemory(
                from: other.memory.pointer + head * other.headBytes, byteCount: bytes)
        }
        tokens = Array(other.tokens[..<count])
    }

    /// Writes one token's keys and values, `(keyValueHeads, headDim)` each, values only where they are not in the keys, at `position` of a layer.
    func store(
        layer: Int, position: Int, key: UnsafePointer<Float>, value: UnsafePointer<Float>?, with compute: Compute
    ) {
        precondition(layer < layers && position < capacity)
        let size = ember_float_size(type)
        for head in 0..<keyValueHeads {
            let offset = position * headDim * size
            compute.store(base(layer, 0, head) + offset, type, key + head * headDim, count: headDim)
            guard let value else { continue }
            compute.store(base(layer, 1, head) + offset, type, value + head * headDim, count: headDim)
        }
    }

    /// Attention of `tokens` queries, the first at `position`, over a layer's keys and values.
    func attend(
        layer: Int, position: Int, tokens: Int, query: UnsafePointer<Float>, queryStride: Int,
        out: UnsafeMutablePointer<Float>, heads: Int, _ plan: AttentionPlan, with compute: Compute
    ) {
        precondition(layer < layers && position + tokens <= capacity)
        var attention = ember_attention()
        attention.out = out
        attention.query = query
        attention.query_stride = queryStride
        attention.keys = UnsafeRawPointer(base(layer, 0, 0))
        attention.values = UnsafeRawPointer(base(layer, parts - 1, 0))
        attention.type = type
        attention.tokens = tokens
        attention.heads = heads
        attention.kv_heads = keyValueHeads
        attention.head_dim = headDim
        attention.capacity = capacity
        attention.position = position
        attention.scale = plan.scale
        guard let window = plan.window, position + tokens > window else {
            compute.attend(&attention)
            return
        }
        // Queries that do not see everything go one by one, each over a cache that begins where its window does.
        attention.tokens = 1
        for token in 0..<tokens {
            let first = max(0, position + token + 1 - window)
            let offset = first * headDim * ember_float_size(type)
            attention.out = out + token * heads * headDim
            attention.query = query + token * queryStride
            attention.keys = UnsafeRawPointer(base(layer, 0, 0) + offset)
            attention.values = UnsafeRawPointer(base(layer, parts - 1, 0) + offset)
            attention.position = position + token - first
            compute.attend(&attention)
        }
    }

    private func base(_ layer: Int, _ which: Int, _ head: Int) -> UnsafeMutableRawPointer {
        memory.pointer + ((layer * parts + which) * keyValueHeads + head) * headBytes
    }
}
