// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

extension TokenizerParts {
    /// Qwen2's pattern, as transformers writes it into the tokenizer.json that it makes of these files.
    private static let qwen2Pattern =
        #"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"#
        + #"|\s+(?!\S)|\s+"#

    /// Reads the older layout: `vocab.json`, `merges.txt`, and the added tokens of `tokenizer_config.json`.
    ///
    /// The class that the configuration names stands in for `tokenizer.json`: Qwen2 has its own pattern and NFC,
    /// everything else is GPT-2.
    convenience init(vocabularyIn directory: URL, _ config: TokenizerConfig) throws(TokenizerError) {
        let name = "vocab.json"
        let bytes: [UInt8]
        do {
            bytes = try readFile(directory.appendingPathComponent(name))
        } catch {
            throw TokenizerError(
                code: .missing, file: directory.lastPathComponent,
                detail: "there is no tokenizer.json and no vocab.json")
        }
        var model = ModelFile()
        do throws(JSONError) {
            var reader = JSONReader(bytes)
            try model.readVocabulary(&reader)
            try reader.end()
        } catch {
            throw TokenizerError(code: .malformed, file: name, detail: error.description)
        }
        model.settings = JSONObject(["type": "BPE", "vocab": true])
        model.merges = try Self.merges(directory)
        let root = FilePart(json: Self.description(config), file: name, path: "")
        try self.init(root, model)
    }

    private static func merges(_ directory: URL) throws(TokenizerError) -> ModelFile.MergeList {
        let file = "merges.txt"
        let bytes = try readFile(directory.appendingPathComponent(file))
        var list = ModelFile.MergeList()
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let text = line.last == 0x0D ? line.dropLast() : line
            if text.isEmpty || text.starts(with: "#version".utf8) { continue }
            guard let line = String(validating: text, as: UTF8.self), list.append(line: line) else {
                throw TokenizerError(
                    code: .malformed, file: file,
                    detail: "line \(number + 1): expected two tokens with one space between")
            }
        }
        return list
    }

    /// The `tokenizer.json` that belongs to a configuration, without its model.
    private static func description(_ config: TokenizerConfig) -> JSON {
        let json = config.part?.json ?? [:]
        let isQwen2 = json["tokenizer_class"]?.string?.hasPrefix("Qwen2") ?? false
        let prefix = json["add_prefix_space"]?.bool ?? false
        var root = JSONObject(["decoder": ["type": "ByteLevel"]])
        let byteLevel: JSON = [
            "type": "ByteLevel", "add_prefix_space": .bool(prefix), "use_regex": .bool(!isQwen2),
        ]
        if isQwen2 {
            root["normalizer"] = ["type": "NFC"]
            let split: JSON = [
                "type": "Split", "pattern": ["Regex": .string(qwen2Pattern)], "behavior": "Isolated", "invert": false,
            ]
            root["pre_tokenizer"] = ["type": "Sequence", "pretokenizers": [split, byteLevel]]
        } else {
            root["pre_tokenizer"] = byteLevel
        }
        root["added_tokens"] = addedTokens(json)
        root["post_processor"] = postProcessor(config, json)
        return .object(root)
    }

    /// The entries of `added_tokens_decoder` in order of their ids.
    private static func addedTokens(_ config: JSON) -> JSON {
        let entries = config["added_tokens_decoder"]?.object ?? JSONObject()
        let numbered = entries.compactMap { key, value in
            Int(key).flatMap { id in value.object.map { (id, $0) } }
        }
        return .array(
            numbered.sorted { $0.0 < $1.0 }.map { id, token in
                var token = token
                token["id"] = .integer(id)
                return .object(token)
            })
    }

    /// The begin and end tokens that `add_bos_token` and `add_eos_token` ask for.
    private static func postProcessor(_ config: TokenizerConfig, _ json: JSON) -> JSON? {
        var single: [JSON] = [["Sequence": ["id": "A", "type_id": 0]]]
        var pair: [JSON] = [["Sequence": ["id": "B", "type_id": 1]]]
        var tokens = JSONObject()
        func use(_ name: String?, _ isFirst: Bool) {
            guard let name, let id = id(of: name, json) else { return }
            tokens[name] = ["id": .string(name), "ids": [.integer(id)], "tokens": [.string(name)]]
            let piece: JSON = ["SpecialToken": ["id": .string(name), "type_id": 0]]
            single.insert(piece, at: isFirst ? 0 : single.count)
            pair.insert(piece, at: isFirst ? 0 : pair.count)
        }
        if json["add_bos_token"]?.bool ?? false { use(config.bosToken, true) }
        if json["add_eos_token"]?.bool ?? false { use(config.eosToken, false) }
        if tokens.isEmpty { return nil }
        return [
            "type": "TemplateProcessing", "single": .array(single), "pair": .array(single + pair),
            "special_tokens": .object(tokens),
        ]
    }

    private static func id(of name: String, _ config: JSON) -> Int? {
        let entries = config["added_tokens_decoder"]?.object ?? JSONObject()
        for (key, value) in entries where value["content"]?.string == name { return Int(key) }
        return nil
    }
}
