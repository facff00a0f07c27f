// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Foundation

/// A vocabulary whose tokens are the 256 bytes and some longer texts.
struct Vocabulary {
    let texts: [[UInt8]]
    let trie: TokenTrie

    init(_ words: [String]) {
        texts = (0..<256).map { [UInt8($0)] } + words.map { Array($0.utf8) }
        trie = TokenTrie(texts)
    }

    /// Words that meet JSON's structure in awkward places.
    static let awkward = Vocabulary([
        "\"}", "\",\"", "\": ", "{\"", "}]", "]}", "},{", ", \"", "name", "name\":", "ame", "na", "true", "tru", "null",
        "12", "123",
        ".5", "e1", "0.", "\\u00", "\\\"", "\\n", "é", "日本", "日", "a", "ab", "abc", "  ", "\n  ", "\n", "aaaa",
        "aaaaaaaa", "\"\"",
    ])
}

/// Whether a grammar allows a whole text, and if not from which byte on.
func verdict(_ schema: String, _ text: String) throws -> Int? {
    let grammar = try Grammar(schema: try JSON(parsing: schema))
    return try TokenGrammar(grammar, Vocabulary([]).trie, endTokens: []).firstRefusedByte(in: Array(text.utf8))
}

func verdict(regex: String, _ text: String) throws -> Int? {
    try TokenGrammar(try Grammar(regex: regex), Vocabulary([]).trie, endTokens: []).firstRefusedByte(
        in: Array(text.utf8))
}

/// The lines of Tests/Fixtures/schemas/verdicts.jsonl; see the README there.
func referenceVerdicts() throws -> [(schema: JSON, text: String, valid: Bool)] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../Fixtures/schemas/verdicts.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        let line = try JSON(parsing: String($0))
        guard let schema = line["schema"], let text = line["text"]?.string, let valid = line["valid"]?.bool else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return (schema, text, valid)
    }
}
