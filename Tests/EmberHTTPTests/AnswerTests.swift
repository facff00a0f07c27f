// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation
import HearthTesting
import Synchronization
import Testing

/// Requests as they are sent, and answers as they are read.
@Suite struct AnswerTests {
    private let client = HTTPClient()

    @Test func `status, fields and body are those that the server sent`() async throws {
        let server = try LoopbackServer(.whole("hello", "X-Mixed: One\r\nx-mixed:two,three\r\nEmpty:\r\n", status: 404))
        let (response, body) = try await client.fetch(request(server.address))
        #expect(response.status == 404)
        #expect(body == Array("hello".utf8))
        #expect(response.fields.first("x-MIXED") == "One")
        #expect(response.fields.list("X-Mixed") == ["One", "two", "three"])
        #expect(response.fields.first("Empty") == "" && response.fields.first("Other") == nil)
    }

    @Test func `nothing is sent but what was said, the host and the length`() async throws {
        let server = try LoopbackServer(.whole(""))
        _ = try await client.fetch(request(server.address + "/a/../b%20c?d=e#f") { $0.fields = ["X": "y", "Z": ""] })
        let get = try #require(server.seen.requests.first)
        #expect(get.line == "GET /a/../b%20c?d=e HTTP/1.1")
        #expect(get.fields.sorted() == ["Host: 127.0.0.1:\(server.port)", "X: y", "Z:"])
        #expect(get.body.isEmpty)
        // Two megabytes, before which some clients ask whether they may.
        let body = [UInt8](repeating: 7, count: 2 << 20)
        for content in [body, []] {
            _ = try await client.fetch(request(server.address) { $0.method = .post(content) })
            let post = try #require(server.seen.requests.last)
            #expect(post.line == "POST / HTTP/1.1" && post.body == content)
            #expect(post.fields.sorted() == ["Content-Length: \(content.count)", "Host: 127.0.0.1:\(server.port)"])
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "127.0.0.1", "", "http://a b/", "HTTP//x", "http://ü/"])
    func `what is not the web is not asked`(address: String) async throws {
        #expect(try await client.failure(request(address)).failure.code == .badRequest)
    }

    @Test func `a name in an address is not taken for a password`() async throws {
        let server = try LoopbackServer(.whole(""))
        let failure = try await client.failure(request("http://me:secret@127.0.0.1:\(server.port)/")).failure
        #expect(failure.code == .badRequest)
        #expect(server.seen.requests.isEmpty)
    }

    @Test(arguments: [("A\r\nB", "c"), ("", "c"), ("A:", "c"), ("A", "b\r\nC: d"), ("A", "b\nC: d"), ("A", "\u{0}")])
    func `a field cannot bring another one along`(name: String, value: String) async throws {
        let server = try LoopbackServer(.whole(""))
        let failure = try await client.failure(request(server.address) { $0.fields.add(name, value) }).failure
        #expect(failure.code == .badRequest)
        #expect(server.seen.connections == 0)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `no redirect is followed`(status: Int) async throws {
        let other = try LoopbackServer(.whole("other"))
        let server = try LoopbackServer(.whole("moved", "Location: \(other.address)\r\n", status: status))
        let (response, body) = try await client.fetch(request(server.address))
        #expect(response.status == status && body == Array("moved".utf8))
        #expect(response.fields.first("Location") == other.address)
        #expect(other.seen.connections == 0)
    }

    @Test func `what is packed stays packed, and cookies are forgotten`() async throws {
        let packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]
        let fields = "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\nSet-Cookie: a=b"
        let server = try LoopbackServer(.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n"), .bytes(packed), .again)
        for _ in 0..<2 {
            #expect(try await client.fetch(request(server.address)).body == packed)
        }
        #expect(server.seen.requests.allSatisfy { $0.fields == ["Host: 127.0.0.1:\(server.port)"] })
    }

    @Test func `chunks, interim answers and folded fields are read`() async throws {
        let server = try LoopbackServer(
            .send("HTTP/1.1 100 Continue\r\nA: no\r\n\r\nHTTP/1.1 103 Early\r\n\r\n"),
            .send("HTTP/1.1 200\r\nA: one\r\n two\r\nTransfer-Encoding: chunked\r\n\r\n"),
            .send("3;x=y\r\nabc\r\n"), .wait(.milliseconds(20)), .send("2\r\nde\r\n0\r\nTrailer: x\r\n\r\n"))
        let (response, body) = try await client.fetch(request(server.address))
        #expect(response.status == 200 && response.fields.first("A") == "one two")
        #expect(response.fields.first("Trailer") == nil)
        #expect(body == Array("abcde".utf8))
    }

    @Test func `an old server's answer ends with its connection`() async throws {
        let server = try LoopbackServer(.send("HTTP/1.0 200 OK\r\n\r\n"), .send("old"), .send(" news"))
        let (response, body) = try await client.fetch(request(server.address))
        #expect(response.status == 200 && body == Array("old news".utf8))
    }

    @Test(arguments: [204, 304])
    func `an answer without a body is whole`(status: Int) async throws {
        let server = try LoopbackServer(.send("HTTP/1.1 \(status) Nothing\r\n\r\n"), .wait(.seconds(30)))
        let (response, body) = try await client.fetch(request(server.address))
        #expect(response.status == status && body.isEmpty)
    }

    @Test func `a body arrives while it is sent`() async throws {
        let server = try LoopbackServer(.open, .send("first"), .wait(.seconds(60)))
        for try await bytes in try await client.send(request(server.address)).body {
            #expect(bytes == Array("first".utf8))
            #expect(server.seen.open == 1)
            break
        }
    }

    @Test func `a large body is what was sent`() async throws {
        let sent = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
        let server = try LoopbackServer(.send("HTTP/1.1 200 OK\r\nContent-Length: \(sent.count)\r\n\r\n"), .bytes(sent))
        #expect(try await client.fetch(request(server.address)).body == sent)
    }

    @Test func `a reader who is slow makes the server wait`() async throws {
        let piece = String(repeating: "a", count: 1 << 16)
        let server = try LoopbackServer(.open, .forever(piece))
        let response = try await client.send(request(server.address) { $0.limits.silence = .milliseconds(300) })
        // What the system keeps for a connection, on both sides, comes on top of what we keep.
        var before = -1
        try await eventually("the server waits") {
            let now = server.seen.bytesSent
            defer { before = now }
            try await Task.sleep(for: .milliseconds(600))
            return now == before && now > 0
        }
        #expect(before < 32 << 20)
        // The time in which nobody read was no silence of the server's.
        var read = 0
        for try await bytes in response.body {
            #expect(bytes.count <= 272 << 10)
            read += bytes.count
            if read > before + (1 << 20) { break }
        }
        try await eventually("the connection is closed") { server.seen.open == 0 }
    }

    @Test func `requests run side by side`() async throws {
        let here = Mutex(0)
        // No answer begins before all are asked for.
        let server = try LoopbackServer { _ in
            here.withLock { $0 += 1 }
            let deadline = ContinuousClock.now + .seconds(100)
            while here.withLock({ $0 }) < 20, .now < deadline { usleep(5000) }
            return [.whole(here.withLock { $0 } == 20 ? "x" : "")]
        }
        try await withThrowingTaskGroup(of: Int.self) { [client] group in
            for _ in 0..<20 {
                let wanted = request(server.address) { $0.limits.silence = .seconds(120) }
                group.addTask { try await client.fetch(wanted).body.count }
            }
            var bytes = 0
            for try await count in group { bytes += count }
            #expect(bytes == 20)
        }
        #expect(server.seen.connections == 20)
    }

    @Test(arguments: [true, false])
    func `connections are kept for the next request, unless it wants one of its own`(isShared: Bool) async throws {
        let server = try LoopbackServer(.whole("x"), .again)
        for _ in 0..<5 {
            _ = try await client.fetch(request(server.address) { $0.sharesConnections = isShared })
        }
        #expect(server.seen.connections == (isShared ? 1 : 5))
        #expect(server.seen.requests.count == 5)
    }

    @Test func `ten thousand requests leave nothing open`() async throws {
        let server = try LoopbackServer(.whole("x"), .again)
        let closing = try LoopbackServer(.whole("x"))
        let before = try openDescriptors
        do {
            let client = HTTPClient()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<10 {
                    group.addTask {
                        for number in 0..<1000 {
                            // Answers that are read, answers that are not, and failures.
                            let address = number % 10 == 0 ? closing.address : server.address
                            let wanted = request(number % 100 == 7 ? "http://127.0.0.1:1/" : address)
                            if number % 100 == 7 {
                                await #expect(throws: HTTPFailure.self) { try await client.send(wanted) }
                            } else if number % 50 == 3 {
                                _ = try await client.send(wanted)
                            } else {
                                #expect(try await client.fetch(wanted).body.count == 1, "\(task), \(number)")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await eventually("all connections are closed") { server.seen.open == 0 && closing.seen.open == 0 }
        // Other suites have some files open at any time, and close them.
        try await eventually("nothing is left open") { try openDescriptors < before + 40 }
    }
}
