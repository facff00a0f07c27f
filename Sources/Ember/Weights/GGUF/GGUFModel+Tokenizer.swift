// SPDX-License-Identifier: Apache-2.0

package import EmberTokenizers

extension GGUFModel {
    package var hasTokenizer: Bool { file.value("tokenizer.ggml.tokens") != nil }

    /// Reads the tokenizer from the metadata.
    /// - Throws: `EmberError` for a key that is missing or of another type than it must be.
    package func vocabulary() throws(EmberError) -> GGUFVocabulary {
        guard let model = try file.text(Self.key("model")), let tokens = try file.texts(Self.key("tokens")) else {
            throw EmberError(.missingFile, file.name, "has no tokenizer")
        }
        for name in ["remove_extra_whitespaces", "precompiled_charsmap"] {
            switch file.value(Self.key(name)) {
            case nil, .bool(false): break
            default: throw EmberError(.unsupported, file.name, "\(Self.key(name)) is set, which is not supported")
            }
        }
        var vocabulary = GGUFVocabulary(file: file.name, model: model, tokens: strings(tokens))
        vocabulary.preTokenizer = try file.text(Self.key("pre"))
        vocabulary.scores = try file.numbers(Self.key("scores")) ?? []
        vocabulary.types = try (file.numbers(Self.key("token_type")) ?? []).map { Int(exactly: $0) ?? 0 }
        vocabulary.merges = strings(try file.texts(Self.key("merges")) ?? [])
        vocabulary.addsBOS = try file.bool(Self.key("add_bos_token"))
        vocabulary.addsEOS = try file.bool(Self.key("add_eos_token"))
        vocabulary.addsSpacePrefix = try file.bool(Self.key("add_space_prefix"))
        vocabulary.bos = try token("bos")
        vocabulary.eos = try token("eos")
        vocabulary.unknown = try token("unknown")
        vocabulary.padding = try token("padding")
        // The format's own spelling.
        vocabulary.separator = try token("seperator")
        vocabulary.classification = try token("cls")
        return vocabulary
    }

    private static func key(_ name: String) -> String { "tokenizer.ggml." + name }

    private func strings(_ ranges: [Range<Int>]) -> [String] {
        ranges.map { String(decoding: file.file.bytes[$0], as: UTF8.self) }
    }

    /// The id of a special token; 2^32 - 1 stands for none.
    private func token(_ name: String) throws(EmberError) -> Int? {
        let id = try file.integer(Self.key(name + "_token_id"))
        return id == Int(UInt32.max) ? nil : id
    }

    /// Texts of the tokens that end a turn, for files that only name the token that ends a text.
    private static let turnEnds: Set<String> = [
        "<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "<|endoftext|>", "<|end_of_text|>",
        "<｜end▁of▁sentence｜>",
    ]

    /// The tokens after which an answer is over.
    func endTokens() throws(EmberError) -> [Int] {
        var ends = Set<Int>()
        for name in ["eos", "eot", "eom"] { if let id = try token(name) { ends.insert(id) } }
        if hasTokenizer, let tokens = try file.texts(Self.key("tokens")) {
            let types = try file.numbers(Self.key("token_type")) ?? []
            let control = 3.0
            for (id, type) in types.enumerated() where type == control && id < tokens.count {
                if Self.turnEnds.contains(String(decoding: file.file.bytes[tokens[id]], as: UTF8.self)) {
                    ends.insert(id)
                }
            }
        }
        return ends.sorted()
    }
}
