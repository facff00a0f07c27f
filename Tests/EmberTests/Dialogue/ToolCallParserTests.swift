// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberJSON
import Testing

/// Calls and text told apart, and when each is reported.
@Suite struct ToolCallParserTests {
    struct Example: Sendable, CustomStringConvertible {
        let format: ToolCallFormat
        let text: String
        let events: [Generation]
        var description: String { text.debugDescription }
    }

    private static func call(_ arguments: JSONObject = JSONObject(), id: String? = nil) -> Generation {
        .toolCall(ToolCall(id: id, name: "get_weather", arguments: arguments))
    }

    private static let paris = JSONObject(["city": "Paris"])
    private static let tricky = JSONObject(["city": "}]\"\\</tool_call>{[ 東京 👩‍👩‍👧", "deep": ["a": [["b": .null]]]])

    static let examples = [
        Example(
            format: .hermes, text: #"<tool_call>{"name": "get_weather", "arguments": {"city": "Paris"}}</tool_call>"#,
            events: [call(paris)]),
        Example(
            format: .hermes,
            text: "<tool_call>{\"name\": \"get_weather\", \"arguments\": \(JSON.object(tricky).text)}</tool_call>",
            events: [call(tricky)]),
        Example(
            format: .hermes, text: "One: <tool_call>{\"name\":\"get_weather\"}\n</tool_call>\n\n Two.\n",
            events: [.chunk("One:"), call(), .chunk("Two.\n")]),
        Example(
            format: .hermes, text: #"<tool_call>{"arguments": null, "name": "get_weather"}</tool_call><tool_call>"#,
            events: [call(), .chunk("<tool_call>")]),
        // Arguments as text are those that the text holds.
        Example(
            format: .hermes,
            text: #"<tool_call>{"name": "get_weather", "arguments": "{\"city\": \"Paris\"}"}</tool_call>"#,
            events: [call(paris)]),
        // A call that is no call does not hide the next.
        Example(
            format: .hermes,
            text: #"<tool_call>{"name": 3}</tool_call> <tool_call>{"name": "get_weather"}</tool_call>"#,
            events: [.chunk(#"<tool_call>{"name": 3}</tool_call>"#), call()]),
        Example(
            format: .llama,
            text: #" {"name": "get_weather", "parameters": {"city": "Paris"}} ; {"name": "get_weather"}"#,
            events: [call(paris), call()]),
        Example(
            format: .llama, text: #"<|python_tag|>{"name": "get_weather", "parameters": {"city": "Paris"}}"#,
            events: [call(paris)]),
        Example(
            format: .mistral,
            text: #"[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Paris"}, "id": "a12345678"}]"#,
            events: [call(paris, id: "a12345678")]),
        Example(
            format: .mistral,
            text: #"[TOOL_CALLS]get_weather[ARGS]{"city": "Paris"}[TOOL_CALLS]get_weather[CALL_ID]x[ARGS]{}"#,
            events: [call(paris), call(id: "x")]),
        Example(
            format: .deepSeek,
            text:
                "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{\"city\": \"Paris\"}\n```"
                + "<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>Done",
            events: [call(paris), call(), .chunk("Done")]),
    ]

    @Test(arguments: examples)
    func `calls are told from text, wherever it is cut`(example: Example) {
        #expect(read([example.text], as: .calls(example.format)) == example.events)
        #expect(read(example.text.scalars, as: .calls(example.format)) == example.events)
    }

    @Test(arguments: [
        (ToolCallFormat.hermes, "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Par"),
        (.hermes, "<tool_call>\n"), (.hermes, "<tool_call>get_weather</tool_call>"),
        (.hermes, #"<tool_call>{"name": "get_weather", "arguments": [1]}</tool_call>"#),
        (.hermes, #"<tool_call>{"name": "get_weather", "arguments": {"a": 1, "a": 2}}</tool_call>"#),
        (.hermes, #"<tool_call>{'name': 'get_weather'}</tool_call>"#),
        (.hermes, #"<tool_call>{"name": "", "arguments": {}}</tool_call>"#),
        (.hermes, #"<tool_call>{"name": "get_weather"}} </tool_call>"#),
        (.hermes, #"<tool_call>{"name": "get_weather"]</tool_call>"#), (.hermes, "a <tool_cal"),
        (.hermes, "a < b \n <tool_calm> "), (.hermes, "  "), (.hermes, #"{"name": "get_weather"}"#),
        // JSON that is an answer, not a call: nobody offered this function.
        (.llama, #"{"name": "Ada", "parameters": {}}"#), (.llama, #"{"city": "Paris"}"#),
        (.llama, #"As JSON: {"name": "get_weather", "parameters": {}}"#), (.llama, "<|python_tag|>print(1)"),
        (.llama, "{"), (.mistral, "[TOOL_CALLS]"), (.mistral, "[TOOL_CALLS][]"), (.mistral, "[TOOL_CALLS][1]"),
        (.mistral, #"[TOOL_CALLS]get_weather{"city": "Paris"}"#), (.mistral, #"[TOOL_CALLS][ARGS]{}"#),
        (.mistral, #"[TOOL_CALLS]get_weather[CALL_ID][ARGS"#),
        (.deepSeek, "<｜tool▁calls▁begin｜>"), (.deepSeek, "<｜tool▁calls▁begin｜>none<｜tool▁calls▁end｜>"),
        (.deepSeek, "<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n{}<｜tool▁call▁end｜>"),
    ])
    func `what is no call is text, to the last character`(format: ToolCallFormat, text: String) {
        #expect(read([text], as: .calls(format)) == [.chunk(text)])
        #expect(read(text.scalars, as: .calls(format)) == [.chunk(text)])
    }

    @Test func `text is told at once, a call as soon as it is whole`() {
        var reader = AnswerReader(.calls(.hermes))
        #expect(reader.append("Let me") == [.chunk("Let me")])
        #expect(reader.append(" look.\n<tool") == [.chunk(" look.")])
        #expect(reader.append("s>") == [.chunk("\n<tools>")])
        #expect(reader.append("<tool_call>{\"name\": \"get_weather\"}") == [])
        #expect(reader.append("</tool_call>") == [Self.call()])
        #expect(reader.finish() == [])
    }

    @Test func `a call that grows without end becomes text`() {
        var reader = AnswerReader(.calls(.hermes))
        let opening = "<tool_call>{\"name\": \""
        #expect(reader.append(opening) == [])
        let piece = String(repeating: "x", count: 1 << 14)
        var text = ""
        var most = 0
        for count in 1...8 {
            for case .chunk(let chunk) in reader.append(piece) { text += chunk }
            most = max(most, opening.utf8.count + count * piece.utf8.count - text.utf8.count)
        }
        #expect(text == opening + String(repeating: piece, count: 8))
        #expect(most <= (1 << 16) + piece.utf8.count)
    }

    @Test func `brackets without end are no trouble`() {
        for format in ToolCallFormat.allCases {
            let text = format.markers[0] + String(repeating: "{\"a\":[", count: 3000)
            #expect(read([text], as: .calls(format)) == [.chunk(text)])
            let closed = format.markers[0] + String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000)
            #expect(read([closed], as: .calls(format)) == [.chunk(closed)])
        }
    }

    @Test func `a thought is not searched for calls, the answer behind it is`() {
        let call = #"<tool_call>{"name": "get_weather"}</tool_call>"#
        let thinking = AnswerFormat.Thinking(
            markers: ThinkingMarkers(opening: "<think>", closing: "</think>"), startsInside: true)
        let events = read("I might \(call).\n</think>\n\n\(call)".scalars, as: .calls(.hermes, thinking: thinking))
        #expect(events == [.thought("I might \(call).\n"), Self.call()])
    }

    @Test(arguments: [
        ("{{ '<tool_call>' }}", ToolCallFormat.hermes), ("{{ '[TOOL_CALLS]' }}", .mistral),
        ("{{ '<|python_tag|>' }}", .llama), ("{{ '<｜tool▁calls▁begin｜>' }}", .deepSeek),
        ("{{ '<tool_call>\n<function=' }}", nil), ("{{ messages }}", nil),
    ])
    func `the notation is found in the template`(template: String, format: ToolCallFormat?) {
        #expect(ToolCallFormat(in: template, addedTokens: []) == format)
    }

    @Test func `a template that has none leaves it to the vocabulary`() {
        #expect(ToolCallFormat(in: "{{ messages }}", addedTokens: ["<s>", "[TOOL_CALLS]"]) == .mistral)
    }
}
