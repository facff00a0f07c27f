// SPDX-License-Identifier: Apache-2.0

import CEmber
import SeededRandom
import Testing

/// Several threads compute, bit for bit, the same as one thread.
@Suite struct ParallelTests {
    @Test(arguments: Kernel.available, [1, 2, 3])
    func `four products of one input are those of four calls`(kernel: Kernel, threads: Int) {
        var random = SplitMix(seed: threads)
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        for tokens in [1, 5, 21] {
            let parts = [70, 16, 1, 133].map {
                Weights(bits: 4, group: 64, type: EMBER_F16, rows: $0, cols: 192, bias: true, using: &random)
            }
            let inputs = Inputs(random.floats(tokens * 192), tokens: tokens, cols: 192, group: 64)
            ember_run_quantise(pool, kernel.table, &inputs.activations)
            let results = parts.map { Buffer<Float>(count: tokens * $0.rows, repeating: 0) }
            let matrices = Buffer(parts.map(\.matrix))
            withUnsafePointer(to: &inputs.activations) { x in
                var job = ember_linear()
                job.kernels = kernel.table
                job.x = x
                job.parts = 4
                let w = UnsafePointer(matrices.pointer)
                job.w = (w, w + 1, w + 2, w + 3)
                job.y = (results[0].pointer, results[1].pointer, results[2].pointer, results[3].pointer)
                job.ldy = (70, 16, 1, 133)
                ember_run_linear(pool, &job)
            }
            for (part, result) in zip(parts, results) {
                let expected = Buffer<Float>(count: tokens * part.rows, repeating: 0)
                let blocks = (part.rows + 15) / 16
                kernel.table.pointee.matmul(
                    expected.pointer, part.rows, &part.matrix, &inputs.activations, 0, blocks)
                #expect(result.values == expected.values)
            }
        }
    }

    /// As for experts: matrices of different sizes and forms, each with tokens of its own, some of them shared.
    @Test(arguments: Kernel.available, [1, 2, 3])
    func `many products with inputs of their own are those of as many calls`(kernel: Kernel, threads: Int) {
        var random = SplitMix(seed: threads)
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        let tokens = [1, 5, 21, 2]
        let inputs = tokens.map { Inputs(random.floats($0 * 128), tokens: $0, cols: 128, group: 64) }
        let rounded = Buffer(inputs.map(\.activations))
        ember_run_quantise_inputs(pool, kernel.table, rounded.pointer, inputs.count)
        for input in inputs { #expect(input.marginsAreIntact) }

        let weights = [70, 16, 1, 133, 40].map {
            Weights(bits: 4, group: 64, type: EMBER_F16, rows: $0, cols: 128, bias: true, using: &random)
        }
        let matrices = Buffer(weights.map(\.matrix))
        let inputOf = [0, 0, 1, 2, 3]
        let results = zip(weights, inputOf).map { Buffer<Float>(count: tokens[$1] * $0.rows, repeating: 0) }
        let products = weights.indices.map { index in
            ember_product(
                w: UnsafePointer(matrices.pointer + index), x: UnsafePointer(rounded.pointer + inputOf[index]),
                y: results[index].pointer, ldy: weights[index].rows)
        }
        ember_run_products(pool, kernel.table, products, products.count)
        for (index, part) in weights.enumerated() {
            let input = inputs[inputOf[index]]
            kernel.table.pointee.quantise(&input.activations, 0, input.activations.tokens)
            let expected = Buffer<Float>(count: results[index].count, repeating: 0)
            kernel.table.pointee.matmul(
                expected.pointer, part.rows, &part.matrix, &input.activations, 0, (part.rows + 15) / 16)
            #expect(results[index].values == expected.values)
            #expect(results[index].marginIsIntact)
        }
        ember_run_products(pool, kernel.table, nil, 0)
    }

    @Test(arguments: Kernel.available, [1, 2, 3])
    func `rows and elements are those of one call`(kernel: Kernel, threads: Int) {
        var random = SplitMix(seed: threads)
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        for tokens in [1, 3, 150] {
            let width = 300
            let (x, y) = (random.floats(tokens * width), random.floats(tokens * width))
            let weight = random.floats(width)

            let norm = Buffer<Float>(count: tokens * width, repeating: 0)
            ember_run_rms_norm(pool, kernel.table, norm.pointer, x, weight, tokens, width, 1e-6)
            let expected = Buffer<Float>(count: tokens * width, repeating: 0)
            x.withUnsafeBufferPointer { from in
                for token in 0..<tokens {
                    let at = token * width
                    kernel.table.pointee.rms_norm(
                        expected.pointer + at, from.baseAddress! + at, weight, width, 1e-6)
                }
            }
            #expect(norm.values == expected.values)

            let (sum, expectedSum) = (Buffer(x), Buffer(x))
            ember_run_add(pool, kernel.table, sum.pointer, y, tokens * width)
            kernel.table.pointee.add(expectedSum.pointer, y, tokens * width)
            #expect(sum.values == expectedSum.values)

            let (gate, expectedGate) = (Buffer(x), Buffer(x))
            ember_run_silu_multiply(pool, kernel.table, gate.pointer, y, tokens * width)
            kernel.table.pointee.silu_multiply(expectedGate.pointer, y, tokens * width)
            for (a, b) in zip(gate.values, expectedGate.values) { #expect(abs(a - b) <= 1e-6) }
        }
    }

    @Test(arguments: Kernel.available)
    func `quantising many tokens on all threads gives the same bytes`(kernel: Kernel) {
        var random = SplitMix(seed: 5)
        let pool = ember_pool_create(3)
        defer { ember_pool_destroy(pool) }
        let (tokens, cols) = (101, 256)
        let x = random.floats(tokens * cols)
        let (shared, alone) = (
            Inputs(x, tokens: tokens, cols: cols, group: 64), Inputs(x, tokens: tokens, cols: cols, group: 64)
        )
        ember_run_quantise(pool, kernel.table, &shared.activations)
        kernel.table.pointee.quantise(&alone.activations, 0, tokens)
        #expect(shared.q.values == alone.q.values)
        #expect(shared.scale.values.map(\.bitPattern) == alone.scale.values.map(\.bitPattern))
        #expect(shared.sum.values.map(\.bitPattern) == alone.sum.values.map(\.bitPattern))
    }
}

@Suite struct DispatchTests {
    @Test func `names give the kernels of that name, or none`() {
        for name in ["scalar", "avx2", "avx512", "neon"] {
            if let kernels = ember_kernels_named(name) { #expect(String(cString: kernels.pointee.name) == name) }
        }
        #expect(ember_kernels_named("scalar") == ember_kernels_scalar())
        #expect(ember_kernels_named("avx2") == ember_kernels_avx2())
        #expect(ember_kernels_named("avx512") == ember_kernels_avx512())
        #expect(ember_kernels_named("neon") == ember_kernels_neon())
        #expect(ember_kernels_named("sse") == nil)
        #expect(ember_kernels_named("") == nil)
    }

    @Test func `without a name the widest vectors win`() {
        let widest = [ember_kernels_avx512(), ember_kernels_avx2(), ember_kernels_neon()].compactMap { $0 }.first
        #expect(ember_kernels_named(nil) == widest ?? ember_kernels_scalar())
    }
}
