// SPDX-License-Identifier: Apache-2.0

import CEmber

/// The keys and values of the tokens that a conversation has been through, for all layers.
///
/// Laid out as keys `(layers, keyValueHeads, capacity, keyDim)`, then values
/// `(layers, keyValueHeads, capacity, valueDim)` unless these are part of the keys; before them the scales of each,
/// where numbers are int8. The memory is reserved at once and costs nothing until it is written, page by page.
package final class KeyValueCache {
    let capacity: Int
    /// The tokens whose keys and values are here, in order. A prompt that begins with them need not compute them again.
    private(set) var tokens: [Int32] = []
    /// The most tokens that there have been: the system takes back no memory of those that were cut off.
    private var written = 0

    let format: CacheFormat
    private let shape: CacheShape
    private let type: ember_float_type
    private let memory: Memory
    private let scales: UnsafeMutablePointer<Float>
    /// Address of the first key, behind the scales.
    private let numbers: UnsafeMutableRawPointer

    /// - Throws: `EmberError` `.outOfResources`.
    init(shape: CacheShape, capacity: Int, format: CacheFormat) throws(EmberError) {
        precondition(max(shape.keyDim, shape.valueDim) <= CacheShape.largestHead)
        precondition(!shape.valuesAreKeys || shape.valueDim <= shape.keyDim)
        self.capacity = capacity
        self.shape = shape
        self.format = format
        type = format.type
        let bytes = capacity * shape.bytesPerToken(format)
        memory = try Memory(bytes: bytes, for: "key/value cache", isFilled: false)
        let scaleCount = capacity * shape.scalesPerToken(format)
        scales = memory.pointer.bindMemory(to: Float.self, capacity: scaleCount)
        numbers = memory.pointer + scaleCount * MemoryLayout<Float>.size
        tokens.reserveCapacity(min(capacity, 4096))
    }

    /// Tokens that are in the cache.
    var count: Int { tokens.count }

    /// Bytes of memory that are in use.
    var bytes: Int { written * shape.bytesPerToken(format) }

    /// Forgets all tokens from `count` on.
    func truncate(to count: Int) { tokens.removeLast(max(0, tokens.count - count)) }

    /// Notes that the keys and values of these tokens have been written behind the others.
    func commit(_ new: ArraySlice<Int32>) {
        precondition(tokens.count + new.count <= capacity)
        tokens.append(contentsOf: new)
        written = max(written, count)
    }

    /// Takes over the first `count` tokens of another conversation's cache of the same model.
    func copy(from other: KeyValueCache, count: Int) {
        precondition(count <= other.count && count <= capacity && type == other.type && shape == other.shape)
        forEachRun(of: count) { table, layer, head, run in
            run.copyMemory(from: UnsafeRawBufferPointer(other.run(table, layer, head, count: count)))
        }
        tokens = Array(other.tokens[..<count])
        written = max(written, count)
    }

    // MARK: Tables

    /// Tables of a cache; the raw values are their names in files.
    enum Table: String, CaseIterable {
        case keys, values
        case keyScales = "key_scales"
        case valueScales = "value_scales"
    }

    /// The tables that this cache has.
    var tables: [Table] {
        Table.allCases.filter { table in
            switch table {
            case .keys: true
            case .values: !shape.valuesAreKeys
            case .keyScales: format == .int8
            case .valueScales: format == .int8 && !shape.valuesAreKeys
            }
        }
    }

    /// Element type of a table, and its shape for `count` tokens: `(layers, keyValueHeads, tokens, dim)`, or without
    /// `dim` for scales.
    func layout(_ table: Table, count: Int) -> (type: ElementType, shape: [Int]) {
        let rows = [shape.layers, shape.keyValueHeads, count]
        return switch table {
        case .keys: (format.elementType, rows + [shape.keyDim])
        case .values: (format.elementType, rows + [shape.valueDim])
        case .keyScales, .valueScales: (.float32, rows)
        }
    }

    /// Calls `body` with what each head of each layer keeps of the first `count` tokens, table by table.
    func forEachRun<Failure: Error>(
        of count: Int, _ body: (Table, _ layer: Int, _ head: Int, UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        for table in tables {
            for layer in 0..<shape.layers {
                for head in 0..<shape.keyValueHeads {
                    try body(table, layer, head, run(table, layer, head, count: count))
                }
            }
        }
    }

    /// The keys and values of the last token, `(layers, keyValueHeads, keyDim)` and then
    /// `(layers, keyValueHeads, valueDim)`.
    func last() -> [Float] {
        var numbers: [Float] = []
        forEachRun(of: count) { table, layer, head, run in
            let width = table == .keys ? shape.keyDim : shape.valueDim
            let scale: Float? =
                switch table {
                case .keys: keyScales(layer, head)?[count - 1] ?? 1
                case .values: valueScales(layer, head)?[count - 1] ?? 1
                case .keyScales, .valueScales: nil
                }
            guard let scale else { return }
            let row = run.baseAddress! + (count - 1) * width * ember_float_size(type)
            numbers += (0..<width).map { index in
                var number: Float = 0
                if format == .int8 {
                    number = Float(row.load(fromByteOffset: index, as: Int8.self))
                } else {
                    ember_to_f32(&number, row + index * ember_float_size(type), type, 1)
                }
                return number * scale
            }
        }
        return numbers
    }

    private func run(_ table: Table, _ layer: Int, _ head: Int, count: Int) -> UnsafeMutableRawBufferPointer {
        precondition(count <= capacity)
        let start: UnsafeMutableRawPointer =
            switch table {
            case .keys: keys(layer, head, 0)
            case .values: values(layer, head, 0)
            case .keyScales: UnsafeMutableRawPointer(keyScales(layer, head)!)
            case .valueScales: UnsafeMutableRawPointer(valueScales(layer, head)!)
            }
        let layout = layout(table, count: count)
        return UnsafeMutableRawBufferPointer(
            start: start, count: layout.shape[2...].reduce(layout.type.size, *))
    }

    /// Writes one token's keys, `(keyValueHeads, keyDim)`, and values,
    /// `(keyValueHeads, valueDim)`, at `position` of a layer.
    ///
    /// - Parameter value: not read where values are part of the keys.
    func store(
        layer: Int, position: Int, key: UnsafePointer<Float>, value: UnsafePointer<Float>, with compute: Compute
    ) {
        precondition(layer < shape.layers && position < capacity)
        for head in 0..<shape.keyValueHeads {
            store(
                keys(layer, head, position), keyScales(layer, head).map { $0 + position }, key + head * shape.keyDim,
                count: shape.keyDim, with: compute)
            guard !shape.valuesAreKeys else { continue }
            store(
                values(layer, head, position), valueScales(layer, head).map { $0 + position },
                value + head * shape.valueDim, count: shape.valueDim, with: compute)
        }
    }

    private func store(
        _ target: UnsafeMutableRawPointer, _ scale: UnsafeMutablePointer<Float>?, _ source: UnsafePointer<Float>,
        count: Int, with compute: Compute
    ) {
        if let scale {
            scale.pointee = compute.storeInt8(target, source, count: count)
        } else {
            compute.store(target, type, source, count: count)
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
        attention.keys = ember_cached(
            data: keys(layer, 0, 0), dim: shape.keyDim, stride: shape.keyDim, scales: keyScales(layer, 0))
        attention.values = ember_cached(
            data: values(layer, 0, 0), dim: shape.valueDim,
            stride: shape.valuesAreKeys ? shape.keyDim : shape.valueDim, scales: valueScales(layer, 0))
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
        return numbers + row * shape.keyDim * ember_float_size(type)
    }

    /// The scales of a head's keys, `(capacity)`; `nil` where there are none.
    private func keyScales(_ layer: Int, _ head: Int) -> UnsafeMutablePointer<Float>? {
        format == .int8 ? scales + (layer * shape.keyValueHeads + head) * capacity : nil
    }

    private func valueScales(_ layer: Int, _ head: Int) -> UnsafeMutablePointer<Float>? {
        keyScales(shape.valuesAreKeys ? layer : shape.layers + layer, head)
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
    /// Factor for attention scores, often 1 / √keyDim.
    let scale: Float
    /// A token sees itself and those before it, `window` together, at least 1; `nil` for all.
    var window: Int?
    /// Whether a token sees none behind it; if not, all that the queries come with.
    var causal = true
}
