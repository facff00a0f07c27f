// SPDX-License-Identifier: Apache-2.0

import EmberJSON

extension TokenizerParts {
    /// Byte-level BPE: merges in order of rank, and a pre-tokenizer that the file names.
    convenience init(byteLevel vocabulary: GGUFVocabulary) throws(TokenizerError) {
        let name = vocabulary.preTokenizer ?? "default"
        guard let pre = GGUFPreTokenizer.named(name) else {
            throw vocabulary.unsupported(
                "pre is \(name.prefix(40)); supported: \(GGUFPreTokenizer.names.joined(separator: ", "))")
        }
        var model = ModelFile()
        model.settings = JSONObject(["type": "BPE", "vocab": true, "ignore_merges": .bool(pre.ignoresMerges)])
        for (id, token) in vocabulary.tokens.enumerated() {
            guard model.vocabulary.append(token.utf8, UInt32(id)) else {
                throw vocabulary.malformed("tokens are too long")
            }
        }
        var merges = ModelFile.MergeList()
        for (index, merge) in vocabulary.merges.enumerated() {
            guard merges.append(line: merge) else {
                throw vocabulary.malformed("merges[\(index)] is not two tokens with one space between")
            }
        }
        model.merges = merges
        let root = FilePart(json: Self.description(pre, vocabulary), file: vocabulary.file, path: "")
        try self.init(root, model)
    }

    /// Builds the `tokenizer.json` with the same parts, without its model.
    private static func description(_ pre: GGUFPreTokenizer, _ vocabulary: GGUFVocabulary) -> JSON {
        var steps: [JSON] = pre.patterns.map {
            ["type": "Split", "pattern": ["Regex": .string($0)], "behavior": "Isolated", "invert": false]
        }
        steps.append(["type": "ByteLevel", "add_prefix_space": false, "use_regex": false])
        var root = JSONObject(["decoder": ["type": "ByteLevel"]])
        if pre.composes { root["normalizer"] = ["type": "NFC"] }
        root["pre_tokenizer"] = ["type": "Sequence", "pretokenizers": .array(steps)]
        root["added_tokens"] = .array(
            vocabulary.addedTokens.map {
                [
                    "id": .integer($0.id), "content": .string($0.content), "special": .bool($0.isSpecial),
                    "normalized": false,
                ]
            })
        root["post_processor"] = template(pre, vocabulary)
        return .object(root)
    }

    private static func template(_ pre: GGUFPreTokenizer, _ vocabulary: GGUFVocabulary) -> JSON? {
        let bos = vocabulary.addsBOS ?? pre.addsBOS ? vocabulary.bos : nil
        let eos = vocabulary.addsEOS ?? false ? vocabulary.eos : nil
        if bos == nil, eos == nil { return nil }
        func piece(_ id: Int?) -> [JSON] {
            id.map { [["SpecialToken": ["id": .string("\($0)"), "type_id": 0]]] } ?? []
        }
        func sequence(_ name: String) -> [JSON] {
            piece(bos) + [["Sequence": ["id": .string(name), "type_id": 0]]] + piece(eos)
        }
        var tokens = JSONObject()
        for case let id? in [bos, eos] { tokens["\(id)"] = ["id": .string("\(id)"), "ids": [.integer(id)]] }
        return [
            "type": "TemplateProcessing", "single": .array(sequence("A")),
            "pair": .array(sequence("A") + sequence("B")),
            "special_tokens": .object(tokens),
        ]
    }
}
