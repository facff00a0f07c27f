// SPDX-License-Identifier: Apache-2.0

import EmberJSON

extension TokenizerParts {
    /// Reads a `tokenizer.json`. Its `truncation` and `padding` are ignored: whoever calls decides on lengths.
    convenience init(json: [UInt8], file: String) throws(TokenizerError) {
        var model: ModelFile?
        var members = JSONObject()
        do throws(JSONError) {
            var reader = JSONReader(json)
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if key == "model", try reader.peek() == .object {
                    model = try ModelFile(&reader)
                } else if key == "truncation" || key == "padding" {
                    try reader.skipValue()
                } else {
                    members[key] = try reader.readValue()
                }
            }
            try reader.end()
        } catch {
            throw TokenizerError(code: .malformed, file: file, detail: error.description)
        }
        guard let model else {
            throw TokenizerError(code: .malformed, file: file, detail: "\"model\" is missing or not an object")
        }
        let root = FilePart(json: .object(members), file: file, path: "")
        try self.init(root, model)
    }

    /// Puts the parts of a file together.
    convenience init(_ root: FilePart, _ modelFile: ModelFile) throws(TokenizerError) {
        if let version = root.member("version"), try version.string != "1.0" {
            throw version.unsupported("only version 1.0 is supported")
        }
        let normalizer = try root.member("normalizer").map { part throws(TokenizerError) in try Normalizer(part) }
        var preTokenizer = try root.member("pre_tokenizer").map { part throws(TokenizerError) in try PreTokenizer(part)
        }
        let withoutMapping = preTokenizer?.withoutByteMapping
        let built = try modelFile.build(file: root.file, canBeByteLevel: withoutMapping != nil)
        if built.isByteLevel { preTokenizer = withoutMapping }
        let decoder = try root.member("decoder").map { part throws(TokenizerError) in try DecoderStep.steps(part) }
        try self.init(
            file: root.file, normalizer: normalizer, preTokenizer: preTokenizer, model: built.model,
            postProcessor: try root.member("post_processor").map { part throws(TokenizerError) in
                try PostProcessor(part)
            },
            decoder: decoder ?? [.spaces], tokens: built.tokens,
            addedTokens: try Self.addedTokens(root.member("added_tokens")))
    }

    private static func addedTokens(_ part: FilePart?) throws(TokenizerError) -> [AddedToken] {
        guard let part else { return [] }
        var tokens: [AddedToken] = []
        for element in try part.elements {
            tokens.append(try AddedToken(element, id: try element.required("id").count()))
        }
        return tokens
    }
}

extension AddedToken {
    /// Reads the flags of one added token.
    init(_ part: FilePart, id: Int) throws(TokenizerError) {
        self.init(
            id: id, content: try part.string("content"),
            isSingleWord: try part.bool("single_word", default: false),
            stripsLeft: try part.bool("lstrip", default: false), stripsRight: try part.bool("rstrip", default: false),
            isNormalized: try part.bool("normalized", default: true),
            isSpecial: try part.bool("special", default: false))
    }
}
