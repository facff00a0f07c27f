// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Special tokens as `tokenizer_config.json` gives them.
struct TokenizerConfig {
    let part: FilePart?
    var bosToken: String? { text("bos_token") }
    var eosToken: String? { text("eos_token") }
    var padToken: String? { text("pad_token") }
    var unknownToken: String? { text("unk_token") }

    init(directory: URL) throws(TokenizerError) {
        part = try Self.read("tokenizer_config.json", in: directory)
    }

    /// The JSON object in a file, or `nil` when there is no such file.
    static func read(_ name: String, in directory: URL) throws(TokenizerError) -> FilePart? {
        let file = directory.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: Self.bytes(file))
        } catch {
            throw TokenizerError(code: .malformed, file: name, detail: error.description)
        }
        guard json.object != nil else {
            throw TokenizerError(code: .malformed, file: name, detail: "expected an object, found \(json.kind)")
        }
        return FilePart(json: json, file: name, path: "")
    }

    /// An unreadable file is empty here, which is then refused as JSON with its name.
    private static func bytes(_ file: URL) -> [UInt8] {
        do { return try readFile(file) } catch { return [] }
    }

    /// A token written as a string or as an object with its content.
    private func text(_ key: String) -> String? {
        guard let member = part?.member(key) else { return nil }
        return member.json.string ?? member.json["content"]?.string
    }
}
