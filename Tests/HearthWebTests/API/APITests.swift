// SPDX-License-Identifier: Apache-2.0

import Crypto
import EmberJSON
import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// The interface for programs: what is the same for all that they ask.
@Suite struct APITests {
    private static let hello = #"{"model": "", "messages": [{"role": "user", "content": "Hello"}]}"#

    // MARK: Answers

    @Test func `an answer has OpenAI's shape`() async throws {
        let model = ScriptedModel { _ in .of([.thought("Hm."), .text("Hello "), .text("you."), .finished(.sample)]) }
        let response = try await Program(TestApp(model)).chat(
            """
            {"model": "mlx-community/Qwen3-1.7B-4bit", "temperature": 0.2, "top_p": 0.9, "max_tokens": 50, "seed": -3, "messages": [
              {"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "He"}, {"type": "text", "text": "llo"}]},
              {"role": "assistant", "content": "Yes?"}, {"role": "user", "content": "Again"}], "stop": ["END", "x"]}
            """)
        #expect(response.status == .ok)
        let value = try response.json
        #expect(value["object"] == "chat.completion")
        let choice = try response.choice
        #expect(choice["message"]?["content"] == "Hello you.")
        #expect(choice["message"]?["reasoning_content"] == "Hm.")
        #expect(choice["finish_reason"] == "stop")
        #expect(choice["logprobs"] == .null)
        #expect(value["usage"]?["total_tokens"] == 3_120)
        #expect(value["usage"]?["prompt_tokens_details"]?["cached_tokens"] == 0)
        let request = try #require(model.requests.first)
        #expect(request.instructions == "Be brief.")
        #expect(request.turns.map(\.content) == ["Hello", "Yes?", "Again"])
        #expect(request.temperature == 0.2 && request.topP == 0.9 && request.maxTokens == 50)
        #expect(request.seed == UInt64(bitPattern: -3) && request.stop == ["END", "x"])
        #expect(request.thinks && !request.mayOmit && request.alternatives == nil)
    }

    @Test func `a stream has OpenAI's shape, and its end`() async throws {
        let model = ScriptedModel { _ in
            .of([.thought("Hm."), .text("Hello "), .text("you."), .finished(.sample)])
        }
        let response = try await Program(TestApp(model)).chat(
            with: #""stream": true, "stream_options": {"include_usage": true}"#)
        #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
        let chunks = try response.chunks
        #expect(chunks.allSatisfy { $0["object"] == "chat.completion.chunk" })
        #expect(Set(chunks.map { $0["id"]?.string }).count == 1)
        let deltas = chunks.compactMap { $0["choices"]?.array?.first?["delta"] }
        #expect(deltas.first?["role"] == "assistant")
        #expect(deltas.compactMap { $0["content"]?.string }.joined() == "Hello you.")
        #expect(deltas.compactMap { $0["reasoning_content"]?.string } == ["Hm."])
        // Usage is there from the first chunk on, and says something in the last, which has no choice.
        #expect(chunks.dropLast().allSatisfy { $0["usage"] == .null })
        #expect(chunks.last?["usage"]?["completion_tokens"] == 120)
        #expect(chunks.last?["choices"] == [])
        let reasons = chunks.compactMap { $0["choices"]?.array?.first?["finish_reason"] }
        #expect(reasons == Array(repeating: .null, count: reasons.count - 1) + ["stop"])
    }

    @Test func `answers and errors end their connection, lists do not`() async throws {
        let program = try await Program(TestApp())
        #expect(try await program.chat(Self.hello).headers[.connection] == "close")
        #expect(try await program.chat("{}").headers[.connection] == "close")
        #expect(try await program.chat(with: #""stream": true"#).headers[.connection] == "close")
        #expect(try await program.get("/v1/models").headers[.connection] == nil)
    }

    @Test func `usage is told in a stream only where it is asked for`() async throws {
        let response = try await Program(TestApp()).chat(with: #""stream": true"#)
        #expect(try response.chunks.allSatisfy { $0["usage"] == nil })
    }

    // MARK: Refusals

    @Test(arguments: [
        (#"{"messages": []}"#, "messages"), (#"{"messages": 5}"#, "messages"),
        (#"{"messages": [7]}"#, "messages.0"),
        (#"{"messages": [{"role": "user"}]}"#, "messages.0.content"),
        (#"{"messages": [{"content": "x"}]}"#, "messages.0.role"),
        (#"{"messages": [{"role": "robot", "content": "x"}]}"#, "messages.0.role"),
        (#"{"messages": [{"role": "assistant", "content": "x"}]}"#, "messages"),
        (#"{"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}"#, "messages.0.content.0"),
    ])
    func `messages that cannot be are refused by their place`(body: String, param: String) async throws {
        try await expectRefusal(body, param)
    }

    @Test(arguments: ["0", "0.0", "1e-300", "1e-40", "1"])
    func `the share of likely tokens may be nothing`(share: String) async throws {
        let model = ScriptedModel(saying: "Yes.")
        let response = try await Program(TestApp(model)).chat(with: #""top_p": \#(share)"#)
        #expect(response.status == .ok, "\(response.text)")
        let topP = try #require(model.requests.first?.topP)
        #expect(topP > 0 && topP.isNormal && (topP == 1) == (share == "1"))
    }

    @Test(arguments: [
        (#""temperature": 3"#, "temperature"), (#""temperature": "warm""#, "temperature"), (#""top_p": -1"#, "top_p"),
        (#""max_tokens": 1e30"#, "max_tokens"), (#""max_tokens": 1.5"#, "max_tokens"),
        (#""max_tokens": 0"#, "max_tokens"), (#""n": 2"#, "n"), (#""stop": [1]"#, "stop"),
        (#""stop": ["a", "b", "c", "d", "e"]"#, "stop"), (#""mystery": 1"#, "mystery"),
        (#""logit_bias": {"50256": -100}"#, "logit_bias"), (#""presence_penalty": 1"#, "presence_penalty"),
        (#""modalities": ["audio"]"#, "modalities"), (#""functions": [{}]"#, "functions"),
        (#""stream": "yes""#, "stream"), (#""stream_options": {"include_usage": true}"#, "stream_options"),
    ])
    func `what cannot be done is refused by name`(field: String, param: String) async throws {
        try await expectRefusal(#"{"messages": [{"role": "user", "content": "x"}], \#(field)}"#, param)
    }

    private func expectRefusal(_ body: String, _ param: String) async throws {
        let response = try await Program(TestApp()).chat(body)
        #expect(response.status == .badRequest)
        let error = try #require(try response.json["error"])
        #expect(error["param"]?.string == param)
        #expect(try #require(error["message"]?.string).contains("'\(param)'"))
        #expect(error["type"] == "invalid_request_error")
        #expect(error["code"]?.string != nil)
    }

    @Test func `what asks for nothing may be there`() async throws {
        let response = try await Program(TestApp()).chat(
            with: #"""
                "logprobs": false, "n": 1, "tools": [], "user": "me", "seed": null, "response_format": {"type": "text"},
                "frequency_penalty": 0.0, "presence_penalty": 0, "logit_bias": {}, "parallel_tool_calls": true, "metadata": {"a": "b"},
                "modalities": ["text"], "store": false, "tool_choice": "auto"
                """#)
        #expect(response.status == .ok, "\(response.text)")
    }

    @Test func `an effort of none keeps a model from thinking`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        let program = try await Program(TestApp(model))
        for effort in ["none", "minimal", "low", "high"] {
            _ = try await program.chat(with: #""reasoning_effort": "\#(effort)""#)
        }
        #expect(model.requests.map(\.thinks) == [false, false, true, true])
    }

    // MARK: Models

    @Test func `models are listed by name, and others are not found`() async throws {
        let program = try await Program(TestApp(embedder: ScriptedEmbedder()))
        let list = try await program.get("/v1/models").json
        #expect(
            list["data"]?.array?.map { $0["id"]?.string } == ["mlx-community/Qwen3-1.7B-4bit", "someone/vectors"])
        for spelt in ["mlx-community/Qwen3-1.7B-4bit", "mlx-community%2FQwen3-1.7B-4bit"] {
            let one = try await program.get("/v1/models/\(spelt)").json
            #expect(one["id"] == "mlx-community/Qwen3-1.7B-4bit" && one["owned_by"] == "mlx-community")
        }
        #expect(try await program.get("/v1/models/someone/vectors").status == .ok)
        #expect(try await program.get("/v1/models/no/such").status == .notFound)
        #expect(try await program.get("/v1/nothing").json["error"]?["type"] == "invalid_request_error")
        for path in ["chat/completions", "completions", "embeddings"] {
            let body = #""messages": [{"role": "user", "content": "x"}]"#
            let field = path == "embeddings" ? #""input": "x""# : path == "completions" ? #""prompt": "x""# : body
            let response = try await program.post("/v1/\(path)", #"{"model": "no/such", \#(field)}"#)
            #expect(response.status == .notFound)
            let error = try response.json["error"]
            #expect(error?["code"] == "model_not_found" && error?["param"] == "model")
        }
    }

    @Test func `asking is not choosing`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        model.add([ModelSummary(name: "some/other", bytes: 1, memory: 1)])
        let app = try await TestApp(model)
        let program = Program(app)
        for name in ["some/other", "mlx-community/Qwen3-1.7B-4bit", ""] {
            let answer = try await program.chat(with: #""model": "\#(name)""#)
            let text = try await program.post("/v1/completions", #"{"model": "\#(name)", "prompt": ["x", "y"]}"#)
            let expected = name.isEmpty ? "mlx-community/Qwen3-1.7B-4bit" : name
            #expect(try answer.json["model"]?.string == expected)
            #expect(try text.json["model"]?.string == expected)
            #expect(model.requests.suffix(3).map(\.model) == [expected, expected, expected])
        }
        #expect(model.choices.isEmpty)
        #expect(await app.settings.changes == 0)
        // One that has gone between the list and the question is not here either.
        let gone = ScriptedModel { _ in throw ModelError(.noModel, "There is no model any more.") }
        let refused = try await Program(TestApp(gone)).chat(with: #""stream": true"#)
        #expect(refused.status == .notFound)
        #expect(try refused.json["error"]?["code"] == "model_not_found")
    }

    @Test func `a model that fails says so, before and in the middle`() async throws {
        let before = ScriptedModel { _ in throw ModelError(.memory, "The machine has too little memory.") }
        for stream in [false, true] {
            let response = try await Program(TestApp(before)).chat(with: #""stream": \#(stream)"#)
            #expect(response.status == .serviceUnavailable)
            #expect(response.text.contains("too little memory"))
        }
        let middle = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                stream.yield(.text("Half"))
                stream.finish(throwing: ModelError(.memory, "The machine has too little memory."))
            }
        }
        let chunks = try await Program(TestApp(middle)).chat(with: #""stream": true"#).chunks
        #expect(chunks.contains { $0["choices"]?.array?.first?["delta"]?["content"] == "Half" })
        #expect(chunks.last?["error"]?["message"] == "The machine has too little memory.")
    }

    @Test(arguments: [
        (ModelError(.tooLong, "That cannot be."), "context_length_exceeded", "messages"),
        (ModelError(.unsupported, "That cannot be."), "unsupported_value", "response_format"),
        (ModelError(.unsupported, "That cannot be.", part: .maxTokens), "unsupported_value", "max_tokens"),
        (ModelError(.unsupported, "That cannot be.", part: .functions), "unsupported_value", "tools"),
        (ModelError(.unsupported, "That cannot be.", part: .turns), "unsupported_value", "messages"),
    ])
    func `what a model cannot do with a request is the request's fault`(
        fault: ModelError, name: String, param: String
    ) async throws {
        let model = ScriptedModel { _ in throw fault }
        let response = try await Program(TestApp(model)).chat(
            with: #""stream": true, "response_format": {"type": "json_object"}"#)
        #expect(response.status == .badRequest)
        let error = try response.json["error"]
        #expect(error?["code"]?.string == name && error?["param"]?.string == param)
        #expect(error?["message"] == "That cannot be.")
    }

    @Test func `what programs ask is not kept`() async throws {
        let app = try await TestApp()
        _ = try await Program(app).chat(Self.hello)
        #expect(try await app.conversations.sessions(before: nil, limit: 10).isEmpty)
    }

    // MARK: Who may

    @Test func `programs need the key, and browsers' cookies are none`() async throws {
        let app = try await TestApp()
        let cookie: HTTPFields = [.cookie: "hearth=\(TestApp.key.cookie)", .contentType: "application/json"]
        var program = Program(app)
        let right = program.headers
        for headers: HTTPFields in [
            [:], [.authorization: "Bearer wrong"], [.authorization: "Bearer \(TestApp.key.startToken)"],
            [.authorization: "Bearer "], cookie,
        ] {
            program.headers = headers
            for path in ["chat/completions", "completions", "embeddings", "nothing"] {
                let response = try await program.post("/v1/\(path)", Self.hello)
                #expect(response.status == .unauthorized)
                #expect(try response.json["error"]?["code"] == "invalid_api_key")
            }
        }
        program.headers = right
        program.headers[.origin] = "http://evil.example"
        #expect(try await program.chat(Self.hello).status == .forbidden)
        try await app.test { browser in
            let page = try await browser.get(
                "/help", [.cookie: "", .authorization: "Bearer \(TestApp.key.programs.text)"])
            #expect(page.status == .unauthorized)
        }
    }

    @Test func `a new key shuts out who has the old one`() async throws {
        let app = try await TestApp()
        var program = Program(app)
        let old = app.access.programs.text
        #expect(try await program.get("/v1/models").status == .ok)
        try await app.test { browser in
            let response = try await browser.post("/settings/programs/renew")
            #expect(response.location == "/settings/programs?renewed=1")
            let page = try await browser.get(response.location).text
            #expect(page.contains(app.access.programs.text) && !page.contains(old))
            // Who came in with a browser stays in.
            #expect(try await browser.get("/settings").status == .ok)
            #expect(try await browser.post("/settings/programs/renew", ["token": "wrong"]).status == .forbidden)
        }
        #expect(try await program.get("/v1/models").status == .unauthorized)
        program.headers[.authorization] = "Bearer \(app.access.programs.text)"
        #expect(try await program.get("/v1/models").status == .ok)
        // A program cannot make itself a new one.
        #expect(try await program.post("/settings/programs/renew", "{}").status == .unauthorized)
    }

    @Test func `a key that cannot be kept is not replaced`() throws {
        struct Full: Error {}
        let key = ProgramKey(SymmetricKey(size: .bits256)) { _ in throw Full() }
        let before = key.text
        #expect(throws: Full.self) { try key.renew() }
        #expect(key.text == before)
    }
}
