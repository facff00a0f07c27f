// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// OpenAI's responses.
@Suite struct ResponsesTests {
    private static let call = FunctionCall(id: "abc123def", name: "weather", arguments: #"{"place":"Nuuk"}"#)
    private static let tools = #"""
        , "tools": [{"type": "function", "name": "weather", "parameters": {"type": "object"}, "strict": true},
        {"type": "function", "name": "now", "parameters": null, "strict": false}]
        """#

    private func ask(
        _ fields: String = "", input: String = #""Hello""#, by model: ScriptedModel = ScriptedModel(saying: "Yes.")
    ) async throws -> TestResponse {
        try await Program(TestApp(model)).post("/v1/responses", #"{"model": "", "input": \#(input)\#(fields)}"#)
    }

    private static func script(
        _ events: [CompletionEvent], _ reason: CompletionSummary.Reason = .stop
    ) -> ScriptedModel {
        var summary = CompletionSummary.ended(reason)
        (summary.cachedPromptTokens, summary.thoughtTokens) = (1_000, 3)
        return ScriptedModel { [summary] _ in .of(events + [.finished(summary)]) }
    }

    // MARK: Answers

    @Test func `a response has OpenAI's shape`() async throws {
        let model = Self.script([.thought("Hm."), .text("Hello "), .text("you."), .call(Self.call)])
        let response = try await ask(#", "instructions": "Be brief.", "metadata": {"a": "b"}"#, by: model)
        #expect(response.status == .ok, "\(response.text)")
        let value = try response.json
        #expect(try ProgramShapes().faults(of: value, as: "openai.response.Response") == [])
        #expect(value["status"] == "completed" && value["store"] == false && value["previous_response_id"] == .null)
        #expect(value["instructions"] == "Be brief." && value["metadata"] == ["a": "b"])
        let output = try #require(value["output"]?.array)
        #expect(output.map { $0["type"]?.string } == ["reasoning", "message", "function_call"])
        #expect(output[0]["content"] == [["type": "reasoning_text", "text": "Hm."]] && output[0]["summary"] == [])
        #expect(output[1]["content"]?[0]?["text"] == "Hello you.")
        #expect(output[2]["call_id"] == "abc123def" && output[2]["arguments"]?.string == Self.call.arguments)
        #expect(Set(output.map { $0["id"]?.string }).count == 3)
        #expect(
            value["usage"] == [
                "input_tokens": 3_000, "input_tokens_details": ["cached_tokens": 1_000, "cache_write_tokens": 0],
                "output_tokens": 120, "output_tokens_details": ["reasoning_tokens": 3], "total_tokens": 3_120,
            ])
    }

    @Test func `thoughts come as a summary where one is asked for`() async throws {
        let fields = #", "reasoning": {"effort": "low", "summary": "auto"}"#
        let model = Self.script([.thought("Hm"), .thought("."), .text("Yes.")])
        let item = try await ask(fields, by: model).json["output"]?[0]
        #expect(item?["summary"] == [["type": "summary_text", "text": "Hm."]] && item?["content"] == nil)
        let events = try await ask(fields + #", "stream": true"#, by: model).namedEvents
        let stem = "response.reasoning_summary"
        #expect(
            events[2..<9].map { $0["type"]?.string } == [
                "response.output_item.added", "\(stem)_part.added", "\(stem)_text.delta", "\(stem)_text.delta",
                "\(stem)_text.done", "\(stem)_part.done", "response.output_item.done",
            ])
        #expect(events[8]["item"]?["summary"] == item?["summary"])
        try expectShapes(events)
    }

    @Test func `a stream has OpenAI's events, in their order`() async throws {
        let model = Self.script([.thought("Hm."), .text("Hel"), .text("lo"), .call(Self.call)])
        let events = try await ask(#", "stream": true"#, by: model).namedEvents
        let item = "response.output_item"
        let part = "response.content_part"
        #expect(
            events.map { $0["type"]?.string } == [
                "response.created", "response.in_progress",
                "\(item).added", "\(part).added", "response.reasoning_text.delta", "response.reasoning_text.done",
                "\(part).done", "\(item).done",
                "\(item).added", "\(part).added", "response.output_text.delta", "response.output_text.delta",
                "response.output_text.done", "\(part).done", "\(item).done",
                "\(item).added", "response.function_call_arguments.delta", "response.function_call_arguments.done",
                "\(item).done", "response.completed",
            ])
        #expect(events.map { $0["sequence_number"]?.integer } == Array(0..<events.count))
        try expectShapes(events)
        // Items are the same when they end as in the whole.
        let ended = events.filter { $0["type"]?.string == "\(item).done" }.compactMap { $0["item"] }
        #expect(events.last?["response"]?["output"] == .array(ended))
        #expect(events[12]["text"] == "Hello" && events[17]["arguments"]?.string == Self.call.arguments)
        let identifiers = events[8..<15].map { event in
            let id: JSON? = event["item_id"] ?? event["item"]?["id"]
            return id?.string
        }
        #expect(Set(identifiers).count == 1)
        #expect(Set(events.compactMap { $0["response"]?["id"]?.string }).count == 1)
    }

    private func expectShapes(_ events: [JSON]) throws {
        let shapes = try ProgramShapes()
        for event in events {
            let words = try #require(event["type"]?.string).split { "._".contains($0) }.dropFirst()
            let name = words.map(\.capitalized).joined().replacing("OutputText", with: "Text")
            #expect(try shapes.faults(of: event, as: "Response\(name)Event") == [])
        }
    }

    @Test(arguments: [CompletionSummary.Reason.length, .context])
    func `an answer that was cut off is incomplete`(reason: CompletionSummary.Reason) async throws {
        let model = Self.script([.thought("Hm."), .text("x")], reason)
        let whole = try await ask(by: model).json
        let events = try await ask(#", "stream": true"#, by: model).namedEvents
        let last = events.last
        #expect(last?["type"] == "response.incomplete")
        for value in [whole, try #require(last?["response"])] {
            #expect(value["status"] == "incomplete")
            #expect(value["incomplete_details"] == ["reason": "max_output_tokens"])
            #expect(value["output"]?.array?.map { $0["status"]?.string } == ["completed", "incomplete"])
        }
        #expect(events.suffix(2).first?["item"]?["status"] == "incomplete")
    }

    @Test func `an error in the middle of a stream is an event`() async throws {
        let model = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                stream.yield(.text("Half"))
                stream.finish(throwing: ModelError(.memory, "The machine has too little memory."))
            }
        }
        let events = try await ask(#", "stream": true"#, by: model).namedEvents
        #expect(events.last?["message"] == "The machine has too little memory.")
        #expect(events.last?["sequence_number"]?.integer == events.count - 1)
        #expect(try ProgramShapes().faults(of: try #require(events.last), as: "ResponseErrorEvent") == [])
    }

    @Test func `likelihoods come with their text`() async throws {
        let token = TokenLikelihood(chosen: .init(bytes: Array("Yes.".utf8), logarithm: -0.25), likeliest: [])
        let model = Self.script([.token(token), .text("Yes.")])
        let fields = #", "include": ["message.output_text.logprobs"], "top_logprobs": 2"#
        let whole = try await ask(fields, by: model).json["output"]?[0]?["content"]?[0]?["logprobs"]
        #expect(whole == [["token": "Yes.", "logprob": -0.25, "bytes": [89, 101, 115, 46], "top_logprobs": []]])
        #expect(model.requests.first?.alternatives == 2)
        let events = try await ask(fields + #", "stream": true"#, by: model).namedEvents
        #expect(events.first { $0["type"] == "response.output_text.delta" }?["logprobs"] == whole)
        #expect(events.last?["response"]?["output"]?[0]?["content"]?[0]?["logprobs"] == whole)
    }

    @Test func `likelihoods are those of their own text`() async throws {
        func token(_ text: String) -> CompletionEvent {
            .token(TokenLikelihood(chosen: .init(bytes: Array(text.utf8), logarithm: -1), likeliest: []))
        }
        func texts(_ part: JSON?) -> [String]? { part?["logprobs"]?.array?.compactMap { $0["token"]?.string } }
        let model = Self.script([
            token("Hm."), .thought("Hm."), token("</think>"), token("Let"), .text("Let"), token(" us"), .text(" us"),
            token("<call>"), token("{}"), .call(Self.call), token("So"), token("."), .text("So."),
        ])
        let fields = #", "include": ["message.output_text.logprobs"]"#
        let whole = try await ask(fields, by: model).json["output"]?.array ?? []
        #expect(whole.compactMap { texts($0["content"]?[0]) } == [["Let", " us", "So", "."]])
        let events = try await ask(fields + #", "stream": true"#, by: model).namedEvents
        let output = events.last?["response"]?["output"]?.array ?? []
        let expected = [["Let", " us"], ["So", "."]]
        #expect(output.compactMap { texts($0["content"]?[0]) } == expected)
        #expect(events.filter { $0["type"] == "response.output_text.done" }.map { texts($0) } == expected)
        #expect(events.filter { $0["type"] == "response.output_item.done" }.map { $0["item"] } == output)
    }

    // MARK: Requests

    @Test func `what a stream had put out can be sent back`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await ask(
            input: #"""
                [{"role": "user", "content": "Weather?"}, \#(Self.call("a")), {"role": "assistant", "content": "I look."},
                \#(Self.call("b")), {"role": "assistant", "content": "Twice."}, {"role": "developer", "content": "Be kind."},
                {"type": "function_call_output", "call_id": "b", "output": "B"}, {"role": "assistant", "content": "Wait."},
                {"type": "function_call_output", "call_id": "a", "output": "A"}]
                """#, by: model)
        #expect(response.status == .ok, "\(response.text)")
        let turns = try #require(model.requests.first).turns
        #expect(turns.map(\.content) == ["Weather?", "I look.\n\nTwice.\n\nWait.", "B", "A"])
        #expect(turns.map { $0.calls.map(\.id) } == [[], ["a", "b"], [], []])
    }

    @Test func `items become turns`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await ask(
            #", "instructions": "Be brief.""#,
            input: #"""
                [{"role": "developer", "content": "Be kind."}, {"role": "user", "content": [{"type": "input_text", "text": "Weather?"}]},
                {"type": "reasoning", "id": "rs", "summary": []},
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Let me see.", "annotations": []}]},
                {"type": "function_call", "call_id": "a", "name": "weather", "arguments": "{\"place\": \"Nuuk\"}"},
                {"type": "function_call", "call_id": "b", "name": "now", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "b", "output": [{"type": "input_text", "text": "noon"}]},
                {"type": "function_call_output", "call_id": "a", "output": "-3"},
                {"type": "function_call", "call_id": "c", "name": "now", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "c", "output": "one"}]
                """#, by: model)
        #expect(response.status == .ok, "\(response.text)")
        let request = try #require(model.requests.first)
        #expect(request.instructions == "Be brief.\n\nBe kind.")
        #expect(request.turns.map(\.role) == [.user, .assistant, .tool, .tool, .assistant, .tool])
        #expect(request.turns.map(\.content) == ["Weather?", "Let me see.", "noon", "-3", "", "one"])
        #expect(request.turns.map { $0.calls.map(\.id) } == [[], ["a", "b"], [], [], ["c"], []])
    }

    @Test(arguments: [
        ("", Calling.free), (#""none""#, .never), (#""auto""#, .free), (#""required""#, .required),
        (#"{"type": "function", "name": "now"}"#, .named("now")),
        (#"{"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "now"}]}"#, .required),
    ])
    func `functions are offered, and chosen`(choice: String, calling: Calling) async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await ask(Self.tools + (choice.isEmpty ? "" : #", "tool_choice": \#(choice)"#), by: model)
        #expect(response.status == .ok, "\(response.text)")
        #expect(model.requests.first?.calling == calling)
        let names = choice.contains("allowed") ? ["now"] : ["weather", "now"]
        #expect(model.requests.first?.functions.map(\.name) == names)
    }

    @Test func `what is asked for is asked of the model`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let schema = #"{"type": "json_schema", "name": "it", "schema": {"maximum": 1}, "strict": true}"#
        for fields in [
            #", "temperature": 0.2, "top_p": 0.9, "max_output_tokens": 7, "truncation": "auto", "store": true, "user": "me", "stream_options": {"include_obfuscation": false}"#,
            #", "text": {"format": \#(schema), "verbosity": "medium"}, "reasoning": {"effort": "minimal"}, "background": false"#,
            #", "text": {"format": {"type": "json_object"}}, "parallel_tool_calls": false, "include": ["reasoning.encrypted_content"]"#,
        ] {
            let response = try await ask(fields, by: model)
            #expect(response.status == .ok, "\(response.text)")
            #expect(try response.json["store"] == false)
        }
        let requests = model.requests
        #expect(requests[0].temperature == 0.2 && requests[0].topP == 0.9 && requests[0].maxTokens == 7)
        #expect(requests.map(\.mayOmit) == [true, false, false])
        #expect(requests.map(\.thinks) == [true, false, true])
        #expect(requests.map(\.form) == [.free, .schema(["maximum": 1]), .schema(["type": "object"])])
    }

    // MARK: Refusals

    @Test(arguments: [
        (#", "previous_response_id": "resp_1""#, "previous_response_id"), (#", "conversation": "c""#, "conversation"),
        (#", "background": true"#, "background"), (#", "prompt": {"id": "p"}"#, "prompt"),
        (#", "mystery": 1"#, "mystery"),
        (#", "temperature": 3"#, "temperature"), (#", "instructions": 5"#, "instructions"),
        (#", "truncation": "some""#, "truncation"), (#", "include": ["x"]"#, "include.0"),
        (#", "store": "no""#, "store"),
        (#", "text": {"verbosity": "high"}"#, "text.verbosity"), (#", "text": {"format": {}}"#, "text.format.type"),
        (#", "text": {"format": {"type": "json_schema", "name": "a"}}"#, "text.format.schema"),
        (#", "tools": [{"type": "web_search"}]"#, "tools.0.type"),
        (#", "tools": [{"type": "function"}]"#, "tools.0.name"),
        (#", "tool_choice": "required""#, "tool_choice"), (#", "max_tool_calls": 2"#, "max_tool_calls"),
        (tools + #", "tool_choice": {"type": "function", "name": "x"}"#, "tool_choice.name"),
        (tools + #", "tool_choice": {"type": "mcp"}"#, "tool_choice.type"),
    ])
    func `what cannot be done is refused by name`(fields: String, param: String) async throws {
        try await expectRefusal(fields, param)
    }

    private static func call(_ id: String) -> String {
        #"{"type": "function_call", "call_id": "\#(id)", "name": "f", "arguments": "{}"}"#
    }

    @Test(arguments: [
        ("[]", "input"), ("5", "input"), ("[5]", "input.0"), (#"[{"role": "user"}]"#, "input.0.content"),
        (#"[{"content": "x"}]"#, "input.0.role"), (#"[{"type": "item_reference", "id": "x"}]"#, "input.0.type"),
        (#"[{"type": "mystery"}]"#, "input.0.type"),
        (#"[{"role": "user", "content": [{"type": "input_image"}]}]"#, "input.0.content.0"),
        (
            #"[{"role": "user", "content": "x"}, {"type": "function_call_output", "call_id": "a", "output": ""}]"#,
            "input.1.call_id"
        ),
        (
            #"[{"role": "user", "content": "x"}, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]"#,
            "input.1"
        ),
        (#"[{"type": "function_call", "call_id": "a", "name": "f", "arguments": "[]"}]"#, "input.0.arguments"),
        (
            #"[\#(call("a")), \#(call("b")), {"type": "function_call_output", "call_id": "a", "output": ""}, \#(call("c"))]"#,
            "input.3.type"
        ),
        (#"[\#(call("a")), \#(call("a"))]"#, "input.1.call_id"),
        (#"[\#(call("a")), {"role": "user", "content": "x"}]"#, "input.1.role"),
        ("[\((0...128).map { call("\($0)") }.joined(separator: ","))]", "input.128.call_id"),
        (#"[{"role": "user", "content": "x"}, {"role": "assistant", "content": "x"}]"#, "input"),
    ])
    func `items that cannot be are refused by their place`(input: String, param: String) async throws {
        try await expectRefusal(input: input, param)
    }

    private func expectRefusal(_ fields: String = "", input: String = #""Hello""#, _ param: String) async throws {
        let response = try await ask(fields, input: input)
        #expect(response.status == .badRequest, "\(response.text)")
        let error = try response.json["error"]
        #expect(error?["param"]?.string == param && error?["type"] == "invalid_request_error")
        #expect(try #require(error?["message"]?.string).contains("'\(param)'"))
    }

    @Test func `no response is stored`() async throws {
        let app = try await TestApp()
        let program = Program(app)
        let id = try #require(try await program.post("/v1/responses", #"{"input": "x"}"#).json["id"]?.string)
        for method in [HTTPRequest.Method.get, .delete] {
            let response = try await app.server.application().test(.router) {
                try await $0.execute(uri: "/v1/responses/\(id)", method: method, headers: program.headers)
            }
            #expect(response.status == .notFound && response.text.contains("stores no responses"))
        }
        #expect(try await app.conversations.sessions(before: nil, limit: 10).isEmpty)
    }
}
