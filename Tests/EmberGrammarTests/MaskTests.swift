// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Foundation
import SeededRandom
import Testing

/// The tokens that a grammar lets through, and how it brings a text to its end.
@Suite struct MaskTests {
    private static let vocabulary = Vocabulary.awkward
    private static let end = vocabulary.texts.count

    /// As the vocabulary, with one more token that ends an answer and writes nothing.
    private static let trie = TokenTrie(vocabulary.texts + [[]])

    private static let schemas = [
        #"{"type": "object", "required": ["name", "n"], "properties": {"name": {"type": "string", "maxLength": 5}, "n": {"type": "integer"}}}"#,
        ##"{"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}, {"$ref": "#"}]}, "maxItems": 3}"##,
        #"{"enum": ["a", "ab", "日本", true, null, 12.5]}"#,
        #"{"type": "object", "additionalProperties": {"type": "string", "minLength": 2}, "propertyNames": {"pattern": "^[a-c]"}}"#,
        #"{"anyOf": [{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": false}, {"type": "object", "properties": {"name": {"type": "string"}, "na": true}, "required": ["na"]}]}"#,
        #"{"type": "array", "contains": {"const": -991}}"#,
        "true",
    ]

    private func joined(_ schema: String) throws -> TokenGrammar {
        try TokenGrammar(try Grammar(schema: try JSON(parsing: schema)), Self.trie, endTokens: [Self.end])
    }

    private func matcher(_ grammar: TokenGrammar) -> Matcher {
        let texts = Self.vocabulary.texts
        return Matcher(grammar) { $0 < texts.count ? texts[$0] : [] }
    }

    @Test(arguments: schemas)
    func `a mask holds exactly the tokens whose bytes can follow`(schema: String) throws {
        let grammar = try joined(schema)
        var random = SplitMix(seed: 7)
        for _ in 0..<12 {
            var matcher = matcher(grammar)
            var text: [UInt8] = []
            for _ in 0..<25 {
                let mask = matcher.mask(budget: .max)
                for token in 0..<Self.end {
                    var copy = matcher
                    var isAllowed = copy.advance(token)
                    if isAllowed, !mask.contains(token) {
                        // It may only have been taken out because it ends a name for the second time.
                        let longer = text + Self.vocabulary.texts[token]
                        isAllowed = [nil, longer.count].contains(grammar.firstRefusedByte(in: longer))
                    }
                    #expect(mask.contains(token) == isAllowed, "\(schema) token \(token)")
                }
                let isComplete = matcher.isComplete
                #expect(mask.contains(Self.end) == isComplete)
                let choices = (0..<Self.end).filter { mask.contains($0) }
                guard let token = choices.randomElement(using: &random) else { break }
                matcher.advance(token)
                text += Self.vocabulary.texts[token]
            }
        }
    }

    @Test(arguments: schemas, [0, 1, 5, 40])
    func `whatever is chosen, the text ends within its tokens`(schema: String, spare: Int) throws {
        let grammar = try joined(schema)
        var random = SplitMix(seed: 7)
        for _ in 0..<20 {
            var matcher = matcher(grammar)
            var text: [UInt8] = []
            var budget = grammar.shortest + spare
            while budget > 0 {
                let mask = matcher.mask(budget: budget)
                let choices = (0..<Self.end).filter { mask.contains($0) }
                guard let token = choices.randomElement(using: &random) else { break }
                matcher.advance(token)
                text += Self.vocabulary.texts[token]
                budget -= 1
                for forced in matcher.forced(atMost: 4, budget: budget) {
                    let isAllowed = matcher.mask(budget: budget).contains(Int(forced))
                    #expect(isAllowed)
                    matcher.advance(Int(forced))
                    text += Self.vocabulary.texts[Int(forced)]
                    budget -= 1
                }
            }
            let isComplete = matcher.isComplete
            #expect(isComplete, "\(schema): \(String(decoding: text, as: UTF8.self))")
            #expect(throws: Never.self) {
                try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
            }
            #expect(grammar.firstRefusedByte(in: text) == nil)
        }
    }

    @Test func `what can only go one way is forced in whole tokens`() throws {
        let schema =
            #"{"type": "object", "properties": {"name": {"const": true}}, "required": ["name"], "additionalProperties": false}"#
        let grammar = try joined(schema)
        var matcher = matcher(grammar)
        for byte in Array(#"{"n"#.utf8) { matcher.advance(Int(byte)) }
        let forced = matcher.forced(atMost: 8, budget: 100)
        // "ame" is certain; `":` may be the beginning of `": `, which is left to the model.
        #expect(forced.map { String(decoding: Self.vocabulary.texts[Int($0)], as: UTF8.self) } == ["ame"])
        let (right, wrong) = (matcher.allowed(forced), matcher.allowed([Int32(UInt8(ascii: "x"))]))
        #expect(right == 1 && wrong == 0)
    }

    @Test func `no token ends a name that the object has already`() throws {
        let words = Vocabulary(["a\"", "a\":", "ab\"", "\\u0061\"", "\"a\"", ",\"a\":1"])
        let grammar = try TokenGrammar(try Grammar(schema: ["type": "object"]), words.trie, endTokens: [])
        func allowed(behind text: String) -> [String] {
            var matcher = Matcher(grammar) { words.texts[$0] }
            for byte in text.utf8 { matcher.advance(Int(byte)) }
            let mask = matcher.mask(budget: .max)
            return words.texts.indices.filter { mask.contains($0) && ($0 > 255 || $0 == 0x22) }.map {
                String(decoding: words.texts[$0], as: UTF8.self)
            }
        }
        #expect(allowed(behind: #"{"a":1,""#) == ["\"", "ab\""])
        #expect(allowed(behind: #"{"a":1,"a"#) == ["a\"", "a\":", "ab\"", "\\u0061\""])
        #expect(allowed(behind: #"{"":0,"\u0061":1,""#) == ["ab\""])
        #expect(allowed(behind: #"{"a":1"#) == [])
        #expect(allowed(behind: #"{"a":1,"b":{""#) == ["\"", "a\"", "a\":", "ab\"", "\\u0061\""])
        #expect(allowed(behind: #"{"a":1,"b":{"a":2},"#) == ["\""])
    }

    @Test func `where few names are allowed, no beginning is that has been used up`() throws {
        let schema =
            #"{"type": "object", "propertyNames": {"enum": ["foo", "fee", "bar"]}, "additionalProperties": {"type": "null"}, "minProperties": 2}"#
        let grammar = try joined(schema)
        for (text, expected) in [
            (#"{"#, "\n \""), (#"{""#, "\\bf"), (#"{"bar":null,"f"#, "\\eo"), (#"{"foo":null,"f"#, "\\e"),
            (#"{"foo":null,"bar":null,"fee":null"#, "\n }"), (#"{"foo":null"#, ","),
        ] {
            var matcher = matcher(grammar)
            for byte in text.utf8 { matcher.advance(Int(byte)) }
            let mask = matcher.mask(budget: .max)
            let allowed = (UInt8.min...UInt8.max).filter { mask.contains(Int($0)) }
            #expect(String(decoding: allowed, as: UTF8.self) == expected, "\(text)")
        }
    }

    @Test func `special tokens are never allowed`() throws {
        var matcher = matcher(try joined("{\"type\": \"string\"}"))
        let mask = matcher.mask(budget: .max)
        #expect(!mask.contains(Self.end) && mask.contains(Int(UInt8(ascii: "\""))))
    }
}
