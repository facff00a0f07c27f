// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// Regular expressions, beside what Oniguruma finds in Hugging Face's tokenizers; see `Tests/Conformance/patterns.py`.
@Suite struct RegexTests {
    private static let lines = Result { try Fixtures.lines(Fixtures.own.appendingPathComponent("patterns.jsonl")) }

    /// A tokenizer whose tokens are the matches of a pattern: what it finds that `words` lack is the token `<unk>`.
    private static func finder(_ pattern: String, words: some Sequence<String> = []) throws -> Tokenizer {
        var vocabulary = JSONObject()
        vocabulary["<unk>"] = 0
        for word in words where vocabulary[word] == nil { vocabulary[word] = .integer(vocabulary.count) }
        let file: JSON = [
            "pre_tokenizer": [
                "type": "Split", "pattern": ["Regex": .string(pattern)], "behavior": "Removed", "invert": true,
            ],
            "model": ["type": "WordLevel", "unk_token": "<unk>", "vocab": .object(vocabulary)],
        ]
        return try Tokenizer(tokenizerJSON: Array(file.text.utf8))
    }

    @Test func `finds what Oniguruma finds`() throws {
        let lines = try Self.lines.get()
        #expect(lines.count > 350)
        for line in lines {
            let pattern = try #require(line["pattern"]?.string)
            let cases = try #require(line["cases"]?.array)
            let words = cases.flatMap { ($0["matches"]?.array ?? []).compactMap(\.string) }
            let finder = try Self.finder(pattern, words: words)
            for test in cases {
                let text = try #require(test["text"]?.string)
                let matches = try #require(test["matches"]?.array).compactMap(\.string)
                let found = try finder.encode(text).map { finder.idToToken($0) ?? "?" }
                let agrees = found.count == matches.count && zip(found, matches).allSatisfy { same($0, $1) }
                #expect(agrees, "\(pattern) in \(text.debugDescription): \(found), not \(matches)")
            }
        }
    }

    /// Broken expressions are refused, and by name those of kinds that no published tokenizer uses.
    @Test(
        arguments: [
            (#"(a)\1"#, "back reference"), (#"\k<a>"#, "\\k"), (#"\X"#, "\\X"), (#"a\Kb"#, "\\K"), ("(?~a)", "(?~"),
            ("(?(1)a|b)", "(?("), ("(?<=a+)b", "unlimited length"), (#"\p{Klingon}"#, "Klingon"),
            ("[[:klingon:]]", "klingon"),
            ("(a", "does not end"), ("a)", "unmatched"), ("[a", "does not end"), ("[]", "empty class"),
            ("*a", "nothing before"),
            ("a{3,2}", "wrong way round"), ("[z-a]", "wrong way round"), (#"[a-\x00]"#, "wrong way round"),
            (#"\x{110000}"#, "not a Unicode scalar"),
            (#"\uD800"#, "not a Unicode scalar"), ("a\\", "backslash at the end"), ("a{1000000}", "more than 100000"),
            (String(repeating: "(", count: 1000), "nested deeper"), ("(?:(?:ab){1000}){1000}", "too large"),
        ] as [(String, String)])
    func `an expression that cannot be run is refused`(pattern: String, says: String) {
        let error = #expect(throws: TokenizerError.self) { try Self.finder(pattern) }
        #expect(error?.code == .malformed)
        #expect(error?.detail.contains(says) == true, "\(pattern.prefix(20)): \(error?.detail ?? "")")
    }

    /// Backtracking alone would take 2 to the power of the length; the time limit tells that from a second.
    @Test(.timeLimit(.minutes(1)), arguments: ["(a+)+$", "(?:a|a)*b", "(a*)*b", "(?:a?){30}a{30}b", "(.*a){12}b"])
    func `an expression that would take for ever ends`(pattern: String) throws {
        let finder = try Self.finder(pattern)
        #expect(try finder.encode(String(repeating: "a", count: 300) + "c").isEmpty)
    }
}
