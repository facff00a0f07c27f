// SPDX-License-Identifier: Apache-2.0

/// The tokens of one pass over the weights: stretches of one or several conversations, one behind the other.
///
/// Filled anew for each pass, so that a pass allocates nothing.
package final class Batch {
    package struct Stretch {
        let cache: KeyValueCache
        /// Which of the batch's tokens belong to this conversation; they continue what its cache holds.
        let range: Range<Int>
    }

    package private(set) var tokens: [Int32] = []
    private(set) var stretches: [Stretch] = []
    /// The tokens whose logits are wanted, ascending.
    package private(set) var outputs: [Int] = []

    package init() {}

    /// Empties the batch and keeps its room.
    package func removeAll() {
        tokens.removeAll(keepingCapacity: true)
        stretches.removeAll(keepingCapacity: true)
        outputs.removeAll(keepingCapacity: true)
    }

    /// Adds the next tokens of a conversation and asks for the logits behind its last `wanted` tokens.
    package func append(_ new: ArraySlice<Int32>, to cache: KeyValueCache, wanted: Int) {
        let range = tokens.count..<tokens.count + new.count
        tokens.append(contentsOf: new)
        stretches.append(Stretch(cache: cache, range: range))
        outputs.append(contentsOf: range.suffix(wanted))
    }

    /// Notes in each cache that its tokens have been computed.
    package func commit() {
        for stretch in stretches { stretch.cache.commit(tokens[stretch.range]) }
    }
}

/// One pass of a batch through a decoder: the activations on their way, and the steps that a layer is made of.
///
/// Used for one pass after the other; its tables are allocated once, for as many tokens as a pass may have.
package final class DecoderPass {
    let shape: DecoderShape
    let compute: Compute
    let capacity: Int
    private(set) var batch = Batch()

    /// The residual stream, `(tokens, width)`.
    let hidden: Rows
    /// What a sublayer reads, `(tokens, width)`.
    private let normed: Rows
    /// What a sublayer adds to the residual stream, `(tokens, width)`.
    private let update: Rows
    private let query: Rows
    private let key: Rows
    private let value: Rows
    private let attended: Rows
    private let gate: Rows
    private let up: Rows
    private let cosine: Rows
    private let sine: Rows
    /// The hidden rows of the batch's outputs, `(outputs, width)`.
    private let selected: Rows
    /// `(outputs, vocabulary)`.
    private let logits: Rows

    /// - Parameters:
    ///   - capacity: the most tokens in a pass.
    ///   - outputs: the most tokens of a pass whose logits are wanted.
    init(shape: DecoderShape, compute: Compute, capacity: Int, outputs: Int) throws(EmberError) {
        self.shape = shape
        self.compute = compute
        self.capacity = capacity
        hidden = try Rows(capacity: capacity, width: shape.width)
        normed = try Rows(capacity: capacity, width: shape.width)
        update = try Rows(capacity: capacity, width: shape.width)
        query = try Rows(capacity: capacity, width: shape.heads * shape.headDim)
        key = try Rows(capacity: capacity, width: shape.keyValueHeads * shape.headDim)
        value = try Rows(capacity: capacity, width: shape.keyValueHeads * shape.headDim)
        attended = try Rows(capacity: capacity, width: shape.heads * shape.headDim)
        gate = try Rows(capacity: capacity, width: shape.intermediate)
        up = try Rows(capacity: capacity, width: shape.intermediate)
        cosine = try Rows(capacity: capacity, width: shape.headDim / 2)
        sine = try Rows(capacity: capacity, width: shape.headDim / 2)
        selected = try Rows(capacity: outputs, width: shape.width)
        logits = try Rows(capacity: outputs, width: shape.vocabulary)
    }

    private var tokens: Int { batch.tokens.count }

    /// The logits behind the batch's output `row`, one for each token of the vocabulary.
    func logits(of row: Int) -> UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: logits.row(row), count: shape.vocabulary)
    }

    // MARK: The steps, in the order in which a model takes them

    /// Begins a pass: looks up each token's embedding and each position's angles.
    func begin(_ batch: Batch, embedding: Matrix, rotary: Rotary) {
        precondition(batch.tokens.count <= capacity && batch.outputs.count <= logits.capacity)
        self.batch = batch
        for stretch in batch.stretches {
            for (offset, index) in stretch.range.enumerated() {
                compute.embed(hidden.row(index), embedding, row: Int(batch.tokens[index]))
                rotary.angles(at: stretch.cache.count + offset, cosine: cosine.row(index), sine: sine.row(index))
            }
        }
    }

    /// Prepares what the next sublayer reads: the residual stream, normed.
    func normalise(_ weight: Vector, epsilon: Float) {
        compute.rmsNorm(normed.data, hidden.data, count: tokens, weight, epsilon: epsilon)
    }

    func project(query q: Matrix, key k: Matrix, value v: Matrix) throws(EmberError) {
        try compute.linear(normed, tokens: tokens, (q, query), (k, key), (v, value))
    }

    /// Norms each head of the queries and keys by itself.
    func normaliseHeads(query q: Vector, key k: Vector, epsilon: Float) {
        compute.rmsNorm(query.data, query.data, count: tokens * shape.heads, q, epsilon: epsilon)
        compute.rmsNorm(key.data, key.data, count: tokens * shape.keyValueHeads, k, epsilon: epsilon)
    }

    /// Turns queries and keys by their positions, files keys and values in the caches, and attends to all up to each token.
    func attend(layer: Int) {
        let scale = 1 / Float(shape.headDim).squareRoot()
        for stretch in batch.stretches {
            let position = stretch.cache.count
            for (offset, index) in stretch.range.enumerated() {
                let (c, s) = (cosine.row(index), sine.row(index))
                compute.rotate(query.row(index), cosine: c, sine: s, heads: shape.heads, headDim: shape.headDim)
                compute.rotate(key.row(index), cosine: c, sine: s, heads: shape.keyValueHeads, headDim: shape.headDim)
                stretch.cache.store(
                    layer: layer, position: position + offset, key: key.row(index), value: value.row(index),
                    with: compute)
            }
            stretch.cache.attend(
                layer: layer, position: position, tokens: stretch.range.count,
                query: query.row(stretch.range.lowerBound), queryStride: query.width,
                out: attended.row(stretch.range.lowerBound), heads: shape.heads, scale: scale, with: compute)
        }
    }

    /// Ends an attention sublayer: projects what was attended to and adds it to the residual stream.
    func projectAttended(_ output: Matrix) throws(EmberError) {
        try compute.linear(attended, tokens: tokens, (output, update))
        compute.add(hidden, update, tokens: tokens)
    }

    /// The feed-forward sublayer down(silu(gate x) · up x), added to the residual stream. Source: Shazeer 2020, SwiGLU.
    func feedForward(gate g: Matrix, up u: Matrix, down d: Matrix) throws(EmberError) {
        try compute.linear(normed, tokens: tokens, (g, gate), (u, up))
        compute.siluMultiply(gate, up, tokens: tokens)
        try compute.linear(gate, tokens: tokens, (d, update))
        compute.add(hidden, update, tokens: tokens)
    }

    /// Ends a pass: norms the rows whose logits are wanted and multiplies them with the head.
    func finish(norm: Vector, epsilon: Float, head: Matrix) throws(EmberError) {
        for (row, index) in batch.outputs.enumerated() {
            selected.row(row).update(from: hidden.row(index), count: shape.width)
        }
        compute.rmsNorm(selected.data, selected.data, count: batch.outputs.count, norm, epsilon: epsilon)
        try compute.linear(selected, tokens: batch.outputs.count, (head, logits))
    }
}
