// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import HearthTesting
import HummingbirdTesting
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HearthWeb

/// Cases that only show on a real connection: clients that are slow, or that send too much.
@Suite(.timeLimit(.minutes(2))) struct SocketTests {
    /// Far above what an answer takes where these tests run one after the other, as `make test` has them.
    private static let deadline = Duration.seconds(1)

    private func quick(_ configuration: inout WebConfiguration) {
        configuration.deadlines.head = Self.deadline
        configuration.deadlines.body = Self.deadline
        configuration.deadlines.idle = Self.deadline
        configuration.deadlines.reading = Self.deadline
    }

    private func connect(
        _ app: TestApp, _ body: @Sendable @escaping (RawConnection) async throws -> Void
    ) async throws {
        try await app.server.application().test(.live) { client in
            let connection = try await RawConnection(port: client.port!)
            try await body(connection)
            try? await connection.close()
        }
    }

    private static let head = "GET /help HTTP/1.1\r\nHost: localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n"

    /// In the time that people have: where the machine is busy, an answer may take longer than the deadlines of these
    /// tests.
    @Test func `a whole request is answered`() async throws {
        try await connect(try await TestApp()) { connection in
            try await connection.send(Self.head + "\r\n")
            try await eventually("the page is there") { connection.received.contains("</html>") }
            #expect(connection.received.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `a head that comes a byte at a time is not waited for`() async throws {
        try await connect(try await TestApp(edit: quick)) { connection in
            for byte in Self.head {
                do { try await connection.send(String(byte)) } catch { break }
                if connection.isClosed { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(connection.isClosed)
            #expect(!connection.received.contains("200"))
        }
    }

    @Test func `a body that comes a byte at a time is not waited for`() async throws {
        try await connect(try await TestApp(edit: quick)) { connection in
            try await connection.send(
                "POST /chat/ask HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n")
            for _ in 0..<60 where !connection.isClosed {
                do { try await connection.send("a") } catch { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(connection.isClosed)
        }
    }

    private static func uploadHead(_ bytes: Int) -> String {
        "POST /words/import HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n"
            + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(bytes)\r\n\r\n"
    }

    /// A large file over a slow line takes far longer than a form.
    @Test func `a file may take as long as it goes on coming`() async throws {
        let app = try await TestApp {
            quick(&$0)
            $0.deadlines.uploadBytes = 1_000
        }
        try await connect(app) { connection in
            let row = "word\ttranslation\n"
            let begin =
                "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(TestApp.key.formToken)\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"a.tsv\"\r\n\r\n"
            let pieces = [begin] + Array(repeating: String(repeating: row, count: 100), count: 20) + ["\r\n--b--\r\n"]
            let begun = ContinuousClock.now
            try await connection.send(Self.uploadHead(pieces.reduce(0) { $0 + $1.utf8.count }))
            for piece in pieces {
                try await connection.send(piece)
                try await Task.sleep(for: .milliseconds(150))
            }
            try await eventually("it is answered") { connection.received.contains("\r\n\r\n") }
            #expect(ContinuousClock.now - begun > Self.deadline * 2)
            #expect(connection.received.hasPrefix("HTTP/1.1 303"), "\(connection.received.prefix(200))")
        }
    }

    @Test func `a file that comes a byte at a time is not waited for`() async throws {
        let app = try await TestApp {
            quick(&$0)
            $0.deadlines.uploadBytes = 1_000
        }
        try await connect(app) { connection in
            try await connection.send(Self.uploadHead(1_000_000))
            for _ in 0..<60 where !connection.isClosed {
                do { try await connection.send("a") } catch { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(connection.isClosed)
        }
    }

    /// Other forms have one time for all of it, however much comes.
    @Test func `a form that goes on coming is not waited for`() async throws {
        let app = try await TestApp {
            quick(&$0)
            $0.deadlines.uploadBytes = 1_000
        }
        try await connect(app) { connection in
            try await connection.send(
                "POST /chat/ask HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900000\r\n\r\n")
            for _ in 0..<60 where !connection.isClosed {
                do { try await connection.send(String(repeating: "a", count: 2_000)) } catch { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(connection.isClosed)
        }
    }

    @Test func `a connection that asks nothing more is closed`() async throws {
        try await connect(try await TestApp(edit: quick)) { connection in
            try await connection.send(Self.head + "\r\n")
            try await eventually("the page is there") { connection.received.contains("</html>") }
            try await eventually("the connection is closed") { connection.isClosed }
        }
    }

    @Test func `an answer that is being written keeps its connection`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model, edit: quick)
        let answer = try await app.conversations.ask("Write")
        try await connect(app) { connection in
            try await connection.send(
                "GET /answers/\(answer.id)/events HTTP/1.1\r\nHost: localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n\r\n"
            )
            pen.write(.text("First"))
            try await eventually("the first word is there") { connection.received.contains("First") }
            try await Task.sleep(for: Self.deadline * 3)
            #expect(!connection.isClosed)
            pen.write(.text(" and last"))
            try await eventually("the last word is there") { connection.received.contains("and last") }
            pen.finish()
            try await eventually("the end is there") { connection.received.contains("event: finished") }
        }
    }

    @Test func `a browser that leaves does not stop the answer`() async throws {
        let pen = Pen()
        let app = try await TestApp(pen.model)
        let answer = try await app.conversations.ask("Write")
        try await connect(app) { connection in
            try await connection.send(
                "GET /answers/\(answer.id)/events HTTP/1.1\r\nHost: localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n\r\n"
            )
            pen.write(.text("First"))
            try await eventually("the first word is there") { connection.received.contains("First") }
            try await connection.close()
            pen.write(.text(" and last"))
            pen.finish()
            try await eventually("the answer is complete") {
                try await app.conversations.path(of: answer.session).last?.message.content == "First and last"
            }
        }
    }

    // MARK: Temporary chats

    private static func news(of session: Session.ID) -> String {
        "GET /news?session=\(session) HTTP/1.1\r\nHost: localhost\r\nCookie: hearth=\(TestApp.key.cookie)\r\n\r\n"
    }

    /// A browser that crashes, a phone that loses its battery: nobody says that the page was left.
    @Test func `a temporary chat is gone soon after the connection of the last page that showed it`() async throws {
        let clock = StepClock()
        let pen = Pen()
        let app = try await TestApp(pen.model, clock: clock)
        let answer = try await app.conversations.ask("Secret?", isTemporary: true)
        try await app.server.application().test(.live) { client in
            let pages = [try await RawConnection(port: client.port!), try await RawConnection(port: client.port!)]
            for page in pages {
                try await page.send(Self.news(of: answer.session))
                try await eventually("it is told of the chat") { page.received.contains("event: session") }
            }
            // The answer goes on meanwhile.
            pen.write(.text("Half"))
            try await pages[0].close()
            clock.advance(by: .seconds(3_600))
            #expect(try await app.conversations.session(answer.session) != nil, "another page shows it")
            try await pages[1].close()
            let begin = ContinuousClock.now
            try await eventually("it is gone") {
                clock.advance(by: .seconds(1))
                return try await app.conversations.session(answer.session) == nil
            }
            #expect(ContinuousClock.now - begin < .seconds(10), "not only with the next sign of life, 15 s later")
        }
        try await app.test { browser in
            let page = try await browser.get("/chat/\(answer.session)")
            let late = try await browser.post("/chat/\(answer.session)/leave")
            let events = try await browser.get("/answers/\(answer.id)/events")
            #expect(page.status == .notFound && late.status == .noContent && !events.text.contains("event:"))
        }
    }

    @Test func `a temporary chat that is asked for again in time stays`() async throws {
        let clock = StepClock()
        let app = try await TestApp(clock: clock)
        let answer = try await app.conversations.ask("Secret?", isTemporary: true)
        for await event in app.conversations.events(of: answer.id) { if case .finished = event.change { break } }
        try await app.server.application().test(.live) { client in
            for _ in 0..<3 {
                let page = try await RawConnection(port: client.port!)
                try await page.send(Self.news(of: answer.session))
                try await eventually("it is told of the chat") { page.received.contains("event: session") }
                // The time of readers without script is over, and nothing waits.
                clock.advance(by: .seconds(3_600))
                try await eventually("nothing waits") { clock.sleepers == 0 }
                try await page.close()
                try await eventually("the time runs") { clock.sleepers == 1 }
                clock.advance(by: .seconds(19))
                try await app.test { browser in
                    let page = try await browser.get("/chat/\(answer.session)")
                    #expect(page.status == .ok)
                }
            }
            try await eventually("it is gone") {
                clock.advance(by: .seconds(1))
                return try await app.conversations.session(answer.session) == nil
            }
        }
    }

    private static func program(_ body: String) -> String {
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(TestApp.key.programs.text)\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test(arguments: [false, true])
    func `a program that leaves stops its answer`(isStreamed: Bool) async throws {
        let hasEnded = Mutex(false)
        let model = ScriptedModel { _ in
            AsyncThrowingStream { stream in
                let writing = Task {
                    while (try? await Task.sleep(for: .milliseconds(20))) != nil { stream.yield(.text("word ")) }
                }
                stream.onTermination = { _ in
                    writing.cancel()
                    hasEnded.withLock { $0 = true }
                }
            }
        }
        try await connect(try await TestApp(model)) { connection in
            try await connection.send(
                Self.program(#"{"messages": [{"role": "user", "content": "x"}], "stream": \#(isStreamed)}"#))
            try await eventually("it is being answered") { !model.requests.isEmpty }
            if isStreamed { try await eventually("words come") { connection.received.contains("word") } }
            #expect(!hasEnded.withLock { $0 })
            try await connection.close()
            try await eventually("the work has ended") { hasEnded.withLock { $0 } }
        }
    }

    @Test func `programs have so many places, and each is free again`() async throws {
        let pens = [Pen(), Pen(), Pen()]
        let count = Mutex(0)
        let model = ScriptedModel { _ in
            let number = count.withLock { count in
                count += 1
                return count - 1
            }
            return pens[number].stream.stream
        }
        let body = #"{"messages": [{"role": "user", "content": "x"}], "stream": true}"#
        let app = try await TestApp(model) { $0.programLimit = 1 }
        try await connect(app) { first in
            try await first.send(Self.program(body))
            try await eventually("it is being answered") { count.withLock { $0 == 1 } }
            #expect(try await Program(app).chat(body).status == .tooManyRequests)
            pens[0].finish()
            try await eventually("the end is there") { first.received.contains("[DONE]") }
            pens[1].finish()
            try await eventually("there is a place again") { try await Program(app).chat(body).status == .ok }
            // A request that is refused gives its place back, too.
            #expect(try await Program(app).chat("{}").status == .badRequest)
            pens[2].finish()
            try await eventually("there is a place again") { try await Program(app).chat(body).status == .ok }
        }
    }

    @Test func `heads have a limit`() async throws {
        try await connect(try await TestApp()) { connection in
            try await connection.send(Self.head)
            do {
                for index in 0..<2_000 {
                    try await connection.send("X-\(index): \(String(repeating: "a", count: 100))\r\n")
                }
                try await connection.send("\r\n")
            } catch {
                // The server does not read to the end of it.
            }
            try await eventually("it is refused") { connection.isClosed || connection.received.contains("400") }
            #expect(!connection.received.contains("200 OK"))
        }
    }

    @Test(arguments: [
        "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n", "GET //evil.example/ HTTP/1.1\r\nHost: localhost\r\n",
        "GET http://evil.example/help HTTP/1.1\r\nHost: evil.example\r\n", "GET /help HTTP/1.1\r\n",
        "GET /help HTTP/1.0\r\n",
        "GET /help HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n",
        "BREW /chat/ask HTTP/1.1\r\nHost: localhost\r\n",
        "GET /assets/%2e%2e/%2e%2e/Package.swift HTTP/1.1\r\nHost: localhost\r\n", "nonsense\r\n",
    ])
    func `what is no request of ours gets no page`(head: String) async throws {
        try await connect(try await TestApp(edit: quick)) { connection in
            try await connection.send("\(head)Cookie: hearth=\(TestApp.key.cookie)\r\n\r\n")
            try await eventually("it is refused") { connection.isClosed || connection.received.contains("\r\n\r\n") }
            #expect(!connection.received.contains("200 OK"))
            #expect(!connection.received.contains("root:"))
        }
    }
}

/// A connection that sends bytes as they are.
final class RawConnection: Sendable {
    private final class Reader: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let state = Mutex((text: "", isClosed: false))

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = unwrapInboundIn(data)
            state.withLock { $0.text += String(buffer: buffer) }
        }
        func channelInactive(context: ChannelHandlerContext) { state.withLock { $0.isClosed = true } }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private let channel: any Channel
    private let reader = Reader()

    init(port: Int) async throws {
        let reader = reader
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { $0.pipeline.addHandler(reader) }
            .connect(host: "127.0.0.1", port: port).get()
    }

    var received: String { reader.state.withLock(\.text) }
    var isClosed: Bool { reader.state.withLock(\.isClosed) }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }
    func send(_ data: Data) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: data)) }
    func close() async throws { try await channel.close() }
}
