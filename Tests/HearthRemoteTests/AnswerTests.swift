// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels
import HearthTesting
import Testing

@testable import HearthRemote

/// Requests to an endpoint as they are sent, and its answers as they are read.
@Suite struct AnswerTests {
    private let client = RemoteClient(limits: narrow)

    @Test func `an answer arrives piece by piece, with what it took`() async throws {
        let endpoint = try LoopbackServer(
            .stream, .delta(#"{"role":"assistant","content":""}"#), .text("Good "), .send(": still here\n\n"),
            .text("evening"), .delta("{}", "stop"),
            .data(
                #"{"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":7,"#
                    + #""prompt_tokens_details":{"cached_tokens":5}}}"#),
            .done)
        let heard = try await client.hear(from: endpoint)
        #expect(heard.text == "Good evening")
        let summary = try #require(heard.summary)
        #expect(summary.reason == .stop)
        #expect((summary.promptTokens, summary.tokens, summary.cachedPromptTokens) == (20, 7, 5))
        #expect(summary.contextLength == nil)
    }

    @Test func `what is asked is what was said, and no more`() async throws {
        let endpoint = try LoopbackServer(.stream, .text("Yes"), .delta("{}", "length"), .done)
        var request = CompletionRequest(
            instructions: "Be \"kind\".",
            turns: [
                .init(role: .user, content: "Où est\nla mer ?"), .init(role: .assistant, content: "Là."),
                .init(role: .user, content: "🌊"),
            ])
        (request.temperature, request.topP, request.maxTokens, request.seed) = (0.7, 0.9, 100, (1 << 40) + 5)
        let heard = try await client.hear(request, from: endpoint, key: "sk-1")
        #expect(heard.summary?.reason == .length)
        let sent = try #require(endpoint.requests.first)
        #expect(sent.line == "POST /v1/chat/completions HTTP/1.1")
        #expect(
            sent.json == [
                "model": "m",
                "messages": [
                    ["role": "system", "content": "Be \"kind\"."], ["role": "user", "content": "Où est\nla mer ?"],
                    ["role": "assistant", "content": "Là."], ["role": "user", "content": "🌊"],
                ],
                "stream": true, "stream_options": ["include_usage": true], "temperature": 0.7, "top_p": 0.9,
                "max_tokens": 100, "seed": 5,
            ])
        #expect(sent.headers["authorization"] == "Bearer sk-1")
        let known: Set = [
            "host", "user-agent", "accept", "accept-encoding", "authorization", "content-type", "content-length",
            "connection",
        ]
        #expect(Set(sent.headers.keys).subtracting(known) == [])
    }

    @Test func `what an endpoint may not understand is refused before anything is sent`() async throws {
        let endpoint = try LoopbackServer(.stream, .text("Yes"), .done)
        let edits: [(inout CompletionRequest) -> Void] = [
            { $0.beginning = "Half an" }, { $0.text = .words("Once") },
        ]
        for edit in edits {
            var request = hello
            edit(&request)
            let error = await #expect(throws: ModelError.self) {
                try await client.hear(request, from: endpoint)
            }
            #expect(error?.code == .unsupported && error?.part == .text)
        }
        #expect(endpoint.requests.isEmpty)
        var request = hello
        request.stop = ["END"]
        _ = try? await client.hear(request, from: endpoint)
        let sent = try #require(endpoint.requests.first)
        let asked = try JSON(parsing: sent.body)
        #expect(asked["stop"] == ["END"])
    }

    @Test func `without a key none is sent`() async throws {
        let endpoint = try LoopbackServer(.stream, .text("Yes"), .done)
        _ = try await client.hear(from: endpoint)
        #expect(endpoint.requests.first?.headers["authorization"] == nil)
    }

    @Test(arguments: ["a b", "a\r\nX-Y: 1", "clé", "\u{7F}"])
    func `a key that no header can carry is refused before anything is sent`(key: String) async throws {
        let endpoint = try LoopbackServer(.stream, .text("Yes"), .done)
        #expect(try await client.fault(from: endpoint, key: key).code == .keyRefused)
        #expect(endpoint.requests.isEmpty)
    }

    @Test(arguments: [
        [
            #"{"reasoning_content":"Hm, "}"#, #"{"reasoning_content":"nine days."}"#, #"{"content":"Dear"}"#,
            #"{"content":" neighbour"}"#,
        ],
        [#"{"reasoning":"Hm, nine days."}"#, #"{"content":"Dear neighbour","reasoning":null}"#],
        [#"{"content":"<think>Hm, nine days.</think>\n\nDear neighbour"}"#],
        "\n<think>Hm, nine days.</think>\n\nDear neighbour".map {
            #"{"content":\#(JSON.string(String($0)).text)}"#
        },
    ])
    func `thoughts are told apart, however they are written`(deltas: [String]) async throws {
        let endpoint = try LoopbackServer { _ in
            [.stream] + deltas.map { .delta($0) } + [.delta("{}", "stop"), .done]
        }
        let heard = try await client.hear(from: endpoint)
        #expect(heard.thoughts == "Hm, nine days.")
        #expect(heard.text == "Dear neighbour")
    }

    @Test(arguments: ["<thin", "<thinking> is a tag", "a <think>b</think>", "  <", "<think>never closed"])
    func `what only looks like a thought is the answer`(text: String) async throws {
        let endpoint = try LoopbackServer { _ in
            [.stream] + text.map { .text(String($0)) } + [.delta("{}", "stop"), .done]
        }
        let heard = try await client.hear(from: endpoint)
        #expect(heard.text + (heard.thoughts.isEmpty ? "" : "<think>" + heard.thoughts) == text)
    }

    /// Lines may end in three ways, characters may be cut in two, and events may have names and several lines of data.
    @Test(arguments: ["\n", "\r\n", "\r"])
    func `an answer is the same however it is cut`(ending: String) async throws {
        let lines = [
            "\u{FEFF}event: message", "id: 1", #"data: {"choices":[{"delta":{"content":"Où 🌊 "}}]}"#, "", ": beat", "",
            #"data: {"choices":[{"delta":"#, #"data:  {"content":"là"},"finish_reason":"stop"}]}"#, "", "data:[DONE]",
            "",
        ]
        let body = Array((lines.joined(separator: ending) + ending).utf8)
        for size in [1, 2, 3, 7, body.count] {
            let endpoint = try LoopbackServer { _ in
                [.stream]
                    + stride(from: 0, to: body.count, by: size).map {
                        .bytes(Array(body[$0..<min(body.count, $0 + size)]))
                    }
            }
            #expect(try await client.hear(from: endpoint).text == "Où 🌊 là", "pieces of \(size)")
        }
    }

    @Test func `an endpoint that leaves out the end mark or the counts is understood`() async throws {
        let endpoint = try LoopbackServer(.stream, .text("one"), .text("two"), .delta(#"{"content":null}"#, "stop"))
        let heard = try await client.hear(from: endpoint)
        #expect(heard.text == "onetwo")
        #expect(heard.summary?.tokens == 2)
    }

    @Test func `who is not to think is told so, and where that is refused, asked without it`() async throws {
        let endpoint = try LoopbackServer { request in
            request.json?["chat_template_kwargs"] == nil
                ? [.stream, .text("Yes"), .done] : [.whole(400, #"{"error":{"message":"unknown field"}}"#)]
        }
        var request = hello
        request.thinks = false
        #expect(try await client.hear(request, from: endpoint).text == "Yes")
        #expect(endpoint.requests.count == 2)
        #expect(endpoint.requests[0].json?["chat_template_kwargs"] == ["enable_thinking": false])
    }

    @Test func `the models of an endpoint are listed in its order`() async throws {
        let list = #"{"object":"list","data":[{"id":"qwen3:4b"},{"id":"a/b"},{"name":"no id"},{"id":""}]}"#
        let endpoint = try LoopbackServer(.whole(200, list))
        let address = try RemoteAddress(endpoint.interface)
        #expect(try await client.models(at: address, key: "sk-1") == ["qwen3:4b", "a/b"])
        #expect(endpoint.requests[0].line == "GET /v1/models HTTP/1.1")
        #expect(endpoint.requests[0].headers["authorization"] == "Bearer sk-1")
    }
}
