// SPDX-License-Identifier: Apache-2.0

/// The tokens of one pass over the weights: stretches of one or several conversations, one behind the other.
///
/// Filled anew for each pass, so that a pass allocates nothing.
package final class Batch {
    package struct Stretch {
        let cache: KeyValueCache
        /// Range of the batch's tokens that belong to this conversation; they continue its cache.
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

/// One pass of a batch through a decoder: the activations on their way, and the steps that all families take.
///
/// Used for one pass after the other; its tables are allocated once, for as many tokens as a pass may have.
package final class DecoderPass {
    let shape: DecoderShape
    let compute: Compute
    let capacity: Int
    private(set) var batch = Batch()

    /// The residual stream, `(tokens, width)`.
    let hidden: Rows
    /// Input of a sublayer, `(tokens, width)`.
    let normed: Rows
    /// Output of a sublayer, added to the residual stream, `(tokens, width)`.
    let update: Rows
    /// The hidden rows of the batch's outputs, `(outputs, width)`.
    private let selected: Rows
    /// `(outputs, vocabulary)`.
    private let logits: Rows
    /// Cosines and sines of each token's position, one pair of tables for each of the model's rotary embeddings.
    private var angles: [(rotary: Rotary, cosine: Rows, sine: Rows)] = []
    private var tables = [[Rows]](repeating: [], count: Table.allCases.count)

    /// - Parameters:
    ///   - capacity: the most tokens in a pass.
    ///   - outputs: the most tokens of a pass whose results are wanted.
    ///   - predicts: whether these are logits, or else only hidden states.
    init(
        shape: DecoderShape, compute: Compute, capacity: Int, outputs: Int, predicts: Bool = true
    ) throws(EmberError) {
        self.shape = shape
        self.compute = compute
        self.capacity = capacity
        hidden = try Rows(capacity: capacity, width: shape.width)
        normed = try Rows(capacity: capacity, width: shape.width)
        update = try Rows(capacity: capacity, width: shape.width)
        selected = try Rows(capacity: outputs, width: shape.width)
        logits = try Rows(capacity: predicts ? outputs : 0, width: shape.vocabulary)
    }

    var tokens: Int { batch.tokens.count }

    /// The logits behind the batch's output `row`, one for each token of the vocabulary.
    func logits(of row: Int) -> UnsafeMutableBufferPointer<Float> {
        UnsafeMutableBufferPointer(start: logits.row(row), count: shape.vocabulary)
    }

    /// The normed hidden state of the batch's output `row`, `width` numbers.
    func encoded(_ row: Int) -> UnsafeBufferPointer<Float> { selected[row] }

    // MARK: Tables

    /// Scratch tables for the steps of a sublayer. Each sublayer leaves its numbers in them, so the next must not rely
    /// on their contents.
    enum Table: Int, CaseIterable {
        case query, key, value, attended, queryLatent, headRows, headQueries, headValues
        case gate, up, scores, chosen, chosenGate, chosenUp, chosenDown
    }

    /// The table of that name, `(capacity · rows, width)`; made when it is first asked for.
    func table(_ name: Table, width: Int, rows: Int = 1) throws(EmberError) -> Rows {
        let capacity = capacity * rows
        for table in tables[name.rawValue] where table.width == width && table.capacity == capacity { return table }
        let table = try Rows(capacity: capacity, width: width)
        tables[name.rawValue].append(table)
        return table
    }

    // MARK: The steps, in the order in which a model takes them

    /// Begins a pass: looks up each token's embedding and each position's angles.
    func begin(_ batch: Batch, embedding: Matrix, scale: Float, rotaries: [Rotary]) throws(EmberError) {
        precondition(batch.tokens.count <= capacity && batch.outputs.count <= selected.capacity)
        self.batch = batch
        if angles.isEmpty {
            for rotary in rotaries {
                let pairs = rotary.frequencies.count
                angles.append(
                    (rotary, try Rows(capacity: capacity, width: pairs), try Rows(capacity: capacity, width: pairs)))
            }
        }
        for stretch in batch.stretches {
            for (offset, index) in stretch.range.enumerated() {
                compute.embed(hidden.row(index), embedding, row: Int(batch.tokens[index]))
                if scale != 1 { for i in 0..<hidden.width { hidden.row(index)[i] *= scale } }
                for (rotary, cosine, sine) in angles {
                    rotary.angles(
                        at: stretch.cache.count + offset, of: stretch.cache.capacity, cosine: cosine.row(index),
                        sine: sine.row(index))
                }
            }
        }
    }

    /// Prepares what the next sublayer reads: the residual stream, normed.
    func normalise(_ weight: Vector, epsilon: Float) {
        compute.rmsNorm(normed.data, hidden.data, count: tokens, weight, epsilon: epsilon)
    }

    /// Turns the heads of each token, which begin at `column` and lie `stride` numbers apart, by its position.
    func turn(_ x: Rows, column: Int = 0, heads: Int, stride: Int, rotary index: Int) {
        let (rotary, cosine, sine) = angles[index]
        precondition(column + (heads - 1) * stride + rotary.dimensions <= x.width)
        for token in 0..<tokens {
            rotary.turn(
                x.row(token) + column, heads: heads, stride: stride, cosine: cosine.row(token), sine: sine.row(token),
                with: compute)
        }
    }

    /// Files keys and values in the caches, and attends to all up to each token.
    ///
    /// - Parameters:
    ///   - query: `(tokens, heads · headDim)`.
    ///   - key: `(tokens, keyValueHeads · headDim)`.
    ///   - value: `(tokens, keyValueHeads · valueDim)`; `nil` where values are in the keys.
    ///   - out: `(tokens, heads · valueDim)`.
    func attend(layer: Int, query: Rows, key: Rows, value: Rows?, out: Rows, _ plan: AttentionPlan) {
        precondition(query.width == shape.heads * shape.headDim && out.width == shape.heads * shape.cache.valueDim)
        for stretch in batch.stretches {
            let position = stretch.cache.count
            for (offset, index) in stretch.range.enumerated() {
                stretch.cache.store(
                    layer: layer, position: position + offset, key: key.row(index),
                    value: (value ?? key).row(index),
                    with: compute)
            }
            let first = stretch.range.lowerBound
            let queries = Queries(
                tokens: stretch.range.count, heads: shape.heads, query: query.row(first), stride: query.width,
                out: out.row(first), scale: plan.scale, window: plan.window)
            stretch.cache.attend(layer: layer, position: position, queries, with: compute)
        }
    }

    /// Norms what a sublayer computed, in families that do so before adding it.
    func normaliseUpdate(_ weight: Vector, epsilon: Float) {
        compute.rmsNorm(update.data, update.data, count: tokens, weight, epsilon: epsilon)
    }

    /// Ends a sublayer: adds what it computed to the residual stream.
    func addUpdate() { compute.add(hidden, update, tokens: tokens) }

    /// Ends the layers: norms the rows of the batch's outputs.
    func finish(norm: Vector, epsilon: Float) {
        for (row, index) in batch.outputs.enumerated() {
            selected.row(row).update(from: hidden.row(index), count: shape.width)
        }
        compute.rmsNorm(selected.data, selected.data, count: batch.outputs.count, norm, epsilon: epsilon)
    }

    /// Multiplies the outputs with the head.
    func predict(_ head: Matrix) throws(EmberError) {
        try compute.linear(selected, tokens: batch.outputs.count, (head, logits))
    }
}
