// SPDX-License-Identifier: Apache-2.0

/// The part of a tokenizer that turns one word into ids.
enum Model: Sendable {
    case bpe(BPE)
    case unigram(Unigram)
    case wordPiece(WordPiece)
    case wordLevel(WordLevel)

    /// Memory that words share during a call.
    struct Scratch {
        var bpe = BPE.Scratch()
        var unigram = Unigram.Scratch()
        var padded: [UInt8] = []
    }

    func encode(
        _ word: Bytes, _ scratch: inout Scratch, forbidden: Set<UInt32>?, into ids: inout [UInt32]
    ) throws(MissingUnknownToken) {
        switch self {
        case .bpe(let model): try model.encode(word, &scratch.bpe, forbidden: forbidden, into: &ids)
        case .unigram(let model): try model.encode(word, &scratch.unigram, forbidden: forbidden, into: &ids)
        case .wordPiece(let model): try model.encode(word, &scratch.padded, forbidden: forbidden, into: &ids)
        case .wordLevel(let model): try model.encode(word, forbidden: forbidden, into: &ids)
        }
    }

    /// Whether a word may be cut before each "▁" without a change of the result.
    var cutsBeforeMetaspace: Bool {
        if case .bpe(let model) = self { model.cutsBeforeMetaspace } else { false }
    }

    /// The text of the token for what the vocabulary does not cover.
    var unknownToken: String? {
        switch self {
        case .bpe(let model): model.unknown.flatMap { Self.text($0, model.vocabulary) }
        case .unigram(let model): model.unknown.flatMap { Self.text(UInt32($0), model.vocabulary) }
        case .wordPiece(let model): model.unknownName
        case .wordLevel(let model): model.unknownName
        }
    }

    private static func text(_ id: UInt32, _ vocabulary: ByteVocabulary) -> String? {
        vocabulary.text(of: Int(id)).map { String(decoding: $0, as: UTF8.self) }
    }
}
