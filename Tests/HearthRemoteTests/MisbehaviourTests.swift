// SPDX-License-Identifier: Apache-2.0

import HearthModels
import HearthTesting
import Testing

@testable import HearthRemote

/// Endpoints that misbehave: each gives one clear error, soon, and learns nothing that it should not.
@Suite(.serialized) struct MisbehaviourTests {
    private let client = RemoteClient(limits: narrow)

    @Test(arguments: [
        (401, ModelError.Code.keyRefused), (403, .keyRefused), (404, .unknownThere), (405, .unknownThere),
        (402, .overloaded), (429, .overloaded), (500, .failedThere), (502, .failedThere), (503, .failedThere),
        (400, .refusedThere), (413, .refusedThere), (422, .refusedThere), (204, .refusedThere), (301, .sentElsewhere),
    ])
    func `every status becomes a sentence with a way out`(status: Int, code: ModelError.Code) async throws {
        let endpoint = try LoopbackServer(.whole(status, status == 204 ? "" : #"{"error":{"message":"No."}}"#))
        let fault = try await client.fault(from: endpoint, key: "sk-secret")
        #expect(fault.code == code)
        #expect(fault.detail.contains("127.0.0.1"))
        #expect(!fault.detail.contains("sk-secret") && !fault.detail.contains("Hello?"))
        // Once: no question is asked twice behind somebody's back, unless the endpoint had not even begun with it.
        #expect(endpoint.requests.count == (status == 429 ? 4 : 1))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `where an endpoint sends on, neither the key nor the conversation goes`(status: Int) async throws {
        let other = try LoopbackServer(.stream, .text("Mine now"), .done)
        let location = "Location: \(other.interface)/chat/completions\r\n"
        let endpoint = try LoopbackServer(.whole(status, "", location))
        #expect(try await client.fault(from: endpoint, key: "sk-secret").code == .sentElsewhere)
        let address = try RemoteAddress(endpoint.interface)
        let error = await #expect(throws: ModelError.self) {
            try await client.models(at: address, key: "sk-secret")
        }
        #expect(error?.code == .sentElsewhere)
        #expect(other.requests.isEmpty)
    }

    @Test func `where nothing listens, that is said`() async throws {
        let endpoint = try LoopbackServer(.close)
        let address = try RemoteAddress("http://127.0.0.1:1/v1")
        let error = await #expect(throws: ModelError.self) { try await client.models(at: address, key: nil) }
        #expect(error?.code == .unreachable)
        let fault = try await client.fault(from: endpoint)
        #expect(fault.code == .brokeOff)
    }

    @Test func `a server without encryption is not taken for one with`() async throws {
        // The greeting of an encrypted connection is answered like this.
        let endpoint = try LoopbackServer(greeting: "HTTP/1.1 400 Bad Request\r\n\r\n") { _ in [] }
        let address = try RemoteAddress("https://127.0.0.1:\(endpoint.port)/v1")
        let error = await #expect(throws: ModelError.self) {
            try await client.models(at: address, key: "sk-secret")
        }
        #expect(error?.code == .untrusted)
        #expect(endpoint.requests.isEmpty)
    }

    @Test(arguments: [
        [LoopbackServer.Step.whole(200, "<html>Welcome</html>")], [.whole(200, #"{"choices":[]}"#)],
        [.stream, .data("{")], [.stream, .data("nonsense")], [.stream, .data("[1]")], [.stream, .data(#"{"a":1}"#)],
        [.stream, .data(String(repeating: "[", count: 5_000))],
        [
            .stream,
            .bytes(
                Array("data: {\"choices\":[{\"delta\":{\"content\":\"".utf8) + [0xFF, 0xFE] + Array("\"}}]}\n\n".utf8)),
        ],
    ])
    func `what is not the protocol is said to be unreadable`(steps: [LoopbackServer.Step]) async throws {
        let endpoint = try LoopbackServer { _ in steps }
        let fault = try await client.fault(from: endpoint)
        #expect(fault.code == .unreadable)
    }

    @Test(arguments: [
        LoopbackServer.Step.forever(
            "data: {\"choices\":[{\"delta\":{\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        .forever("data: x\n"), .forever(": beat\n"),
        .forever("data: {\"choices\":[{\"delta\":{\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}}]}\n\n"),
    ])
    func `no line and no answer is endless`(step: LoopbackServer.Step) async throws {
        let endpoint = try LoopbackServer(.stream, step)
        let fault = try await client.fault(from: endpoint)
        #expect(fault.code == .unreadable)
        try await eventually("the connection is closed") { endpoint.seen.open == 0 }
    }

    /// Each limit by itself: the same answer is whole where there is more room.
    @Test func `a line that is too long is refused, and so is an answer`() async throws {
        let text = String(repeating: "a", count: 15_000)
        func hear(line: Int, answer: Int) async throws -> String {
            var limits = narrow
            (limits.line, limits.answer) = (line, answer)
            let endpoint = try LoopbackServer(.stream, .text(text), .delta("{}", "stop"), .done)
            return try await RemoteClient(limits: limits).hear(from: endpoint).text
        }
        for (line, answer) in [(10_000, 30_000), (30_000, 10_000)] {
            let error = await #expect(throws: ModelError.self) {
                _ = try await hear(line: line, answer: answer)
            }
            #expect(error?.code == .unreadable, "\(line), \(answer)")
        }
        #expect(try await hear(line: 30_000, answer: 30_000) == text)
    }

    /// The endpoint pays no heed to what it was asked, and is not heeded either.
    @Test(arguments: [
        LoopbackServer.Step.forever("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"),
        .forever("data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"a\"}}]}\n\n"),
    ])
    func `an answer ends with the tokens that were asked for`(step: LoopbackServer.Step) async throws {
        let endpoint = try LoopbackServer(.stream, step)
        var request = hello
        request.maxTokens = 7
        let heard = try await client.hear(request, from: endpoint)
        #expect(heard.text + heard.thoughts == "aaaaaaa")
        #expect(heard.summary?.reason == .length && heard.summary?.tokens == 7)
        try await eventually("the connection is closed") { endpoint.seen.open == 0 }
    }

    @Test func `nor do its pieces carry more than so many tokens could`() async throws {
        let piece = String(repeating: "a", count: 3_000)
        let endpoint = try LoopbackServer(
            .stream, .forever("data: {\"choices\":[{\"delta\":{\"content\":\"\(piece)\"}}]}\n\n"))
        var request = hello
        request.maxTokens = 200
        let heard = try await client.hear(request, from: endpoint)
        #expect(heard.text.count == 6_000 && heard.summary?.reason == .length)
    }

    @Test func `an answer without a limit of its own ends at one of ours`() async throws {
        var limits = RemoteLimits()
        limits.text = 1_000
        let endpoint = try LoopbackServer(
            .stream, .forever("data: {\"choices\":[{\"delta\":{\"content\":\"aaaaaaa\"}}]}\n\n"))
        let heard = try await RemoteClient(limits: limits).hear(from: endpoint)
        #expect(heard.text.count == 994 && heard.summary?.reason == .length)
        try await eventually("the connection is closed") { endpoint.seen.open == 0 }
    }

    @Test func `an answer of just as many tokens as were asked for is whole`() async throws {
        let endpoint = try LoopbackServer(
            .stream, .text("one "), .text("two"), .delta("{}", "stop"),
            .data(#"{"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":2}}"#), .done)
        var request = hello
        request.maxTokens = 2
        let heard = try await client.hear(request, from: endpoint)
        #expect(heard.text == "one two" && heard.summary?.reason == .stop && heard.summary?.promptTokens == 20)
    }

    /// Only data counts: what an event is called, and other fields of it, are read over.
    @Test(arguments: [
        "event: error", "event: finished", "event: [DONE]", "event: data: [DONE]", "event:", "event",
        "event: \u{0}\u{1B}[2J",
        "event: \u{202E}evil", "id: data: [DONE]", "retry: 0", "retry: -1", "DATA: [DONE]", "datax: [DONE]",
        " data: [DONE]",
        ":data: [DONE]", "event: " + String(repeating: "e", count: 5_000),
    ])
    func `names of events, hostile ones too, change nothing`(line: String) async throws {
        let piece = { (text: String) in
            LoopbackServer.Step.send(
                "\(line)\ndata: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}}]}\n\(line)\n\n")
        }
        let endpoint = try LoopbackServer(
            .stream, piece("one "), .send("\(line)\n\n"), piece("two"), .delta("{}", "stop"), .done)
        #expect(try await client.hear(from: endpoint).text == "one two")
    }

    @Test func `a list of models is not endless either`() async throws {
        let endpoint = try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{\"data\":["),
            .forever("{\"id\":\"a\"},"))
        let address = try RemoteAddress(endpoint.interface)
        let error = await #expect(throws: ModelError.self) { try await client.models(at: address, key: nil) }
        #expect(error?.code == .unreadable)
    }

    /// The same list is read where there is more room.
    @Test(arguments: [(10_000, false), (30_000, true)])
    func `a list of models that is too long is refused`(room: Int, isRead: Bool) async throws {
        let name = String(repeating: "a", count: 150)
        let list = "{\"data\":[\(Array(repeating: "{\"id\":\"\(name)\"}", count: 100).joined(separator: ","))]}"
        let endpoint = try LoopbackServer(.whole(200, list))
        var limits = narrow
        limits.list = room
        let (client, address) = (RemoteClient(limits: limits), try RemoteAddress(endpoint.interface))
        if isRead { return #expect(try await client.models(at: address, key: nil).count == 100) }
        let error = await #expect(throws: ModelError.self) { try await client.models(at: address, key: nil) }
        #expect(error?.code == .unreadable)
    }

    @Test(arguments: [
        [LoopbackServer.Step.wait(.seconds(30))], [.stream, .wait(.seconds(30))],
        [.stream, .text("One"), .wait(.seconds(30))],
        [.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-"), .wait(.seconds(30))],
    ])
    func `an endpoint that says nothing more is not waited for without end`(steps: [LoopbackServer.Step]) async throws {
        let endpoint = try LoopbackServer { _ in steps }
        let begun = ContinuousClock.now
        let fault = try await RemoteClient(limits: impatient).fault(from: endpoint)
        #expect(fault.code == .silent)
        #expect(.now - begun < .seconds(25))
    }

    @Test(arguments: [
        [LoopbackServer.Step.stream, .text("One"), .close], [.stream, .close],
        [
            .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 5000\r\n\r\n"), .text("One"),
            .close,
        ],
    ])
    func `an answer that ends in the middle is not taken for a whole one`(steps: [LoopbackServer.Step]) async throws {
        let endpoint = try LoopbackServer { _ in steps }
        let fault = try await client.fault(from: endpoint)
        #expect(fault.code == .brokeOff)
    }

    @Test func `an error in the middle of an answer is told with what the endpoint says`() async throws {
        let endpoint = try LoopbackServer(
            .stream, .text("One"),
            .data(#"{"error":{"message":"out of\nmemory \#(String(repeating: "x", count: 900))"}}"#))
        let fault = try await client.fault(from: endpoint)
        #expect(fault.code == .failedThere)
        #expect(fault.detail.contains("out of memory"))
        #expect(fault.detail.count < 400 && !fault.detail.contains("\n"))
    }

    @Test func `what had arrived before a fault was heard`() async throws {
        let endpoint = try LoopbackServer(.stream, .text("One "), .text("two"), .close)
        var text = ""
        await #expect(throws: ModelError.self) {
            for try await event in try client.complete(
                hello, model: "m", at: try RemoteAddress(endpoint.interface), key: nil)
            {
                if case .piece(.text(let piece)) = event { text += piece }
            }
        }
        #expect(text == "One two")
    }

    /// The connection is gone at once, so that the endpoint need not go on for nobody.
    @Test func `when the reader stops, so does the endpoint`() async throws {
        let endpoint = try LoopbackServer(
            .stream, .forever("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"))
        let patient = RemoteClient()
        for try await _ in try patient.complete(hello, model: "m", at: try RemoteAddress(endpoint.interface), key: nil)
        {
            break
        }
        try await eventually("the connection is closed") {
            endpoint.seen.closedByClient == 1 && endpoint.seen.open == 0
        }
    }

    @Test func `a reader who stops before the first word is not waited for`() async throws {
        let endpoint = try LoopbackServer(.wait(.seconds(60)))
        let patient = RemoteClient()
        let stream = try patient.complete(hello, model: "m", at: try RemoteAddress(endpoint.interface), key: nil)
        let reading = Task { for try await _ in stream {} }
        try await eventually("it was asked") { endpoint.requests.count == 1 }
        reading.cancel()
        try await eventually("the connection is closed") {
            endpoint.seen.closedByClient == 1 && endpoint.seen.open == 0
        }
    }
}
