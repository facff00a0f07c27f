// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Anthropic's messages.
@Suite struct MessagesTests {
    private static let hello = #"{"role": "user", "content": "Hello"}"#
    private static let call = FunctionCall(id: "abc123def", name: "weather", arguments: #"{"place":"Nuuk"}"#)
    private static let model = "mlx-community/Qwen3-1.7B-4bit"

    private func ask(
        _ fields: String = "", messages: String = hello, by model: ScriptedModel = ScriptedModel(saying: "Yes.")
    ) async throws -> TestResponse {
        var program = try await Program(TestApp(model))
        program.headers[.authorization] = nil
        program.headers[.init("x-api-key")!] = TestApp.key.programs.text
        program.headers[Dialect.anthropicVersion] = "2023-06-01"
        return try await program.post(
            "/v1/messages",
            #"{"model": "\#(Self.model)", "max_tokens": 50, "messages": [\#(messages)]\#(fields)}"#)
    }

    private static func script(
        _ events: [CompletionEvent], _ reason: CompletionSummary.Reason = .stop, stop: String? = nil
    ) -> ScriptedModel {
        var summary = CompletionSummary.ended(reason)
        (summary.stopText, summary.cachedPromptTokens, summary.thoughtTokens) = (stop, 1_000, 3)
        return ScriptedModel { [summary] _ in .of(events + [.finished(summary)]) }
    }

    // MARK: Answers

    @Test func `a message has Anthropic's shape`() async throws {
        let model = Self.script([.thought("Hm."), .text("Hello "), .text("you."), .call(Self.call)])
        let response = try await ask(by: model)
        #expect(response.status == .ok, "\(response.text)")
        let value = try response.json
        #expect(try ProgramShapes().faults(of: value, as: "anthropic.message.Message") == [])
        #expect(value["model"]?.string == Self.model && value["role"] == "assistant")
        #expect(
            value["content"] == [
                ["type": "thinking", "thinking": "Hm.", "signature": "hearth"],
                ["type": "text", "text": "Hello you."],
                ["type": "tool_use", "id": "abc123def", "name": "weather", "input": ["place": "Nuuk"]],
            ])
        #expect(value["stop_reason"] == "tool_use" && value["stop_sequence"] == .null)
        #expect(value["usage"]?["input_tokens"] == 2_000 && value["usage"]?["cache_read_input_tokens"] == 1_000)
        #expect(value["usage"]?["output_tokens"] == 120)
        #expect(value["usage"]?["output_tokens_details"]?["thinking_tokens"] == 3)
    }

    @Test(arguments: [
        (CompletionSummary.Reason.stop, String?.none, "end_turn"), (.stop, "END", "stop_sequence"),
        (.length, nil, "max_tokens"), (.context, nil, "model_context_window_exceeded"),
    ])
    func `an answer says why it ended`(reason: CompletionSummary.Reason, stop: String?, name: String) async throws {
        let model = Self.script([.text("x")], reason, stop: stop)
        let whole = try await ask(by: model).json
        let end = try await ask(#", "stream": true"#, by: model).namedEvents.first { $0["type"] == "message_delta" }
        for value in [whole, try #require(end?["delta"])] {
            #expect(value["stop_reason"]?.string == name)
            #expect(value["stop_sequence"]?.string == stop)
        }
    }

    @Test func `a stream has Anthropic's events, in their order`() async throws {
        let model = Self.script([
            .reading(0), .context(ContextUse(tokens: 77, length: 100)), .thought("Hm"), .thought("."), .text("Hel"),
            .text("lo"), .call(Self.call), .call(Self.call),
        ])
        let response = try await ask(#", "stream": true"#, by: model)
        #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
        let events = try response.namedEvents
        let shapes = try ProgramShapes()
        for event in events {
            let type = try #require(event["type"]?.string)
            let raw = "raw_\(type)_event.Raw"
            let name = type.split(separator: "_").map(\.capitalized).joined()
            #expect(try shapes.faults(of: event, as: "\(raw)\(name)Event") == [])
        }
        let block = ["content_block_start", "content_block_delta", "content_block_delta", "content_block_stop"]
        let call = ["content_block_start", "content_block_delta", "content_block_stop"]
        // The last delta of a thought is its signature.
        let thought =
            ["content_block_start"] + Array(repeating: "content_block_delta", count: 3) + ["content_block_stop"]
        #expect(
            events.map { $0["type"]?.string }
                == ["message_start"] + thought + block + call + call + ["message_delta", "message_stop"])
        #expect(events[0]["message"]?["usage"]?["input_tokens"] == 77)
        #expect(events.compactMap { $0["delta"]?["thinking"]?.string }.joined() == "Hm.")
        #expect(events.compactMap { $0["delta"]?["text"]?.string }.joined() == "Hello")
        let starts = events.filter { $0["type"] == "content_block_start" }
        #expect(starts.map { $0["index"]?.integer } == [0, 1, 2, 3])
        #expect(
            starts[2]["content_block"] == ["type": "tool_use", "id": "abc123def", "name": "weather", "input": [:]])
        #expect(
            events.compactMap { $0["delta"]?["partial_json"]?.string }
                == Array(repeating: Self.call.arguments, count: 2))
        #expect(events.suffix(2).first?["usage"]?["input_tokens"] == 2_000)
    }

    @Test func `thoughts that are not to be shown are told to have been`() async throws {
        let model = Self.script([.thought("Hm."), .text("Yes.")])
        let fields = #", "thinking": {"type": "adaptive", "display": "omitted"}"#
        let whole = try await ask(fields, by: model).json
        #expect(whole["content"]?[0] == ["type": "thinking", "thinking": "", "signature": "hearth"])
        let streamed = try await ask(fields + #", "stream": true"#, by: model)
        #expect(!streamed.text.contains("Hm."))
    }

    @Test func `an error in the middle of a stream is an event`() async throws {
        let model = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                stream.yield(.text("Half"))
                stream.finish(throwing: ModelError(.memory, "The machine has too little memory."))
            }
        }
        let events = try await ask(#", "stream": true"#, by: model).namedEvents
        #expect(events.contains { $0["delta"]?["text"] == "Half" })
        #expect(
            events.last == [
                "type": "error", "error": ["type": "api_error", "message": "The machine has too little memory."],
            ])
    }

    // MARK: Requests

    @Test func `a conversation in blocks becomes turns`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await ask(
            #", "system": [{"type": "text", "text": "Be brief."}, {"type": "text", "text": "Be kind."}]"#,
            messages: #"""
                {"role": "user", "content": "One"}, {"role": "user", "content": [{"type": "text", "text": "Two"}]},
                {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "x"}, {"type": "text", "text": "Let me see."},
                  {"type": "tool_use", "id": "a", "name": "weather", "input": {"place": "Nuuk"}},
                  {"type": "tool_use", "id": "b", "name": "now", "input": {}}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "b"},
                  {"type": "tool_result", "tool_use_id": "a", "content": "none", "is_error": true}]},
                {"role": "user", "content": "So?"}
                """#, by: model)
        #expect(response.status == .ok, "\(response.text)")
        let request = try #require(model.requests.first)
        #expect(request.instructions == "Be brief.\n\nBe kind.")
        #expect(request.turns.map(\.role) == [.user, .assistant, .tool, .tool, .user])
        #expect(request.turns.map(\.content) == ["One\n\nTwo", "Let me see.", "", "Error: none", "So?"])
        #expect(request.turns[1].calls.map(\.arguments) == [#"{"place":"Nuuk"}"#, "{}"])
        #expect(request.turns.map(\.callID) == [nil, nil, "b", "a", nil])
        #expect(!request.mayOmit && request.maxTokens == 50 && request.beginning == nil)
    }

    @Test func `an assistant's message at the end begins the answer`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let begun = Self.hello + #", {"role": "assistant", "content": "I say"}"#
        #expect(try await ask(messages: begun, by: model).status == .ok)
        #expect(model.requests.first?.beginning == "I say" && model.requests.first?.turns.count == 1)
        let held = #", "output_config": {"format": {"type": "json_schema", "schema": {}}}"#
        try await expectRefusal(held, messages: begun, "messages")
    }

    @Test func `what is asked for is asked of the model`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        _ = try await ask(
            #"""
            , "temperature": 0.2, "top_p": 0.9, "top_k": 7, "stop_sequences": ["a", "b", "c", "d", "e"],
            "metadata": {"user_id": "me"}, "service_tier": "auto", "output_config": {"effort": "low"}, "cache_control": {"type": "ephemeral"},
            "context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]}
            """#, by: model)
        _ = try await ask(#", "thinking": {"type": "enabled", "budget_tokens": 1024}"#, by: model)
        _ = try await ask(#", "thinking": {"type": "adaptive"}"#, by: model)
        _ = try await ask(
            #", "output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}}"#, by: model)
        let requests = model.requests
        try #require(requests.count == 4)
        #expect(requests[0].temperature == 0.2 && requests[0].topP == 0.9 && requests[0].topK == 7)
        #expect(requests[0].stop == ["a", "b", "c", "d", "e"])
        #expect(requests.map(\.thinks) == [false, true, true, false])
        #expect(requests.map(\.maxThoughtTokens) == [nil, 1024, nil, nil])
        #expect(requests[3].form == .schema(["type": "object"]))
    }

    private static let tools = #"""
        , "tools": [{"name": "weather", "input_schema": {"type": "object"}}, {"type": "custom", "name": "now", "input_schema": {"type": "object"}}]
        """#

    @Test(arguments: [
        ("", Calling.free), (#"{"type": "auto"}"#, .free), (#"{"type": "none"}"#, .never),
        (#"{"type": "any"}"#, .required),
        (#"{"type": "tool", "name": "now"}"#, .named("now")),
    ])
    func `tools are offered, and chosen`(choice: String, calling: Calling) async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await ask(Self.tools + (choice.isEmpty ? "" : #", "tool_choice": \#(choice)"#), by: model)
        #expect(response.status == .ok, "\(response.text)")
        #expect(model.requests.first?.calling == calling)
        #expect(model.requests.first?.functions.map(\.name) == ["weather", "now"])
    }

    @Test func `who wants one call at a time gets the first`() async throws {
        let model = Self.script([.call(Self.call), .call(Self.call)])
        let fields = Self.tools + #", "tool_choice": {"type": "auto", "disable_parallel_tool_use": true}"#
        #expect(try await ask(fields, by: model).json["content"]?.array?.count == 1)
    }

    // MARK: Refusals

    @Test(arguments: [
        (#", "temperature": 1.5"#, "temperature"), (#", "mystery": 1"#, "mystery"), (#", "speed": "fast""#, "speed"),
        (#", "container": "x""#, "container"), (#", "mcp_servers": [{}]"#, "mcp_servers"),
        (#", "system": 5"#, "system"), (#", "system": [{"type": "image"}]"#, "system.0"),
        (#", "stop_sequences": [\#(DialectTests.longStops)]"#, "stop_sequences"),
        (#", "stop_sequences": [""]"#, "stop_sequences"), (#", "tools": [{"name": "a"}]"#, "tools.0.input_schema"),
        (#", "tools": [{"type": "bash_20250124", "name": "bash"}]"#, "tools.0.type"),
        (#", "tool_choice": {"type": "any"}"#, "tool_choice"), (#", "tool_choice": "any""#, "tool_choice"),
        (tools + #", "tool_choice": {"type": "tool", "name": "x"}"#, "tool_choice.name"),
        (tools + #", "tool_choice": {"type": "any"}, "stop_sequences": ["x"]"#, "stop_sequences"),
        (#", "thinking": {"type": "enabled"}"#, "thinking.budget_tokens"),
        (#", "output_config": {"format": {"type": "xml"}}"#, "output_config.format.type"),
        (#", "output_config": {"mystery": 1}"#, "output_config.mystery"),
        (
            #", "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}"#,
            "context_management.edits.0.type"
        ),
    ])
    func `what cannot be done is refused by name`(fields: String, place: String) async throws {
        try await expectRefusal(fields, place)
    }

    @Test(arguments: [
        ("5", "messages.0"), (#"{"role": "user"}"#, "messages.0.content"),
        (#"{"role": "robot", "content": "x"}"#, "messages.0.role"),
        (#"{"role": "user", "content": [5]}"#, "messages.0.content.0"),
        (#"{"role": "user", "content": [{"type": "image"}]}"#, "messages.0.content.0.type"),
        (#"{"role": "user", "content": [{"type": "text"}]}"#, "messages.0.content.0.text"),
        (#"{"role": "user", "content": [{"type": "tool_use"}]}"#, "messages.0.content.0.type"),
        (
            hello + #", {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f"}]}"#,
            "messages.1.content.0.input"
        ),
        (
            hello + #", {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}"#,
            "messages.1"
        ),
        (
            #"{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a"}]}"#,
            "messages.0.content.0.tool_use_id"
        ),
        (
            hello + #", {"role": "assistant", "content": "x"}, {"role": "user", "content": ""}"#,
            "messages.2.content"
        ),
        (
            hello + #", {"role": "assistant", "content": "x"}, {"role": "user", "content": []}"#,
            "messages.2.content"
        ),
        (
            hello + #", {"role": "assistant", "content": [\#(use("a")), \#(use("a"))]}"#,
            "messages.1.content.1.id"
        ),
        (
            hello
                + #", {"role": "assistant", "content": [\#((0...128).map { use("\($0)") }.joined(separator: ","))]}"#,
            "messages.1.content.128.id"
        ),
    ])
    func `messages that cannot be are refused by their place`(messages: String, place: String) async throws {
        try await expectRefusal(messages: messages, place)
    }

    private static func use(_ id: String) -> String {
        #"{"type": "tool_use", "id": "\#(id)", "name": "f", "input": {}}"#
    }

    private func expectRefusal(_ fields: String = "", messages: String = hello, _ place: String) async throws {
        for stream in ["", #", "stream": true"#] {
            let response = try await ask(fields + stream, messages: messages)
            #expect(response.status == .badRequest, "\(response.text)")
            let value = try response.json
            #expect(try ProgramShapes().faults(of: value, as: "error_response.ErrorResponse") == [])
            #expect(value["error"]?["type"] == "invalid_request_error")
            #expect(try #require(value["error"]?["message"]?.string).contains("'\(place)'"), "\(response.text)")
        }
    }

    @Test func `a model's fault names the part of the request`() async throws {
        for (part, place) in [
            (ModelError.Part.form, "output_config.format"), (.maxTokens, "max_tokens"), (.sampling, "top_k"),
        ] {
            let model = ScriptedModel { _ in throw ModelError(.unsupported, "That cannot be.", part: part) }
            let response = try await ask(by: model)
            #expect(response.status == .badRequest)
            #expect(try response.json["error"]?["message"]?.string == "Invalid '\(place)': That cannot be.")
        }
        let response = try await ask(by: ScriptedModel { _ in throw ModelError(.memory, "Too little memory.") })
        #expect(response.status == .serviceUnavailable)
        #expect(try response.json["error"] == ["type": "api_error", "message": "Too little memory."])
    }

    @Test func `a model, a number of tokens and messages have to be there`() async throws {
        let program = try await Program(TestApp())
        for (body, place) in [
            ("{}", "model"), (#"{"model": "x"}"#, "messages"),
            (#"{"model": "x", "messages": [\#(Self.hello)]}"#, "max_tokens"),
        ] {
            let response = try await program.post("/v1/messages", body)
            #expect(response.status == .badRequest && response.text.contains("'\(place)'"), "\(response.text)")
        }
    }

    // MARK: Models and tokens

    @Test func `models are listed in Anthropic's shape for its clients`() async throws {
        let models = ScriptedModel(saying: "x")
        var program = try await Program(TestApp(models, embedder: ScriptedEmbedder()))
        program.headers[Dialect.anthropicVersion] = "2023-06-01"
        let list = try await program.get("/v1/models").json
        #expect(list["data"]?.array?.map { $0["id"]?.string } == [Self.model])
        #expect(list["first_id"]?.string == Self.model && list["has_more"] == false)
        let one = try await program.get("/v1/models/mlx-community%2FQwen3-1.7B-4bit").json
        #expect(try ProgramShapes().faults(of: one, as: "model_info.ModelInfo") == [])
        let missing = try await program.get("/v1/models/no/such")
        #expect(missing.status == .notFound)
        #expect(try missing.json["error"]?["type"] == "not_found_error")
    }

    @Test func `tokens are counted without an answer`() async throws {
        let model = ScriptedModel(saying: "x")
        let program = try await Program(TestApp(model))
        let response = try await program.post(
            "/v1/messages/count_tokens", #"{"model": "\#(Self.model)", "messages": [\#(Self.hello)]}"#)
        #expect(try ProgramShapes().faults(of: response.json, as: "message_tokens_count.MessageTokensCount") == [])
        #expect(try response.json == ["input_tokens": 5])
        #expect(model.requests.first?.model == Self.model)
    }
}
