// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation

/// How exactly products with quantised weights are computed.
public enum Precision: String, Sendable, CaseIterable {
    /// Activations stay fp32, the cache is fp32: agrees with other implementations to rounding. Slower.
    case reference
    /// Activations are rounded to int8 per group for quantised weights, the cache is fp16.
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

    deinit { ember_pool_destroy(pool) }

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
        let tokens = activations.tokens
        if quantised == nil || !quantised!.fits(tokens: tokens, cols: activations.cols) {
            quantised = try Quantised(tokens: tokens, cols: activations.cols, replacing: quantised)
        }
        let room = quantised!
        activations.q = room.q
        activations.scale = room.scale
        activations.sum = room.sum
        activations.group = UInt32(group)
        ember_run_quantise(pool, kernels, &activations)
    }

    // MARK: Row by row

    /// y = x / √(mean(x²) + epsilon) · weight for each of `count` runs of `weight.count` numbers; y may be x.
    func rmsNorm(
        _ y: UnsafeMutablePointer<Float>, _ x: UnsafePointer<Float>, count: Int, _ weight: Vector, epsilon: Float
    ) {
        ember_run_rms_norm(pool, kernels, y, x, weight.data, count, weight.count, epsilon)
    }

    /// x += y, for `tokens` rows.
    func add(_ x: Rows, _ y: Rows, tokens: Int) {
        precondition(x.width == y.width && tokens <= min(x.capacity, y.capacity))
        ember_run_add(pool, kernels, x.data, y.data, tokens * x.width)
    }

    /// gate = silu(gate) · up, for `tokens` rows.
    func siluMultiply(_ gate: Rows, _ up: Rows, tokens: Int) {
        precondition(gate.width == up.width && tokens <= min(gate.capacity, up.capacity))
        ember_run_silu_multiply(pool, kernels, gate.data, up.data, tokens * gate.width)
    }

    /// Turns the pairs (i, i + headDim / 2) of each head of one token; see `Rotary`.
    func rotate(
        _ x: UnsafeMutablePointer<Float>, cosine: UnsafePointer<Float>, sine: UnsafePointer<Float>, heads: Int,
        headDim: Int
    ) {
        kernels.pointee.rotate(x, cosine, sine, heads, headDim)
    }

    /// Rounds `count` numbers into a cache of fp32 or fp16.
    func store(_ target: UnsafeMutableRawPointer, _ type: ember_float_type, _ source: UnsafePointer<Float>, count: Int)
    {
        kernels.pointee.store(target, type, source, count)
    }

    func attend(_ attention: inout ember_attention) { ember_run_attention(pool, kernels, &attention) }

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

    /// Bytes a second at which all threads together read `memory`.
    func readBandwidth(_ memory: Memory, passes: Int) -> Double {
        ember_read_bandwidth(pool, memory.pointer, memory.count, passes)
    }
}

/// Room for activations rounded to int8, kept from one product to the next.
private final class Quantised {
    let q: UnsafeMutablePointer<Int8>
    let scale: UnsafeMutablePointer<Float>
    let sum: UnsafeMutablePointer<Float>
    private let tokens: Int
    private let cols: Int
    private let memory: Memory

    private static let smallestGroup = 16

    init(tokens: Int, cols: Int, replacing old: Quantised?) throws(EmberError) {
        self.tokens = max(tokens, old?.tokens ?? 0)
        self.cols = max(cols, old?.cols ?? 0)
        let bytes = (ember_activation_bytes(self.tokens, self.cols) + 63) / 64 * 64
        let groups = (self.tokens + 15) / 16 * 16 * (self.cols / Self.smallestGroup)
        memory = try Memory(bytes: bytes + 2 * groups * MemoryLayout<Float>.size, for: "activations")
        q = memory.pointer.bindMemory(to: Int8.self, capacity: bytes)
        scale = (memory.pointer + bytes).bindMemory(to: Float.self, capacity: groups)
        sum = scale + groups
    }

    func fits(tokens: Int, cols: Int) -> Bool { tokens <= self.tokens && cols <= self.cols }
}
