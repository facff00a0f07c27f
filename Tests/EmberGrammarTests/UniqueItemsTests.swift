// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Foundation
import SeededRandom
import Testing

/// Arrays in which no two elements may be equal.
@Suite struct UniqueItemsTests {
    // swift-format-ignore
    private static let finite = [
        #"{"type": "array", "items": {"enum": ["a", "ab", "日本", null, 12.5, 1]}, "uniqueItems": true, "minItems": 3}"#,
        #"{"type": "array", "items": {"type": "integer", "minimum": -2, "maximum": 4}, "uniqueItems": true, "minItems": 5}"#,
        #"{"type": "array", "prefixItems": [{"type": "boolean"}, {"type": "boolean"}], "items": false, "uniqueItems": true}"#,
        #"{"type": "array", "prefixItems": [{"enum": [1, 2]}, {"enum": [1]}], "items": {"enum": [2, 3]}, "uniqueItems": true, "minItems": 3}"#,
        #"{"type": "array", "items": {"type": "number", "multipleOf": 0.5, "exclusiveMinimum": 0, "maximum": 2}, "uniqueItems": true}"#,
    ]

    // swift-format-ignore
    private static let free = [
        #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 4}"#,
        #"{"type": "array", "items": {"type": "string", "maxLength": 1}, "uniqueItems": true, "minItems": 3}"#,
        #"{"type": "array", "items": {"type": "string", "pattern": "^[ab]+$"}, "uniqueItems": true, "minItems": 3, "maxItems": 7}"#,
        #"{"type": "array", "items": {"type": "integer"}, "uniqueItems": true, "minItems": 4}"#,
        #"{"type": "array", "items": {"type": "integer", "maximum": 3}, "uniqueItems": true, "minItems": 5}"#,
        #"{"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}, "uniqueItems": true}"#,
        #"{"type": "array", "items": {"type": ["string", "null", "integer"], "format": "ipv4"}, "uniqueItems": true, "minItems": 3}"#,
        #"{"type": "object", "properties": {"x": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}, "y": {"type": "array", "items": {"type": "string"}}}}"#,
    ]

    @Test(
        arguments: [
            (
                free[0], [#"["","a","b","aa"]"#, #"["1", "null", "x", "\""]"#],
                [#"["a","b","c","a"]"#, #"["a","b","c","\u0061"]"#, #"["é","b","c","\u00E9"]"#]
            ),
            (
                free[3], ["[1,2,3,4,10]", "[0, -1, 2, 3]"],
                ["[1,2,3,1.0]", "[1,2,3,100e-2]", "[0,1,2,-0]", "[1,2,3,1 ]"]
            ),
            (free[5], ["[0.1,0.12,0,1]"], ["[0.5,0.50]", "[0.12345678901234567890,0.1,0.1234567890123456789]"]),
            (free[6], [#"["1.2.3.4",null,1]"#], [#"[null,1,null]"#]),
            (
                free[7], [#"{"x":["a","b"],"y":["a","a"],"z":["a","a"]}"#, #"{"x":[],"z":[["a","a"],"a","a"]}"#],
                [#"{"y":["a","a"],"x":["a","a"]}"#]
            ),
            (
                finite[0], ["[\"a\",\"ab\",null]", "[12.5, 1, \"日本\", \"a\"]"],
                ["[\"a\",\"ab\",\"a\"]", "[1,1.0,null]", "[\"a\",\"\\u0061\",1]", "[1,null]"]
            ),
            (finite[1], ["[-2,-1,0,1,2,3,4]", "[4,3,2,1,0]"], ["[1,2,3,4,1e0]", "[0,-0,1,2,3]", "[1,2,3,4,5]"]),
            (finite[2], ["[true,false]", "[false]", "[]"], ["[true,true]", "[true,false,true]"]),
            (finite[3], ["[2,1,3]"], ["[1,1,2]", "[2,1,2]", "[1"]),
            (finite[4], ["[0.5,1,1.5,2]", "[2.0]"], ["[0.5,5e-1]", "[0]", "[2,2.0]"]),
            (
                #"{"items": {"enum": [1, 2]}, "uniqueItems": true, "type": "array"}"#, ["[1,2]", "[2]"],
                ["[1,2,1]", "[1,1]"]
            ),
            (#"{"type": "array", "maxItems": 1, "uniqueItems": true}"#, ["[[1]]", "[]"], ["[1,2]"]),
            (#"{"type": "array", "uniqueItems": false}"#, ["[1,1]"], []),
            (
                #"{"type": "object", "properties": {"a": {"type": "array", "items": {"enum": ["x", "y"]}, "uniqueItems": true}}}"#,
                [#"{"a":["x","y"],"b":["x","x"]}"#], [#"{"a":["x","x"]}"#]
            ),
        ] as [(String, [String], [String])])
    func `an element that is there already is refused`(schema: String, good: [String], bad: [String]) throws {
        for text in good { #expect(try verdict(schema, text) == nil, "\(text)") }
        for text in bad { #expect(try verdict(schema, text) != nil, "\(text)") }
    }

    @Test(arguments: finite + free)
    func `every answer ends within its budget with unlike elements`(schema: String) throws {
        let texts = Vocabulary.awkward.texts + [Array("1,".utf8), Array("\",\"a".utf8), Array("true,".utf8)]
        let grammar = try TokenGrammar(
            try Grammar(schema: try JSON(parsing: schema)), TokenTrie(texts + [[]]), endTokens: [texts.count])
        var random = SplitMix(seed: 5)
        for _ in 0..<60 {
            var matcher = Matcher(grammar) { $0 < texts.count ? texts[$0] : [] }
            var text: [UInt8] = []
            var budget = grammar.shortest + Int.random(in: 0...12, using: &random)
            while budget > 0, !matcher.isFinished {
                let mask = matcher.mask(budget: budget)
                let choices = (0...texts.count).filter { mask.contains($0) }
                let token = try #require(choices.randomElement(using: &random), "nothing is left behind \(text)")
                if token == texts.count { break }
                matcher.advance(token)
                text += texts[token]
                budget -= 1
            }
            let written = String(decoding: text, as: UTF8.self)
            let document = try #require(try? JSON(parsing: written), "\(written.debugDescription) \(budget)")
            let elements = document["x"]?.array ?? document.array ?? []
            let values = Set(elements.map { ExactString($0.double.map { "\($0)" } ?? $0.text) })
            #expect(values.count == elements.count, "\(written)")
            #expect(grammar.firstRefusedByte(in: text) == nil, "\(written)")
        }
    }

    @Test(arguments: [
        #"{"type": "array", "items": {"enum": [1, 2]}, "uniqueItems": true, "minItems": 3}"#,
        #"{"type": "array", "prefixItems": [{"const": 1}, {"const": 1.0}], "uniqueItems": true, "minItems": 2, "maxItems": 2}"#,
    ])
    func `more unlike elements than there are values are unsatisfiable`(schema: String) throws {
        let error = #expect(throws: GrammarError.self) { try Grammar(schema: try JSON(parsing: schema)) }
        #expect(error?.code == .unsatisfiable)
    }
}
