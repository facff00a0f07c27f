// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on the loopback address that answers as a test says, also badly, and counts what it sent.
final class TestServer: Sendable {
    struct Request: Sendable {
        let uri: String
        let headers: HTTPHeaders
        /// How many requests for this address there were before.
        let earlier: Int
        /// How often the server had been told to forget.
        fileprivate let age: Int

        var path: String { String(uri.prefix { $0 != "?" }) }
        func header(_ name: String) -> String? { headers.first(name: name) }
    }

    struct Answer: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body: [UInt8] = []
        /// Closes the connection after so many bytes of the body.
        var cutAfter: Int?
        /// Sends no more after so many bytes, and keeps the connection.
        var stallAfter: Int?
        var bytesPerSecond: Int?
        /// Says nothing about the body's length, which then ends with the connection.
        var hidesLength = false
    }

    private struct State {
        var requests: [Request] = []
        var sent: [String: Int] = [:]
        var age = 0
    }

    private let channel: any Channel
    private let state: SharedState

    fileprivate final class SharedState: Sendable {
        private let state = Mutex(State())
        func record(_ uri: String, _ headers: HTTPHeaders) -> Request {
            state.withLock { state in
                let request = Request(
                    uri: uri, headers: headers, earlier: state.requests.count { $0.uri == uri }, age: state.age)
                state.requests.append(request)
                return request
            }
        }
        func sent(_ bytes: Int, to request: Request) {
            state.withLock { state in
                // What was asked for before still flows for a moment after its reader is gone.
                guard request.age == state.age else { return }
                state.sent[request.path, default: 0] += bytes
            }
        }
        var requests: [Request] { state.withLock(\.requests) }
        func sent(of path: String) -> Int { state.withLock { $0.sent[path] ?? 0 } }
        func forget() { state.withLock { $0 = State(age: $0.age + 1) } }
    }

    init(_ answer: @escaping @Sendable (Request) -> Answer) async throws {
        let state = SharedState()
        self.state = state
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Connection(state: state, answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    deinit { channel.close(promise: nil) }

    var port: Int { channel.localAddress?.port ?? 0 }
    var address: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { state.requests }
    /// Bytes of bodies that went out for addresses with this path.
    func sent(of path: String) -> Int { state.sent(of: path) }
    func requests(of path: String) -> [Request] { requests.filter { $0.path == path } }
    func forget() { state.forget() }
}

/// One connection, which answers one request after the other.
private final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let state: TestServer.SharedState
    private let answer: @Sendable (TestServer.Request) -> TestServer.Answer
    private var head: HTTPRequestHead?
    private static let piece = 16 << 10

    init(state: TestServer.SharedState, answer: @escaping @Sendable (TestServer.Request) -> TestServer.Answer) {
        self.state = state
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end:
            guard let head else { return }
            let request = state.record(head.uri, head.headers)
            respond(with: answer(request), to: request, context)
        }
    }

    private func respond(
        with answer: TestServer.Answer, to request: TestServer.Request, _ context: ChannelHandlerContext
    ) {
        var headers = HTTPHeaders(answer.headers)
        if answer.hidesLength {
            headers.add(name: "Connection", value: "close")
        } else if !headers.contains(name: "Content-Length") {
            headers.add(name: "Content-Length", value: "\(answer.body.count)")
        }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)
        // Without a length HTTP/1.1 would be sent in chunks, whose end shows; 1.0 just ends.
        let old = HTTPResponseHead(version: .http1_0, status: .init(statusCode: answer.status), headers: headers)
        context.writeAndFlush(wrapOutboundOut(.head(answer.hidesLength ? old : head)), promise: nil)
        send(answer, from: 0, request, context)
    }

    private func send(
        _ answer: TestServer.Answer, from start: Int, _ request: TestServer.Request, _ context: ChannelHandlerContext
    ) {
        let limit = min(answer.cutAfter ?? .max, answer.stallAfter ?? .max, answer.body.count)
        guard start < limit else {
            if answer.cutAfter != nil { return context.close(promise: nil) }
            if answer.stallAfter != nil { return }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            if answer.hidesLength { context.close(promise: nil) }
            return
        }
        let end = min(limit, start + Self.piece)
        let buffer = context.channel.allocator.buffer(bytes: answer.body[start..<end])
        let pause = answer.bytesPerSecond.map { TimeAmount.nanoseconds(Int64(end - start) * 1_000_000_000 / Int64($0)) }
        let handler = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer)))).whenSuccess { [state] in
            state.sent(end - start, to: request)
            let (connection, context) = handler.value
            guard let pause else { return connection.send(answer, from: end, request, context) }
            context.eventLoop.scheduleTask(in: pause) {
                let (connection, context) = handler.value
                connection.send(answer, from: end, request, context)
            }
        }
    }
}
