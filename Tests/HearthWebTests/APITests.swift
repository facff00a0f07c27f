// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import HearthWeb

/// The interface for programs.
@Suite struct APITests {
    private static let key: HTTPFields = [
        .authorization: "Bearer \(TestApp.key.programKey)", .contentType: "application/json",
    ]
    private static let hello = #"{"model": "", "messages": [{"role": "user", "content": "Hello"}]}"#

    private func post(_ app: TestApp, _ body: String, _ headers: HTTPFields = key) async throws -> TestResponse {
        try await app.server.application().test(.router) {
            try await $0.execute(
                uri: "/v1/chat/completions", method: .post, headers: headers, body: ByteBuffer(string: body))
        }
    }

    private func json(_ response: TestResponse) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(response.body.readableBytesView))
    }

    @Test func `an answer has OpenAI's shape`() async throws {
        let model = ScriptedModel { _ in .of([.thought("Hm."), .text("Hello "), .text("you."), .finished(.sample)]) }
        let response = try await post(
            try await TestApp(model),
            """
            {"model": "mlx-community/Qwen3-1.7B-4bit", "temperature": 0.2, "top_p": 0.9, "max_tokens": 50, "seed": -3, "messages": [
              {"role": "system", "content": "Be brief."}, {"role": "user", "content": [{"type": "text", "text": "He"}, {"type": "text", "text": "llo"}]},
              {"role": "assistant", "content": "Yes?"}, {"role": "user", "content": "Again"}]}
            """)
        #expect(response.status == .ok)
        let value = try json(response)
        #expect(value["object"] == .string("chat.completion"))
        guard case .array(let choices)? = value["choices"] else {
            Issue.record("no choices")
            return
        }
        #expect(choices[0]["message"]?["content"] == .string("Hello you."))
        #expect(choices[0]["message"]?["reasoning_content"] == .string("Hm."))
        #expect(choices[0]["finish_reason"] == .string("stop"))
        #expect(value["usage"]?["total_tokens"] == .number(3_120))
        let request = try #require(model.requests.first)
        #expect(request.instructions == "Be brief.")
        #expect(request.turns.map(\.content) == ["Hello", "Yes?", "Again"])
        #expect(
            request.temperature == 0.2 && request.topP == 0.9 && request.maxTokens == 50
                && request.seed == UInt64(bitPattern: -3))
    }

    @Test func `a stream has OpenAI's shape, and its end`() async throws {
        let model = ScriptedModel { _ in .of([.text("Hello "), .text("you."), .finished(.sample)]) }
        let response = try await post(
            try await TestApp(model),
            #"{"messages": [{"role": "user", "content": "Hi"}], "stream": true, "stream_options": {"include_usage": true}}"#
        )
        #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
        let lines = response.text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        #expect(lines.last == "data: [DONE]")
        let chunks = try lines.dropLast().map {
            try JSONDecoder().decode(JSONValue.self, from: Data($0.dropFirst(6).utf8))
        }
        #expect(chunks.allSatisfy { $0["object"] == .string("chat.completion.chunk") })
        let texts = chunks.compactMap { chunk -> String? in
            guard case .array(let choices)? = chunk["choices"],
                case .string(let text)? = choices.first?["delta"]?["content"]
            else { return nil }
            return text
        }
        #expect(texts.joined() == "Hello you.")
        #expect(chunks.last?["usage"]?["completion_tokens"] == .number(120))
    }

    @Test func `a stop text ends an answer before itself, across pieces`() async throws {
        let model = ScriptedModel { _ in .of([.text("one tw"), .text("o EN"), .text("D three"), .finished(.sample)]) }
        let app = try await TestApp(model)
        for stream in [false, true] {
            let response = try await post(
                app, #"{"messages": [{"role": "user", "content": "Hi"}], "stop": ["END", "x"], "stream": \#(stream)}"#)
            #expect(response.text.contains("one tw"))
            #expect(!response.text.contains("EN") && !response.text.contains("three"))
            #expect(response.text.contains(#""finish_reason":"stop""#))
        }
    }

    @Test(arguments: [
        (["END"], ["a", "E", "N", "X", "END", "b"], "aENX"), (["aab"], ["aa", "aab", "c"], "aa"),
        (["é"], ["x\u{301}e", "é"], "x\u{301}e"),
        ([], ["a", "b"], "ab"), (["no"], ["n", "n", "n"], "nnn"),
    ])
    func `text before a stop is kept to the last byte`(stops: [String], pieces: [String], text: String) {
        var filter = StopFilter(stops)
        var result = ""
        for piece in pieces { result += filter.take(piece) }
        #expect(result + filter.end() == text)
    }

    @Test(arguments: [
        ("", "JSON"), ("[]", "JSON"), ("{", "JSON"), (String(repeating: "[", count: 100_000), "JSON"),
        (#"{"messages": []}"#, "messages"),
        (#"{"messages": [{"role": "user"}]}"#, "messages.0.content"),
        (#"{"messages": [{"role": "robot", "content": "x"}]}"#, "messages.0.role"),
        (#"{"messages": [{"role": "assistant", "content": "x"}]}"#, "messages"),
        (#"{"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}"#, "messages.0.content.0"),
        (#"{"messages": [{"role": "user", "content": "x"}], "temperature": 3}"#, "temperature"),
        (#"{"messages": [{"role": "user", "content": "x"}], "max_tokens": 1e30}"#, "max_tokens"),
        (#"{"messages": [{"role": "user", "content": "x"}], "max_tokens": 1.5}"#, "max_tokens"),
        (#"{"messages": [{"role": "user", "content": "x"}], "n": 2}"#, "'n'"),
        (#"{"messages": [{"role": "user", "content": "x"}], "stop": [1]}"#, "stop"),
        (#"{"messages": [{"role": "user", "content": "x"}], "logprobs": true}"#, "logprobs"),
        (#"{"messages": [{"role": "user", "content": "x"}], "tools": [{}]}"#, "tools"),
        (
            #"{"messages": [{"role": "user", "content": "x"}], "response_format": {"type": "json_object"}}"#,
            "response_format"
        ),
        (#"{"messages": [{"role": "user", "content": "x"}], "mystery": 1}"#, "mystery"),
    ])
    func `what cannot be done is refused by name`(body: String, name: String) async throws {
        let response = try await post(try await TestApp(), body)
        #expect(response.status == .badRequest)
        let error = try #require(try json(response)["error"])
        guard case .string(let message)? = error["message"] else {
            Issue.record("no message")
            return
        }
        #expect(message.contains(name), "\(message)")
        #expect(error["type"] == .string("invalid_request_error"))
    }

    @Test func `what asks for nothing may be there`() async throws {
        let response = try await post(
            try await TestApp(),
            #"{"messages": [{"role": "user", "content": "x"}], "logprobs": false, "n": 1, "tools": [], "user": "me", "seed": null, "response_format": {"type": "text"}}"#
        )
        #expect(response.status == .ok)
    }

    @Test func `programs need the key, and browsers' cookies are none`() async throws {
        let app = try await TestApp()
        let cookie: HTTPFields = [.cookie: "hearth=\(TestApp.key.cookie)", .contentType: "application/json"]
        for headers: HTTPFields in [
            [:], [.authorization: "Bearer wrong"], [.authorization: "Bearer \(TestApp.key.startToken)"], cookie,
        ] {
            let response = try await post(app, Self.hello, headers)
            #expect(response.status == .unauthorized)
            let error = try json(response)["error"]
            #expect(error?["code"] == .string("invalid_api_key"))
        }
        var foreign = Self.key
        foreign[.origin] = "http://evil.example"
        #expect(try await post(app, Self.hello, foreign).status == .forbidden)
        try await app.test { browser in
            let page = try await browser.get(
                "/help", [.cookie: "", .authorization: "Bearer \(TestApp.key.programKey)"])
            #expect(page.status == .unauthorized)
        }
    }

    @Test func `models are listed by name, and others are not found`() async throws {
        let app = try await TestApp()
        try await app.server.application().test(.router) { client in
            let list = try await client.execute(uri: "/v1/models", method: .get, headers: Self.key)
            #expect(list.text.replacing("\\/", with: "/").contains("\"id\":\"mlx-community/Qwen3-1.7B-4bit\""))
            let one = try await client.execute(
                uri: "/v1/models/mlx-community/Qwen3-1.7B-4bit", method: .get, headers: Self.key)
            #expect(one.status == .ok)
            #expect(
                try await client.execute(uri: "/v1/models/no/such", method: .get, headers: Self.key).status == .notFound
            )
            #expect(
                try await client.execute(uri: "/v1/nothing", method: .get, headers: Self.key).text.contains("\"error\"")
            )
        }
        let response = try await post(app, #"{"model": "no/such", "messages": [{"role": "user", "content": "x"}]}"#)
        #expect(response.status == .notFound)
        let error = try json(response)["error"]
        #expect(error?["code"] == .string("model_not_found"))
    }

    @Test func `what programs ask is not kept`() async throws {
        let app = try await TestApp()
        _ = try await post(app, Self.hello)
        #expect(try await app.conversations.sessions(before: nil, limit: 10).isEmpty)
    }

    @Test func `a request that is too long is refused`() async throws {
        let response = try await post(
            try await TestApp { $0.requestLimit = 100 }, Self.hello + String(repeating: " ", count: 100))
        #expect(response.status == .contentTooLarge)
    }

    @Test func `a model that fails says so, before and in the middle`() async throws {
        let before = ScriptedModel { _ in throw ConversationError(.memory, "The machine has too little memory.") }
        let response = try await post(try await TestApp(before), Self.hello)
        #expect(response.status == .serviceUnavailable)
        #expect(response.text.contains("too little memory"))
        let middle = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                stream.yield(.text("Half"))
                stream.finish(throwing: ConversationError(.memory, "The machine has too little memory."))
            }
        }
        let streamed = try await post(
            try await TestApp(middle), #"{"messages": [{"role": "user", "content": "x"}], "stream": true}"#)
        #expect(
            streamed.text.contains("Half") && streamed.text.contains("too little memory")
                && streamed.text.hasSuffix("data: [DONE]\n\n"))
    }
}
