// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation
import Testing

@Suite struct AttentionTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var tokens = 1
        var heads = 1
        var keyValueHeads = 1
        var headDim = 64
        var position = 0
        var testDescription: String { "\(tokens) at \(position), \(heads)/\(keyValueHeads) heads of \(headDim)" }

        static let all =
            [1, 2, 3, 7, 8, 15, 16, 17, 33, 64, 72, 80, 96, 128, 200, 256, 576, 1024].map {
                Shape(tokens: 3, heads: 4, keyValueHeads: 2, headDim: $0, position: 21)
            } + [
                Shape(tokens: 1, heads: 8, keyValueHeads: 2, position: 0),
                Shape(tokens: 1, heads: 8, keyValueHeads: 2, position: 300),
                Shape(tokens: 70, heads: 6, keyValueHeads: 2, position: 0),
                Shape(tokens: 40, heads: 3, keyValueHeads: 3, headDim: 20, position: 90),
                Shape(tokens: 5, heads: 7, keyValueHeads: 1, headDim: 128, position: 63),
                Shape(tokens: 2, heads: 130, keyValueHeads: 1, headDim: 24, position: 64),
                Shape(tokens: 33, heads: 1, keyValueHeads: 1, headDim: 512, position: 31),
            ]
    }

    @Test(arguments: Kernel.available, Shape.all)
    func `agrees with a softmax in double precision`(kernel: Kernel, shape: Shape) {
        for type in [EMBER_F16, EMBER_F32] {
            let problem = Problem(shape, type: type, spread: 1)
            for head in 0..<shape.keyValueHeads {
                kernel.table.pointee.attend(&problem.attention, head, 0, shape.tokens)
            }
            problem.expectRight()
        }
    }

    @Test(arguments: Kernel.available, [1, 2, 3])
    func `agrees when run on several threads`(kernel: Kernel, threads: Int) {
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        for shape in Shape.all {
            let problem = Problem(shape, type: EMBER_F16, spread: 1)
            ember_run_attention(pool, kernel.table, &problem.attention)
            problem.expectRight()
        }
    }

    /// Scores of some hundreds overflow an exponential that is not taken relative to the largest.
    @Test(arguments: Kernel.available)
    func `large scores neither overflow nor lose the rest`(kernel: Kernel) {
        let problem = Problem(
            Shape(tokens: 4, heads: 4, keyValueHeads: 2, headDim: 64, position: 150), type: EMBER_F32, spread: 30)
        for head in 0..<2 { kernel.table.pointee.attend(&problem.attention, head, 0, 4) }
        problem.expectRight()
    }

    @Test(arguments: Kernel.available)
    func `a part of the queries leaves the others alone`(kernel: Kernel) {
        let problem = Problem(Shape(tokens: 9, heads: 4, keyValueHeads: 2, position: 5), type: EMBER_F16, spread: 1)
        kernel.table.pointee.attend(&problem.attention, 1, 3, 6)
        for (i, value) in problem.out.values.enumerated() {
            let written = (3..<6).contains(i / (4 * 64)) && i / 64 % 4 >= 2
            #expect((value != 12345) == written)
        }
    }

    /// An attention with its memory; keys that no query may see are NaN.
    final class Problem {
        var attention = ember_attention()
        let shape: Shape
        let out: Buffer<Float>
        private let query: Buffer<Float>
        private let keys: Buffer<UInt8>
        private let values: Buffer<UInt8>
        private let keyNumbers: [Float]
        private let valueNumbers: [Float]
        private let stride: Int

        init(_ shape: Shape, type: ember_float_type, spread: Float) {
            var random = SplitMix(seed: shape.headDim + shape.tokens)
            self.shape = shape
            let seen = shape.position + shape.tokens
            let capacity = seen + 3
            let width = shape.heads * shape.headDim
            stride = width + 5
            query = Buffer(random.floats(shape.tokens * stride, in: -spread...spread))
            out = Buffer(count: shape.tokens * width, repeating: 12345)
            func cache() -> [Float] {
                (0..<shape.keyValueHeads).flatMap { _ in
                    random.floats(seen * shape.headDim) + [Float](repeating: .nan, count: 3 * shape.headDim)
                }
            }
            let (k, v) = (cache(), cache())
            keys = Buffer(bytes(of: k, as: type))
            values = Buffer(bytes(of: v, as: type))
            keyNumbers = k.map { kept($0, as: type) }
            valueNumbers = v.map { kept($0, as: type) }
            attention = ember_attention(
                out: out.pointer, query: query.pointer, query_stride: stride, keys: keys.pointer,
                values: values.pointer,
                type: type, tokens: shape.tokens, heads: shape.heads, kv_heads: shape.keyValueHeads,
                head_dim: shape.headDim, capacity: capacity, position: shape.position,
                scale: 1 / Float(shape.headDim).squareRoot())
        }

        func expectRight() {
            let (dim, capacity) = (shape.headDim, attention.capacity)
            var worst = 0.0
            for token in 0..<shape.tokens {
                for head in 0..<shape.heads {
                    let cache = head / (shape.heads / shape.keyValueHeads) * capacity
                    var scores: [Double] = []
                    for key in 0...shape.position + token {
                        let products = (0..<dim).map { i in
                            Double(query.pointer[token * stride + head * dim + i])
                                * Double(keyNumbers[(cache + key) * dim + i])
                        }
                        scores.append(products.reduce(0, +) * Double(attention.scale))
                    }
                    let largest = scores.max()!
                    let weights = scores.map { exp($0 - largest) }
                    let total = weights.reduce(0, +)
                    for i in 0..<dim {
                        var expected = 0.0
                        for (key, weight) in weights.enumerated() {
                            expected += weight / total * Double(valueNumbers[(cache + key) * dim + i])
                        }
                        let error = abs(Double(out.pointer[(token * shape.heads + head) * dim + i]) - expected)
                        worst = max(worst, error.isNaN ? .infinity : error)
                    }
                }
            }
            #expect(worst < 2e-5)
            #expect(out.marginIsIntact)
        }
    }
}
