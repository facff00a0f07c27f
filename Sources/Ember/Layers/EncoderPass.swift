// SPDX-License-Identifier: Apache-2.0

/// The sizes of a transformer whose tokens all see each other.
package struct EncoderShape: Sendable, Equatable {
    package let layers: Int
    package let heads: Int
    package let headDim: Int
    package let width: Int
    package let intermediate: Int
    package let vocabulary: Int
    /// The longest text, in tokens.
    package let context: Int
}

/// The rows of a table of positions that belong to the tokens of a text.
struct PositionRows: Sendable, Equatable {
    /// Rows of the table.
    let count: Int
    /// The token that fills up texts, where the family counts behind its number: such a token in a text has the row of
    /// that number, and the others are counted without it.
    var padding: Int32?

    /// The longest text, in tokens.
    var context: Int { count - first }

    private var first: Int { padding.map { Int($0) + 1 } ?? 0 }

    /// Calls `body` with the row of each token, in order.
    func forEach(_ tokens: ArraySlice<Int32>, _ body: (_ row: Int) -> Void) {
        var next = first
        for token in tokens {
            if token == padding {
                body(first - 1)
            } else {
                body(next)
                next += 1
            }
        }
    }
}

/// Texts as tokens, one behind the other, without padding.
struct TextBatch {
    private(set) var tokens: [Int32] = []
    /// Index of each text's first token, and last the number of all tokens.
    private(set) var starts = [0]

    var count: Int { starts.count - 1 }

    mutating func append(_ text: [Int32]) {
        tokens.append(contentsOf: text)
        starts.append(tokens.count)
    }

    func range(of text: Int) -> Range<Int> { starts[text]..<starts[text + 1] }
}

/// One pass of texts through an encoder: the activations on their way, and the steps that a layer is made of.
///
/// Norms follow the sums, as in the first transformer. Used for one pass after the other; its
/// tables are allocated once.
final class EncoderPass {
    let shape: EncoderShape
    let compute: Compute
    /// The most tokens in a pass.
    let capacity: Int
    private(set) var batch = TextBatch()

    /// The residual stream, `(tokens, width)`.
    let hidden: Rows
    /// Output of a sublayer, added to the residual stream, `(tokens, width)`.
    private let update: Rows
    private let query: Rows
    private let key: Rows
    private let value: Rows
    private let attended: Rows
    private let inner: Rows
    /// Keys and values in the order in which attention reads them, `(heads, tokens, headDim)`.
    private let keys: Rows
    private let values: Rows

    init(shape: EncoderShape, compute: Compute, capacity: Int) throws(EmberError) {
        self.shape = shape
        self.compute = compute
        self.capacity = capacity
        hidden = try Rows(capacity: capacity, width: shape.width)
        update = try Rows(capacity: capacity, width: shape.width)
        query = try Rows(capacity: capacity, width: shape.width)
        key = try Rows(capacity: capacity, width: shape.width)
        value = try Rows(capacity: capacity, width: shape.width)
        attended = try Rows(capacity: capacity, width: shape.width)
        inner = try Rows(capacity: capacity, width: shape.intermediate)
        keys = try Rows(capacity: capacity, width: shape.width)
        values = try Rows(capacity: capacity, width: shape.width)
    }

    private var tokens: Int { batch.tokens.count }

    // MARK: The steps, in the order in which a model takes them

    /// Begins a pass: each token's embedding, plus that of its position, plus that of the first segment, normed.
    func begin(
        _ batch: TextBatch, word: Matrix, position: Matrix, positions: PositionRows, segment: Matrix, norm: LayerNorm
    ) {
        precondition(batch.tokens.count <= capacity)
        self.batch = batch
        // Two tables that the first layer fills only later.
        for text in 0..<batch.count {
            var index = batch.starts[text]
            positions.forEach(batch.tokens[batch.range(of: text)]) { row in
                compute.embed(hidden.row(index), word, row: Int(batch.tokens[index]))
                compute.embed(update.row(index), position, row: row)
                compute.embed(query.row(index), segment, row: 0)
                index += 1
            }
        }
        compute.add(hidden, query, tokens: tokens)
        add(norm)
    }

    /// Attention of every token to all of its text. Source: Vaswani et al. 2017, section 3.2.
    func attend(query q: Matrix, key k: Matrix, value v: Matrix, output: Matrix, norm: LayerNorm) throws(EmberError) {
        try compute.linear(hidden, tokens: tokens, (q, query), (k, key), (v, value))
        compute.attend(
            query: query, key: key, value: value, starts: batch.starts, out: attended, heads: shape.heads,
            keys: keys, values: values)
        try compute.linear(attended, tokens: tokens, (output, update))
        add(norm)
    }

    /// The feed-forward sublayer down(gelu(up x)).
    func feedForward(up: Matrix, down: Matrix, norm: LayerNorm) throws(EmberError) {
        try compute.linear(hidden, tokens: tokens, (up, inner))
        compute.gelu(inner, tokens: tokens)
        try compute.linear(inner, tokens: tokens, (down, update))
        add(norm)
    }

    /// Ends a sublayer: adds what it computed to the residual stream and norms the sum.
    private func add(_ norm: LayerNorm) {
        compute.add(hidden, update, tokens: tokens)
        compute.layerNorm(hidden, tokens: tokens, norm)
    }
}

/// The weights of a norm that centres its input.
struct LayerNorm {
    let weight: Vector
    let bias: Vector
    let epsilon: Float

    init(_ name: String, width: Int, epsilon: Float, _ weights: WeightLoader) throws(EmberError) {
        weight = try weights.vector(name + ".weight", count: width)
        bias = try weights.vector(name + ".bias", count: width)
        self.epsilon = epsilon
    }
}
