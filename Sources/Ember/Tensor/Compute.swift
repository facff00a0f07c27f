// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation

/// How exactly products with quantised weights are computed.
public enum Precision: String, Sendable, CaseIterable {
    /// Activations stay fp32, the cache is fp32: agrees with other implementations to rounding. Slower.
    case reference
    /// Activations are rounded to int8 per group for quantised weights, the cache is what `LoadOptions` says.
    case fast
}

/// The arithmetic of one engine: the kernels of this CPU and the threads that run them.
///
/// The one place where sizes become pointers: each method checks that its operands fit, then calls C.
/// Used from one thread at a time, that of the engine.
package final class Compute {
    /// Set before a pass; a pass has one.
    var precision = Precision.fast
    let threads: Int
    private let kernels: UnsafePointer<ember_kernels>
    let pool: OpaquePointer
    private var quantised: Quantised?
    /// Room for results over parts of the keys.
    private var partials = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

    /// - Parameters:
    ///   - threads: `nil` for one per physical core.
    ///   - instructions: the name of a kernel set; `nil` for `EMBER_ISA`, else the fastest of this CPU.
    /// - Throws: `EmberError` `.unsupported` when this CPU has no such kernels, `.outOfResources`.
    package init(threads: Int? = nil, instructions: String? = nil) throws(EmberError) {
        self.threads = threads ?? physicalCores()
        let name = instructions ?? ProcessInfo.processInfo.environment["EMBER_ISA"]
        guard let kernels = ember_kernels_named(name) else {
            throw EmberError(.unsupported, "EMBER_ISA", "this CPU has no kernels called \(printable(name ?? ""))")
        }
        guard let pool = ember_pool_create(self.threads) else {
            throw EmberError(.outOfResources, "threads", "the system refuses \(self.threads) threads")
        }
        self.kernels = kernels
        self.pool = pool
    }

    deinit {
        ember_pool_destroy(pool)
        partials.deallocate()
    }

    /// The name of the kernels in use, such as `avx512`.
    var instructions: String { String(cString: kernels.pointee.name) }

    // MARK: Products

    /// y = W x + bias for up to three matrices that share their input, for the first `tokens` rows.
    func linear(
        _ x: Rows, tokens: Int,
        _ a: (w: Matrix, y: Rows), _ b: (w: Matrix, y: Rows)? = nil, _ c: (w: Matrix, y: Rows)? = nil
    ) throws(EmberError) {
        guard tokens > 0 else { return }
        var activations = ember_activations()
        activations.x = UnsafePointer(x.data)
        activations.tokens = tokens
        activations.cols = x.width
        // Parts are done together as long as they read the activations in the same form.
        var job = ember_linear()
        try add(a, &job, &activations)
        if let b { try add(b, &job, &activations) }
        if let c { try add(c, &job, &activations) }
        flush(&job, &activations)
    }

    private func add(
        _ part: (w: Matrix, y: Rows), _ job: inout ember_linear, _ activations: inout ember_activations
    ) throws(EmberError) {
        precondition(part.w.cols == activations.cols && part.y.width == part.w.rows, "matrix and rows do not fit")
        precondition(activations.tokens <= part.y.capacity)
        if part.w.isPacked, precision == .fast, activations.q == nil || activations.group != part.w.raw.pointee.group {
            flush(&job, &activations)
            try quantise(&activations, group: part.w.group)
        }
        let matrix = UnsafePointer(part.w.raw)
        switch job.parts {
        case 0: (job.w.0, job.y.0, job.ldy.0) = (matrix, part.y.data, part.y.width)
        case 1: (job.w.1, job.y.1, job.ldy.1) = (matrix, part.y.data, part.y.width)
        default: (job.w.2, job.y.2, job.ldy.2) = (matrix, part.y.data, part.y.width)
        }
        job.parts += 1
    }

    private func flush(_ job: inout ember_linear, _ activations: inout ember_activations) {
        guard job.parts > 0 else { return }
        withUnsafePointer(to: activations) { x in
            job.kernels = kernels
            job.x = x
            ember_run_linear(pool, &job)
        }
        job = ember_linear()
    }

    private func quantise(_ activations: inout ember_activations, group: Int) throws(EmberError) {
        let room = try quantisedRoom(for: Quantised.Size(tokens: activations.tokens, cols: activations.cols))
        room.give(to: &activations, at: Quantised.Size(), group: group)
        ember_run_quantise(pool, kernels, &activations)
    }

    private func quantisedRoom(for size: Quantised.Size) throws(EmberError) -> Quantised {
        if let quantised, quantised.size.covers(size) { return quantised }
        let room = try Quantised(size.union(quantised?.size ?? Quantised.Size()))
        quantised = room
        return room
    }

    /// All products of the list as one job.
    ///
    /// Neighbours in the list that read the same rows share their rounded activations.
    /// - Parameter exactly: whether activations stay fp32 in any precision.
    func products(_ list: [Product], exactly: Bool = false) throws(EmberError) {
        let rounds = precision == .fast && !exactly
        var inputs: [ember_activations] = []
        var inputOf: [Int] = []
        var size = Quantised.Size()
        var offsets: [Quantised.Size] = []
        for (index, product) in list.enumerated() {
            product.check()
            let group = product.w.isPacked && rounds ? product.w.group : 0
            if index == 0 || !product.shares(list[index - 1]) || inputs[inputOf[index - 1]].group != UInt32(group) {
                var input = ember_activations()
                input.x = UnsafePointer(product.x.row(product.rows.lowerBound))
                input.tokens = product.rows.count
                input.cols = product.x.width
                input.group = UInt32(group)
                inputs.append(input)
                offsets.append(size)
                if group > 0 { size.add(Quantised.Size(tokens: input.tokens, cols: input.cols)) }
            }
            inputOf.append(inputs.count - 1)
        }
        if size.bytes > 0 {
            let room = try quantisedRoom(for: size)
            for index in inputs.indices where inputs[index].group > 0 {
                room.give(to: &inputs[index], at: offsets[index], group: Int(inputs[index].group))
            }
        }
        inputs.withUnsafeMutableBufferPointer { inputs in
            let rounded = inputs.filter { $0.q != nil }
            if !rounded.isEmpty { quantise(rounded) }
            let jobs = zip(list, inputOf).map { product, input in
                ember_product(
                    w: UnsafePointer(product.w.raw), x: UnsafePointer(inputs.baseAddress! + input),
                    y: product.y.row(product.firstRow) + product.column, ldy: product.y.width)
            }
            ember_run_products(pool, kernels, jobs, jobs.count)
        }
    }

    private func quantise(_ inputs: [ember_activations]) {
        var inputs = inputs
        ember_run_quantise_inputs(pool, kernels, &inputs, inputs.count)
    }

    // MARK: Row by row

    /// y = x / √(mean(x²) + epsilon) · weight for each of `count` runs of `weight.count` numbers; y may be x.
    func rmsNorm(
        _ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, count: Int, _ weight: Vector, epsilon: Float
    ) {
        ember_run_rms_norm(pool, kernels, y, x, weight.data, count, weight.count, epsilon)
    }

    /// x = (x − mean(x)) / √(variance(x) + epsilon) · weight + bias, for `tokens` rows.
    func layerNorm(_ x: Rows, tokens: Int, _ norm: LayerNorm) {
        precondition(x.width == norm.weight.count && x.width == norm.bias.count && tokens <= x.capacity)
        ember_run_layer_norm(
            pool, kernels, x.data, x.data, norm.weight.data, norm.bias.data, tokens, x.width, norm.epsilon)
    }

    /// x += y, for `tokens` rows.
    func add(_ x: Rows, _ y: Rows, tokens: Int) {
        precondition(x.width == y.width && tokens <= min(x.capacity, y.capacity))
        ember_run_add(pool, kernels, x.data, y.data, tokens * x.width)
    }

    /// x = gelu(x), for `tokens` rows.
    func gelu(_ x: Rows, tokens: Int) {
        precondition(tokens <= x.capacity)
        ember_run_gelu(pool, kernels, x.data, tokens * x.width)
    }

    /// x[i] += y[j] · factor, rows of the two tables.
    func add(_ x: Rows, _ i: Int, _ y: Rows, _ j: Int, times factor: Float) {
        precondition(x.width == y.width)
        ember_add_scaled(x.row(i), y.row(j), factor, x.width)
    }

    /// gate = silu(gate) · up, for `tokens` rows.
    func siluMultiply(_ gate: Rows, _ up: Rows, tokens: Int) {
        precondition(gate.width == up.width && tokens <= min(gate.capacity, up.capacity))
        ember_run_silu_multiply(pool, kernels, gate.data, up.data, tokens * gate.width)
    }

    /// gate = gelu(gate) · up, for `tokens` rows; `up` is used up.
    func geluMultiply(_ gate: Rows, _ up: Rows, tokens: Int) {
        precondition(gate.width == up.width && tokens <= min(gate.capacity, up.capacity))
        ember_run_gelu_multiply(pool, kernels, gate.data, up.data, tokens * gate.width)
    }

    /// Turns the pairs (i, i + headDim / 2) of each head of one token; see `Rotary`.
    func rotate(
        _ x: UnsafeMutablePointer<Float>, cosine: UnsafePointer<Float>, sine: UnsafePointer<Float>, heads: Int,
        headDim: Int
    ) {
        kernels.pointee.rotate(x, cosine, sine, heads, headDim)
    }

    /// Brings the pairs (2i, 2i + 1) of one head into the places (i, i + headDim / 2).
    func partPairs(_ x: UnsafeMutablePointer<Float>, headDim: Int) { ember_part_pairs(x, headDim) }

    /// Rounds `count` numbers into a cache of fp32 or fp16.
    func store(_ target: UnsafeMutableRawPointer, _ type: ember_float_type, _ source: UnsafePointer<Float>, count: Int)
    {
        kernels.pointee.store(target, type, source, count)
    }

    /// Rounds `count` numbers to int8; returns the scale that makes them numbers again.
    func storeInt8(_ target: UnsafeMutableRawPointer, _ source: UnsafePointer<Float>, count: Int) -> Float {
        kernels.pointee.store_int8(target.assumingMemoryBound(to: Int8.self), source, count)
    }

    func attend(_ attention: inout ember_attention) {
        let needed = ember_attention_partials(&attention)
        if needed > partials.count {
            partials.deallocate()
            partials = .allocate(capacity: needed)
        }
        attention.partials = partials.baseAddress
        ember_run_attention(pool, kernels, &attention)
    }

    /// Attention of every token to all tokens of its text, `(tokens, heads · headDim)` each. Text i has the tokens
    /// `starts[i] ..< starts[i + 1]`; `keys` and `values` are room to work in.
    func attend(
        query: Rows, key: Rows, value: Rows, starts: [Int], out: Rows, heads: Int, keys: Rows, values: Rows
    ) {
        let tokens = starts.last ?? 0
        for rows in [query, key, value, out, keys, values] {
            precondition(rows.width == query.width && tokens <= rows.capacity && rows.width.isMultiple(of: heads))
        }
        var attention = ember_text_attention()
        attention.out = out.data
        attention.query = UnsafePointer(query.data)
        attention.key = UnsafePointer(key.data)
        attention.value = UnsafePointer(value.data)
        attention.keys = keys.data
        attention.values = values.data
        attention.tokens = tokens
        attention.heads = heads
        attention.head_dim = query.width / heads
        attention.texts = starts.count - 1
        attention.scale = 1 / Float(query.width / heads).squareRoot()
        starts.withUnsafeBufferPointer { starts in
            attention.starts = starts.baseAddress
            ember_run_text_attention(pool, kernels, &attention)
        }
    }

    /// The matrix with rows and columns exchanged, as numbers of `type`, row by row.
    func transpose(_ matrix: Matrix, into target: UnsafeMutableRawPointer, _ type: ember_float_type) throws(EmberError)
    {
        let values = try Rows(capacity: matrix.rows, width: matrix.cols)
        for row in 0..<matrix.rows { embed(values.row(row), matrix, row: row) }
        var column = [Float](repeating: 0, count: matrix.rows)
        for index in 0..<matrix.cols {
            for row in 0..<matrix.rows { column[row] = values.data[row * matrix.cols + index] }
            store(target + index * matrix.rows * ember_float_size(type), type, column, count: matrix.rows)
        }
    }

    /// Row `index` of the matrix as fp32.
    func embed(_ target: UnsafeMutablePointer<Float>, _ matrix: Matrix, row index: Int) {
        precondition(index >= 0 && index < matrix.rows)
        ember_matrix_row(target, matrix.raw, index)
    }

    // MARK: Whole vectors

    /// The largest number; NaN counts as smallest.
    func maximum(_ x: UnsafeMutableBufferPointer<Float>) -> Float { kernels.pointee.maximum(x.baseAddress, x.count) }

    /// x = exp((x − maximum) · factor); returns the sum.
    func exponentials(_ x: UnsafeMutableBufferPointer<Float>, maximum: Float, factor: Float) -> Double {
        kernels.pointee.exponentials(x.baseAddress, x.count, maximum, factor)
    }

    /// Makes those logits −∞ whose bit is not set; logits without a bit as well.
    func forbid(_ x: UnsafeMutableBufferPointer<Float>, allowedBy bits: [UInt64]) {
        bits.withUnsafeBufferPointer { bits in
            let covered = min(x.count, bits.count * 64)
            ember_keep_allowed(x.baseAddress, bits.baseAddress, covered)
            for index in covered..<x.count { x[index] = -.infinity }
        }
    }

    /// Several times what processors keep in their caches, as far as the system says how much that is.
    private static let bandwidthBytes: Int = {
        #if os(Linux)
            let cache = sysconf(Int32(_SC_LEVEL3_CACHE_SIZE))
        #else
            let cache = 0
        #endif
        return min(max(128 << 20, 4 * cache), 512 << 20)
    }()

    /// Bytes a second at which all threads together read this machine's memory.
    /// - Throws: `EmberError` `.outOfResources` where there is not enough of it to tell it from the processor's caches.
    package func readBandwidth() throws(EmberError) -> Double {
        let memory = try Memory(bytes: Self.bandwidthBytes, for: "bandwidth measurement")
        memset(memory.pointer, 1, memory.count)
        return withExtendedLifetime(memory) { ember_read_bandwidth(pool, memory.pointer, memory.count, 5) }
    }
}

/// y = W x for some rows of x, as one of many such products that run together.
struct Product {
    let w: Matrix
    let x: Rows
    /// Rows of `x` to multiply.
    let rows: Range<Int>
    let y: Rows
    /// Row of `y` for the first result; the others follow in the rows below.
    let firstRow: Int
    let column: Int

    func check() {
        precondition(!rows.isEmpty && rows.lowerBound >= 0 && rows.upperBound <= x.capacity && w.cols == x.width)
        precondition(firstRow >= 0 && firstRow + rows.count <= y.capacity)
        precondition(column >= 0 && column + w.rows <= y.width)
    }

    func shares(_ other: Product) -> Bool { x === other.x && rows == other.rows }
}

/// Room for activations rounded to int8, kept from one product to the next.
private final class Quantised {
    /// Room that inputs need: bytes of int8, and groups with a scale and a sum each.
    struct Size {
        private(set) var bytes = 0
        private(set) var groups = 0

        private static let smallestGroup = 16

        init() {}

        init(tokens: Int, cols: Int) {
            bytes = (ember_activation_bytes(tokens, cols) + 63) / 64 * 64
            groups = (tokens + 15) / 16 * 16 * (cols / Self.smallestGroup)
        }

        mutating func add(_ other: Size) {
            bytes += other.bytes
            groups += other.groups
        }

        func covers(_ other: Size) -> Bool { bytes >= other.bytes && groups >= other.groups }

        func union(_ other: Size) -> Size {
            var union = self
            union.bytes = max(bytes, other.bytes)
            union.groups = max(groups, other.groups)
            return union
        }
    }

    let size: Size
    private let q: UnsafeMutablePointer<Int8>
    private let scale: UnsafeMutablePointer<Float>
    private let memory: Memory

    init(_ size: Size) throws(EmberError) {
        self.size = size
        memory = try Memory(bytes: size.bytes + 2 * size.groups * MemoryLayout<Float>.size, for: "activations")
        q = memory.pointer.bindMemory(to: Int8.self, capacity: size.bytes)
        scale = (memory.pointer + size.bytes).bindMemory(to: Float.self, capacity: 2 * size.groups)
    }

    /// Lends the part that begins at `offset`.
    func give(to input: inout ember_activations, at offset: Size, group: Int) {
        input.q = q + offset.bytes
        input.scale = scale + offset.groups
        input.sum = scale + size.groups + offset.groups
        input.group = UInt32(group)
    }
}
