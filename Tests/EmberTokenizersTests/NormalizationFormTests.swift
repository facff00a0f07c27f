// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import EmberTokenizers
import Foundation
import Testing

/// Normalization forms, beside what Hugging Face's tokenizers and Python make of Unicode's own test cases and of
/// others; see `Tests/Conformance/patterns.py`.
@Suite struct NormalizationFormTests {
    private static let lines = Result { try Fixtures.lines(Fixtures.own.appendingPathComponent("normalization.jsonl")) }

    /// Its vocabulary has every byte, so what it decodes is the text as it was normalized.
    private static func normalizer(_ form: String) throws -> Tokenizer {
        try Fixtures.tokenizer(Fixtures.own.appendingPathComponent("made/normalizer-\(form)/tokenizer.json"))
    }

    private func normalized(_ text: String, _ tokenizer: Tokenizer) throws -> String {
        tokenizer.decode(try tokenizer.encode(text, addSpecialTokens: false))
    }

    @Test(arguments: ["nfc", "nfd", "nfkc", "nfkd"])
    func `agrees with the reference`(form: String) throws {
        let lines = try Self.lines.get()
        #expect(lines.count > 1_000)
        let tokenizer = try Self.normalizer(form)
        for line in lines {
            let text = try #require(line["text"]?.string)
            let found = try normalized(text, tokenizer)
            #expect(
                same(found, line[form]?.string ?? text), "\(Array(text.unicodeScalars)): \(Array(found.unicodeScalars))"
            )
        }
    }

    /// Only stretches that a form may change are looked at, so what stands beside them must not matter.
    @Test(arguments: ["nfc", "nfd", "nfkc", "nfkd"])
    func `what stands around a text changes nothing`(form: String) throws {
        let lines = try Self.lines.get()
        let tokenizer = try Self.normalizer(form)
        var (whole, expected) = ("", "")
        for line in lines {
            let text = try #require(line["text"]?.string)
            // A letter that nothing composes with keeps one case from the next.
            whole += "x\n" + text + "\n日"
            expected += "x\n" + (line[form]?.string ?? text) + "\n日"
        }
        #expect(same(try normalized(whole, tokenizer), expected))
    }

    /// The first four invariants of Unicode's conformance tests.
    @Test func `forms of forms are what the standard says`() throws {
        let forms = try ["nfc", "nfd", "nfkc", "nfkd"].map { ($0, try Self.normalizer($0)) }
        let outcome = [
            "nfc": "nfc nfd nfkc nfkd", "nfd": "nfc nfd nfkc nfkd", "nfkc": "nfkc nfkd nfkc nfkd",
            "nfkd": "nfkc nfkd nfkc nfkd",
        ]
        for line in try Self.lines.get() {
            let text = try #require(line["text"]?.string)
            for (first, firstTokenizer) in forms {
                let once = try normalized(text, firstTokenizer)
                let wanted = try #require(outcome[first]).split(separator: " ").map(String.init)
                for ((second, tokenizer), form) in zip(forms, wanted) {
                    let twice = try normalized(once, tokenizer)
                    #expect(
                        same(twice, line[form]?.string ?? text),
                        "\(second) of \(first) of \(Array(text.unicodeScalars))")
                }
            }
        }
    }
}
