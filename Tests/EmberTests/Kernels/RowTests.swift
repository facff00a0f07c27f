// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation
import SeededRandom
import Testing

@Suite struct RowTests {
    /// Below, at and just past every vector length in use, and past the unrolled loops.
    static let widths = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 257, 1000]

    @Test(arguments: Kernel.available, widths)
    func `norm divides by the root of the mean square`(kernel: Kernel, width: Int) {
        var random = SplitMix(seed: width)
        let x = random.floats(width, in: -5...5)
        let weight = random.floats(width)
        let y = Buffer<Float>(count: width, repeating: 0)
        kernel.table.pointee.rms_norm(y.pointer, x, weight, width, 1e-5)
        let squares = x.reduce(0.0) { $0 + Double($1) * Double($1) }
        let factor = 1 / (squares / Double(width) + 1e-5).squareRoot()
        for i in 0..<width {
            let expected = Double(x[i]) * factor * Double(weight[i])
            #expect(abs(Double(y.pointer[i]) - expected) <= 1e-6 * abs(expected) + 1e-12)
        }
        let inPlace = Buffer(x)
        kernel.table.pointee.rms_norm(inPlace.pointer, inPlace.pointer, weight, width, 1e-5)
        #expect(inPlace.values == y.values)
        #expect(y.marginIsIntact && inPlace.marginIsIntact)
    }

    @Test(arguments: Kernel.available, widths)
    func `layer norm centres and divides by the standard deviation`(kernel: Kernel, width: Int) {
        var random = SplitMix(seed: width)
        // Far from zero, where squares minus the square of the mean would have no digits left.
        let x = random.floats(width, in: 95...105)
        let (weight, bias) = (random.floats(width), random.floats(width))
        let y = Buffer<Float>(count: width, repeating: 0)
        kernel.table.pointee.layer_norm(y.pointer, x, weight, bias, width, 1e-12)
        let mean = x.reduce(0.0) { $0 + Double($1) } / Double(width)
        let variance = x.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(width)
        for i in 0..<width {
            let expected = (Double(x[i]) - mean) / (variance + 1e-12).squareRoot() * Double(weight[i]) + Double(bias[i])
            #expect(abs(Double(y.pointer[i]) - expected) <= 2e-5)
        }
        let inPlace = Buffer(x)
        kernel.table.pointee.layer_norm(inPlace.pointer, inPlace.pointer, weight, bias, width, 1e-12)
        #expect(inPlace.values == y.values)
        #expect(y.marginIsIntact && inPlace.marginIsIntact)
    }

    @Test(arguments: Kernel.available)
    func `gelu agrees with the error function in double precision`(kernel: Kernel) {
        let x = (0...48_000).map { Float($0 - 24_000) / 2000 }
        let y = Buffer(x)
        kernel.table.pointee.gelu(y.pointer, x.count)
        for i in 0..<x.count {
            let expected = 0.5 * Double(x[i]) * erfc(-Double(x[i]) / 2.0.squareRoot())
            #expect(abs(Double(y.pointer[i]) - expected) <= 1e-6 * abs(expected) + 1e-9)
        }
    }

    @Test(arguments: Kernel.available, widths)
    func `gelu of any width and size is what it should be`(kernel: Kernel, width: Int) {
        let some: [Float] = [-1e30, -100, -15, -1, -0.0, 0, 1e-30, 1, 15, 100, 1e30]
        let x = (0..<width).map { some[$0 % some.count] }
        let y = Buffer(x)
        kernel.table.pointee.gelu(y.pointer, width)
        let expected: [Float] = [0, 0, 0, -0.15865525, 0, 0, 0.5e-30, 0.84134475, 15, 100, 1e30]
        for i in 0..<width {
            #expect(abs(y.pointer[i] - expected[i % some.count]) <= 1e-6 * abs(expected[i % some.count]))
        }
        #expect(y.marginIsIntact)
    }

    @Test(arguments: Kernel.available, widths)
    func `adding and gating touch every element once`(kernel: Kernel, width: Int) {
        var random = SplitMix(seed: width)
        let (x, y) = (random.floats(width, in: -20...20), random.floats(width))
        let sum = Buffer(x)
        kernel.table.pointee.add(sum.pointer, y, width)
        #expect(sum.values == zip(x, y).map { $0 + $1 })
        let gate = Buffer(x)
        kernel.table.pointee.silu_multiply(gate.pointer, y, width)
        for i in 0..<width {
            let expected = Double(x[i]) / (1 + exp(-Double(x[i]))) * Double(y[i])
            #expect(abs(Double(gate.pointer[i]) - expected) <= 1e-6 * abs(expected) + 1e-12)
        }
        #expect(sum.marginIsIntact && gate.marginIsIntact)
    }

    @Test(arguments: Kernel.available)
    func `gates of any size stay finite`(kernel: Kernel) {
        let gate = Buffer<Float>([-1e30, -1000, -100, -88, 0, 88, 100, 1000, 1e30, -0.0, 1e-30, -1e-30, 1, 2, 3, 4, 5])
        kernel.table.pointee.silu_multiply(gate.pointer, [Float](repeating: 1, count: gate.count), gate.count)
        #expect(gate.values.allSatisfy { $0.isFinite })
        #expect(gate.values[8] == 1e30 && abs(gate.values[1]) < 1e-30)
    }

    @Test(arguments: Kernel.available, [2, 4, 6, 14, 16, 30, 32, 34, 64, 80, 128, 256])
    func `pairs half a head apart are turned`(kernel: Kernel, headDim: Int) {
        var random = SplitMix(seed: headDim)
        let (heads, half) = (3, headDim / 2)
        let x = random.floats(heads * headDim)
        let angles = random.floats(half, in: -3...3)
        let turned = Buffer(x)
        kernel.table.pointee.rotate(turned.pointer, angles.map(cosf), angles.map(sinf), heads, headDim)
        for head in 0..<heads {
            for i in 0..<half {
                let (a, b) = (Double(x[head * headDim + i]), Double(x[head * headDim + half + i]))
                let (c, s) = (Double(cosf(angles[i])), Double(sinf(angles[i])))
                #expect(abs(Double(turned.pointer[head * headDim + i]) - (a * c - b * s)) < 3e-7)
                #expect(abs(Double(turned.pointer[head * headDim + half + i]) - (b * c + a * s)) < 3e-7)
            }
        }
        #expect(turned.marginIsIntact)
    }

    @Test(arguments: Kernel.available, widths)
    func `the largest number is found wherever it stands and beside NaN`(kernel: Kernel, width: Int) {
        var random = SplitMix(seed: width)
        for place in 0..<width {
            var x = random.floats(width, in: -9 ... -1)
            if width > 1 { x[(place + 1) % width] = .nan }
            x[place] = -0.5
            #expect(kernel.table.pointee.maximum(x, width) == -0.5)
        }
        #expect(kernel.table.pointee.maximum([Float](repeating: .nan, count: width), width) == -.infinity)
    }

    /// Every float that a softmax can meet, in steps of some thousand: the promise of the vector exponential.
    @Test(arguments: Kernel.available)
    func `exponentials are within two units in the last place`(kernel: Kernel) {
        var worst = 0.0
        var pattern = Float(-87.3).nextUp.bitPattern
        var x: [Float] = []
        while pattern > Float(-1e-8).bitPattern {
            x.append(Float(bitPattern: pattern))
            pattern -= 1117
        }
        let powers = Buffer(x)
        let sum = kernel.table.pointee.exponentials(powers.pointer, x.count, 0, 1)
        var expectedSum = 0.0
        for i in 0..<x.count {
            let expected = exp(Double(x[i]))
            expectedSum += expected
            let unit = Double(Float(expected).ulp)
            let error = abs(Double(powers.pointer[i]) - expected) / unit
            worst = max(worst, error.isNaN ? .infinity : error)
        }
        #expect(worst <= 2, "worst error: \(worst)")
        #expect(abs(sum - expectedSum) < 1e-5 * expectedSum)
    }

    @Test(arguments: Kernel.available, widths)
    func `exponentials shift, scale and sum`(kernel: Kernel, width: Int) {
        var random = SplitMix(seed: width)
        let x = random.floats(width, in: -10...3)
        let powers = Buffer(x)
        let sum = kernel.table.pointee.exponentials(powers.pointer, width, 3, 0.7)
        let expected = x.map { exp(Double(($0 - 3) * 0.7)) }
        for i in 0..<width { #expect(abs(Double(powers.pointer[i]) - expected[i]) <= 1e-6 * expected[i]) }
        #expect(abs(sum - expected.reduce(0, +)) < 1e-6 * sum)
        #expect(powers.marginIsIntact)
    }

    @Test(arguments: Kernel.available)
    func `excluded and broken numbers get no weight`(kernel: Kernel) {
        let x = Buffer<Float>([0, -.infinity, .nan, -1e30, -200])
        let sum = kernel.table.pointee.exponentials(x.pointer, 5, 0, 1)
        #expect(x.values == [1, 0, 0, 0, 0] && sum == 1)
    }
}
