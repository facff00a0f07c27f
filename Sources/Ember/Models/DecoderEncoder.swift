// SPDX-License-Identifier: Apache-2.0

/// A decoder without its head as a text encoder: a token sees those before it, and so the last
/// one has seen the whole text.
///
/// Source: how Qwen3 Embedding is built (Zhang et al. 2025, section 2).
final class DecoderEncoder: TextEncoder {
    private let model: any LanguageModel
    private var pass: DecoderPass?

    var width: Int { model.shape.width }
    var vocabulary: Int { model.shape.vocabulary }
    var context: Int { model.shape.context }
    var shape: DecoderShape { model.shape }

    /// Tokens of a pass; longer texts take several.
    private static let longestPass = 512

    init(_ model: any LanguageModel) { self.model = model }

    func prepare(_ compute: Compute, longest: Int) throws(EmberError) {
        pass = try DecoderPass(
            shape: model.shape, compute: compute, capacity: Self.longestPass, outputs: Self.longestPass,
            predicts: false)
    }

    func encode(
        _ texts: [[Int32]], precision: Precision, isCancelled: () -> Bool,
        take: (Int, UnsafeBufferPointer<Float>) -> Void
    ) throws(EmberError) -> Bool {
        guard let pass else { preconditionFailure("prepare comes first") }
        pass.compute.precision = precision
        var text = 0
        var cache: KeyValueCache?
        while text < texts.count {
            let batch = Batch()
            var origins: [Int] = []
            while text < texts.count, batch.tokens.count < pass.capacity {
                let tokens = texts[text]
                let begun = cache.map(\.count) ?? 0
                let own: KeyValueCache
                if let cache {
                    own = cache
                } else {
                    own = try KeyValueCache(
                        shape: shape.cache, capacity: tokens.count,
                        format: precision == .reference ? .float32 : .float16)
                }
                let piece = tokens[begun...].prefix(pass.capacity - batch.tokens.count)
                batch.append(piece, to: own, wanted: piece.count)
                origins += Array(repeating: text, count: piece.count)
                if piece.endIndex == tokens.count {
                    text += 1
                    cache = nil
                } else {
                    cache = own
                }
            }
            guard try model.encode(batch, in: pass, isCancelled: isCancelled) else { return false }
            batch.commit()
            for (row, origin) in origins.enumerated() { take(origin, pass.encoded(row)) }
        }
        return true
    }
}
