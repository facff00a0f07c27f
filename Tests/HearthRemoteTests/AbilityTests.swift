// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels
import HearthTesting
import Synchronization
import Testing

@testable import HearthRemote

/// Functions, forms and likelihoods at an endpoint, and endpoints that do not take them. Shapes of requests and answers
/// are those of OpenAI's API reference and of vLLM's "OpenAI-Compatible Server".
@Suite struct AbilityTests {
    private let client = RemoteClient(limits: narrow)

    private static let age: JSON = [
        "type": "object", "properties": ["age": ["type": "integer"]], "required": ["age"],
        "additionalProperties": false,
    ]

    private static var formed: CompletionRequest {
        var request = hello
        request.form = .schema(age)
        return request
    }

    // MARK: Functions

    @Test func `functions are offered, and calls are put together from their pieces`() async throws {
        let endpoint = try LoopbackServer(
            .stream, .text("One moment."),
            .delta(
                #"{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"sum","arguments":""}}]}"#),
            .delta(#"{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":"}}]}"#),
            .delta(#"{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}"#),
            .delta(#"{"tool_calls":[{"index":1,"id":"c2","function":{"name":"now"}}]}"#),
            .delta("{}", "tool_calls"), .done)
        var request = hello
        request.functions = [.init(name: "sum", description: "Adds.", parameters: ["type": "object"])]
        request.calling = .named("sum")
        request.turns += [
            .init(role: .assistant, content: "", calls: [.init(id: "c0", name: "sum", arguments: "{}")]),
            .init(role: .tool, content: "7", callID: "c0"),
        ]
        let heard = try await client.hear(request, from: endpoint)
        #expect(heard.text == "One moment.")
        #expect(
            heard.calls == [
                .init(id: "c1", name: "sum", arguments: #"{"a":1}"#), .init(id: "c2", name: "now", arguments: "{}"),
            ])
        let sent = try #require(endpoint.requests.first?.json)
        #expect(
            sent["tools"] == [
                [
                    "type": "function",
                    "function": ["name": "sum", "description": "Adds.", "parameters": ["type": "object"]],
                ]
            ])
        #expect(sent["tool_choice"] == ["type": "function", "function": ["name": "sum"]])
        #expect(
            sent["messages"]?.array?.suffix(2) == [
                [
                    "role": "assistant", "content": "",
                    "tool_calls": [
                        ["id": "c0", "type": "function", "function": ["name": "sum", "arguments": "{}"]]
                    ],
                ], ["role": "tool", "content": "7", "tool_call_id": "c0"],
            ])
    }

    /// As Ollama writes them: each whole, all numbered 0, or as its own notation has them.
    @Test func `calls of one number are told apart by their identifiers`() async throws {
        let endpoint = try LoopbackServer(
            .stream,
            .delta(#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]}"#),
            .delta(#"{"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":{"x":2}}}]}"#),
            .delta("{}", "tool_calls"), .done)
        let calls = try await client.hear(from: endpoint).calls
        #expect(calls.map(\.arguments) == [#"{"x":1}"#, #"{"x":2}"#])
        #expect(calls.map(\.id) == ["a", "b"])
    }

    @Test func `a call that was cut off is none`() async throws {
        let endpoint = try LoopbackServer(
            .stream, .delta(#"{"tool_calls":[{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\""}}]}"#),
            .delta("{}", "length"), .done)
        let heard = try await client.hear(from: endpoint)
        #expect(heard.calls.isEmpty && heard.summary?.reason == .length)
    }

    // MARK: Forms

    @Test func `a form is asked for by its schema`() async throws {
        let endpoint = try LoopbackServer(.stream, .text(#"{\"age\":"#), .text(" 41}"), .delta("{}", "stop"), .done)
        let heard = try await client.hear(Self.formed, from: endpoint)
        #expect(heard.text == #"{"age": 41}"#)
        #expect(
            endpoint.requests.first?.json?["response_format"] == [
                "type": "json_schema", "json_schema": ["name": "answer", "strict": true, "schema": Self.age],
            ])
    }

    @Test func `an endpoint that takes no schema is asked in words, once and then at once`() async throws {
        let endpoint = try LoopbackServer { request in
            request.json?["response_format"] == nil
                ? [.stream, .text(#"Sure! ```json\n{\"age\": 41}\n```"#), .delta("{}", "stop"), .done]
                : [.whole(400, #"{"error":{"message":"response_format is not supported"}}"#)]
        }
        for count in [2, 3] {
            #expect(try await client.hear(Self.formed, from: endpoint).text == #"{"age":41}"#)
            #expect(endpoint.requests.count == count)
        }
        let instructions = endpoint.requests.last?.json?["messages"]?.array?.first?["content"]?.string
        #expect(instructions?.hasPrefix("Be kind.\n\n") == true && instructions?.hasSuffix(Self.age.text) == true)
    }

    @Test func `the part that an endpoint names is left out first`() async throws {
        let endpoint = try LoopbackServer { request in
            request.json?["response_format"] == nil
                ? [.stream, .text(#"{\"age\":41}"#), .delta("{}", "stop"), .done]
                : [.whole(400, #"{"error":{"message":"'response_format.type' must be text"}}"#)]
        }
        var request = Self.formed
        request.thinks = false
        #expect(try await client.hear(request, from: endpoint).text == #"{"age":41}"#)
        #expect(endpoint.requests.count == 2)
        #expect(endpoint.requests[1].json?["chat_template_kwargs"] == ["enable_thinking": false])
    }

    @Test func `an endpoint that pays no heed to a schema is asked in words next time`() async throws {
        let endpoint = try LoopbackServer(.stream, .text(#"Here: {\"age\": 41}."#), .delta("{}", "stop"), .done)
        #expect(try await client.hear(Self.formed, from: endpoint).text == #"{"age":41}"#)
        _ = try await client.hear(Self.formed, from: endpoint)
        #expect(endpoint.requests.map { $0.json?["response_format"] == nil } == [false, true])
    }

    @Test(arguments: ["I will not.", #"{\"age\": \"old\"}"#, #"{\"age\": 41"#, "[41]", "{}", ""])
    func `what is not of the form is an error`(text: String) async throws {
        let endpoint = try LoopbackServer(.stream, .text(text), .delta("{}", "stop"), .done)
        let error = await #expect(throws: ModelError.self) { try await client.hear(Self.formed, from: endpoint) }
        #expect(error?.code == .unsupported && error?.part == .form)
    }

    @Test func `an error that no part explains is told as it is`() async throws {
        let endpoint = try LoopbackServer(.whole(400, #"{"error":{"message":"too long"}}"#))
        let error = await #expect(throws: ModelError.self) { try await client.hear(Self.formed, from: endpoint) }
        #expect(error?.code == .refusedThere && error?.detail.contains("too long") == true)
        // And nothing is held against the endpoint.
        _ = try? await client.hear(Self.formed, from: endpoint)
        #expect(endpoint.requests.map { $0.json?["response_format"] == nil } == [false, true, false, true])
    }

    // MARK: Likelihoods

    @Test func `likelihoods come with the tokens that they are of`() async throws {
        let endpoint = try LoopbackServer(
            .stream,
            .data(
                #"{"choices":[{"index":0,"delta":{"content":"Hé"},"logprobs":{"content":[{"token":"Hé","logprob":-0.5,"#
                    + #""bytes":[72,195,169],"top_logprobs":[{"token":"Hé","logprob":-0.5,"bytes":null},"#
                    + #"{"token":"A","logprob":-1e40}]}]}}]}"#),
            .delta("{}", "stop"), .done)
        var request = hello
        request.alternatives = 2
        let heard = try await client.hear(request, from: endpoint)
        #expect(heard.text == "Hé")
        #expect(heard.tokens.first?.chosen == .init(bytes: Array("Hé".utf8), logarithm: -0.5))
        #expect(heard.tokens.first?.likeliest.map(\.logarithm) == [-0.5, -10_000])
        let sent = try #require(endpoint.requests.first?.json)
        #expect(sent["logprobs"] == true && sent["top_logprobs"] == 2)
    }

    // MARK: Too much at once

    @Test func `an endpoint that has too much to do is asked again when it says`() async throws {
        let answers = Answers([
            .whole(429, "{}", "Retry-After: 0\r\n"), .whole(503, "{}", "Retry-After: 0\r\n"),
        ])
        let endpoint = try LoopbackServer { _ in [answers.next ?? .stream, .text("Yes"), .delta("{}", "stop"), .done] }
        #expect(try await client.hear(from: endpoint).text == "Yes")
        #expect(endpoint.requests.count == 3)
    }

    @Test(arguments: [
        ("Retry-After: 3600\r\n", "{}"), ("", #"{"error":{"code":"insufficient_quota","message":"Pay."}}"#),
    ])
    func `who asks to wait for an hour, or for money, is not asked again`(header: String, body: String) async throws {
        let endpoint = try LoopbackServer(.whole(429, body, header))
        #expect(try await client.fault(from: endpoint).code == .overloaded)
        #expect(endpoint.requests.count == 1)
    }

    @Test func `the limit grows with answers and halves with refusals`() async throws {
        let turns = RemoteTurns(first: 4, most: 6)
        let address = try RemoteAddress("http://127.0.0.1:1")
        for _ in 0..<40 { turns.wentWell(at: address) }
        #expect(turns.limit(at: address) == 6)
        for expected in [3, 1, 1] {
            turns.wasTooMuch(at: address)
            #expect(turns.limit(at: address) == expected)
        }
    }

    @Test func `no more requests run than the limit, and one that is called off lets the next one in`() async throws {
        let turns = RemoteTurns(first: 1, most: 1)
        let address = try RemoteAddress("http://127.0.0.1:1")
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await turns.take(at: address) {
                begin.yield()
                for await _ in held {}
            }
        }
        for await _ in begun { break }
        let waiting = Task { try await turns.take(at: address) { true } }
        let last = Task { try await turns.take(at: address) { true } }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        release.finish()
        #expect(try await last.value)
        try await first.value
    }

    // MARK: Vectors

    @Test func `vectors come in the order of their texts, with length 1`() async throws {
        let endpoint = try LoopbackServer(
            .whole(
                200,
                #"{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[3,4]}],"usage":{"prompt_tokens":5}}"#))
        let address = try RemoteAddress(endpoint.interface)
        let found = try await client.embed(["a", "b"], model: "e", at: address, key: nil)
        #expect(found == Embeddings(vectors: [[0.6, 0.8], [0, 1]], tokens: 5))
        let sent = try #require(endpoint.requests.first)
        #expect(sent.line == "POST /v1/embeddings HTTP/1.1")
        #expect(sent.json == ["model": "e", "input": ["a", "b"], "encoding_format": "float"])
    }

    @Test(arguments: [
        #"{"data":[{"embedding":[1]}]}"#, #"{"data":[{"embedding":[1]},{"embedding":[1,2]}]}"#,
        #"{"data":[{"embedding":[0]},{"embedding":[1]}]}"#, #"{"data":[{"embedding":["1"]},{"embedding":[1]}]}"#,
        #"{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}"#, "{}", "[",
    ])
    func `what are no vectors is said to be unreadable`(body: String) async throws {
        let endpoint = try LoopbackServer(.whole(200, body))
        let address = try RemoteAddress(endpoint.interface)
        let error = await #expect(throws: ModelError.self) {
            try await client.embed(["a", "b"], model: "e", at: address, key: nil)
        }
        #expect(error?.code == .unreadable)
    }
}

/// Steps that come one after the other, one to each request.
private final class Answers: Sendable {
    private let left: Mutex<[LoopbackServer.Step]>

    init(_ steps: [LoopbackServer.Step]) { left = Mutex(steps) }

    var next: LoopbackServer.Step? { left.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
