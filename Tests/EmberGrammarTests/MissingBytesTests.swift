// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Foundation
import SeededRandom
import Testing

/// Vocabularies that lack some bytes, as most published ones do: what they cannot write is masked, nothing else.
@Suite struct MissingBytesTests {
    /// SmolLM2 lacks byte 241 and some more, each the first of characters that nobody uses, and control characters.
    private static let partial = Vocabulary.awkward.texts.filter { $0 != [0xF1] && $0 != [0xF3] && $0 != [0x1F] }
    /// Here "é" is one token and neither of its bytes is; there is no "~" at all.
    private static let bound = Vocabulary.awkward.texts.filter { $0 != [0xC3] && $0 != [0xA9] && $0 != [0x7E] }

    private func grammar(_ schema: String, _ texts: [[UInt8]]) throws -> TokenGrammar {
        try TokenGrammar(
            try Grammar(schema: try JSON(parsing: schema)), TokenTrie(texts + [[]]), endTokens: [texts.count])
    }

    private static let schemas = [
        "true", #"{"type": "string", "maxLength": 4}"#,
        #"{"type": "array", "items": {"type": "string"}, "minItems": 2}"#,
        #"{"type": "object", "required": ["é"], "properties": {"é": {"enum": ["~", "日本", "é~", 1.5]}}, "maxProperties": 2}"#,
        #"{"type": "string", "pattern": "^[à-ÿ~]+$", "minLength": 2}"#,
    ]

    @Test(arguments: schemas)
    func `a byte that begins no character in use changes no mask`(schema: String) throws {
        let all = try grammar(schema, Vocabulary.awkward.texts)
        let some = try grammar(schema, Self.partial)
        let numbers = Self.partial.map { text in Vocabulary.awkward.texts.firstIndex(of: text) ?? -1 }
        var random = SplitMix(seed: 3)
        for _ in 0..<8 {
            var (a, b) = (Matcher(all) { Vocabulary.awkward.texts[$0] }, Matcher(some) { Self.partial[$0] })
            for _ in 0..<25 {
                let (full, mask) = (a.mask(budget: .max), b.mask(budget: .max))
                for token in Self.partial.indices { #expect(mask.contains(token) == full.contains(numbers[token])) }
                let choices = Self.partial.indices.filter { mask.contains($0) }
                guard let token = choices.randomElement(using: &random) else { break }
                let moved = (a.advance(numbers[token]), b.advance(token))
                #expect(moved == (true, true))
            }
        }
    }

    @Test(arguments: schemas, [partial, bound])
    func `every answer ends within its budget and can be read`(schema: String, texts: [[UInt8]]) throws {
        let grammar = try grammar(schema, texts)
        let reference = try TokenGrammar(
            try Grammar(schema: try JSON(parsing: schema)), Vocabulary.awkward.trie, endTokens: [])
        var random = SplitMix(seed: 9)
        for _ in 0..<150 {
            var matcher = Matcher(grammar) { $0 < texts.count ? texts[$0] : [] }
            var text: [UInt8] = []
            var budget = grammar.shortest + Int.random(in: 0...12, using: &random)
            while budget > 0, !matcher.isFinished {
                let mask = matcher.mask(budget: budget)
                let choices = (0...texts.count).filter { mask.contains($0) }
                let token = try #require(choices.randomElement(using: &random), "nothing is left behind \(text)")
                if token == texts.count { break }
                let isAllowed = matcher.advance(token)
                #expect(isAllowed)
                text += texts[token]
                budget -= 1
            }
            let isComplete = matcher.isComplete
            #expect(isComplete, "\(schema): \(String(decoding: text, as: UTF8.self))")
            #expect(reference.firstRefusedByte(in: text) == nil && grammar.firstRefusedByte(in: text) == nil)
        }
    }

    @Test(
        arguments: [
            (partial, "\"\u{40000}\"", 1), (partial, #""\ud8c0\udc00""#, nil), (partial, "\"日本 é\"", nil),
            (bound, "\"é\"", nil), (bound, "\"abcéé\"", nil), (bound, "\"è\"", 2), (bound, "\"ab~\"", 3),
            (bound, #""ab\u007e""#, nil), (bound, #""\u00e8""#, nil), (bound, "\"日本", 7),
        ] as [([[UInt8]], String, Int?)])
    func `a text is refused where no token can write it`(texts: [[UInt8]], text: String, place: Int?) throws {
        #expect(try grammar(#"{"type": "string"}"#, texts).firstRefusedByte(in: Array(text.utf8)) == place)
    }

    @Test func `a word that would only begin what cannot be finished is masked`() throws {
        // Behind "~" alone there is nothing; the escape remains.
        let grammar = try grammar(#"{"const": "~"}"#, Self.bound + [Array("\"~".utf8)])
        let texts = Self.bound + [Array("\"~".utf8)]
        var matcher = Matcher(grammar) { texts[$0] }
        let first = matcher.mask(budget: .max)
        #expect(first.contains(texts.count - 1))
        matcher.advance(texts.firstIndex(of: [0x22])!)
        let mask = matcher.mask(budget: .max)
        #expect(texts.indices.filter { mask.contains($0) }.allSatisfy { texts[$0].first == 0x5C })
    }

    @Test func `what no token can write at all is refused`() throws {
        let trie = TokenTrie(Self.bound)
        let error = #expect(throws: GrammarError.self) {
            try TokenGrammar(try Grammar(regex: "a~"), trie, endTokens: [])
        }
        #expect(error?.code == .unsupported && error?.detail.contains("tokens") == true)
        func refused(_ regex: String, _ text: String) throws -> Int? {
            try TokenGrammar(try Grammar(regex: regex), trie, endTokens: []).firstRefusedByte(in: Array(text.utf8))
        }
        #expect(try refused("a[~éb]", "aé") == nil)
        #expect(try refused("a[~b]", "a~") == 1)
    }
}
