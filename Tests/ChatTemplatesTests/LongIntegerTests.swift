// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import Foundation
import Testing

/// Python's integers have no end, and neither have those of a template's input.
@Suite struct LongIntegerTests {
    private func text(_ source: String, _ variables: String) throws -> String {
        let object = try #require(try JSON(parsing: variables).object)
        return try ChatTemplate(source).render(object, now: TemplateClock(year: 2025, month: 3, day: 5)).text
    }

    @Test(arguments: [
        "12345678901234567890", "-9223372036854775809", "1\(String(repeating: "0", count: 400))", "9223372036854775807",
    ])
    func `an integer of any length stays as it is`(digits: String) throws {
        let message = #"{"role":"user","content":{"id":\#(digits)}}"#
        let variables = #"{"n":\#(digits),"messages":[\#(message)],"tools":[{"least":\#(digits)}]}"#
        #expect(try JSON(parsing: variables).text == variables)
        let source =
            "{{ n }} {{ [n] }} {{ tools|tojson }} {{ messages[0].content.id }} {{ n == \(digits) }} {{ n is integer }}"
        let expected = "\(digits) [\(digits)] [{\"least\": \(digits)}] \(digits) True True"
        #expect(try text(source, variables) == expected)
    }

    @Test func `arithmetic goes on exactly`() throws {
        let sums = try text("{{ n + 1 }} {{ n - n }} {{ n // 10 }}", #"{"n":12345678901234567890}"#)
        #expect(sums == "12345678901234567891 0 1234567890123456789")
        #expect(try text("{{ n }}", #"{"n":12345678901234567890.0}"#) == "1.2345678901234567e+19")
    }

    @Test func `an integer without end is refused`() throws {
        #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "9", count: 5_000)) }
        #expect(throws: TemplateError.self) {
            try text("{{ n * n }}", "{\"n\":\(String(repeating: "9", count: 4_300))}")
        }
    }
}
