// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation
import HearthTesting
import Testing

/// Servers that do what can be done wrong: each gives one clear failure, soon, and its connection is closed.
@Suite struct MisbehaviourTests {
    private let client = HTTPClient()

    // MARK: What is sent

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "<html>", "\r\n\r\n\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
        "\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}",
    ])
    func `what is not HTTP is no answer`(text: String) async throws {
        let server = try LoopbackServer(.send(text))
        let failure = try await client.failure(request(server.address)).failure
        #expect(failure.code == .brokenAnswer, "\(failure)")
    }

    @Test(arguments: ["zz\r\nabc\r\n", "3\r\nabcdef\r\n", "FFFFFFFFFFFFFFFFFFFF\r\nabc", "-1\r\nabc", "\r\n\r\n"])
    func `chunks that make no sense are no answer`(text: String) async throws {
        let server = try LoopbackServer(.chunked, .send("2\r\nok\r\n"), .send(text), .wait(.seconds(30)))
        let (failure, body) = try await client.failure(request(server.address))
        #expect(failure.code == .brokenAnswer, "\(failure)")
        #expect(body.starts(with: "ok".utf8))
        try await eventually("the connection is closed") { server.seen.open == 0 }
    }

    @Test(arguments: ["Content-Length: -5", "Content-Length: 99999999999999999999", "Content-Length: x"])
    func `a length that is none is no answer`(field: String) async throws {
        let server = try LoopbackServer(.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\nabc"))
        let failure = try await client.failure(request(server.address)).failure
        #expect(failure.code == .brokenAnswer, "\(failure)")
    }

    /// One endless line; endless lines; endless interim answers; endless fields behind the body.
    @Test(arguments: [
        ["HTTP/1.1 200 OK\r\nA: ", "aaaaaaaa"], ["HTTP/1.1 200 OK\r\n", "A: bbbbbbbbbb\r\n"],
        ["", "HTTP/1.1 100 Continue\r\n\r\n"],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "A: bbbbbbbbbb\r\n"],
    ])
    func `header fields are not endless`(texts: [String]) async throws {
        let server = try LoopbackServer(.send(texts[0]), .forever(texts[1]))
        let failure = try await client.failure(request(server.address)).failure
        #expect(failure.code == .headTooLarge, "\(failure)")
        try await eventually("the connection is closed") { server.seen.open == 0 }
        #expect(server.seen.bytesSent < 16 << 20)
    }

    @Test(arguments: [(20_000, true), (30_000, false)])
    func `header fields have the room that they are given`(size: Int, isRead: Bool) async throws {
        let server = try LoopbackServer(.whole("x", "A: \(String(repeating: "a", count: size))\r\n"))
        let wanted = request(server.address) { $0.limits.headBytes = 25_000 }
        if isRead { return #expect(try await client.fetch(wanted).body.count == 1) }
        #expect(try await client.failure(wanted).failure.code == .headTooLarge)
    }

    // MARK: Early ends

    @Test(arguments: [
        ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", "abc"],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n", "abc"],
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", ""],
    ])
    func `what had arrived before an early end is read, and then the end is told`(texts: [String]) async throws {
        let server = try LoopbackServer(.send(texts[0] + texts[1]))
        let (failure, body) = try await client.failure(request(server.address))
        #expect(failure.code == .closedEarly, "\(failure)")
        #expect(body == Array("abc".utf8))
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-"])
    func `an end before the head is one too`(text: String) async throws {
        let server = try LoopbackServer(.send(text))
        let failure = try await client.failure(request(server.address)).failure
        #expect(failure.code == .closedEarly, "\(failure)")
    }

    @Test func `a connection that breaks is told with the system's reason`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .wait(.milliseconds(50)), .reset)
        let failure = try await client.failure(request(server.address)).failure
        #expect(failure.code == .connection && failure.systemError == ECONNRESET, "\(failure)")
    }

    @Test func `a request is sent once where its connection is its own`() async throws {
        let server = try LoopbackServer { _ in [] }
        for _ in 0..<3 {
            let wanted = request(server.address) { $0.sharesConnections = false }
            #expect(try await client.failure(wanted).failure.code == .closedEarly)
        }
        #expect(server.seen.requests.count == 3)
    }

    // MARK: Time

    /// Nothing at all; a part of the head; the head alone; a part of the body.
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nabc"])
    func `a server that says nothing more is not waited for`(text: String) async throws {
        let server = try LoopbackServer(.send(text), .wait(.seconds(60)))
        let begun = ContinuousClock.now
        let failure = try await client.failure(request(server.address) { $0.limits.silence = .milliseconds(400) })
            .failure
        #expect(failure.code == .silent, "\(failure)")
        #expect((Duration.milliseconds(400)..<Duration.seconds(30)).contains(.now - begun))
        try await eventually("the connection is closed") { server.seen.closedByClient == 1 }
    }

    @Test func `a head that comes too slowly is not waited for`() async throws {
        let drops = (0..<1000).flatMap { _ in [LoopbackServer.Step.send("A: b\r\n"), .wait(.milliseconds(50))] }
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\n")] + drops }
        let failure = try await client.failure(request(server.address) { $0.limits.answer = .milliseconds(500) })
            .failure
        #expect(failure.code == .silent, "\(failure)")
        try await eventually("the connection is closed") { server.seen.open == 0 }
    }

    @Test func `an answer that comes too slowly is not waited for, unless there is time`() async throws {
        let drops = (0..<10).flatMap { _ in [LoopbackServer.Step.send("abc"), .wait(.milliseconds(100))] }
        let server = try LoopbackServer { _ in [.open] + drops }
        let failure = try await client.failure(request(server.address) { $0.limits.whole = .milliseconds(500) }).failure
        #expect(failure.code == .slow, "\(failure)")
        // Each byte ends a silence, and the time until the head counts no longer.
        let (_, body) = try await client.fetch(request(server.address) { $0.limits.silence = .seconds(20) })
        #expect(body.count == 30)
    }

    @Test func `a connection that does not come about is not waited for`() async throws {
        // A server that takes no connection: its queue is full after some.
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(listener, $0, size) == 0 && listen(listener, 0) == 0)
                getsockname(listener, $0, &size)
            }
        }
        let place = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        var codes: [HTTPFailure.Code] = []
        for _ in 0..<4 {
            let wanted = request(place) {
                ($0.limits.connecting, $0.limits.silence) = (.milliseconds(500), .milliseconds(500))
            }
            codes.append(try await client.failure(wanted).failure.code)
        }
        #expect(codes.last == .connectTimeout, "\(codes)")
    }

    // MARK: Cancelling

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\n\r\nabc"])
    func `a task that is cancelled closes its connection at once`(text: String) async throws {
        let server = try LoopbackServer(.send(text), .wait(.seconds(60)))
        let reading = Task { [client] in _ = try await client.fetch(request(server.address)) }
        try await eventually("it was asked") { server.seen.requests.count == 1 }
        try await Task.sleep(for: .milliseconds(50))
        let begun = ContinuousClock.now
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        try await eventually("the connection is closed") { server.seen.closedByClient == 1 }
        #expect(.now - begun < .seconds(20))
    }

    @Test func `an answer that nobody reads any more is closed, also while it flows`() async throws {
        let server = try LoopbackServer(.open, .forever("abc"))
        for try await _ in try await client.send(request(server.address)).body { break }
        try await eventually("the connection is closed") { server.seen.closedByClient == 1 && server.seen.open == 0 }
    }

    @Test func `an answer outlives its client, which leaves no connection`() async throws {
        let server = try LoopbackServer(.open, .send("abc"), .wait(.milliseconds(200)), .send("def"))
        let response = try await HTTPClient().send(request(server.address))
        var body: [UInt8] = []
        for try await bytes in response.body { body += bytes }
        #expect(body == Array("abcdef".utf8))
        let kept = try LoopbackServer(.whole("x"), .again)
        _ = try await HTTPClient().fetch(request(kept.address))
        try await eventually("the connection is closed") { kept.seen.open == 0 }
    }

    @Test func `a cancelled task sends nothing`() async throws {
        let server = try LoopbackServer(.whole("x"))
        let task = Task { [client] in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.send(request(server.address))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.seen.connections == 0)
    }

    /// In whatever order a start and an end come, no reader waits for ever and no connection stays.
    @Test func `cancelling at any moment ends the request`() async throws {
        let server = try LoopbackServer(.whole(String(repeating: "a", count: 100_000)), .again)
        for microseconds in stride(from: 0, to: 4000, by: 20) {
            let task = Task { [client] in _ = try await client.fetch(request(server.address)) }
            try await Task.sleep(for: .microseconds(microseconds))
            task.cancel()
            do { try await task.value } catch { #expect(error is CancellationError, "\(error)") }
        }
        #expect(try await client.fetch(request(server.address)).body.count == 100_000)
        try await eventually("cancelled connections are closed") { server.seen.open <= 5 }
    }
}
