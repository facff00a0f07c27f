// SPDX-License-Identifier: Apache-2.0

/// Hyper-parameters of BERT, as `config.json` spells them.
struct BertConfig: Sendable {
    let shape: EncoderShape
    let positions: PositionRows
    let epsilon: Float
    let segments: Int

    init(_ config: ConfigReader) throws(EmberError) {
        let rows = try config.integer("max_position_embeddings", in: 1...1 << 20, or: 512)
        try self.init(config, positions: PositionRows(count: rows), segments: 2, epsilon: 1e-12)
    }

    /// Reads what the families have in common.
    /// - Parameters:
    ///   - segments, epsilon: the family's defaults.
    init(
        _ config: ConfigReader, positions: PositionRows, segments: Int, epsilon: Float
    ) throws(EmberError) {
        self.positions = positions
        let width = try config.integer("hidden_size", in: 1...1 << 20)
        let heads = try config.integer("num_attention_heads", in: 1...1 << 16)
        guard width.isMultiple(of: heads), width / heads <= Self.largestHead else {
            throw config.fail(
                "num_attention_heads",
                "is \(heads), which must divide hidden_size \(width) into heads of at most \(Self.largestHead)")
        }
        shape = EncoderShape(
            layers: try config.integer("num_hidden_layers", in: 1...10_000), heads: heads, headDim: width / heads,
            width: width, intermediate: try config.integer("intermediate_size", in: 1...1 << 24),
            vocabulary: try config.integer("vocab_size", in: 1...1 << 24),
            context: positions.context)
        self.segments = try config.integer("type_vocab_size", in: 1...1 << 16, or: segments)
        self.epsilon = try config.positive("layer_norm_eps", or: epsilon)
        let activation = try config.string("hidden_act", or: "gelu")
        guard activation == "gelu" else {
            throw config.unsupported("hidden_act", "is \(printable(activation)); supported: gelu")
        }
        let position = try config.string("position_embedding_type", or: "absolute")
        guard position == "absolute" else {
            throw config.unsupported("position_embedding_type", "is \(printable(position)); supported: absolute")
        }
        for key in ["is_decoder", "add_cross_attention"] where try config.bool(key, or: false) {
            throw config.unsupported(key, "is true; only encoders are supported")
        }
    }

    /// Largest head dimension that the attention kernels have room for on their stack.
    private static let largestHead = 1024
}

/// BERT: an encoder with learned positions and a norm behind each sublayer. Source: Devlin et al. 2019.
///
/// Names of weights as in the checkpoints of transformers' `BertModel`, which `XLMRobertaModel` shares. The pooler
/// behind the first token is not used: sentence embeddings pool the hidden states themselves.
final class Bert: TextEncoder {
    let shape: EncoderShape
    private let positions: PositionRows
    private let word: Matrix
    private let position: Matrix
    private let segment: Matrix
    private let norm: LayerNorm
    private let layers: [BertLayer]
    private var pass: EncoderPass?

    var width: Int { shape.width }
    var vocabulary: Int { shape.vocabulary }
    var context: Int { shape.context }

    init(_ config: BertConfig, _ weights: WeightLoader) throws(EmberError) {
        shape = config.shape
        positions = config.positions
        let name = "embeddings."
        word = try weights.matrix(name + "word_embeddings", rows: shape.vocabulary, cols: shape.width)
        position = try weights.matrix(name + "position_embeddings", rows: positions.count, cols: shape.width)
        segment = try weights.matrix(name + "token_type_embeddings", rows: config.segments, cols: shape.width)
        norm = try LayerNorm(name + "LayerNorm", width: shape.width, epsilon: config.epsilon, weights)
        var layers: [BertLayer] = []
        for index in 0..<shape.layers { layers.append(try BertLayer(index, config, weights)) }
        self.layers = layers
    }

    func prepare(_ compute: Compute, longest: Int) throws(EmberError) {
        pass = try EncoderPass(shape: shape, compute: compute, capacity: max(longest, Self.goodPass))
    }

    /// Tokens of a pass: enough to spread the cost of reading the weights, few enough to stay
    /// in the second-level cache.
    private static let goodPass = 256

    func encode(
        _ texts: [[Int32]], precision: Precision, isCancelled: () -> Bool,
        take: (Int, UnsafeBufferPointer<Float>) -> Void
    ) throws(EmberError) -> Bool {
        guard let pass else { preconditionFailure("prepare comes first") }
        pass.compute.precision = precision
        var first = 0
        while first < texts.count {
            var batch = TextBatch()
            repeat {
                batch.append(texts[first + batch.count])
            } while first + batch.count < texts.count
                && batch.tokens.count + texts[first + batch.count].count <= pass.capacity
            guard try forward(batch, in: pass, isCancelled) else { return false }
            for text in 0..<batch.count {
                for index in batch.range(of: text) { take(first + text, pass.hidden[index]) }
            }
            first += batch.count
        }
        return true
    }

    private func forward(
        _ batch: TextBatch, in pass: EncoderPass, _ isCancelled: () -> Bool
    ) throws(EmberError) -> Bool {
        pass.begin(batch, word: word, position: position, positions: positions, segment: segment, norm: norm)
        for layer in layers {
            if isCancelled() { return false }
            try layer.forward(pass)
        }
        return true
    }
}

/// One layer of BERT: attention, then feed-forward.
struct BertLayer {
    private let query: Matrix
    private let key: Matrix
    private let value: Matrix
    private let output: Matrix
    private let attentionNorm: LayerNorm
    private let up: Matrix
    private let down: Matrix
    private let feedForwardNorm: LayerNorm

    init(_ index: Int, _ config: BertConfig, _ weights: WeightLoader) throws(EmberError) {
        let (width, inner, name) = (config.shape.width, config.shape.intermediate, "encoder.layer.\(index).")
        query = try weights.matrix(name + "attention.self.query", rows: width, cols: width, bias: true)
        key = try weights.matrix(name + "attention.self.key", rows: width, cols: width, bias: true)
        value = try weights.matrix(name + "attention.self.value", rows: width, cols: width, bias: true)
        output = try weights.matrix(name + "attention.output.dense", rows: width, cols: width, bias: true)
        attentionNorm = try LayerNorm(
            name + "attention.output.LayerNorm", width: width, epsilon: config.epsilon, weights)
        up = try weights.matrix(name + "intermediate.dense", rows: inner, cols: width, bias: true)
        down = try weights.matrix(name + "output.dense", rows: width, cols: inner, bias: true)
        feedForwardNorm = try LayerNorm(name + "output.LayerNorm", width: width, epsilon: config.epsilon, weights)
    }

    func forward(_ pass: EncoderPass) throws(EmberError) {
        try pass.attend(query: query, key: key, value: value, output: output, norm: attentionNorm)
        try pass.feedForward(up: up, down: down, norm: feedForwardNorm)
    }
}
