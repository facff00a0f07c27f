// SPDX-License-Identifier: Apache-2.0

/// The sizes of a decoder-only transformer that its cache and its frame depend on.
package struct DecoderShape: Sendable, Equatable {
    package let layers: Int
    package let heads: Int
    package let keyValueHeads: Int
    /// Numbers of a key, and of a query that meets it.
    package let headDim: Int
    package let width: Int
    package let vocabulary: Int
    /// Tokens that the model was made for.
    package let context: Int
    /// Conversations that may have more tokens than this are computed with other rotary frequencies.
    package var rotarySwitch: Int?
    /// Layout of the cache for each token.
    package let cache: CacheShape

    /// Reads the keys that Llama and its relatives share, and refuses sizes that do not fit together.
    package init(_ config: ConfigReader) throws(EmberError) {
        let width = try config.integer("hidden_size", in: 1...1 << 20)
        let heads = try config.integer("num_attention_heads", in: 1...1 << 16)
        let keyValueHeads = try config.integer("num_key_value_heads", in: 1...1 << 16, or: heads)
        guard heads.isMultiple(of: keyValueHeads) else {
            throw config.fail("num_key_value_heads", "is \(keyValueHeads), which does not divide \(heads) heads")
        }
        if config.value("head_dim") == nil, !width.isMultiple(of: heads) {
            throw config.fail("num_attention_heads", "is \(heads), which does not divide hidden_size \(width)")
        }
        let headDim = try config.integer("head_dim", in: 1...CacheShape.largestHead, or: width / heads)
        guard headDim.isMultiple(of: 2), headDim <= CacheShape.largestHead else {
            throw config.fail("head_dim", "is \(headDim), expected an even number of at most \(CacheShape.largestHead)")
        }
        try self.init(config, heads: heads, keyValueHeads: keyValueHeads, headDim: headDim)
    }

    /// Reads the sizes that do not concern attention, of which the family knows better.
    /// - Parameter valuesInKeys: the numbers of a key that are its value, or `nil` where values are of their own.
    init(
        _ config: ConfigReader, heads: Int, keyValueHeads: Int, headDim: Int, valuesInKeys: Int? = nil
    ) throws(EmberError) {
        self.heads = heads
        self.keyValueHeads = keyValueHeads
        self.headDim = headDim
        width = try config.integer("hidden_size", in: 1...1 << 20)
        layers = try config.integer("num_hidden_layers", in: 1...10_000)
        vocabulary = try config.integer("vocab_size", in: 1...1 << 24)
        context = try config.integer("max_position_embeddings", in: 1...1 << 28, or: 2048)
        cache = CacheShape(
            layers: layers, keyValueHeads: keyValueHeads, keyDim: headDim, valueDim: valuesInKeys ?? headDim,
            valuesAreKeys: valuesInKeys != nil)
    }
}
