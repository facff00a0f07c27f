// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import HearthWeb

/// Bodies that are made to take memory, time or the stack away, or to mean two things at once.
///
/// The limit is far above what they take, and far below what work takes that grows with the square of a body.
@Suite(.timeLimit(.minutes(3))) struct APIBombTests {
    private static let addresses = [
        "/v1/chat/completions", "/v1/completions", "/v1/embeddings", "/v1/responses", "/v1/messages",
        "/v1/messages/count_tokens", "/api/chat", "/api/generate", "/api/embed", "/api/show",
    ]

    /// Name, body, and a word of the one sentence that it gets.
    private static let bombs: [(String, String, String)] = [
        ("nothing", "", "JSON"), ("a list", "[]", "object"), ("half", "{", "JSON"), ("two values", "{} {}", "JSON"),
        ("open lists", String(repeating: "[", count: 1_000_000), "nested"),
        ("open objects", String(repeating: #"{"a":"#, count: 500_000), "nested"),
        (
            "a deep value",
            #"{"metadata": "# + String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000) + "}",
            "nested"
        ),
        ("a deep schema", deepSchema(100_000), "nested"),
        ("a huge number", #"{"temperature": 1e999999999}"#, "out of range"),
        ("a long number", #"{"temperature": 1\#(String(repeating: "0", count: 1_000_000))}"#, "out of range"),
        ("a key twice", #"{"model": "a", "model": "b"}"#, "twice"),
        ("a key twice, spelt otherwise", #"{"model": "a", "\u006dodel": "b"}"#, "twice"),
        ("a key twice, deep down", #"{"messages": [{"role": "user", "role": "system", "content": "x"}]}"#, "twice"),
        ("half a character", #"{"model": "\ud800"}"#, "surrogate"), ("NaN", #"{"temperature": NaN}"#, "JSON"),
        ("a control character", "{\"model\": \"\u{1}\"}", "control"),
    ]

    private static func deepSchema(_ depth: Int) -> String {
        #"{"response_format": "# + String(repeating: #"{"items": "#, count: depth) + "{}"
            + String(repeating: "}", count: depth) + "}"
    }

    @Test(arguments: addresses)
    func `each gets one clear error`(address: String) async throws {
        let program = try await Program(TestApp(embedder: ScriptedEmbedder()))
        for (name, body, word) in Self.bombs {
            let response = try await program.post(address, body)
            #expect(response.status == .badRequest, "\(name)")
            let message = try #require(try DialectTests.message(response.json), "\(name)")
            #expect(message.contains(word) && message.utf8.count < 300, "\(name): \(message)")
        }
    }

    @Test func `many keys are read as fast as few`() async throws {
        let keys = (0..<200_000).map { #""key\#($0)": 1"# }.joined(separator: ",")
        let response = try await Program(TestApp()).chat("{\(keys)}")
        #expect(response.status == .badRequest && response.text.contains("key0"))
    }

    @Test func `a request that is too long is refused`() async throws {
        let app = try await TestApp { $0.requestLimit = 100 }
        for address in Self.addresses {
            let response = try await Program(app).post(address, String(repeating: " ", count: 101))
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test func `packed bodies are not unpacked`() async throws {
        var program = try await Program(TestApp())
        program.headers[.contentEncoding] = "gzip"
        #expect(try await program.chat("{}").status == .unsupportedMediaType)
    }
}
