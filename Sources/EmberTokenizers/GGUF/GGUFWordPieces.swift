// SPDX-License-Identifier: Apache-2.0

extension TokenizerParts {
    /// Bert's WordPiece. Such files mark the beginnings of words with "▁" where Bert marks the other pieces with "##".
    convenience init(wordPieces vocabulary: GGUFVocabulary) throws(TokenizerError) {
        let prefix = "##"
        var builder = ByteVocabulary.Builder()
        for (id, token) in vocabulary.tokens.enumerated() {
            guard builder.append(vocabulary.bertSpelling(id, token, prefix), UInt32(id)) else {
                throw vocabulary.malformed("tokens are too long")
            }
        }
        let tokens = ByteVocabulary(builder)
        let unknown = vocabulary.text(vocabulary.unknown) ?? "[UNK]"
        try self.init(
            file: vocabulary.file,
            normalizer: .bert(cleanText: true, spaceChinese: true, stripAccents: true, lowercase: true),
            preTokenizer: .bert,
            model: .wordPiece(WordPiece(vocabulary: tokens, unknown: unknown, prefix: prefix, mostCharacters: 100)),
            postProcessor: try Self.bertTemplate(vocabulary),
            decoder: [.wordPiece(prefix: Array(prefix.utf8), cleansUp: true)], tokens: tokens,
            addedTokens: vocabulary.addedTokens)
    }

    private static func bertTemplate(_ vocabulary: GGUFVocabulary) throws(TokenizerError) -> PostProcessor {
        guard let first = vocabulary.classification ?? vocabulary.bos, let last = vocabulary.separator ?? vocabulary.eos
        else { throw vocabulary.malformed("bos_token_id and seperator_token_id are needed by a bert tokenizer") }
        let (cls, sep) = (PostProcessor.Piece.tokens([UInt32(first)]), PostProcessor.Piece.tokens([UInt32(last)]))
        return .template(single: [cls, .first, sep], pair: [cls, .first, sep, .second, sep])
    }
}

extension GGUFVocabulary {
    /// How Bert writes a token. Bytes are compared: a "▁" with a combining mark behind it is one character to Swift.
    fileprivate func bertSpelling(_ id: Int, _ token: String, _ prefix: String) -> [UInt8] {
        if type(id) != .normal { return Array(token.utf8) }
        if token.utf8.starts(with: BPE.metaspace) { return Array(token.utf8.dropFirst(BPE.metaspace.count)) }
        return Array(prefix.utf8) + Array(token.utf8)
    }
}
