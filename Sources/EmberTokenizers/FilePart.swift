// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A value inside a tokenizer file together with where it stands, so that errors can say so.
struct FilePart {
    let json: JSON
    let file: String
    /// Such as `pre_tokenizer.pretokenizers[0]`.
    let path: String

    func malformed(_ detail: String) -> TokenizerError {
        TokenizerError(code: .malformed, file: file, detail: "\(path): \(detail)")
    }

    func unsupported(_ detail: String) -> TokenizerError {
        TokenizerError(code: .unsupported, file: file, detail: "\(path): \(detail)")
    }

    /// The part's `type`, which must be one of `supported`.
    func type(among supported: [String]) throws(TokenizerError) -> String {
        guard json.object != nil else { throw malformed("expected an object, found \(json.kind)") }
        guard let type = json["type"]?.string else { throw malformed("the type is missing") }
        guard supported.contains(type) else {
            throw unsupported(
                "the type \"\(type.prefix(60))\" is not supported; supported are \(supported.joined(separator: ", "))")
        }
        return type
    }

    /// A member that is there and not null.
    func member(_ key: String) -> FilePart? {
        guard let value = json[key], !value.isNull else { return nil }
        return FilePart(json: value, file: file, path: path.isEmpty ? key : "\(path).\(key)")
    }

    /// The names of an object's members.
    var keys: [String] { json.object?.keys ?? [] }

    func required(_ key: String) throws(TokenizerError) -> FilePart {
        guard let part = member(key) else { throw malformed("\"\(key)\" is missing") }
        return part
    }

    var elements: [FilePart] {
        get throws(TokenizerError) {
            guard let array = json.array else { throw malformed("expected an array, found \(json.kind)") }
            return array.enumerated().map { FilePart(json: $1, file: file, path: "\(path)[\($0)]") }
        }
    }

    var string: String {
        get throws(TokenizerError) {
            guard let value = json.string else { throw malformed("expected a string, found \(json.kind)") }
            return value
        }
    }

    /// A number from 0 up to `most`.
    func count(upTo most: Int = Int(UInt32.max)) throws(TokenizerError) -> Int {
        guard let value = json.integer, value >= 0, value <= most else {
            throw malformed("expected an integer from 0 to \(most), found \(json.text.prefix(40))")
        }
        return value
    }

    func string(_ key: String) throws(TokenizerError) -> String { try required(key).string }

    func string(_ key: String, default value: String) throws(TokenizerError) -> String {
        try member(key)?.string ?? value
    }

    func bool(_ key: String, default value: Bool) throws(TokenizerError) -> Bool {
        guard let part = member(key) else { return value }
        guard let bool = part.json.bool else {
            throw part.malformed("expected true or false, found \(part.json.kind)")
        }
        return bool
    }

    /// A string that is exactly one scalar.
    func scalar(_ key: String) throws(TokenizerError) -> Unicode.Scalar {
        let part = try required(key)
        let scalars = try part.string.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { throw part.malformed("expected one character") }
        return scalar
    }

    /// A pattern written as `{"String": …}` or `{"Regex": …}`.
    func pattern(_ key: String) throws(TokenizerError) -> RegexProgram {
        let part = try required(key)
        do throws(RegexError) {
            if let text = part.json["String"]?.string ?? part.json.string { return try RegexProgram(literal: text) }
            if let text = part.json["Regex"]?.string { return try RegexProgram(text) }
        } catch {
            throw part.malformed("the pattern cannot be used: \(error.detail), at character \(error.position)")
        }
        throw part.malformed("expected {\"String\": …} or {\"Regex\": …}")
    }
}
