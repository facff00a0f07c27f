// SPDX-License-Identifier: Apache-2.0

import CEmber
import Testing

@Suite struct NumberTests {
    @Test func `every half precision number reads as what it is`() {
        let patterns = (0...UInt16.max).map { $0 }
        let floats = Buffer<Float>(count: patterns.count, repeating: 0)
        ember_to_f32(floats.pointer, patterns, EMBER_F16, patterns.count)
        for (pattern, value) in zip(patterns, floats.values) {
            let expected = Float(Float16(bitPattern: pattern))
            #expect(value.isNaN ? expected.isNaN : value.bitPattern == expected.bitPattern)
        }
        ember_to_f32(floats.pointer, patterns, EMBER_BF16, patterns.count)
        for (pattern, value) in zip(patterns, floats.values) { #expect(value.bitPattern == UInt32(pattern) << 16) }
    }

    @Test func `numbers are read from odd addresses`() {
        let values: [Float] = [1, -2.5, 0.125, 1e4, 3]
        for type in floatTypes {
            let shifted = [0] + bytes(of: values, as: type)
            let floats = Buffer<Float>(count: values.count, repeating: 0)
            shifted.withUnsafeBytes { ember_to_f32(floats.pointer, $0.baseAddress! + 1, type, values.count) }
            #expect(floats.values == values.map { kept($0, as: type) })
            #expect(ember_float_size(type) == (shifted.count - 1) / values.count)
        }
    }

    @Test func `pairs are parted`() {
        let numbers = Buffer<Float>([0, 1, 10, 11, 20, 21])
        ember_part_pairs(numbers.pointer, 6)
        #expect(numbers.values == [0, 10, 20, 1, 11, 21])
        #expect(numbers.marginIsIntact)
        let largest = Buffer<Float>((0..<1024).map(Float.init))
        ember_part_pairs(largest.pointer, 1024)
        let evens = stride(from: 0, to: 1024, by: 2).map(Float.init)
        let odds = evens.map { $0 + 1 }
        #expect(largest.values == evens + odds)
        #expect(largest.marginIsIntact)
    }

    @Test func `a multiple is added`() {
        let sum = Buffer<Float>([1, 2, 3])
        ember_add_scaled(sum.pointer, [10, 20, 30], 0.5, 3)
        #expect(sum.values == [6, 12, 18])
        #expect(sum.marginIsIntact)
    }

    /// Values around every half, so that ties, carries, overflow and the subnormal range are all there.
    @Test(arguments: Kernel.available)
    func `stored halves are rounded to nearest even`(kernel: Kernel) {
        var values: [Float] = [.infinity, -.infinity, .nan, 65519.99, 65520, 65536, 1e30, 2.9e-8, 2.98e-8, 3e-8]
        values.append(.leastNonzeroMagnitude)
        for pattern in stride(from: UInt16(0), through: 0x7BFE, by: 7) {
            let (low, high) = (Float(Float16(bitPattern: pattern)), Float(Float16(bitPattern: pattern + 1)))
            let middle = (low + high) / 2
            values += [low, middle, middle.nextUp, middle.nextDown, -middle, -middle.nextUp]
        }
        let halves = Buffer<UInt16>(count: values.count, repeating: 0)
        kernel.table.pointee.store(halves.pointer, EMBER_F16, values, values.count)
        for (value, half) in zip(values, halves.values) {
            let (actual, expected) = (Float16(bitPattern: half), Float16(value))
            #expect(actual.isNaN ? expected.isNaN : actual.bitPattern == expected.bitPattern, "\(value)")
        }
        #expect(halves.marginIsIntact)
    }

    @Test(arguments: Kernel.available)
    func `stored floats stay as they are, stored bf16 are rounded`(kernel: Kernel) {
        let values: [Float] = [
            1, -0.0, 3e38, .leastNonzeroMagnitude, Float(bitPattern: 0x3F80_8000), Float(bitPattern: 0x3F81_8000),
        ]
        let floats = Buffer<Float>(count: values.count, repeating: 0)
        kernel.table.pointee.store(floats.pointer, EMBER_F32, values, values.count)
        #expect(floats.values.map(\.bitPattern) == values.map(\.bitPattern))
        let halves = Buffer<UInt16>(count: values.count, repeating: 0)
        kernel.table.pointee.store(halves.pointer, EMBER_BF16, values, values.count)
        #expect(halves.values[4...] == [0x3F80, 0x3F82])
    }
}
