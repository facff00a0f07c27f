// SPDX-License-Identifier: Apache-2.0

extension Tokenizer {
    /// The kind of model that cuts words into tokens, as `tokenizer.json` names it.
    public var kind: String {
        switch parts.model {
        case .bpe: "BPE"
        case .unigram: "Unigram"
        case .wordPiece: "WordPiece"
        case .wordLevel: "WordLevel"
        }
    }
}
