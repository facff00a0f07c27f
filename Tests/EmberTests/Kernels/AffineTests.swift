// SPDX-License-Identifier: Apache-2.0

import CEmber
import Ember
import Foundation
import SeededRandom
import Testing

@Suite struct AffineTests {
    /// Widths, groups and types that MLX has quantised the same numbers with.
    static let cases = [2, 3, 4, 6, 8].flatMap { bits in
        [32, 64, 128].flatMap { group in ["F32", "F16", "BF16"].map { (bits, group, $0) } }
    }

    private func floatType(_ name: String) -> ember_float_type {
        name == "F32" ? EMBER_F32 : name == "F16" ? EMBER_F16 : EMBER_BF16
    }

    @Test(arguments: cases)
    func `words, scales and biases are those of MLX`(bits: Int, group: Int, type: String) throws {
        let reference = try tensors(in: Fixtures.shipped.appending(path: "quantisation/mlx.safetensors"))
        let input = try #require(reference["input.\(type)"])
        let expected = try ["words", "scales", "biases"].map {
            try #require(reference["\(bits).\(group).\(type).\($0)"])
        }
        let float = floatType(type)
        let count = input.shape.reduce(1, *)
        let numbers = Buffer<Float>(count: count, repeating: 0)
        Array(input.bytes).withUnsafeBytes { ember_to_f32(numbers.pointer, $0.baseAddress!, float, count) }
        for threads in [1, 3] {
            let results = expected.map { Buffer<UInt8>(count: $0.bytes.count, repeating: 0xEE) }
            let pool = ember_pool_create(threads)
            defer { ember_pool_destroy(pool) }
            #expect(
                ember_run_quantise_affine(
                    pool, results[0].pointer, results[1].pointer, results[2].pointer, float, UInt32(bits),
                    UInt32(group),
                    numbers.pointer, count / group))
            for (result, expected) in zip(results, expected) {
                #expect(Data(result.values) == expected.bytes && result.marginIsIntact)
            }
        }
    }

    @Test(arguments: [Float.infinity, -.infinity, .nan])
    func `a number that is not finite is told of, wherever it is`(number: Float) {
        for place in [0, 31, 32, 63] {
            let numbers = Buffer([Float](repeating: 1, count: 64))
            numbers.pointer[place] = number
            let words = Buffer<UInt8>(count: 32, repeating: 0)
            let scales = Buffer<UInt8>(count: 16, repeating: 0)
            let biases = Buffer<UInt8>(count: 16, repeating: 0)
            #expect(
                !ember_quantise_affine(
                    words.pointer, scales.pointer, biases.pointer, EMBER_F32, 4, 32, numbers.pointer, 0, 2))
            #expect(!ember_from_f32(words.pointer, numbers.pointer + place, EMBER_BF16, 1))
        }
    }

    @Test(arguments: floatTypes)
    func `numbers go to a type and back, with any stride`(type: ember_float_type) {
        var random = SplitMix(seed: 5)
        let values = random.floats(60)
        let numbers = Buffer(values)
        let stored = Buffer<UInt8>(count: 60 * ember_float_size(type) + 1, repeating: 0)
        #expect(ember_from_f32(stored.pointer + 1, numbers.pointer, type, 60))
        for stride in [1, 2, 7] {
            let back = Buffer<Float>(count: 60 / stride, repeating: 0)
            ember_gather_f32(back.pointer, stored.pointer + 1, type, stride, 60 / stride)
            for (i, x) in back.values.enumerated() {
                // Half a unit in the last place of numbers below 1.
                let tolerance: Float = type == EMBER_F32 ? 0 : type == EMBER_F16 ? 0x1p-12 : 0x1p-9
                #expect(abs(x - values[i * stride]) <= tolerance)
            }
            #expect(back.marginIsIntact)
        }
        numbers.pointer[0] = 70_000
        #expect(!ember_from_f32(stored.pointer, numbers.pointer, EMBER_F16, 1))
    }
}
