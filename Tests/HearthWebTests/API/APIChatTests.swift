// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels
import HearthTesting
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Parts of an answer beside its text that programs can ask for: calls, a form, likelihoods.
@Suite struct APIChatTests {
    private static let tools = #"""
        "tools": [{"type": "function", "function": {"name": "weather", "description": "Tells the weather.",
          "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}}},
          {"type": "function", "function": {"name": "now"}}]
        """#
    private static let call = FunctionCall(id: "abc123def", name: "weather", arguments: #"{"place":"Nuuk"}"#)
    private static let other = FunctionCall(id: "abc123deg", name: "now", arguments: "{}")

    // MARK: Calls

    @Test func `a list of too many functions is refused before it is read`() async throws {
        let tools = Array(repeating: "0", count: 129).joined(separator: ",")
        let response = try await Program(TestApp()).chat(with: #""tools": [\#(tools)]"#)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?["param"] == "tools")
    }

    @Test(arguments: [
        ("", Calling.free), (#", "tool_choice": "auto""#, .free), (#", "tool_choice": "none""#, .never),
        (#", "tool_choice": "required""#, .required),
        (#", "tool_choice": {"type": "function", "function": {"name": "now"}}"#, .named("now")),
    ])
    func `functions are offered as they were described`(choice: String, calling: Calling) async throws {
        let model = ScriptedModel(saying: "Cold.")
        let response = try await Program(TestApp(model)).chat(with: Self.tools + choice)
        #expect(response.status == .ok, "\(response.text)")
        let request = try #require(model.requests.first)
        #expect(request.calling == calling)
        #expect(request.functions.map(\.name) == ["weather", "now"])
        #expect(request.functions[0].description == "Tells the weather.")
        #expect(request.functions[0].parameters["properties"] == ["place": ["type": "string"]])
        #expect(
            request.functions[1].parameters == ["type": "object", "properties": [:], "additionalProperties": false])
    }

    @Test(arguments: [
        #"{"type": "array"}"#, #"{"type": "string"}"#, #"{"enum": ["a", "b"]}"#, #"{"const": 5}"#,
        #"{"type": ["string", "null"]}"#, #"{"type": "object", "enum": []}"#,
    ])
    func `parameters that are no object are refused by their place`(parameters: String) async throws {
        let tool = #"{"type": "function", "function": {"name": "now", "parameters": \#(parameters)}}"#
        for choice in [#", "tool_choice": "required""#, ""] {
            let response = try await Program(TestApp()).chat(with: #""tools": [\#(tool)]\#(choice)"#)
            #expect(response.status == .badRequest)
            #expect(try response.json["error"]?["param"] == "tools.0.function.parameters")
        }
    }

    @Test func `calls come in the answer`() async throws {
        let model = ScriptedModel { _ in .of([.call(Self.call), .call(Self.other), .finished(.sample)]) }
        let choice = try await Program(TestApp(model)).chat(with: Self.tools).choice
        #expect(choice["finish_reason"] == "tool_calls")
        #expect(choice["message"]?["content"] == .null)
        #expect(
            choice["message"]?["tool_calls"] == [
                [
                    "id": "abc123def", "type": "function",
                    "function": ["name": "weather", "arguments": #"{"place":"Nuuk"}"#],
                ],
                ["id": "abc123deg", "type": "function", "function": ["name": "now", "arguments": "{}"]],
            ])
    }

    @Test func `calls come in a stream, each with its place`() async throws {
        let model = ScriptedModel { _ in
            .of([.text("Let me see."), .call(Self.call), .call(Self.other), .finished(.sample)])
        }
        let chunks = try await Program(TestApp(model)).chat(with: Self.tools + #", "stream": true"#).chunks
        let calls = chunks.compactMap { $0["choices"]?.array?.first?["delta"]?["tool_calls"]?.array }
        #expect(calls.map(\.count) == [1, 1])
        #expect(calls.map { $0[0]["index"]?.integer } == [0, 1])
        #expect(calls.map { $0[0]["id"]?.string } == ["abc123def", "abc123deg"])
        #expect(calls[0][0]["function"]?["arguments"]?.string == #"{"place":"Nuuk"}"#)
        #expect(chunks.last?["choices"]?.array?.first?["finish_reason"] == "tool_calls")
    }

    @Test func `who wants one call at a time gets the first`() async throws {
        let model = ScriptedModel { _ in .of([.call(Self.call), .call(Self.other), .finished(.sample)]) }
        let program = try await Program(TestApp(model))
        let fields = Self.tools + #", "parallel_tool_calls": false"#
        #expect(try await program.chat(with: fields).choice["message"]?["tool_calls"]?.array?.count == 1)
        let chunks = try await program.chat(with: fields + #", "stream": true"#).chunks
        #expect(chunks.count { $0["choices"]?.array?.first?["delta"]?["tool_calls"] != nil } == 1)
    }

    @Test func `calls and their results are told to the model`() async throws {
        let model = ScriptedModel(saying: "Cold.")
        let response = try await Program(TestApp(model)).chat(
            #"""
            {"messages": [{"role": "user", "content": "Weather?"},
              {"role": "assistant", "content": null, "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "weather", "arguments": "{\"place\": \"Nuuk\"}"}},
                {"id": "b", "type": "function", "function": {"name": "now", "arguments": "{}"}}]},
              {"role": "tool", "tool_call_id": "b", "content": "noon"},
              {"role": "tool", "tool_call_id": "a", "content": [{"type": "text", "text": "-3°"}]}]}
            """#)
        #expect(response.status == .ok, "\(response.text)")
        let turns = try #require(model.requests.first).turns
        #expect(turns.map(\.role) == [.user, .assistant, .tool, .tool])
        #expect(turns[1].calls.map(\.name) == ["weather", "now"] && turns[1].content.isEmpty)
        #expect(turns[1].calls[0].arguments == #"{"place": "Nuuk"}"#)
        #expect(turns.map(\.callID) == [nil, nil, "b", "a"] && turns[3].content == "-3°")
    }

    private static func call(_ id: String) -> String {
        #"{"id": "\#(id)", "function": {"name": "now", "arguments": "{}"}}"#
    }

    private static let asked = #"{"role": "user", "content": "x"}"#
    private static let calls =
        #"{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "now", "arguments": "{}"}}]}"#

    @Test(arguments: [
        (#"[\#(asked), {"role": "tool", "tool_call_id": "a", "content": "x"}]"#, "messages.1.tool_call_id"),
        (#"[\#(asked), \#(calls)]"#, "messages.1"), (#"[\#(asked), \#(calls), \#(asked)]"#, "messages.2.role"),
        (#"[\#(asked), \#(calls), {"role": "tool", "content": "x"}]"#, "messages.2.tool_call_id"),
        (#"[\#(asked), \#(calls), {"role": "tool", "tool_call_id": "b", "content": "x"}]"#, "messages.2.tool_call_id"),
        (
            #"[\#(asked), {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "[]"}}]}]"#,
            "messages.1.tool_calls.0.function.arguments"
        ),
        (
            #"[\#(asked), {"role": "assistant", "tool_calls": [{"function": {"name": "f"}}]}]"#,
            "messages.1.tool_calls.0.id"
        ),
        (#"[\#(asked), {"role": "assistant", "tool_calls": [1]}]"#, "messages.1.tool_calls.0"),
        (
            #"[\#(asked), {"role": "assistant", "tool_calls": [\#(call("a")), \#(call("a"))]}]"#,
            "messages.1.tool_calls.1.id"
        ),
        (
            #"[\#(asked), {"role": "assistant", "tool_calls": [\#((0...128).map { call("\($0)") }.joined(separator: ","))]}]"#,
            "messages.1.tool_calls.128.id"
        ),
    ])
    func `calls without results, and results without calls, are refused`(
        messages: String, param: String
    ) async throws {
        let response = try await Program(TestApp()).chat(#"{"messages": \#(messages)}"#)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?["param"]?.string == param)
    }

    @Test(arguments: [
        (#""tools": [{}]"#, "tools.0.function"), (#""tools": [5]"#, "tools.0"), (#""tools": {}"#, "tools"),
        (#""tools": [{"type": "custom"}]"#, "tools.0.type"),
        (#""tools": [{"function": {}}]"#, "tools.0.function.name"),
        (#""tools": [{"function": {"name": "a b"}}]"#, "tools.0.function.name"),
        (#""tools": [{"function": {"name": "a", "parameters": []}}]"#, "tools.0.function.parameters"),
        (#""tools": [{"function": {"name": "a"}}, {"function": {"name": "a"}}]"#, "tools.1.function.name"),
        (#""tool_choice": "required""#, "tool_choice"), (#""tool_choice": "whatever""#, "tool_choice"),
        (
            tools + #", "tool_choice": {"type": "function", "function": {"name": "else"}}"#,
            "tool_choice.function.name"
        ),
        (tools + #", "tool_choice": "required", "stop": "x""#, "stop"),
        (tools + #", "tool_choice": "required", "response_format": {"type": "json_object"}"#, "tool_choice"),
    ])
    func `functions that cannot be offered are refused by name`(fields: String, param: String) async throws {
        let response = try await Program(TestApp()).chat(with: fields)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?["param"]?.string == param)
    }

    // MARK: Forms

    @Test func `a schema goes to the model as it is written`() async throws {
        let model = ScriptedModel(saying: "{}")
        let program = try await Program(TestApp(model))
        let schema = #"{"type": "object", "properties": {"z": {"type": "integer"}, "a": {"maximum": 1.0}}}"#
        for strict in ["", #", "strict": true"#, #", "strict": false"#] {
            let response = try await program.chat(
                with:
                    #""response_format": {"type": "json_schema", "json_schema": {"name": "it", "schema": \#(schema)\#(strict)}}"#
            )
            #expect(response.status == .ok, "\(response.text)")
        }
        _ = try await program.chat(with: #""response_format": {"type": "json_object"}"#)
        let expected = try JSON(parsing: schema)
        #expect(
            model.requests.map(\.form) == [
                .schema(expected), .schema(expected), .schema(expected), .schema(["type": "object"]),
            ])
    }

    @Test(arguments: [
        (#""response_format": "json""#, "response_format"), (#""response_format": {}"#, "response_format.type"),
        (#""response_format": {"type": "xml"}"#, "response_format.type"),
        (#""response_format": {"type": "json_schema"}"#, "response_format.json_schema"),
        (
            #""response_format": {"type": "json_schema", "json_schema": {"schema": {}}}"#,
            "response_format.json_schema.name"
        ),
        (
            #""response_format": {"type": "json_schema", "json_schema": {"name": "a"}}"#,
            "response_format.json_schema.schema"
        ),
        (#""response_format": {"type": "json_object"}, "stop": ["}"]"#, "stop"),
    ])
    func `forms that are none are refused by name`(fields: String, param: String) async throws {
        let response = try await Program(TestApp()).chat(with: fields)
        #expect(response.status == .badRequest)
        #expect(try response.json["error"]?["param"]?.string == param)
    }

    // MARK: Likelihoods

    private static let tokens: [CompletionEvent] = [
        .token(
            TokenLikelihood(
                chosen: .init(bytes: Array("Né".utf8), logarithm: -0.25),
                likeliest: [
                    .init(bytes: Array("Né".utf8), logarithm: -0.25), .init(bytes: [0xC3], logarithm: -.infinity),
                ])), .text("Né"),
        .token(TokenLikelihood(chosen: .init(bytes: Array(".".utf8), logarithm: -1), likeliest: [])), .text("."),
        .finished(.sample),
    ]

    @Test func `likelihoods come with their tokens`() async throws {
        let model = ScriptedModel { _ in .of(Self.tokens) }
        let program = try await Program(TestApp(model))
        let fields = #""logprobs": true, "top_logprobs": 2"#
        let content = try await program.chat(with: fields).choice["logprobs"]?["content"]
        #expect(model.requests.first?.alternatives == 2)
        #expect(
            content == [
                [
                    "token": "Né", "logprob": -0.25, "bytes": [78, 195, 169],
                    "top_logprobs": [
                        ["token": "Né", "logprob": -0.25, "bytes": [78, 195, 169]],
                        ["token": #"bytes:\xc3"#, "logprob": -9999.0, "bytes": [195]],
                    ],
                ], ["token": ".", "logprob": -1.0, "bytes": [46], "top_logprobs": []],
            ])
        let streamed = try await program.chat(with: fields + #", "stream": true"#).chunks.flatMap {
            $0["choices"]?.array?.first?["logprobs"]?["content"]?.array ?? []
        }
        #expect(streamed == content?.array)
    }

    @Test func `without a number, only the chosen token's likelihood is asked for`() async throws {
        let model = ScriptedModel(saying: "x")
        let program = try await Program(TestApp(model))
        _ = try await program.chat(with: #""logprobs": true"#)
        #expect(model.requests.first?.alternatives == 0)
        for fields in [#""top_logprobs": 2"#, #""logprobs": true, "top_logprobs": 21"#, #""logprobs": 1"#] {
            #expect(try await program.chat(with: fields).status == .badRequest)
        }
    }
}
