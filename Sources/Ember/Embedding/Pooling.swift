// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// How the hidden states of a text become one vector. Names and meanings are those of sentence-transformers.
package enum Pooling: String, Sendable, CaseIterable {
    /// Takes the first token's vector.
    case cls
    /// The largest of all, number by number.
    case max
    case mean
    /// The sum, divided by the root of the number of tokens.
    case meanSquareRoot = "mean_sqrt_len_tokens"
    /// The mean with weights 1, 2, 3 … along the text. Source: Muennighoff 2022, SGPT, section 3.
    case weightedMean = "weightedmean"
    /// Takes the last token's vector.
    case last = "lasttoken"

    /// Name in the configuration of sentence-transformers.
    var key: String {
        switch self {
        case .cls: "pooling_mode_cls_token"
        case .max: "pooling_mode_max_tokens"
        case .mean: "pooling_mode_mean_tokens"
        case .meanSquareRoot: "pooling_mode_mean_sqrt_len_tokens"
        case .weightedMean: "pooling_mode_weightedmean_tokens"
        case .last: "pooling_mode_lasttoken"
        }
    }

    /// Reads `1_Pooling/config.json`: names under `pooling_mode`, or, in older files, a flag for each kind.
    /// - Returns: the kinds in the order in which their vectors are joined, at least one.
    static func list(_ config: ConfigReader, width: Int) throws(EmberError) -> [Pooling] {
        let names = ["word_embedding_dimension", "embedding_dimension"]
        for name in names where try config.integer(name, in: 1...1 << 20, or: width) != width {
            throw config.fail(name, "differs from the model's hidden_size \(width)")
        }
        guard try config.bool("include_prompt", or: true) else {
            throw config.unsupported("include_prompt", "is false; prompts are pooled with their texts")
        }
        var kinds: [Pooling] = []
        if let modes = config.value("pooling_mode") {
            for mode in modes.array ?? [modes] {
                guard let name = mode.string else {
                    throw config.fail("pooling_mode", "must be a name or a list of names, found \(mode.kind)")
                }
                guard let kind = Pooling(rawValue: name) else {
                    let known = allCases.map(\.rawValue).joined(separator: ", ")
                    throw config.unsupported("pooling_mode", "is \(printable(name)); supported: \(known)")
                }
                kinds.append(kind)
            }
        } else {
            for kind in allCases where try config.bool(kind.key, or: false) { kinds.append(kind) }
            for (key, value) in config.json.object ?? JSONObject()
            where key.hasPrefix("pooling_mode_") && value.bool == true {
                guard allCases.contains(where: { $0.key == key }) else {
                    throw config.unsupported(printable(key), "is not known")
                }
            }
        }
        guard !kinds.isEmpty else { throw config.fail("pooling_mode", "is missing: no way of pooling is chosen") }
        return kinds
    }
}

/// Gathers the hidden states of one text, one after the other, into its embedding.
struct Pooler {
    private let kind: Pooling
    private var vector: [Float]
    private var tokens = 0

    init(_ kind: Pooling, width: Int) {
        self.kind = kind
        vector = Array(repeating: kind == .max ? -.infinity : 0, count: width)
    }

    mutating func add(_ state: UnsafeBufferPointer<Float>) {
        tokens += 1
        switch kind {
        case .cls: if tokens == 1 { vector = Array(state) }
        case .last: vector = Array(state)
        case .max: for i in vector.indices { vector[i] = Swift.max(vector[i], state[i]) }
        case .mean, .meanSquareRoot: for i in vector.indices { vector[i] += state[i] }
        case .weightedMean: for i in vector.indices { vector[i] += state[i] * Float(tokens) }
        }
    }

    /// The pooled vector; needs at least one token.
    func finish() -> [Float] {
        let count = Float(tokens)
        switch kind {
        case .cls, .last, .max: return vector
        case .mean: return vector.map { $0 / count }
        case .meanSquareRoot: return vector.map { $0 / count.squareRoot() }
        case .weightedMean: return vector.map { $0 / (count * (count + 1) / 2) }
        }
    }
}

/// The vector divided by its length. One of length zero stays as it is, as in PyTorch's `normalize`.
func normalised(_ vector: [Float]) -> [Float] {
    let length = vector.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    let factor = 1 / max(length, 1e-12)
    return vector.map { Float(Double($0) * factor) }
}
