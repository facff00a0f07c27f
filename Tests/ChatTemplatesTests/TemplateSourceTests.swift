// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import EmberJSON
import Foundation
import Testing

@Suite struct TemplateSourceTests {
    private func sources(_ files: [String: String]) throws -> ChatTemplate.Sources? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // Left-over files in a temporary folder do no harm.
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return try ChatTemplate.sources(in: folder)
    }

    @Test func `a file of its own comes before the configuration`() throws {
        let config = #"{"chat_template": "b"}"#
        #expect(try sources(["chat_template.jinja": "a", "tokenizer_config.json": config])?.standard == "a")
        let other = #"{"chat_template": "c"}"#
        #expect(try sources(["tokenizer_config.json": config, "chat_template.json": other])?.standard == "b")
        #expect(try sources(["chat_template.json": other])?.standard == "c")
        #expect(try sources(["tokenizer_config.json": "{}"]) == nil)
        #expect(try sources([:]) == nil)
    }

    @Test func `named templates are told apart`() throws {
        let list = #"[{"name": "tool_use", "template": "t"}, {"name": "default", "template": "d"}]"#
        let found = try sources(["tokenizer_config.json": "{\"chat_template\": \(list)}"])
        #expect(found == ChatTemplate.Sources(standard: "d", toolUse: "t"))
    }

    @Test func `other shapes are refused by name`() {
        #expect(throws: TemplateError.self) { try sources(["tokenizer_config.json": #"{"chat_template": 5}"#]) }
        let nameless = #"{"chat_template": [{"name": "x"}]}"#
        #expect(throws: TemplateError.self) { try sources(["tokenizer_config.json": nameless]) }
        #expect(throws: JSONError.self) { try sources(["tokenizer_config.json": "{"]) }
    }

    @Test func `reasoning is there under both names`() throws {
        let body = "{{ m.thinking }}/{{ m.reasoning_content }};"
        let template = try ChatTemplate("{% for m in messages %}" + body + "{% endfor %}")
        let messages: JSON = [
            ["role": "assistant", "reasoning_content": "a"], ["role": "assistant", "thinking": "b"],
            ["role": "assistant", "thinking": .null, "reasoning_content": "c"], ["role": "user"],
        ]
        let prompt = try template.render(
            JSONObject(["messages": messages]), now: TemplateClock(year: 2025, month: 3, day: 5))
        #expect(prompt.text == "a/a;b/b;c/c;/;")
    }

    @Test func `the clock shows the time of its zone`() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        let clock = TemplateClock(Date(timeIntervalSince1970: 1_709_247_599), in: zone)
        #expect(clock == TemplateClock(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59))
        #expect(TemplateClock(iso: "2024-02-29T23:59:59") == clock)
        #expect(TemplateClock(iso: "soon") == nil)
    }
}
