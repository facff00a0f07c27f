// SPDX-License-Identifier: Apache-2.0

extension TokenizerParts {
    /// SentencePiece's BPE: what two pieces join into, and how early, follows from the vocabulary and its scores.
    ///
    /// Source: Kudo and Richardson 2018, SentencePiece; google/sentencepiece, `bpe_model.cc`.
    convenience init(sentencePieces vocabulary: GGUFVocabulary) throws(TokenizerError) {
        guard vocabulary.scores.count == vocabulary.tokens.count else {
            throw vocabulary.malformed("scores are missing")
        }
        var vocabulary = vocabulary
        vocabulary.unknown = vocabulary.unknown ?? vocabulary.tokens.indices.first { vocabulary.type($0) == .unknown }
        var builder = ByteVocabulary.Builder()
        for (id, token) in vocabulary.tokens.enumerated() {
            guard builder.append(token.utf8, UInt32(id)) else { throw vocabulary.malformed("tokens are too long") }
        }
        let tokens = ByteVocabulary(builder)
        let settings = BPE.Settings(
            unknown: vocabulary.text(vocabulary.unknown), fusesUnknown: true, byteFallback: true)
        let model = BPE(
            vocabulary: tokens, merges: Self.merges(vocabulary, tokens), settings: settings, isByteLevel: false)
        let hasPrefix = vocabulary.addsSpacePrefix ?? true
        let space: [UInt8] = [0x20]
        let replaced = Normalizer.replaceByte(0x20, BPE.metaspace)
        try self.init(
            file: vocabulary.file, normalizer: hasPrefix ? .sequence([.prepend(BPE.metaspace), replaced]) : replaced,
            preTokenizer: nil, model: .bpe(model),
            postProcessor: vocabulary.postProcessor(
                bos: vocabulary.addsBOS ?? true, eos: vocabulary.addsEOS ?? false),
            decoder: [
                .replace(try Self.metaspacePattern(vocabulary), space, isSingleScalar: true), .byteFallback, .fuse,
            ]
                + (hasPrefix ? [.strip(0x20, start: 1, stop: 0)] : []),
            tokens: tokens, addedTokens: vocabulary.addedTokens)
    }

    private static func metaspacePattern(_ vocabulary: GGUFVocabulary) throws(TokenizerError) -> RegexProgram {
        do throws(RegexError) {
            return try RegexProgram(literal: "\u{2581}")
        } catch {
            throw vocabulary.malformed("tokens: the built-in pattern cannot be used: \(error.detail)")
        }
    }

    /// Bytes of the longest piece that is joined from others. Trained pieces are far shorter, and every way to cut one
    /// is looked up: the work grows with the square of its length.
    private static let longestJoined = 512

    /// Every way to cut a piece into two pieces; the higher a piece's score, the earlier it is joined, and equal scores
    /// are equally early.
    private static func merges(_ vocabulary: GGUFVocabulary, _ tokens: ByteVocabulary) -> MergeTable {
        let joinable = vocabulary.tokens.indices.filter { vocabulary.type($0) == .normal }
            .sorted { vocabulary.scores[$0] > vocabulary.scores[$1] }
        var merges: [MergeTable.Merge] = []
        var rank: UInt32 = 0
        var joinsIntoMetaspace = false
        for (position, id) in joinable.enumerated() {
            if position > 0, vocabulary.scores[id] != vocabulary.scores[joinable[position - 1]] { rank += 1 }
            let text = Array(vocabulary.tokens[id].utf8)
            guard text.count <= longestJoined else { continue }
            text.withUnsafeBufferPointer { bytes in
                // A cut is never inside a character.
                for cut in 1..<max(1, bytes.count) where bytes[cut] & 0xC0 != 0x80 {
                    let (front, back) = (Bytes(rebasing: bytes[..<cut]), Bytes(rebasing: bytes[cut...]))
                    guard let left = tokens.id(front), let right = tokens.id(back) else { continue }
                    joinsIntoMetaspace = joinsIntoMetaspace || MergeTable.joinsIntoMetaspace(front, back)
                    merges.append(.init(left: left, right: right, id: UInt32(id), rank: rank))
                }
            }
        }
        return MergeTable(merges, joinsIntoMetaspace: joinsIntoMetaspace)
    }
}
