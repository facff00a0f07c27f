// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Ollama's interface.
@Suite struct OllamaTests {
    private static let name = "mlx-community/Qwen3-1.7B-4bit"
    private static let call = FunctionCall(id: "abc123def", name: "weather", arguments: #"{"place":"Nuuk"}"#)
    private static let hello = #"{"role": "user", "content": "Hello"}"#

    private func post(
        _ path: String, _ fields: String, by model: ScriptedModel = ScriptedModel(saying: "Yes."), name: String = name
    ) async throws -> TestResponse {
        try await Program(TestApp(model, embedder: ScriptedEmbedder())).post(
            "/api/\(path)", #"{"model": "\#(name)"\#(fields)}"#)
    }

    private func chat(
        _ fields: String = "", messages: String = hello, by model: ScriptedModel = ScriptedModel(saying: "Yes.")
    ) async throws -> TestResponse {
        try await post("chat", #", "messages": [\#(messages)]\#(fields)"#, by: model)
    }

    private static func script(
        _ events: [CompletionEvent], _ reason: CompletionSummary.Reason = .stop
    ) -> ScriptedModel {
        var summary = CompletionSummary.ended(reason)
        summary.times = .init(prompt: .milliseconds(250), answer: .seconds(2))
        return ScriptedModel { [summary] _ in .of(events + [.finished(summary)]) }
    }

    private let whole = #", "stream": false"#

    // MARK: Answers

    @Test func `an answer has Ollama's shape`() async throws {
        let model = Self.script([.thought("Hm."), .text("Hello "), .text("you."), .call(Self.call)])
        let response = try await chat(whole, by: model)
        #expect(response.headers[.contentType] == "application/json")
        let value = try response.json
        #expect(try ProgramShapes().faults(of: value, as: "ollama._types.ChatResponse") == [])
        #expect(value["model"]?.string == Self.name && value["done"] == true && value["done_reason"] == "stop")
        #expect(
            value["message"] == [
                "role": "assistant", "content": "Hello you.", "thinking": "Hm.",
                "tool_calls": [
                    ["id": "abc123def", "function": ["index": 0, "name": "weather", "arguments": ["place": "Nuuk"]]]
                ],
            ])
        #expect(value["prompt_eval_count"] == 3_000 && value["eval_count"] == 120)
        #expect(value["prompt_eval_duration"] == 250_000_000 && value["eval_duration"] == 2_000_000_000)
        let created = try #require(value["created_at"]?.string)
        #expect(created.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/#) != nil, "\(created)")
    }

    @Test func `a stream has a line for each piece, and is what comes unless said otherwise`() async throws {
        let model = Self.script([.thought("Hm."), .text("Hel"), .text("lo"), .call(Self.call)], .length)
        let response = try await chat(by: model)
        #expect(response.headers[.contentType] == "application/x-ndjson")
        let lines = try response.lines
        let shapes = try ProgramShapes()
        for line in lines { #expect(try shapes.faults(of: line, as: "ollama._types.ChatResponse") == []) }
        #expect(lines.map { $0["done"]?.bool } == [false, false, false, false, true])
        #expect(lines[0]["message"] == ["role": "assistant", "content": "", "thinking": "Hm."])
        #expect(lines.compactMap { $0["message"]?["content"]?.string } == ["", "Hel", "lo", "", ""])
        #expect(lines[3]["message"]?["tool_calls"]?[0]?["function"]?["name"] == "weather")
        #expect(lines[4]["done_reason"] == "length" && lines[4]["eval_count"] == 120)
        #expect(lines.dropLast().allSatisfy { $0["eval_count"] == nil && $0["done_reason"] == nil })
    }

    @Test func `a prompt is answered as a text`() async throws {
        let model = Self.script([.thought("Hm."), .text("Yes.")])
        let value = try await post("generate", #", "prompt": "Well?", "system": "Be brief.""# + whole, by: model).json
        #expect(try ProgramShapes().faults(of: value, as: "ollama._types.GenerateResponse") == [])
        #expect(value["response"] == "Yes." && value["thinking"] == "Hm." && value["message"] == nil)
        let lines = try await post("generate", #", "prompt": "Well?", "raw": true"#, by: model).lines
        #expect(lines.compactMap { $0["response"]?.string } == ["", "Yes.", ""])
        let requests = model.requests
        #expect(requests[0].instructions == "Be brief." && requests[0].turns.map(\.content) == ["Well?"])
        #expect(requests[1].text == .words("Well?"))
        // Instructions alone are what is asked.
        _ = try await post("generate", #", "prompt": "", "system": "Be brief.""#, by: model)
        #expect(model.requests.last?.turns.map(\.content) == ["Be brief."] && model.requests.last?.instructions == nil)
    }

    @Test func `where there is nothing to answer nobody is asked`() async throws {
        let model = ScriptedModel(saying: "x")
        for (path, fields) in [
            ("generate", ""), ("generate", #", "prompt": "", "keep_alive": 0"#), ("chat", #", "messages": []"#),
        ] {
            let value = try await post(path, fields, by: model).json
            #expect(value["done"] == true && value["done_reason"] == "load")
        }
        #expect(model.requests.isEmpty)
        #expect(try await post("generate", "", name: "no/such").status == .notFound)
    }

    @Test func `an error in the middle of a stream is a line`() async throws {
        let model = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                stream.yield(.text("Half"))
                stream.finish(throwing: ModelError(.memory, "The machine has too little memory."))
            }
        }
        #expect(try await chat(by: model).lines.last == ["error": "The machine has too little memory."])
    }

    @Test func `likelihoods come with their text`() async throws {
        let token = TokenLikelihood(chosen: .init(bytes: Array("Yes.".utf8), logarithm: -0.25), likeliest: [])
        let model = Self.script([.token(token), .text("Yes.")])
        let fields = #", "logprobs": true, "top_logprobs": 2"#
        let expected: JSON = [["token": "Yes.", "logprob": -0.25, "bytes": [89, 101, 115, 46], "top_logprobs": []]]
        #expect(try await chat(fields + whole, by: model).json["logprobs"] == expected)
        #expect(try await chat(fields, by: model).lines.map { $0["logprobs"] } == [expected, nil])
        #expect(model.requests.map(\.alternatives) == [2, 2])
    }

    // MARK: Requests

    @Test func `options are asked of the model`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        for fields in [
            #", "options": {"temperature": 3, "top_p": 0, "top_k": 7, "min_p": 0.1, "seed": -1, "num_predict": 9, "stop": ["a", "b"], "repeat_penalty": 1.2, "repeat_last_n": -1}"#,
            #", "options": {"num_predict": -1, "num_ctx": 4096, "num_thread": 4, "mirostat": 0, "presence_penalty": 0.0, "repeat_penalty": 1.2, "repeat_last_n": 0}, "keep_alive": "5m""#,
            #", "format": "json", "think": false"#, #", "format": {"maximum": 1}, "think": "high", "options": {}"#,
            #", "format": "", "think": true, "options": {"stop": "x", "repeat_penalty": 1, "repeat_last_n": 64}"#,
        ] {
            let response = try await chat(fields, by: model)
            #expect(response.status == .ok, "\(response.text)")
        }
        let requests = model.requests
        #expect(requests[0].temperature == 3 && requests[0].topK == 7 && requests[0].minP == 0.1)
        #expect(try #require(requests[0].topP) > 0 && requests[0].seed == nil && requests[0].maxTokens == 9)
        #expect(requests[0].stop == ["a", "b"] && requests[0].repetitionPenalty == 1.2)
        #expect(requests[1].maxTokens == nil && requests[1].repetitionPenalty == nil)
        #expect(requests.map(\.form) == [.free, .free, .schema(["type": "object"]), .schema(["maximum": 1]), .free])
        #expect(requests.map(\.thinks) == [true, true, false, true, true] && requests[4].stop == ["x"])
    }

    @Test func `results answer calls by their identifiers, their names or their order`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await chat(
            messages: #"""
                {"role": "system", "content": "Be brief."}, \#(Self.hello),
                {"role": "assistant", "thinking": "Hm.", "tool_calls": [{"function": {"name": "a", "arguments": {"x": 1}}},
                  {"function": {"name": "b", "arguments": {}}}, {"id": "mine", "function": {"name": "c"}},
                  {"id": "call1", "function": {"name": "d"}}]},
                {"role": "tool", "tool_name": "b", "content": "B"}, {"role": "tool", "tool_call_id": "mine", "content": "C"},
                {"role": "tool", "content": "A"}, {"role": "tool", "tool_call_id": "call1", "content": "D"}
                """#, by: model)
        #expect(response.status == .ok, "\(response.text)")
        let request = try #require(model.requests.first)
        let calls = request.turns[1].calls
        #expect(calls.map(\.name) == ["a", "b", "c", "d"])
        #expect(calls.map(\.arguments) == [#"{"x":1}"#, "{}", "{}", "{}"] && Set(calls.map(\.id)).count == 4)
        #expect(request.turns.dropFirst(2).map(\.callID) == [calls[1].id, "mine", calls[0].id, "call1"])
        #expect(request.instructions == "Be brief.")
    }

    @Test func `an assistant's message at the end begins the answer`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        _ = try await chat(messages: Self.hello + #", {"role": "assistant", "content": "I say"}"#, by: model)
        #expect(model.requests.first?.beginning == "I say")
    }

    @Test func `names are found with the tag that clients add`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        model.add([
            ModelSummary(name: "http://localhost:1/v1/llama:latest", bytes: 0, memory: 0, remoteHost: "localhost:1")
        ])
        let program = try await Program(TestApp(model, embedder: ScriptedEmbedder()))
        for name in [Self.name + ":latest", "http://localhost:1/v1/llama:latest"] {
            let body = #"{"model": "\#(name)", "messages": [\#(Self.hello)], "stream": false}"#
            #expect(try await program.post("/api/chat", body).json["model"]?.string == model.requests.last?.model)
        }
        #expect(model.requests.map(\.model) == [Self.name, "http://localhost:1/v1/llama:latest"])
        #expect(
            try await program.post("/api/embed", #"{"model": "someone/vectors:latest", "input": "a"}"#).status == .ok)
        for name in ["\(Self.name):7b", "\(Self.name):latest:latest", ":latest", "Qwen3-1.7B-4bit"] {
            let body = #"{"model": "\#(name)", "messages": [\#(Self.hello)]}"#
            let response = try await program.post("/api/chat", body)
            #expect(response.status == .notFound)
            #expect(try response.json["error"]?.string?.contains("is not here") == true)
        }
    }

    // MARK: Refusals

    @Test(arguments: [
        (#", "options": {"mirostat": 1}"#, "options.mirostat"), (#", "options": {"mystery": 1}"#, "options.mystery"),
        (#", "options": {"num_predict": 1e30}"#, "options.num_predict"), (#", "options": 5"#, "options"),
        (#", "options": {"repeat_penalty": 1.1, "repeat_last_n": 64}"#, "options.repeat_last_n"),
        (#", "options": {"stop": [1]}"#, "options.stop"),
        (#", "options": {"presence_penalty": 1}"#, "options.presence_penalty"),
        (#", "format": 5"#, "format"), (#", "format": "xml""#, "format"), (#", "think": 5"#, "think"),
        (#", "format": "json", "options": {"stop": ["}"]}"#, "options.stop"), (#", "stream": "yes""#, "stream"),
        (#", "tools": [{"type": "function"}]"#, "tools.0.function"), (#", "images": ["aaaa"]"#, "images"),
        (#", "prompt": "x""#, "prompt"),
        (#", "options": {"stop": "\#(String(repeating: "x", count: 1_001))"}"#, "options.stop"),
        (#", "options": {"stop": [\#(DialectTests.longStops)]}"#, "options.stop"),
    ])
    func `what cannot be done is refused by name`(fields: String, place: String) async throws {
        try await expectRefusal(chat(fields), place)
    }

    @Test(arguments: [
        ("5", "messages.0"), (#"{"content": "x"}"#, "messages.0.role"), (#"{"role": "robot"}"#, "messages.0.role"),
        (#"{"role": "user", "content": 5}"#, "messages.0.content"),
        (#"{"role": "user", "content": "x", "images": ["aaaa"]}"#, "messages.0.images"),
        (#"{"role": "tool", "content": "x"}"#, "messages.0.role"),
        (hello + #", {"role": "assistant", "tool_calls": [{"function": {"name": "a"}}]}"#, "messages.1"),
        (
            hello + #", {"role": "assistant", "tool_calls": [{"function": {"name": "a", "arguments": "{}"}}]}"#,
            "messages.1.tool_calls.0.function.arguments"
        ),
        (
            hello
                + #", {"role": "assistant", "tool_calls": [{"function": {"name": "a"}}]}, {"role": "tool", "tool_name": "b"}"#,
            "messages.2.tool_name"
        ),
        (
            hello
                + #", {"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "a"}}, {"id": "a", "function": {"name": "b"}}]}"#,
            "messages.1.tool_calls.1.id"
        ),
        (
            hello
                + #", {"role": "assistant", "tool_calls": [\#(Array(repeating: #"{"function": {"name": "a"}}"#, count: 129).joined(separator: ","))]}"#,
            "messages.1.tool_calls.128.id"
        ),
    ])
    func `messages that cannot be are refused by their place`(messages: String, place: String) async throws {
        try await expectRefusal(chat(messages: messages), place)
    }

    @Test(arguments: [
        (#", "prompt": "x", "context": [1]"#, "context"), (#", "prompt": "x", "suffix": "y""#, "suffix"),
        (#", "prompt": "x", "template": "y""#, "template"), (#", "prompt": "x", "raw": true, "system": "y""#, "system"),
        (#", "messages": []"#, "messages"),
    ])
    func `prompts that cannot be are refused by name`(fields: String, place: String) async throws {
        try await expectRefusal(post("generate", fields), place)
    }

    private func expectRefusal(_ response: TestResponse, _ place: String) throws {
        #expect(response.status == .badRequest, "\(response.text)")
        let error = try response.json
        #expect(error.object?.count == 1)
        #expect(try #require(error["error"]?.string).contains("'\(place)'"), "\(response.text)")
    }

    @Test func `a model that cannot think does not pretend to`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        var summary = ModelSummary(name: Self.name, bytes: 1, memory: 1)
        summary.thinks = false
        model.install([summary])
        try await expectRefusal(chat(#", "think": true"#, by: model), "think")
        #expect(try await chat(by: model).status == .ok)
    }

    @Test func `models are not changed by programs`() async throws {
        let app = try await TestApp()
        let program = Program(app)
        for path in ["pull", "push", "create", "copy", "blobs/sha256:00"] {
            let response = try await program.post("/api/\(path)", #"{"model": "x"}"#)
            #expect(response.status == .forbidden)
            #expect(try response.json["error"]?.string?.contains("page Models") == true)
        }
        let deleted = try await app.server.application().test(.router) {
            try await $0.execute(uri: "/api/delete", method: .delete, headers: program.headers)
        }
        #expect(deleted.status == .forbidden)
        #expect(try await program.get("/api/mystery").json.object?.map(\.0) == ["error"])
    }

    // MARK: Models and vectors

    @Test func `models are told of as Ollama does`() async throws {
        let model = ScriptedModel(saying: "x")
        var summary = ModelSummary(name: Self.name, bytes: 1_000, memory: 1)
        (summary.thinks, summary.build) = (
            true,
            .init(
                family: "qwen3", parameters: 1_720_574_976, bits: 4, contextLength: 40_960, isGGUF: false,
                callsFunctions: true)
        )
        model.install([summary])
        let program = try await Program(TestApp(model, embedder: ScriptedEmbedder()))
        let shapes = try ProgramShapes()
        let list = try await program.get("/api/tags").json
        #expect(try shapes.faults(of: list, as: "ollama._types.ListResponse") == [])
        #expect(list["models"]?.array?.map { $0["name"]?.string } == [Self.name, "someone/vectors"])
        let details: JSON = [
            "parent_model": "", "format": "safetensors", "family": "qwen3", "families": ["qwen3"],
            "parameter_size": "1.7B", "quantization_level": "Q4",
        ]
        #expect(list["models"]?[0]?["details"] == details && list["models"]?[0]?["size"] == 1_000)
        for name in [#""model": "\#(Self.name)""#, #""name": "\#(Self.name):latest""#] {
            let shown = try await program.post("/api/show", "{\(name)}").json
            #expect(try shapes.faults(of: shown, as: "ollama._types.ShowResponse") == [])
            #expect(shown["capabilities"] == ["completion", "tools", "thinking"] && shown["details"] == details)
            #expect(shown["model_info"]?["qwen3.context_length"] == 40_960)
        }
        let embedding = try await program.post("/api/show", #"{"model": "someone/vectors"}"#).json
        #expect(embedding["capabilities"] == ["embedding"])
        let loaded = try await program.get("/api/ps").json
        #expect(try shapes.faults(of: loaded, as: "ollama._types.ProcessResponse") == [])
        #expect(loaded["models"]?[0]?["size"] == 1_400_000_000 && loaded["models"]?[0]?["context_length"] == 40_960)
        #expect(try await program.get("/api/version").json["version"]?.string != nil)
    }

    @Test func `texts become vectors`() async throws {
        let response = try await post("embed", #", "input": ["ab", "abc"], "truncate": true"#, name: "someone/vectors")
        #expect(try ProgramShapes().faults(of: response.json, as: "ollama._types.EmbedResponse") == [])
        #expect(try response.json["embeddings"] == [[2.0, 0.5], [3.0, 0.5]])
        for nothing in ["\"\"", "[]"] {
            let empty = try await post("embed", #", "input": \#(nothing)"#, name: "someone/vectors")
            #expect(try empty.json["embeddings"] == [] && empty.json["prompt_eval_count"] == 0)
            #expect(try await post("embed", #", "input": \#(nothing)"#, name: "no/such").status == .notFound)
        }
        let one = try await post("embeddings", #", "prompt": "ab""#, name: "someone/vectors")
        #expect(try one.json == ["embedding": [2.0, 0.5]])
        for (fields, place) in [
            (#", "input": "a", "dimensions": 8"#, "dimensions"), (#", "input": "too long""#, "input"), ("", "input"),
        ] {
            try await expectRefusal(post("embed", fields, name: "someone/vectors"), place)
        }
        #expect(try await post("embed", #", "input": "a""#).status == .notFound)
    }
}
