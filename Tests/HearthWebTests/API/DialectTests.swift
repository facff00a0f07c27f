// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// What is the same in all dialects.
@Suite struct DialectTests {
    private static let addresses = [
        "/v1/chat/completions", "/v1/completions", "/v1/embeddings", "/v1/responses", "/v1/messages",
        "/v1/messages/count_tokens", "/api/chat", "/api/generate", "/api/embed", "/api/embeddings", "/api/show",
        "/api/pull",
    ]

    /// What an error says, in any dialect.
    static func message(_ value: JSON) -> String? { value["error"]?.string ?? value["error"]?["message"]?.string }

    @Test func `what the vendors' clients and programs send is answered`() async throws {
        let recorded = try #require(ProgramGoldens.file("requests").array)
        #expect(recorded.count >= 25)
        for request in recorded {
            let model = ScriptedModel(saying: "Yes.")
            let path = try #require(request["path"]?.string)
            let body = try #require(request["body"])
            let response = try await Program(TestApp(model, embedder: ScriptedEmbedder())).post(path, body.text)
            #expect(response.status == .ok, "\(request["program"] ?? .null): \(response.text)")
            guard let asked = model.requests.first else { continue }
            // All that was said and offered has come to the model.
            #expect(asked.functions.count == body["tools"]?.array?.count ?? 0)
            let results = asked.turns.filter { $0.role == .tool }
            let calls = asked.turns.flatMap(\.calls)
            #expect(calls.count == results.count)
            #expect(
                calls.isEmpty || asked.turns.contains { $0.content.contains("Weather?") || $0.content == "A shirt." })
        }
    }

    /// Five texts, each as long as one may be.
    static let longStops = Array(repeating: #""\#(String(repeating: "x", count: 1_000))""#, count: 5)
        .joined(separator: ",")

    @Test func `an answer that stops without an end is an error`() async throws {
        let hello = #"[{"role": "user", "content": "Hello"}]"#
        let model = ScriptedModel { _ in .of([.text("Half")]) }
        let program = try await Program(TestApp(model))
        let name = try #require(model.state.name)
        for (address, fields) in [
            ("/v1/chat/completions", #""messages": \#(hello)"#), ("/v1/completions", #""prompt": "x""#),
            ("/v1/responses", #""input": "x""#), ("/v1/messages", #""max_tokens": 5, "messages": \#(hello)"#),
            ("/api/chat", #""messages": \#(hello)"#), ("/api/generate", #""prompt": "x""#),
        ] {
            for stream in [false, true] {
                let response = try await program.post(
                    address, #"{"model": "\#(name)", "stream": \#(stream), \#(fields)}"#)
                #expect(response.status == (stream ? .ok : .serviceUnavailable), "\(address)")
                #expect(!stream || response.text.contains("The answer broke off."), "\(address): \(response.text)")
            }
        }
    }

    @Test func `what a model says too late is the request's fault all the same`() async throws {
        let model = ScriptedModel { _ in
            AsyncThrowingStream { $0.finish(throwing: ModelError(.tooLong, "Too long.")) }
        }
        let program = try await Program(TestApp(model))
        for (address, field, param) in [
            ("/v1/chat/completions", #""messages": [{"role": "user", "content": "x"}]"#, "messages"),
            ("/v1/completions", #""prompt": "x""#, "prompt"), ("/v1/responses", #""input": "x""#, "input"),
        ] {
            let response = try await program.post(address, #"{"model": "", \#(field)}"#)
            #expect(response.status == .badRequest)
            let error = try response.json["error"]
            #expect(error?["code"] == "context_length_exceeded" && error?["param"]?.string == param)
        }
    }

    @Test func `each has errors of its own shape`() async throws {
        var program = try await Program(TestApp())
        let openAI = try await program.post("/v1/chat/completions", "{}").json
        #expect(openAI.object?.map(\.0) == ["error"])
        #expect(openAI["error"]?.object?.map(\.0) == ["message", "type", "param", "code"])
        #expect(try await program.post("/v1/responses", "{}").json["error"]?["param"] == "input")
        #expect(try await program.post("/v1/messages", "{}").json.object?.map(\.0) == ["type", "error"])
        #expect(try await program.post("/api/chat", "{}").json["error"]?.string?.contains("'model'") == true)
        program.headers = [:]
        for address in Self.addresses {
            let response = try await program.post(address, "{}")
            #expect(response.status == .unauthorized)
            #expect(Self.message(try response.json) != nil)
            let isAnthropic = address.hasPrefix("/v1/messages")
            #expect(try (response.json["error"]?["type"] == "authentication_error") == isAnthropic)
        }
    }

    @Test func `a key may come as a bearer, or in a header of its own`() async throws {
        let key = TestApp.key.programs.text
        let field = HTTPField.Name("x-api-key")!
        let right: [HTTPFields] = [[.authorization: "Bearer \(key)"], [field: key], [.authorization: "x", field: key]]
        let wrong: [HTTPFields] = [
            [:], [field: ""], [field: key + "x"], [field: "Bearer \(key)"], [.authorization: key],
            [.authorization: "Basic \(key)"],
        ]
        var program = try await Program(TestApp())
        for (headers, status) in right.map({ ($0, HTTPResponse.Status.ok) }) + wrong.map({ ($0, .unauthorized) }) {
            program.headers = headers
            for address in ["/v1/models", "/api/tags", "/api/version"] {
                #expect(try await program.get(address).status == status, "\(headers)")
            }
        }
    }

    @Test func `browsers' cookies open no address of programs, and other sites none`() async throws {
        let app = try await TestApp()
        var program = Program(app)
        program.headers[.origin] = "http://evil.example"
        for address in Self.addresses { #expect(try await program.post(address, "{}").status == .forbidden) }
        program.headers = [.cookie: "hearth=\(TestApp.key.cookie)"]
        for address in Self.addresses { #expect(try await program.post(address, "{}").status == .unauthorized) }
        #expect(isAPI("/api") && isAPI("/api/chat") && !isAPI("/apis") && !isAPI("/v1x"))
    }

    @Test func `what programs ask is not kept, and chooses nothing`() async throws {
        let model = ScriptedModel(saying: "Yes.")
        model.add([ModelSummary(name: "some/other", bytes: 1, memory: 1)])
        let app = try await TestApp(model)
        let program = Program(app)
        let hello = #"[{"role": "user", "content": "Hello"}]"#
        for (address, field) in [
            ("/v1/responses", #""input": "x""#), ("/v1/messages", #""max_tokens": 5, "messages": \#(hello)"#),
            ("/api/chat", #""messages": \#(hello)"#), ("/api/generate", #""prompt": "x""#),
        ] {
            let response = try await program.post(address, #"{"model": "some/other", \#(field)}"#)
            #expect(response.status == .ok, "\(response.text)")
            #expect(response.headers[.connection] == "close")
            #expect(model.requests.last?.model == "some/other")
        }
        #expect(model.choices.isEmpty)
        #expect(try await app.conversations.sessions(before: nil, limit: 10).isEmpty)
        #expect(await app.settings.changes == 0)
    }

    @Test func `the most requests at once are the same for all`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model) { $0.programLimit = 0 }
        for (address, body) in [("/v1/messages", "{}"), ("/api/chat", "{}"), ("/v1/responses", "{}")] {
            let response = try await Program(app).post(address, body)
            #expect(response.status == .tooManyRequests)
            #expect(Self.message(try response.json)?.contains("Try again") == true)
        }
    }
}
