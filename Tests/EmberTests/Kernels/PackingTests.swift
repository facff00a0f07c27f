// SPDX-License-Identifier: Apache-2.0

import CEmber
import SeededRandom
import Testing

@Suite struct PackingTests {
    @Test(arguments: MatmulTests.Format.all)
    func `a packed row holds what the bit stream says`(format: MatmulTests.Format) {
        var random = SplitMix(seed: format.bits + format.group)
        for rows in [1, 16, 37] {
            let cols = format.group * 3
            let weights = Weights(
                bits: format.bits, group: format.group, type: format.type, rows: rows, cols: cols, bias: true,
                using: &random)
            let row = Buffer<Float>(count: cols, repeating: 0)
            for r in 0..<rows {
                ember_matrix_row(row.pointer, &weights.matrix, r)
                #expect(row.values == Array(weights.values[r * cols..<(r + 1) * cols]))
            }
            #expect(weights.marginIsIntact && row.marginIsIntact)
        }
    }

    @Test(arguments: floatTypes)
    func `a dense row is that row`(type: ember_float_type) {
        var random = SplitMix(seed: 1)
        let weights = Weights(type: type, rows: 5, cols: 33, bias: true, shifted: true, using: &random)
        let row = Buffer<Float>(count: 33, repeating: 0)
        for r in 0..<5 {
            ember_matrix_row(row.pointer, &weights.matrix, r)
            #expect(row.values == Array(weights.values[r * 33..<(r + 1) * 33]))
        }
    }

    @Test func `a block is scales, biases and a line per four or eight inputs`() {
        #expect(ember_packed_block_bytes(4, 64, EMBER_F16) == 576)
        #expect(ember_packed_block_bytes(4, 32, EMBER_BF16) == 320)
        #expect(ember_packed_block_bytes(8, 128, EMBER_F32) == 128 + 2048)
        for format in MatmulTests.Format.all where format.bits == 4 || format.bits == 8 {
            #expect(ember_packed_block_bytes(UInt32(format.bits), UInt32(format.group), format.type) % 64 == 0)
        }
    }

    @Test(arguments: [1, 2, 5])
    func `packing on several threads gives the same bytes`(threads: Int) {
        var random = SplitMix(seed: threads)
        let (rows, cols, group) = (131, 256, 64)
        let source = bitStream((0..<rows * cols).map { _ in Int.random(in: 0..<16, using: &random) }, bits: 4)
        let scales = bytes(of: random.floats(rows * cols / group), as: EMBER_F16)
        let size = 9 * (cols / group) * ember_packed_block_bytes(4, 64, EMBER_F16)
        let (whole, parts) = (Buffer<UInt8>(count: size, repeating: 1), Buffer<UInt8>(count: size, repeating: 2))
        ember_pack_affine(whole.pointer, source, scales, scales, EMBER_F16, 4, 64, rows, cols, 0, 9)
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        ember_run_pack_affine(pool, parts.pointer, source, scales, scales, EMBER_F16, 4, 64, rows, cols)
        #expect(whole.values == parts.values)
        #expect(parts.marginIsIntact)
    }
}
