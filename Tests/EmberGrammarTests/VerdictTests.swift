// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberJSON
import Testing

/// The documents that a schema allows.
@Suite struct VerdictTests {
    @Test func `documents are allowed exactly when Python's jsonschema finds them valid`() throws {
        var checked = 0
        var refused = 0
        var last: (schema: JSON, grammar: Result<TokenGrammar, GrammarError>)?
        for (schema, text, valid) in try referenceVerdicts() {
            if last?.schema != schema {
                last = (
                    schema,
                    Result { () throws(GrammarError) in
                        try TokenGrammar(try Grammar(schema: schema), Vocabulary([]).trie, endTokens: [])
                    }
                )
            }
            switch last?.grammar {
            case .success(let grammar):
                checked += 1
                #expect((grammar.firstRefusedByte(in: Array(text.utf8)) == nil) == valid, "\(schema.text) \(text)")
            case .failure(let error) where error.code == .unsatisfiable: #expect(!valid, "\(schema.text) \(text)")
            default: refused += 1
            }
        }
        #expect(checked > 1_500 && refused * 20 < checked, "\(checked) checked, \(refused) refused")
    }

    @Test(
        arguments: [
            ("{\"a\":1}", nil), ("{ \"a\": 1 }", nil), ("{\n  \"a\": 1\n}", nil), ("{\"a\" :1}", 4), ("{  \"a\":1}", 2),
            (" {\"a\":1}", 0),
            ("{\"a\":1}\n", 7), ("{\"\\u0061\":1}", nil), ("{\"a\":1", 6), ("{\"a\":1,\"a\":2}", 6), ("{\"a\":01}", 6),
            ("{\"b\":1}", 2),
        ] as [(String, Int?)])
    func `white space, escapes and the place of the first refused byte`(text: String, place: Int?) throws {
        let schema =
            #"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": false, "required": ["a"]}"#
        #expect(try verdict(schema, text) == place)
    }

    @Test(
        arguments: [
            (#"{"a":1,"a":2}"#, 9), (#"{"a":1,"\u0061":2}"#, 14), (#"{"a\n":1,"a\u000A":2}"#, 17),
            (#"{"a":{"a":1},"b":{"a":[{"a":2},"a","a"]}}"#, nil), (#"{"":1,"":2}"#, 7), (#"{"日":1,"日本":2}"#, nil),
        ] as [(String, Int?)])
    func `names that are not listed are not repeated either`(text: String, place: Int?) throws {
        #expect(try verdict("true", text) == place)
        #expect(try verdict(#"{"type": "object", "patternProperties": {"^b": true}}"#, text) == place)
    }

    @Test(
        arguments: [
            (
                "{\"type\":\"integer\"}", ["1", "-0", "1.0", "1e2", "1.5e1", "12E+0", "0.00"],
                ["1.5", "1e-1", "1.", "-", "01", "1e400", "1.25e1"]
            ),
            (
                "{\"minimum\":-1.5,\"maximum\":20}", ["-1.5", "2e1", "20.000", "0e9", "1.99e+1"],
                ["-1.51", "20.01", "2.1e1", "-2"]
            ),
            ("{\"not\":{\"type\":\"integer\"}}", ["0.5", "6.31e1", "5e-1"], ["6.30e1", "10e-1", "6.3e1", "1.00"]),
            ("{\"const\":0.5}", ["0.5", "0.50", "5e-1", "5.0E-01"], ["0.05", "5", "-0.5", "0.5000000001"]),
            ("{\"multipleOf\":0.1}", ["0.3", "7", "1.10", "1.5e0", "2e-1"], ["0.35", "1.5e-1", "2e-2"]),
            ("{\"multipleOf\":7}", ["0", "-7.0", "7e3", "123456789012340"], ["8", "7e-1", "7e25", "1.41e1"]),
            (
                "{\"exclusiveMaximum\":1}", ["0.5", "-7e20", "0.99999999999999"],
                ["0.99999999999999999999", "1.0", "1e0"]
            ),
            ("{\"enum\":[100, 0]}", ["100", "1e2", "1.00E2", "0", "-0.0", "100.0"], ["10", "1000", "1e3"]),
            ("{\"exclusiveMaximum\":0}", ["-1", "-1e-9", "-0.1"], ["0", "-0", "1"]),
        ] as [(String, [String], [String])])
    func `numbers count by their value however they are written`(schema: String, good: [String], bad: [String]) throws {
        for text in good { #expect(try verdict(schema, text) == nil, "\(schema) \(text)") }
        for text in bad { #expect(try verdict(schema, text) != nil, "\(schema) \(text)") }
    }

    @Test func `strings are counted in characters and may not hold half of one`() throws {
        let two = #"{"type": "string", "minLength": 2, "maxLength": 2}"#
        for text in [#""ab""#, #""日本""#, #""\u65e5\u672C""#, #""😀\ud83d\uDE00""#, #""\n\"""#] {
            #expect(try verdict(two, text) == nil, "\(text)")
        }
        for text in [
            #""a""#, #""abc""#, #""😀😀😀""#, #""\ud83d\ud83d""#, #""\ud83d""#, #""\udE00a""#, "\"a\u{1}\"", #""\x61b""#,
        ] {
            #expect(try verdict(two, text) != nil, "\(text)")
        }
        let string = try TokenGrammar(
            try Grammar(schema: ["type": "string"]), Vocabulary([]).trie, endTokens: [])
        for bytes in [
            [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]] {
            #expect(string.firstRefusedByte(in: [0x22] + bytes + [0x22]) != nil, "\(bytes)")
        }
    }

    @Test(
        arguments: [
            (
                "date", ["2024-02-29", "2000-02-29", "1999-12-31"],
                ["2023-02-29", "1900-02-29", "2024-13-01", "2024-1-1", "2024-04-31"]
            ),
            (
                "time", ["23:59:60Z", "08:30:06.283185+01:00", "00:00:00z"],
                ["24:00:00Z", "12:60:00Z", "12:00:00", "22:59:60Z"]
            ),
            (
                "date-time", ["1985-04-12T23:20:50.52Z", "1996-12-19t16:39:57-08:00"],
                ["1985-04-12 23:20:50Z", "1985-04-31T00:00:00Z"]
            ),
            (
                "uuid", ["2eb8aa08-AA98-11ea-b4aa-73b441d16380"],
                ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638"]
            ),
            (
                "ipv4", ["0.0.0.0", "127.0.0.1", "255.249.199.99"],
                ["256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.-4", "1.2.3.1000", "1.2.3.4 ", "1e1.2.3.4"]
            ),
            (
                "email", ["joe.bloggs@example.com", "te~st@example.com"],
                ["2962", ".test@example.com", "te..st@example.com", "a@-b.org"]
            ),
        ] as [(String, [String], [String])])
    func `formats are enforced beside the type string`(format: String, good: [String], bad: [String]) throws {
        let schema = #"{"type": "string", "format": "\#(format)"}"#
        for text in good { #expect(try verdict(schema, "\"\(text)\"") == nil, "\(text)") }
        for text in bad { #expect(try verdict(schema, "\"\(text)\"") != nil, "\(text)") }
    }

    @Test(
        arguments: [
            ("a+b?", ["a", "aab"], ["", "b", "abb"]), ("(?:x|yy){2,3}", ["xx", "yyxyy"], ["x", "xxxx"]),
            ("[^a-c\\d]", ["z", "é", "\n"], ["a", "5"]),
            ("\\w+\\s\\S", ["ab_1 x"], ["é x"]), ("^\\u{1F600}\\x41$", ["😀A"], ["😀"]),
            ("\\p{Lu}\\P{L}", ["É1"], ["é1", "ÉA"]), (".", ["x"], ["\n"]),
            ("[]|b", ["b"], [""]), ("a|^$", ["a", ""], ["b"]), ("x{0}", [""], ["x"]), ("(a*)*", ["", "aaa"], ["b"]),
            ("a{,2}", ["a{,2}"], ["a"]),
        ] as [(String, [String], [String])])
    func `expressions match whole texts`(regex: String, good: [String], bad: [String]) throws {
        for text in good { #expect(try verdict(regex: regex, text) == nil, "\(regex) \(text)") }
        for text in bad { #expect(try verdict(regex: regex, text) != nil, "\(regex) \(text)") }
    }
}
