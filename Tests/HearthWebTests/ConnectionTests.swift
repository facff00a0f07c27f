// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import Synchronization
import Testing

@testable import HearthWeb

/// Clients that get one of few places, and clients that make room.
@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
    private static let stranger = "GET /help HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let cookie = "Host: localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n"
    private static let help = "GET /help HTTP/1.1\r\n\(cookie)\r\n"
    private static let news = "GET /news HTTP/1.1\r\n\(cookie)\r\n"

    /// Runs a test with the port of an app that has few places.
    private func listen(
        _ app: TestApp, _ body: @Sendable @escaping (_ connect: () async throws -> RawConnection) async throws -> Void
    ) async throws {
        try await app.server.application().test(.live) { client in
            let port = client.port!
            try await body { try await RawConnection(port: port) }
        }
    }

    private func isAnswered(_ connection: RawConnection, _ status: Int) async throws {
        try await eventually("there is an answer") { connection.received.contains("\r\n\r\n") }
        #expect(connection.received.hasPrefix("HTTP/1.1 \(status)"), "\(connection.received.prefix(40))")
    }

    // MARK: Strangers

    @Test(arguments: [
        stranger, "POST /chat/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n",
        "GET /enter?token=wrong HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
        "GET /help HTTP/1.1\r\nHost: evil.example\r\nCookie: hearth=\(TestApp.key.cookie)\r\n\r\n",
        "GET /v1/models HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n\r\n",
    ])
    func `who has no key is closed after the answer, whatever comes behind it`(request: String) async throws {
        try await listen(try await TestApp()) { connect in
            let connection = try await connect()
            try await connection.send(request)
            try await eventually("there is an answer") { connection.received.contains("\r\n\r\n") }
            #expect(connection.received.hasPrefix("HTTP/1.1 4"))
            #expect(connection.received.lowercased().contains("connection: close"))
            try? await connection.send("x")
            try await eventually("the connection is closed") { connection.isClosed }
        }
    }

    @Test func `who has the key keeps the connection for the next request`() async throws {
        try await listen(try await TestApp()) { connect in
            let connection = try await connect()
            for count in 1...3 {
                try await connection.send(Self.help)
                try await eventually("page \(count) is there") {
                    connection.received.components(separatedBy: "</html>").count == count + 1
                }
            }
            #expect(!connection.received.lowercased().contains("connection: close"))
        }
    }

    @Test func `strangers that say nothing make room for each other, and take none from guests`() async throws {
        try await listen(try await TestApp { $0.places.strangers = 3 }) { connect in
            var strangers: [RawConnection] = []
            for _ in 0..<8 { strangers.append(try await connect()) }
            let all = strangers
            try await eventually("five have made room") { all.count(where: \.isClosed) == 5 }
            for stranger in strangers where stranger.isClosed { try await isAnswered(stranger, 503) }
            let guest = try await connect()
            try await guest.send(Self.help)
            try await isAnswered(guest, 200)
            #expect(all.count(where: \.isClosed) <= 6)
        }
    }

    @Test func `strangers that send half a body hold no place either`() async throws {
        try await listen(try await TestApp { $0.places.strangers = 3 }) { connect in
            for _ in 0..<20 {
                let stranger = try await connect()
                try await stranger.send("POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1234")
            }
            let guest = try await connect()
            try await guest.send(Self.help)
            try await isAnswered(guest, 200)
        }
    }

    // MARK: Guests

    @Test func `a guest that asks nothing makes room for one that does`() async throws {
        try await listen(try await TestApp { $0.places.guests = 2 }) { connect in
            var guests: [RawConnection] = []
            for _ in 0..<4 {
                let guest = try await connect()
                try await guest.send(Self.help)
                try await eventually("the page is there") { guest.received.contains("</html>") }
                guests.append(guest)
            }
            try await eventually("the first is closed") { guests[0].isClosed && guests[1].isClosed }
            #expect(!guests[2].isClosed && !guests[3].isClosed)
        }
    }

    @Test func `where all guests are being answered, the next is told so`() async throws {
        try await listen(try await TestApp { $0.places.guests = 2 }) { connect in
            let streams = [try await connect(), try await connect()]
            for stream in streams {
                try await stream.send(Self.news)
                try await isAnswered(stream, 200)
            }
            let guest = try await connect()
            try await guest.send(Self.help)
            try await isAnswered(guest, 503)
            try await eventually("it is closed") { guest.isClosed }
            #expect(guest.received.contains("Too many open connections"))
            try await streams[0].close()
            try await eventually("there is a place again") {
                let guest = try await connect()
                try await guest.send(Self.help)
                try await eventually("there is an answer") { guest.received.contains("\r\n\r\n") }
                return guest.received.hasPrefix("HTTP/1.1 200")
            }
        }
    }

    @Test func `streams have a limit of their own, so that pages go on`() async throws {
        try await listen(try await TestApp { $0.places.streams = 3 }) { connect in
            var streams: [RawConnection] = []
            for number in 0..<5 {
                let stream = try await connect()
                try await stream.send(Self.news)
                try await isAnswered(stream, number < 3 ? 200 : 503)
                streams.append(stream)
            }
            let guest = try await connect()
            try await guest.send(Self.help)
            try await isAnswered(guest, 200)
            // A reader that leaves is noticed at once, not with the next sign of life.
            try await streams[0].close()
            try await eventually("there is a place again") {
                let stream = try await connect()
                try await stream.send(Self.news)
                try await eventually("there is an answer") { stream.received.contains("\r\n\r\n") }
                return stream.received.hasPrefix("HTTP/1.1 200")
            }
        }
    }

    /// A browser has six connections. Ten pages follow what happens with four of them, in turn; others are not touched.
    @Test func `the pages of one browser take turns with its streams, and others keep theirs`() async throws {
        try await listen(try await TestApp()) { connect in
            func follow(_ browser: String) async throws -> RawConnection {
                let stream = try await connect()
                try await stream.send("GET /news\(browser) HTTP/1.1\r\n\(Self.cookie)\r\n")
                try await isAnswered(stream, 200)
                return stream
            }
            func isOver(_ stream: RawConnection) -> Bool { stream.received.hasSuffix("0\r\n\r\n") }
            let others = [try await follow("?browser=b"), try await follow(""), try await follow("")]
            var streams: [RawConnection] = []
            for number in 0..<10 {
                streams.append(try await follow("?browser=a&session=s"))
                guard number >= 4 else { continue }
                try await eventually("the oldest ends") { isOver(streams[number - 4]) }
                #expect(streams.suffix(4).allSatisfy { !isOver($0) })
            }
            // The connection of one that has ended serves pages, and may follow again.
            try await streams[0].send(Self.help)
            try await eventually("there is a page") { streams[0].received.contains("</html>") }
            try await streams[0].send("GET /news?browser=a HTTP/1.1\r\n\(Self.cookie)\r\n")
            try await eventually("the oldest ends") { isOver(streams[6]) }
            #expect(!isOver(streams[9]) && !isOver(streams[0]))
            #expect(others.allSatisfy { !isOver($0) })
        }
    }

    // MARK: Ends

    @Test(arguments: [
        "POST /chat/ask HTTP/1.1\r\n\(cookie)Origin: http://localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n",
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(TestApp.key.programs.text)\r\n",
    ])
    func `a body in chunks that are none is a bad request`(head: String) async throws {
        for body in ["zz\r\nhello\r\n", "-1\r\nhello\r\n", "5\r\nhelloworld\r\n", "fffffffffffffffff\r\nhello\r\n"] {
            try await listen(try await TestApp()) { connect in
                let connection = try await connect()
                try await connection.send("\(head)Transfer-Encoding: chunked\r\n\r\n\(body)")
                try await isAnswered(connection, 400)
                try await eventually("it is closed") { connection.isClosed }
                #expect(connection.received.components(separatedBy: "HTTP/1.1 ").count == 2)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a key that is replaced ends the answers of those that came in with it`(isStreamed: Bool) async throws {
        let hasEnded = Mutex(false)
        let model = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                stream.yield(.text("word"))
                stream.onTermination = { _ in hasEnded.withLock { $0 = true } }
            }
        }
        let body = #"{"messages": [{"role": "user", "content": "x"}], "stream": \#(isStreamed)}"#
        // On a busy machine the page's request comes long after its connection.
        try await listen(try await TestApp(model) { $0.deadlines.head = .seconds(300) }) { connect in
            let (program, page) = (try await connect(), try await connect())
            try await program.send(
                "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(TestApp.key.programs.text)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            try await eventually("it is being answered") { !model.requests.isEmpty }
            let form = "token=\(TestApp.key.formToken)"
            try await page.send(
                "POST /settings/programs/renew HTTP/1.1\r\n\(Self.cookie)Origin: http://localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
            )
            try await isAnswered(page, 303)
            try await eventually("the program is cut off") { program.isClosed }
            try await eventually("the work has ended") { hasEnded.withLock { $0 } }
            #expect(!page.isClosed)
        }
    }

    @Test func `told to end, streams end and idle connections are closed`() async throws {
        // Longer than a busy machine takes: a stream that has not ended by then is cut.
        let app = try await TestApp { ($0.deadlines.ending, $0.deadlines.head) = (.seconds(60), .seconds(300)) }
        try await listen(app) { connect in
            let (stream, idle, silent) = (try await connect(), try await connect(), try await connect())
            try await stream.send(Self.news)
            try await isAnswered(stream, 200)
            try await idle.send(Self.help)
            try await eventually("the page is there") { idle.received.contains("</html>") }
            app.server.end()
            try await eventually("all are closed") { stream.isClosed && idle.isClosed && silent.isClosed }
            // The stream came to its end: it was not cut.
            #expect(stream.received.hasSuffix("0\r\n\r\n"))
        }
    }
}
