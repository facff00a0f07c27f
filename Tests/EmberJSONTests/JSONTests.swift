// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import Testing

@Suite struct JSONTests {
    @Test func `keys keep their order and numbers their kind`() throws {
        let text = #"{"b":1,"a":[1.0,-0,2e3,true,null,"x"],"":{}}"#
        let json = try JSON(parsing: text)
        #expect(json.object?.keys == ["b", "a", ""])
        #expect(json["a"]?.array == [1.0, 0, 2000.0, true, .null, "x"])
        #expect(json["b"] == 1 && json["b"] != 1.0)
    }

    @Test(arguments: [
        "9223372036854775807": JSON.integer(.max), "-9223372036854775808": .integer(.min),
        "9223372036854775808": .bigInteger("9223372036854775808"), "1E+2": .number(100), "0.1": .number(0.1),
    ])
    func `numbers are read exactly`(text: String, value: JSON) throws { #expect(try JSON(parsing: text) == value) }

    /// Strictness: what RFC 8259 does not allow, and the line and column at which that shows.
    @Test(arguments: [
        ("", 1, 1), ("{", 1, 2), ("[1,]", 1, 4), ("[1 2]", 1, 4), ("{\"a\" 1}", 1, 6), ("{a:1}", 1, 2), ("01", 1, 3),
        ("1.", 1, 3), ("-", 1, 2), ("+1", 1, 1), (".5", 1, 1), ("1e", 1, 3), ("1e400", 1, 6), ("NaN", 1, 1),
        ("tru", 1, 1), ("nulls", 1, 5), ("\"\t\"", 1, 2), ("\"abc", 1, 5), ("\"\\x\"", 1, 3), ("\"\\ud800\"", 1, 4),
        ("\"\\ud800\\u0041\"", 1, 4), ("\"\\u12g4\"", 1, 6), ("{} {}", 1, 4), ("[\n1,\n?]", 3, 1), ("'a'", 1, 1),
        ("[1]]", 1, 4), ("{\"a\":1,}", 1, 8), ("{\"a\":1,\"a\":2}", 1, 12),
    ])
    func `what is not JSON is refused at its place`(text: String, line: Int, column: Int) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error?.line == line && error?.column == column, "\(error?.description ?? "")")
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: [0x22, 0xC3, 0x28, 0x22]) }
        #expect(error?.code == .notUnicode)
    }

    @Test func `nesting ends at the limit, not in a crash`() throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(#expect(throws: JSONError.self) { try JSON(parsing: deep) }?.code == .tooDeep)
        var reader = JSONReader(Array(deep.utf8))
        #expect(#expect(throws: JSONError.self) { try reader.skipValue() }?.code == .tooDeep)
        let allowed = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
        _ = try JSON(parsing: allowed)
    }

    @Test func `keys are told apart by their scalars`() throws {
        let json = try JSON(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2}")
        #expect(json["\u{e9}"] == 1 && json["e\u{301}"] == 2)
        #expect(JSON.string("\u{e9}") != JSON.string("e\u{301}"))
    }

    @Test func `large objects find their keys as small ones do`() {
        var object = JSONObject()
        for n in 0..<100 { object["k\(n)"] = .integer(n) }
        object["k50"] = nil
        object["k7"] = "seven"
        #expect(object.count == 99 && object["k50"] == nil && object["k7"] == "seven" && object["k99"] == 99)
        #expect(object.keys.first == "k0" && object.keys.last == "k99")
    }

    @Test func `values of every kind can be passed over`() throws {
        var reader = JSONReader(Array(#"[{"a":[1,{"b":null}],"c":"}]"},[[],{}],true,-1.5e3,"x"]"#.utf8))
        try reader.beginArray()
        var count = 0
        while try reader.nextElement() {
            try reader.skipValue()
            count += 1
        }
        try reader.end()
        #expect(count == 5)
    }

    /// Foundation reads back what was written: another implementation than ours.
    @Test func `what is written is JSON on one line`() throws {
        let all = String((0..<0x3000).compactMap(Unicode.Scalar.init).map(Character.init)) + "😀\"\\/"
        let json: JSON = [
            "text": .string(all), "numbers": [1, 1.5, 1e300, -7], "none": .null, "flags": [true, false],
        ]
        let text = json.text
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
        let read = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect((read["text"] as? String).map { Array($0.utf8) } == Array(all.utf8))
        #expect(try JSON(parsing: text) == json)
    }
}

/// Numbers from outside, each with a range.
@Suite struct NumberTests {
    @Test(arguments: [
        "", " ", "-", "nan", "NAN", "inf", "-infinity", "1e999", "9223372036854775808", "-9223372036854775809",
        "\u{664}",
        "１", "1 ", "0x10", "1.0", "1e3", "--1", "101",
    ])
    func `what is no whole number of the range is none`(text: String) {
        #expect(text.number(in: 0...100) == nil)
    }

    @Test func `a number of the range is read`() {
        #expect("7".number(in: 0...100) == 7 && "-0".number(in: 0...100) == 0 && "+7".number(in: 0...100) == 7)
        #expect("-9223372036854775808".number(in: Int64.min ... .max) == .min)
        #expect("18446744073709551615".number(in: 0...UInt64.max) == .max)
        #expect("0.5".number(in: 0.0...1) == 0.5 && "1e-3".dropFirst(0).number(in: Float(0)...1) == 0.001)
        #expect(["nan", "inf", "-inf", "1e999", "1.5", ""].allSatisfy { $0.number(in: 0.0...1) == nil })
    }

    @Test func `so are those of JSON`() {
        #expect(JSON.integer(7).number(in: 0...9) == 7 && JSON.integer(10).number(in: 0...9) == nil)
        #expect(JSON.number(0.5).number(in: 0.0...1) == 0.5 && JSON.integer(1).number(in: 0.0...1) == 1)
        #expect(JSON.number(.nan).number(in: 0.0...1) == nil && JSON.number(1e308).number(in: 0.0...1) == nil)
        #expect(
            JSON.bigInteger("9223372036854775808").number(in: 0 ... .max) == nil && JSON.null.number(in: 0...9) == nil)
    }
}
