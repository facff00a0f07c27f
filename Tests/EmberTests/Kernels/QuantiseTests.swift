// SPDX-License-Identifier: Apache-2.0

import CEmber
import SeededRandom
import Testing

@Suite struct QuantiseTests {
    @Test(arguments: Kernel.available, [32, 64, 128])
    func `every kernel writes the same bytes`(kernel: Kernel, group: Int) {
        var random = SplitMix(seed: group)
        for tokens in [1, 2, 7, 8, 9, 16, 17, 31, 40] {
            let cols = 3 * group
            let x = random.floats(tokens * cols, in: -4...4)
            let expected = Inputs(x, tokens: tokens, cols: cols, group: group)
            let actual = Inputs(x, tokens: tokens, cols: cols, group: group)
            Kernel.scalar.table.pointee.quantise(&expected.activations, 0, tokens)
            for begin in stride(from: 0, to: tokens, by: 16) {
                kernel.table.pointee.quantise(&actual.activations, begin, min(begin + 16, tokens))
            }
            #expect(actual.q.values == expected.q.values)
            #expect(actual.scale.values.map(\.bitPattern) == expected.scale.values.map(\.bitPattern))
            #expect(actual.sum.values.map(\.bitPattern) == expected.sum.values.map(\.bitPattern))
            #expect(actual.marginsAreIntact)
        }
    }

    /// Multiplying by the identity, whatever the order of the bytes, shows what was kept of each input.
    @Test(arguments: Kernel.available, [1, 5, 19])
    func `what is kept is within half a step, and the largest exactly`(kernel: Kernel, tokens: Int) {
        var random = SplitMix(seed: tokens)
        let (cols, group) = (128, 64)
        let identity = (0..<cols * cols).map { $0 / cols == $0 % cols ? 1 : 0 }
        let ones = bytes(of: Array(repeating: 1, count: cols * 2), as: EMBER_F32)
        let zeros = bytes(of: Array(repeating: 0, count: cols * 2), as: EMBER_F32)
        let packed = Buffer<UInt8>(count: 8 * 2 * ember_packed_block_bytes(8, 64, EMBER_F32), repeating: 0)
        ember_pack_affine(packed.pointer, bitStream(identity, bits: 8), ones, zeros, EMBER_F32, 8, 64, cols, cols, 0, 8)
        var matrix = ember_matrix(
            kind: EMBER_PACKED, type: EMBER_F32, bits: 8, group: 64, rows: cols, cols: cols, data: packed.pointer,
            bias: nil)
        let x = random.floats(tokens * cols, in: -4...4)
        let inputs = Inputs(x, tokens: tokens, cols: cols, group: group)
        kernel.table.pointee.quantise(&inputs.activations, 0, tokens)
        let y = Buffer<Float>(count: tokens * cols, repeating: 0)
        kernel.table.pointee.matmul(y.pointer, cols, &matrix, &inputs.activations, 0, 8)
        for from in stride(from: 0, to: tokens * cols, by: group) {
            let run = x[from..<from + group]
            let largest = run.map(abs).max()!
            let step = largest / 127
            for i in run.indices {
                #expect(abs(y.pointer[i] - x[i]) <= step * 0.5001)
                if abs(x[i]) == largest { #expect(abs(y.pointer[i] - x[i]) <= largest * 3e-7) }
            }
        }
    }

    @Test(arguments: Kernel.available)
    func `a group of zeros has scale and sum zero`(kernel: Kernel) {
        let inputs = Inputs(Array(repeating: 0, count: 128), tokens: 1, cols: 128, group: 64)
        kernel.table.pointee.quantise(&inputs.activations, 0, 1)
        #expect(inputs.q.values.allSatisfy { $0 == 0 })
        #expect(inputs.scale.values[..<2] == [0, 0] && inputs.sum.values[..<2] == [0, 0])
    }
}
