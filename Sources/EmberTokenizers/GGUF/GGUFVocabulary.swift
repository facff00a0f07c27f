// SPDX-License-Identifier: Apache-2.0

/// Tokenizer in a GGUF file, from the `tokenizer.ggml.` keys of its metadata.
package struct GGUFVocabulary: Sendable {
    /// File name for error messages.
    package var file: String
    /// `llama` (SentencePiece), `gpt2` (byte-level BPE) or `bert` (WordPiece).
    package var model: String
    package var preTokenizer: String?
    /// The texts of the tokens by id.
    package var tokens: [String]
    /// One for each token, or empty.
    package var scores: [Double] = []
    /// One for each token, or empty: then all are ordinary.
    package var types: [Int] = []
    /// `left right` in order of rank.
    package var merges: [String] = []
    package var addsBOS: Bool?
    package var addsEOS: Bool?
    package var addsSpacePrefix: Bool?
    package var bos: Int?
    package var eos: Int?
    package var unknown: Int?
    package var padding: Int?
    package var separator: Int?
    package var classification: Int?

    package init(file: String, model: String, tokens: [String]) {
        self.file = file
        self.model = model
        self.tokens = tokens
    }

    /// Purpose of a token, as ggml numbers it.
    enum TokenType: Int {
        case normal = 1
        case unknown, control, userDefined, unused, byte
    }

    func type(_ id: Int) -> TokenType { types.isEmpty ? .normal : TokenType(rawValue: types[id]) ?? .normal }

    func text(_ id: Int?) -> String? { id.map { tokens[$0] } }

    func malformed(_ detail: String) -> TokenizerError {
        TokenizerError(code: .malformed, file: file, detail: "tokenizer.ggml.\(detail)")
    }

    func unsupported(_ detail: String) -> TokenizerError {
        TokenizerError(code: .unsupported, file: file, detail: "tokenizer.ggml.\(detail)")
    }

    /// - Throws: `malformed` when lists or ids do not fit the number of tokens.
    func check() throws(TokenizerError) {
        guard !tokens.isEmpty, tokens.count < Int(Int32.max) else {
            throw malformed("tokens has \(tokens.count) tokens")
        }
        for (name, count) in [("scores", scores.count), ("token_type", types.count)]
        where count != 0 && count != tokens.count {
            throw malformed("\(name) has \(count) entries for \(tokens.count) tokens")
        }
        guard scores.allSatisfy(\.isFinite) else { throw malformed("scores must be finite numbers") }
        for (name, id) in [
            ("bos", bos), ("eos", eos), ("unknown", unknown), ("padding", padding), ("seperator", separator),
            ("cls", classification),
        ] {
            if let id, !tokens.indices.contains(id) {
                throw malformed("\(name)_token_id is \(id), there are \(tokens.count) tokens")
            }
        }
    }

    /// The tokens that are found in a text before it is cut into words.
    var addedTokens: [AddedToken] {
        tokens.indices.compactMap { id in
            switch type(id) {
            case .control, .unknown: AddedToken(id: id, content: tokens[id], isSpecial: true)
            case .userDefined: AddedToken(id: id, content: tokens[id])
            case .normal, .unused, .byte: nil
            }
        }
    }

    /// The tokens that belong before and behind a text, where there are any.
    func postProcessor(bos: Bool, eos: Bool) -> PostProcessor? {
        let before = bos ? self.bos.map { [PostProcessor.Piece.tokens([UInt32($0)])] } ?? [] : []
        let behind = eos ? self.eos.map { [PostProcessor.Piece.tokens([UInt32($0)])] } ?? [] : []
        if before.isEmpty, behind.isEmpty { return nil }
        return .template(
            single: before + [.first] + behind, pair: before + [.first] + behind + before + [.second] + behind)
    }
}

extension Tokenizer {
    /// Builds the tokenizer of a GGUF file.
    /// - Throws: `malformed`, or `unsupported` for a kind of model or a pre-tokenizer that we do not know, by its name.
    package init(_ vocabulary: GGUFVocabulary) throws(TokenizerError) {
        try vocabulary.check()
        let parts: TokenizerParts
        switch vocabulary.model {
        case "llama": parts = try TokenizerParts(sentencePieces: vocabulary)
        case "gpt2": parts = try TokenizerParts(byteLevel: vocabulary)
        case "bert": parts = try TokenizerParts(wordPieces: vocabulary)
        default:
            throw vocabulary.unsupported(
                "model is \(vocabulary.model.prefix(40)); supported: llama, gpt2, bert")
        }
        self.init(
            parts: parts, bos: vocabulary.text(vocabulary.bos), eos: vocabulary.text(vocabulary.eos),
            pad: vocabulary.text(vocabulary.padding), unknown: vocabulary.text(vocabulary.unknown))
    }
}
