// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Testing

/// Schemas that cannot be enforced, and those that are made to do harm.
@Suite struct RefusalTests {
    private func error(_ schema: String) throws -> GrammarError? {
        let json = try JSON(parsing: schema)
        do {
            _ = try Grammar(schema: json)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            (#"{"type": "array", "items": {"type": "array"}, "uniqueItems": true}"#, "/uniqueItems", .unsupported),
            (#"{"items": {"pattern": "(?=a)"}}"#, "/items/pattern", .unsupported),
            (#"{"pattern": "(a)\\1"}"#, "/pattern", .unsupported),
            (#"{"pattern": "a\\b"}"#, "/pattern", .unsupported),
            (#"{"pattern": "["}"#, "/pattern", .invalid),
            (#"{"properties": {"a/b": {"$ref": "http://example.com/x.json"}}}"#, "/properties/a~1b/$ref", .unsupported),
            (##"{"$ref": "#/$defs/none"}"##, "/$ref", .invalid),
            (#"{"type": "text"}"#, "/type", .invalid),
            (#"{"minLength": -1}"#, "/minLength", .invalid),
            (#"{"items": [{}]}"#, "/items", .unsupported),
            (#"{"format": "date"}"#, "/format", .unsupported),
            (#"{"minProperties": 2}"#, "/minProperties", .unsupported),
            (#"{"multipleOf": 0.123456789}"#, "/multipleOf", .tooLarge),
            (#"{"not": {"additionalProperties": {"type": "string"}}}"#, "/not/additionalProperties", .unsupported),
            (#"{"contains": {"type": "null"}, "allOf": [{"contains": {"type": "string"}}]}"#, "", .unsupported),
            (#"{"allOf": [{"type": "string"}, {"type": "null"}]}"#, "", .unsatisfiable),
            (##"{"$ref": "#"}"##, "", .invalid),
            (##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##, "", .unsatisfiable),
        ] as [(String, String, GrammarError.Code)])
    func `what cannot be enforced is refused by its pointer`(schema: String, pointer: String, code: GrammarError.Code)
        throws
    {
        let error = try #require(try error(schema))
        #expect(error.pointer == pointer && error.code == code, "\(error)")
    }

    @Test func `oneOf of several arrays is refused by its own name`() throws {
        let arrays = ["integer", "string", "boolean"].map { "{\"type\": \"array\", \"items\": {\"type\": \"\($0)\"}}" }
        let list = arrays.joined(separator: ", ")
        let plain = try #require(try error("{\"oneOf\": [\(list)]}"))
        #expect(plain.code == .unsupported)
        #expect(plain.description == "/oneOf: several arrays cannot be enforced; use anyOf")
        let inside = try #require(try error("{\"properties\": {\"a\": {\"oneOf\": [\(list)]}}}"))
        #expect(inside.pointer == "/properties/a/oneOf")
        #expect(try error("{\"anyOf\": [\(list)]}") == nil)
        // Named elsewhere, each is told by its own place.
        let references = "{\"oneOf\": [{\"$ref\": \"#/$defs/0\"}, {\"$ref\": \"#/$defs/1\"}, {\"$ref\": \"#/$defs/2\"}]"
        let defined = arrays.enumerated().map { "\"\($0)\": \($1)" }.joined(separator: ", ")
        let named = try #require(try error(references + ", \"$defs\": {\(defined)}}"))
        #expect(named.pointer.hasSuffix("/items") && named.detail.contains("oneOf"), "\(named)")
    }

    @Test(arguments: [
        "{\"pattern\": \"(a|b){1000000}\"}", "{\"pattern\": \"(((a{1,100}){1,100}){1,100}){1,100}\"}",
        "{\"pattern\": \"(a|b)*a(a|b){30}\"}",
        "{\"pattern\": \"\(String(repeating: "(", count: 100_000))\"}",
        "{\"pattern\": \"x\", \"minLength\": 1000000000}",
        "{\"allOf\": [{\"pattern\": \"a.{9}b\"}, {\"pattern\": \"b.{9}a\"}, {\"pattern\": \"c.{9}d\"}]}",
    ])
    func `an expression that needs too many states is refused soon`(schema: String) throws {
        let clock = ContinuousClock()
        var code: GrammarError.Code?
        // The limit only tells a hang from slowness; in a release build none takes a tenth of it.
        #expect(try clock.measure { code = try error(schema)?.code } < .seconds(60))
        #expect(code == .tooLarge)
    }

    @Test func `a schema that refers to itself twice at each level ends`() throws {
        var members = (0..<60).map {
            "\"d\($0)\": {\"allOf\": [{\"$ref\": \"#/$defs/d\($0 + 1)\"}, {\"$ref\": \"#/$defs/d\($0 + 1)\"}]}"
        }
        members.append("\"d60\": {\"type\": \"array\"}")
        let schema = "{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(members.joined(separator: ","))}}"
        #expect(try error(schema)?.code == .tooLarge)
        // As parts of a document it is only large, and its size does not overflow.
        members = (0..<100).map {
            "\"d\($0)\": {\"type\": \"object\", \"required\": [\"a\", \"b\"], \"properties\": {\"a\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}, "
                + "\"b\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}}}"
        }
        members.append("\"d100\": {\"type\": \"null\"}")
        let doubling = "{\"$ref\": \"#/$defs/d0\", \"$defs\": {\(members.joined(separator: ","))}}"
        #expect(try error(doubling)?.code == .unsatisfiable)
    }

    @Test func `a long name above many schemas, and two long lists of values, are refused within the budget`() throws {
        let name = String(repeating: "n", count: 20_000)
        let parts = Array(repeating: "true", count: 4_000).joined(separator: ",")
        let deep = "{\"type\": \"object\", \"properties\": {\"\(name)\": {\"anyOf\": [\(parts)]}}}"
        let values = [0, 1_000_000].map { start in
            "{\"enum\": [\((start..<start + 5_000).map(String.init).joined(separator: ","))]}"
        }
        for schema in [deep, "{\"oneOf\": [\(values.joined(separator: ","))]}"] {
            #expect(throws: GrammarError.self) {
                try CompilerBudget.run { _ = try Grammar(schema: JSON(parsing: schema)) }
            }
        }
    }

    @Test func `enormous counts cost nothing`() throws {
        #expect(try verdict(#"{"type": "string", "minLength": 1000000000}"#, "\"abc\"") == 4)
        #expect(try verdict(#"{"type": "string", "maxLength": 1000000000}"#, "\"abc\"") == nil)
        #expect(try verdict(#"{"type": "array", "minItems": 1e9}"#, "[1]") == 2)
        #expect(try verdict(#"{"type": "array", "maxItems": 1e18}"#, "[1, 2]") == nil)
        let grammar = try Grammar(schema: ["type": "array", "minItems": 1_000_000_000])
        #expect(try TokenGrammar(grammar, Vocabulary([]).trie, endTokens: []).shortest > 1_000_000_000)
    }

    @Test func `a long list of values and a wide object are taken`() throws {
        let words = (0..<5_000).map { "\"word \($0)\"" }.joined(separator: ",")
        #expect(try verdict("{\"enum\": [\(words)]}", "\"word 4711\"") == nil)
        let members = (0..<500).map { "\"member\($0)\": {\"type\": \"integer\"}" }.joined(separator: ",")
        let schema = "{\"type\": \"object\", \"additionalProperties\": false, \"properties\": {\(members)}}"
        #expect(try verdict(schema, "{\"member499\": 1, \"member0\": 2}") == nil)
        #expect(try verdict(schema, "{\"member500\": 1}") == 10)
    }

    @Test func `documents nested deeper than readers follow are not written`() throws {
        #expect(try verdict("true", String(repeating: "[", count: 90) + String(repeating: "]", count: 90)) == nil)
        #expect(try verdict("true", String(repeating: "[", count: 200) + String(repeating: "]", count: 200)) != nil)
    }

    @Test func `a vocabulary that cannot write objects is refused`() throws {
        let trie = TokenTrie((0..<255).filter { $0 != 0x7D }.map { [UInt8($0)] })
        let error = #expect(throws: GrammarError.self) {
            try TokenGrammar(try Grammar(schema: true), trie, endTokens: [])
        }
        #expect(error?.code == .unsupported && error?.detail.contains("}") == true)
    }
}
