// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation
import SeededRandom
import Testing

@Suite struct AttentionTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var tokens = 1
        var heads = 1
        var keyValueHeads = 1
        var keyDim = 64
        /// `nil` for that of the keys.
        var valueDim: Int?
        /// Values are the first numbers of the keys.
        var shared = false
        var position = 0
        var window = 0
        var causal = true

        var testDescription: String {
            "\(tokens) at \(position), \(heads)/\(keyValueHeads) heads of \(keyDim) and \(valueDim ?? keyDim)"
                + (shared ? ", shared" : "") + (window > 0 ? ", window \(window)" : "") + (causal ? "" : ", both ways")
        }

        /// The keys that a token sees, by the definition.
        func seen(by token: Int) -> ClosedRange<Int> {
            let own = position + token
            return max(0, window > 0 ? own - window + 1 : 0)...(causal ? own : position + tokens - 1)
        }

        static let all = sizes + windows + bothWays + random

        private static let sizes =
            [1, 2, 3, 7, 8, 15, 16, 17, 33, 64, 72, 80, 96, 128, 200, 256, 576, 1024].map {
                Shape(tokens: 3, heads: 4, keyValueHeads: 2, keyDim: $0, position: 21)
            } + [
                Shape(tokens: 1, heads: 8, keyValueHeads: 2, position: 0),
                Shape(tokens: 1, heads: 8, keyValueHeads: 2, position: 300),
                Shape(tokens: 70, heads: 6, keyValueHeads: 2, position: 0),
                Shape(tokens: 40, heads: 3, keyValueHeads: 3, keyDim: 20, position: 90),
                Shape(tokens: 5, heads: 7, keyValueHeads: 1, keyDim: 128, position: 63),
                Shape(tokens: 2, heads: 130, keyValueHeads: 1, keyDim: 24, position: 64),
                Shape(tokens: 33, heads: 1, keyValueHeads: 1, keyDim: 512, position: 31),
                // Latent attention of DeepSeek, absorbed and not.
                Shape(tokens: 1, heads: 16, keyValueHeads: 1, keyDim: 576, valueDim: 512, shared: true, position: 150),
                Shape(tokens: 7, heads: 16, keyValueHeads: 1, keyDim: 576, valueDim: 512, shared: true, position: 40),
                Shape(tokens: 3, heads: 4, keyValueHeads: 4, keyDim: 192, valueDim: 128, position: 70),
                Shape(tokens: 3, heads: 2, keyValueHeads: 1, keyDim: 5, valueDim: 130, position: 70),
            ]

        /// Few queries and so many keys that these are cut.
        static let long = [
            Shape(tokens: 1, heads: 4, keyValueHeads: 1, position: 1300),
            Shape(tokens: 1, heads: 9, keyValueHeads: 3, keyDim: 20, valueDim: 33, position: 640),
            Shape(tokens: 3, heads: 40, keyValueHeads: 1, keyDim: 72, valueDim: 64, shared: true, position: 700),
            Shape(tokens: 16, heads: 2, keyValueHeads: 2, keyDim: 16, position: 9000),
            Shape(tokens: 1, heads: 7, keyValueHeads: 1, keyDim: 48, position: 1500, window: 1000),
            Shape(tokens: 16, heads: 2, keyValueHeads: 1, keyDim: 24, position: 1990, window: 520),
        ]

        private static let windows =
            [1, 2, 63, 64, 65, 200, 1000].map {
                Shape(tokens: 70, heads: 4, keyValueHeads: 2, keyDim: 32, position: 130, window: $0)
            } + [
                Shape(tokens: 1, heads: 4, keyValueHeads: 1, keyDim: 128, position: 299, window: 100),
                Shape(tokens: 20, heads: 2, keyValueHeads: 1, keyDim: 24, position: 0, window: 8),
            ]

        private static let bothWays = [
            Shape(tokens: 1, heads: 2, keyValueHeads: 2, keyDim: 32, causal: false),
            Shape(tokens: 70, heads: 12, keyValueHeads: 12, keyDim: 32, causal: false),
            Shape(tokens: 17, heads: 4, keyValueHeads: 2, keyDim: 33, position: 60, causal: false),
            Shape(tokens: 90, heads: 2, keyValueHeads: 1, keyDim: 32, window: 10, causal: false),
        ]

        /// Sizes that nobody thought of.
        private static let random = (0..<20).map { index in
            var random = SplitMix(seed: index)
            func some(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
            let (keyValueHeads, keyDim, shared) = (some(1...3), some(1...80), some(0...2) == 0)
            return Shape(
                tokens: some(1...20), heads: keyValueHeads * some(1...6), keyValueHeads: keyValueHeads, keyDim: keyDim,
                valueDim: some(1...(shared ? keyDim : 80)), shared: shared, position: some(0...150),
                window: some(0...1) * some(1...180), causal: some(0...3) > 0)
        }
    }

    @Test(arguments: Kernel.available, Shape.all)
    func `agrees with a softmax in double precision`(kernel: Kernel, shape: Shape) {
        for type in [EMBER_F16, EMBER_F32, EMBER_I8] {
            let problem = Problem(shape, type: type, spread: 1)
            kernel.attend(problem, tokens: 0..<shape.tokens)
            problem.expectRight()
        }
    }

    /// The keys of a few queries are cut into spans, which threads share.
    @Test(arguments: Kernel.available, Shape.long)
    func `spans of keys agree with a softmax in double precision`(kernel: Kernel, shape: Shape) {
        let problem = Problem(shape, type: EMBER_F16, spread: 1)
        #expect(ember_attention_partials(&problem.attention) > 0)
        kernel.run(problem, threads: 1)
        problem.expectRight()
    }

    @Test(arguments: Kernel.available, [2, 3, 8])
    func `any number of threads gives what one gives`(kernel: Kernel, threads: Int) {
        for shape in Shape.all + Shape.long {
            let alone = Problem(shape, type: EMBER_F16, spread: 1)
            let together = Problem(shape, type: EMBER_F16, spread: 1)
            kernel.run(alone, threads: 1)
            kernel.run(together, threads: threads)
            #expect(together.out.values == alone.out.values, "\(shape)")
        }
    }

    @Test(arguments: Kernel.available, [1, 3])
    func `texts that lie together attend each to itself`(kernel: Kernel, threads: Int) {
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        var random = SplitMix(seed: threads)
        let (heads, dim, starts) = (3, 20, [0, 5, 6, 40, 57])
        let (tokens, width) = (57, 60)
        let (query, key, value) = (
            random.floats(tokens * width), random.floats(tokens * width), random.floats(tokens * width)
        )
        let out = Buffer<Float>(count: tokens * width, repeating: .nan)
        let keys = Buffer<Float>(count: tokens * width, repeating: .nan)
        let values = Buffer<Float>(count: tokens * width, repeating: .nan)
        let (q, k, v, edges) = (Buffer(query), Buffer(key), Buffer(value), Buffer(starts))
        var attention = ember_text_attention(
            out: out.pointer, query: q.pointer, key: k.pointer, value: v.pointer, keys: keys.pointer,
            values: values.pointer, tokens: tokens, heads: heads, head_dim: dim, starts: edges.pointer,
            texts: starts.count - 1, scale: 0.25)
        withExtendedLifetime((q, k, v, edges)) { ember_run_text_attention(pool, kernel.table, &attention) }
        for (start, end) in zip(starts, starts.dropFirst()) {
            for token in start..<end {
                for head in 0..<heads {
                    let weights = (start..<end).map { other in
                        let products = (0..<dim).map { i in
                            Double(query[token * width + head * dim + i] * key[other * width + head * dim + i])
                        }
                        return exp(products.reduce(0, +) * 0.25)
                    }
                    for i in 0..<dim {
                        let at = head * dim + i
                        let sum = zip(start..<end, weights).reduce(0) { $0 + $1.1 * Double(value[$1.0 * width + at]) }
                        #expect(abs(Double(out.pointer[token * width + at]) - sum / weights.reduce(0, +)) < 2e-5)
                    }
                }
            }
        }
        #expect(out.marginIsIntact && keys.marginIsIntact && values.marginIsIntact)
    }

    /// Scores of some hundreds overflow an exponential that is not taken relative to the largest.
    @Test(arguments: Kernel.available)
    func `large scores neither overflow nor lose the rest`(kernel: Kernel) {
        let problem = Problem(
            Shape(tokens: 4, heads: 4, keyValueHeads: 2, position: 150), type: EMBER_F32, spread: 30)
        kernel.attend(problem, tokens: 0..<4)
        problem.expectRight()
    }

    @Test(arguments: Kernel.available)
    func `a part of the queries leaves the others alone`(kernel: Kernel) {
        let problem = Problem(Shape(tokens: 9, heads: 4, keyValueHeads: 2, position: 5), type: EMBER_F16, spread: 1)
        kernel.attend(problem, keyValueHead: 1, tokens: 3..<6)
        for (i, value) in problem.out.values.enumerated() {
            let written = (3..<6).contains(i / (4 * 64)) && i / 64 % 4 >= 2
            #expect((value != 12345) == written)
        }
    }

    @Test(arguments: Kernel.available, [0, 100])
    func `a query's result does not depend on its neighbours`(kernel: Kernel, window: Int) {
        let shape = Shape(tokens: 41, heads: 4, keyValueHeads: 2, keyDim: 48, position: 150, window: window)
        let together = Problem(shape, type: EMBER_F16, spread: 1)
        let alone = Problem(shape, type: EMBER_F16, spread: 1)
        kernel.attend(together, tokens: 0..<41)
        for tokens in [0..<7, 7..<33, 33..<41] { kernel.attend(alone, tokens: tokens) }
        #expect(together.out.values == alone.out.values)
    }

    /// An attention with its memory; keys that no query may see, or that follow those, are NaN.
    final class Problem {
        var attention = ember_attention()
        let shape: Shape
        let out: Buffer<Float>
        private let query: Buffer<Float>
        private let partials: Buffer<Float>
        private let keys: Buffer<UInt8>
        private let values: Buffer<UInt8>
        private let keyScales: Buffer<Float>
        private let valueScales: Buffer<Float>
        private let keyNumbers: [Float]
        private let valueNumbers: [Float]
        private let stride: Int
        private let valueStride: Int

        init(_ shape: Shape, type: ember_float_type, spread: Float) {
            var random = SplitMix(seed: shape.keyDim + shape.tokens)
            self.shape = shape
            let seen = shape.position + shape.tokens
            let capacity = seen + 3
            let valueDim = shape.valueDim ?? shape.keyDim
            stride = shape.heads * shape.keyDim + 5
            query = Buffer(random.floats(shape.tokens * stride, in: -spread...spread))
            out = Buffer(count: shape.tokens * shape.heads * valueDim, repeating: 12345)
            func cache(_ dim: Int) -> [Float] {
                (0..<shape.keyValueHeads).flatMap { _ in
                    random.floats(seen * dim) + [Float](repeating: .nan, count: 3 * dim)
                }
            }
            let k = cache(shape.keyDim)
            let v = shape.shared ? k : cache(valueDim)
            valueStride = shape.shared ? shape.keyDim : valueDim
            let (cachedKeys, cachedValues) = (Cached(k, dim: shape.keyDim, type), Cached(v, dim: valueStride, type))
            keys = Buffer(cachedKeys.bytes)
            values = shape.shared ? keys : Buffer(cachedValues.bytes)
            keyScales = Buffer(cachedKeys.scales)
            valueScales = Buffer(cachedValues.scales)
            keyNumbers = cachedKeys.numbers
            valueNumbers = cachedValues.numbers
            let isScaled = type == EMBER_I8
            attention = ember_attention(
                out: out.pointer, query: query.pointer, query_stride: stride,
                keys: ember_cached(
                    data: keys.pointer, dim: shape.keyDim, stride: shape.keyDim,
                    scales: isScaled ? keyScales.pointer : nil),
                values: ember_cached(
                    data: values.pointer, dim: valueDim, stride: valueStride,
                    scales: isScaled ? valueScales.pointer : nil),
                type: type, tokens: shape.tokens, heads: shape.heads, kv_heads: shape.keyValueHeads,
                capacity: capacity, position: shape.position, window: shape.window, causal: shape.causal,
                scale: 1 / Float(shape.keyDim).squareRoot(), partials: nil)
            partials = Buffer(count: max(1, ember_attention_partials(&attention)), repeating: .nan)
            attention.partials = partials.pointer
        }

        func expectRight() {
            let (dim, valueDim, capacity) = (shape.keyDim, attention.values.dim, attention.capacity)
            var worst = 0.0
            for token in 0..<shape.tokens {
                for head in 0..<shape.heads {
                    let cache = head / (shape.heads / shape.keyValueHeads) * capacity
                    var scores: [Double] = []
                    for key in shape.seen(by: token) {
                        let (from, with) = (token * stride + head * dim, (cache + key) * dim)
                        var (score, i) = (0.0, 0)
                        // Loops over ranges are slow where tests are not optimised.
                        while i < dim {
                            score += Double(query.pointer[from + i]) * Double(keyNumbers[with + i])
                            i += 1
                        }
                        scores.append(score * Double(attention.scale))
                    }
                    let largest = scores.max()!
                    let weights = scores.map { exp($0 - largest) }
                    let total = weights.reduce(0, +)
                    var expected = [Double](repeating: 0, count: valueDim)
                    for (key, weight) in zip(shape.seen(by: token), weights) {
                        let from = (cache + key) * valueStride
                        var i = 0
                        while i < valueDim {
                            expected[i] += weight / total * Double(valueNumbers[from + i])
                            i += 1
                        }
                    }
                    for i in 0..<valueDim {
                        let error = abs(Double(out.pointer[(token * shape.heads + head) * valueDim + i]) - expected[i])
                        worst = max(worst, error.isNaN ? .infinity : error)
                    }
                }
            }
            #expect(worst < 2e-5)
            #expect(out.marginIsIntact && partials.marginIsIntact)
        }
    }
}

/// Rows of a cache as they are kept, and the numbers that they stand for.
private struct Cached {
    var bytes: [UInt8] = []
    var scales: [Float] = []
    var numbers: [Float] = []

    init(_ values: [Float], dim: Int, _ type: ember_float_type) {
        guard type == EMBER_I8 else {
            bytes = EmberTests.bytes(of: values, as: type)
            scales = [1]
            numbers = values.map { kept($0, as: type) }
            return
        }
        for start in stride(from: 0, to: values.count, by: dim) {
            let row = values[start..<start + dim]
            let scale = row.map(abs).max()! / 127
            let rounded = row.map { scale > 0 ? ($0 / scale).rounded(.toNearestOrEven) : 0 }
            scales.append(scale)
            bytes += rounded.map { UInt8(bitPattern: Int8(exactly: $0) ?? 0) }
            numbers += rounded.map { $0 * scale }
        }
    }
}

extension Kernel {
    /// All keys for some queries, of one key/value head or of all.
    fileprivate func attend(_ problem: AttentionTests.Problem, keyValueHead: Int? = nil, tokens: Range<Int>) {
        let all = 0..<problem.shape.keyValueHeads
        for head in keyValueHead.map({ $0..<$0 + 1 }) ?? all {
            var piece = ember_attention_piece(
                kv_head: head, head_begin: 0, head_end: problem.shape.heads / problem.shape.keyValueHeads,
                token_begin: tokens.lowerBound, token_end: tokens.upperBound, key_begin: 0, key_end: .max, partial: nil)
            table.pointee.attend(&problem.attention, &piece)
        }
    }

    fileprivate func run(_ problem: AttentionTests.Problem, threads: Int) {
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        ember_run_attention(pool, table, &problem.attention)
    }
}
