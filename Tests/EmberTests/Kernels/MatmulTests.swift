// SPDX-License-Identifier: Apache-2.0

import CEmber
import SeededRandom
import Testing

@Suite struct MatmulTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let bits: Int
        let group: Int
        let type: ember_float_type
        var testDescription: String { "\(bits) bits, group \(group), \(name(of: type))" }

        static let all = [2, 3, 4, 6, 8].flatMap { bits in
            [16, 32, 64, 128].flatMap { group in floatTypes.map { Format(bits: bits, group: group, type: $0) } }
        }
    }

    @Test(arguments: Kernel.available, Format.all)
    func `products of int8 activations agree with the scalar kernel`(kernel: Kernel, format: Format) {
        var random = SplitMix(seed: format.bits * 1000 + format.group)
        for _ in 0..<4 {
            let rows = Int.random(in: 1...70, using: &random)
            let cols = format.group * Int.random(in: 1...5, using: &random)
            let tokens = Int.random(in: 1...40, using: &random)
            let weights = Weights(
                bits: format.bits, group: format.group, type: format.type, rows: rows, cols: cols,
                bias: Bool.random(using: &random), using: &random)
            let inputs = Inputs(random.floats(tokens * cols), tokens: tokens, cols: cols, group: format.group)
            kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
            expectSameProducts(kernel, weights, inputs)
        }
    }

    @Test(arguments: Kernel.available, 1...40)
    func `every number of tokens agrees with the scalar kernel`(kernel: Kernel, tokens: Int) {
        var random = SplitMix(seed: tokens)
        for bits in [4, 8] {
            let weights = Weights(
                bits: bits, group: 64, type: EMBER_F16, rows: 53, cols: 128, bias: true, using: &random)
            let inputs = Inputs(random.floats(tokens * 128), tokens: tokens, cols: 128, group: 64)
            kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
            expectSameProducts(kernel, weights, inputs)
            inputs.activations.q = nil
            expectSameProducts(kernel, weights, inputs)
        }
        let dense = Weights(type: EMBER_BF16, rows: 53, cols: 100, bias: true, shifted: false, using: &random)
        let inputs = Inputs(random.floats(tokens * 100), tokens: tokens, cols: 100, group: 100)
        expectSameProducts(kernel, dense, inputs)
    }

    /// Longer than a cache block of the fast kernels in columns, and several panels of rows.
    @Test(arguments: Kernel.available.filter { $0.name != "scalar" }, [4, 8])
    func `matrices of several cache blocks agree with the scalar kernel`(kernel: Kernel, bits: Int) {
        var random = SplitMix(seed: bits)
        let (rows, cols) = (200, 5120)
        let weights = Weights(
            bits: bits, group: 128, type: EMBER_BF16, rows: rows, cols: cols, bias: true, using: &random)
        for tokens in [8, 19, 33] {
            let inputs = Inputs(random.floats(tokens * cols), tokens: tokens, cols: cols, group: 128)
            kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
            expectSameProducts(kernel, weights, inputs)
            inputs.activations.q = nil
            expectSameProducts(kernel, weights, inputs)
        }
    }

    /// The largest dot products that the format allows, of either sign.
    @Test(arguments: Kernel.available, [4, 8])
    func `extreme weights and activations do not saturate`(kernel: Kernel, bits: Int) {
        for sign: Float in [1, -1] {
            let (rows, cols) = (32, 256)
            let highest = Array(repeating: (1 << bits) - 1, count: rows * cols)
            let ones = bytes(of: Array(repeating: 1, count: rows * 2), as: EMBER_F32)
            let zeros = bytes(of: Array(repeating: 0, count: rows * 2), as: EMBER_F32)
            let size = 2 * 2 * ember_packed_block_bytes(UInt32(bits), 128, EMBER_F32)
            let packed = Buffer<UInt8>(count: size, repeating: 0)
            ember_pack_affine(
                packed.pointer, bitStream(highest, bits: bits), ones, zeros, EMBER_F32, UInt32(bits), 128, rows, cols,
                0,
                2)
            var matrix = ember_matrix(
                kind: EMBER_PACKED, type: EMBER_F32, bits: UInt32(bits), group: 128, rows: rows, cols: cols,
                data: packed.pointer, bias: nil)
            for tokens in [1, 3, 8, 9, 40] {
                let inputs = Inputs(
                    Array(repeating: 127 * sign, count: tokens * cols), tokens: tokens, cols: cols, group: 128)
                kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
                let y = Buffer<Float>(count: tokens * rows, repeating: .nan)
                kernel.table.pointee.matmul(y.pointer, rows, &matrix, &inputs.activations, 0, 2)
                #expect(y.values.allSatisfy { $0 == sign * Float(127 * cols * ((1 << bits) - 1)) })
            }
        }
    }

    /// Each input is off by at most half a step, so a product is off by at most that times its weight.
    @Test(arguments: Kernel.available)
    func `int8 activations cost at most half a step per input`(kernel: Kernel) {
        var random = SplitMix(seed: 7)
        let (rows, cols, tokens, group) = (48, 256, 11, 64)
        let weights = Weights(
            bits: 4, group: group, type: EMBER_F32, rows: rows, cols: cols, bias: false, using: &random)
        let x = random.floats(tokens * cols, in: -3...3)
        let inputs = Inputs(x, tokens: tokens, cols: cols, group: group)
        kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
        let y = products(kernel, weights, inputs, ldy: rows)
        for token in 0..<tokens {
            for row in 0..<rows {
                var exact = 0.0
                var allowed = 1e-4
                for i in 0..<cols {
                    let from = token * cols + i / group * group
                    let step = x[from..<from + group].map(abs).max()! / 127
                    exact += Double(weights.values[row * cols + i]) * Double(x[token * cols + i])
                    allowed += Double(abs(weights.values[row * cols + i])) * Double(step) / 2
                }
                #expect(abs(Double(y[token * rows + row]) - exact) <= allowed)
            }
        }
    }

    @Test(arguments: Kernel.available, Format.all)
    func `packed products of f32 activations are right`(kernel: Kernel, format: Format) {
        var random = SplitMix(seed: format.bits * 100 + format.group)
        for tokens in [1, 2, 5, 8, 17] {
            let rows = Int.random(in: 1...40, using: &random)
            let cols = format.group * Int.random(in: 1...4, using: &random)
            let weights = Weights(
                bits: format.bits, group: format.group, type: format.type, rows: rows, cols: cols,
                bias: tokens % 2 == 0, using: &random)
            let inputs = Inputs(random.floats(tokens * cols), tokens: tokens, cols: cols, group: format.group)
            inputs.activations.q = nil
            expectExactProducts(kernel, weights, inputs)
        }
    }

    @Test(arguments: Kernel.available, BlockFormatTests.vectors)
    func `products with the block formats of GGUF files are right`(kernel: Kernel, format: BlockFormatTests.Vector) {
        var random = SplitMix(seed: Int(format.number))
        for tokens in [1, 7, 33] {
            let weights = Weights(
                blockType: format.number, rows: Int.random(in: 1...20, using: &random), blocks: 2, using: &random)
            let group = Int(weights.matrix.group)
            let inputs = Inputs(random.floats(tokens * weights.cols), tokens: tokens, cols: weights.cols, group: group)
            kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
            expectSameProducts(kernel, weights, inputs)
            inputs.activations.q = nil
            expectExactProducts(kernel, weights, inputs)
            #expect(weights.marginIsIntact)
        }
    }

    /// Longer than a cache block of the fast kernels in columns.
    @Test(arguments: Kernel.available.filter { $0.name != "scalar" })
    func `wide matrices with nested scales agree with the scalar kernel`(kernel: Kernel) {
        var random = SplitMix(seed: 11)
        // Q4_K and Q6_K.
        for number: UInt32 in [12, 14] {
            let weights = Weights(blockType: number, rows: 20, blocks: 10, using: &random)
            for tokens in [1, 33] {
                let inputs = Inputs(
                    random.floats(tokens * weights.cols), tokens: tokens, cols: weights.cols,
                    group: Int(weights.matrix.group))
                kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
                expectSameProducts(kernel, weights, inputs)
            }
        }
    }

    @Test(arguments: Kernel.available, floatTypes)
    func `dense products are right for odd sizes and addresses`(kernel: Kernel, type: ember_float_type) {
        var random = SplitMix(seed: Int(type.rawValue))
        for tokens in [1, 2, 3, 4, 5, 8, 9, 31] {
            for _ in 0..<3 {
                let rows = Int.random(in: 1...70, using: &random)
                let cols = Int.random(in: 1...600, using: &random)
                let weights = Weights(
                    type: type, rows: rows, cols: cols, bias: Bool.random(using: &random),
                    shifted: Bool.random(using: &random), using: &random)
                let inputs = Inputs(random.floats(tokens * cols), tokens: tokens, cols: cols, group: cols)
                expectExactProducts(kernel, weights, inputs)
                #expect(weights.marginIsIntact)
            }
        }
    }

    @Test(arguments: Kernel.available)
    func `only the asked blocks of rows are written`(kernel: Kernel) {
        var random = SplitMix(seed: 3)
        let packed = Weights(bits: 4, group: 32, type: EMBER_F16, rows: 70, cols: 64, bias: true, using: &random)
        let dense = Weights(type: EMBER_F32, rows: 70, cols: 64, bias: true, shifted: false, using: &random)
        for (weights, tokens) in [(packed, 1), (packed, 12), (dense, 1), (dense, 12)] {
            let inputs = Inputs(random.floats(tokens * 64), tokens: tokens, cols: 64, group: 32)
            kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
            let y = Buffer<Float>(count: tokens * 75, repeating: 12345)
            kernel.table.pointee.matmul(y.pointer, 75, &weights.matrix, &inputs.activations, 1, 3)
            for (i, value) in y.values.enumerated() {
                #expect((value != 12345) == (16..<48).contains(i % 75))
            }
        }
    }

    // MARK: Comparing

    /// All products, and a check that nothing behind the rows was written.
    private func products(_ kernel: Kernel, _ weights: Weights, _ inputs: Inputs, ldy: Int) -> [Float] {
        let tokens = inputs.activations.tokens
        let y = Buffer<Float>(count: tokens * ldy, repeating: 12345)
        kernel.table.pointee.matmul(y.pointer, ldy, &weights.matrix, &inputs.activations, 0, (weights.rows + 15) / 16)
        #expect(y.marginIsIntact && inputs.marginsAreIntact)
        for token in 0..<tokens {
            for row in weights.rows..<ldy { #expect(y.values[token * ldy + row] == 12345) }
        }
        return y.values
    }

    private func expectSameProducts(_ kernel: Kernel, _ weights: Weights, _ inputs: Inputs) {
        let ldy = weights.rows + 3
        let expected = products(.scalar, weights, inputs, ldy: ldy)
        let actual = products(kernel, weights, inputs, ldy: ldy)
        expectClose(actual, expected.map(Double.init), weights, inputs, ldy)
    }

    private func expectExactProducts(_ kernel: Kernel, _ weights: Weights, _ inputs: Inputs) {
        let ldy = weights.rows + 3
        let (cols, tokens) = (weights.cols, inputs.activations.tokens)
        var expected = [Double](repeating: 12345, count: tokens * ldy)
        for token in 0..<tokens {
            for row in 0..<weights.rows {
                var y = Double(weights.biasValues[row])
                for i in 0..<cols {
                    y += Double(weights.values[row * cols + i]) * Double(inputs.x.pointer[token * cols + i])
                }
                expected[token * ldy + row] = y
            }
        }
        expectClose(products(kernel, weights, inputs, ldy: ldy), expected, weights, inputs, ldy)
    }

    /// Rounding is proportional to the sum of the terms' sizes, whatever their order.
    private func expectClose(
        _ actual: [Float], _ expected: [Double], _ weights: Weights, _ inputs: Inputs, _ ldy: Int
    ) {
        let cols = weights.cols
        var worst = 0.0
        for token in 0..<inputs.activations.tokens {
            for row in 0..<weights.rows {
                var terms = 1e-6
                for i in 0..<cols {
                    terms += Double(abs(weights.values[row * cols + i] * inputs.x.pointer[token * cols + i]))
                }
                let error = abs(Double(actual[token * ldy + row]) - expected[token * ldy + row]) / terms
                worst = max(worst, error.isNaN ? .infinity : error)
            }
        }
        #expect(worst < 4e-6)
    }
}
