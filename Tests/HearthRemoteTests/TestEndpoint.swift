// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A server on the loopback address that writes what a test says, byte by byte where it wants to, and notes what it was
/// sent.
final class TestEndpoint: Sendable {
    struct Request: Sendable {
        let line: String
        let headers: [String: String]
        let body: [UInt8]
        /// How many requests there were before.
        let earlier: Int

        var json: JSON? { try? JSON(parsing: body) }
        var path: String { String(line.split(separator: " ").dropFirst().first ?? "") }
    }

    enum Step: Sendable {
        case send(String)
        case bytes([UInt8])
        case wait(Duration)
        case close
        /// Sends this again and again, as long as somebody reads.
        case forever(String)
    }

    fileprivate struct State {
        var requests: [Request] = []
        var open = 0
        var closedByReader = 0
    }

    private let channel: any Channel
    private let state: Shared

    fileprivate final class Shared: Sendable {
        let state = Mutex(State())
    }

    init(_ script: @escaping @Sendable (Request) -> [Step]) async throws {
        let shared = Shared()
        state = shared
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Conversation(shared, script))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// Answers every request with these steps.
    convenience init(_ steps: Step...) async throws { try await self.init { _ in steps } }

    deinit { channel.close(promise: nil) }

    var port: Int { channel.localAddress?.port ?? 0 }
    var address: String { "http://127.0.0.1:\(port)/v1" }
    var requests: [Request] { state.state.withLock(\.requests) }
    /// Connections that the other side has closed before the script was at its end.
    var closedByReader: Int { state.state.withLock(\.closedByReader) }
    var open: Int { state.state.withLock(\.open) }
}

extension TestEndpoint.Step {
    static let stream = TestEndpoint.Step.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n")

    static func data(_ json: String) -> TestEndpoint.Step { .send("data: \(json)\n\n") }
    /// A piece of an answer.
    static func delta(_ delta: String, _ reason: String? = nil) -> TestEndpoint.Step {
        let reason = reason.map { "\"\($0)\"" } ?? "null"
        let choice = #"{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}"#
        return .data(#"{"id":"x","object":"chat.completion.chunk","choices":[\#(choice)]}"#)
    }
    static func text(_ text: String) -> TestEndpoint.Step { delta(#"{"content":"\#(text)"}"#) }
    static let done = TestEndpoint.Step.data("[DONE]")

    static func whole(_ status: Int, _ body: String, _ headers: String = "") -> TestEndpoint.Step {
        .send(
            "HTTP/1.1 \(status) Said\r\n\(headers)Content-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
}

/// One connection: one request, and the script's answer to it.
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let shared: TestEndpoint.Shared
    private let script: @Sendable (TestEndpoint.Request) -> [TestEndpoint.Step]
    private var received: [UInt8] = []
    private var isAnswering = false
    private var isOver = false

    init(_ shared: TestEndpoint.Shared, _ script: @escaping @Sendable (TestEndpoint.Request) -> [TestEndpoint.Step]) {
        self.shared = shared
        self.script = script
    }

    func channelActive(context: ChannelHandlerContext) { shared.state.withLock { $0.open += 1 } }

    func channelInactive(context: ChannelHandlerContext) {
        shared.state.withLock { state in
            state.open -= 1
            if isAnswering, !isOver { state.closedByReader += 1 }
        }
        isOver = true
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        if received.first == 0x16 {
            // The greeting of an encrypted connection; servers without encryption answer it like this.
            let refusal = context.channel.allocator.buffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n")
            context.writeAndFlush(NIOAny(refusal), promise: nil)
            return context.close(promise: nil)
        }
        guard !isAnswering, let end = Self.find(Array("\r\n\r\n".utf8), in: received) else { return }
        let lines = String(decoding: received[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            headers[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
        }
        let body = Array(received[(end + 4)...])
        guard body.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return }
        isAnswering = true
        let (lineOfRequest, all) = (lines[0], headers)
        let request = shared.state.withLock { state in
            let request = TestEndpoint.Request(
                line: lineOfRequest, headers: all, body: body, earlier: state.requests.count)
            state.requests.append(request)
            return request
        }
        play(script(request)[...], context)
    }

    private func play(_ steps: ArraySlice<TestEndpoint.Step>, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        guard let step = steps.first else {
            isOver = true
            // One that says how long it is needs no end; the others end with the connection.
            return context.close(promise: nil)
        }
        let rest = steps.dropFirst()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        func write(_ bytes: [UInt8], then next: ArraySlice<TestEndpoint.Step>) {
            context.writeAndFlush(NIOAny(context.channel.allocator.buffer(bytes: bytes))).whenSuccess {
                // Not at once: an endless script would be an endless recursion.
                loop.execute { bound.value.0.play(next, bound.value.1) }
            }
        }
        switch step {
        case .send(let text): write(Array(text.utf8), then: rest)
        case .bytes(let bytes): write(bytes, then: rest)
        case .forever(let text): write(Array(text.utf8), then: steps)
        case .close:
            isOver = true
            context.close(promise: nil)
        case .wait(let time):
            context.eventLoop.scheduleTask(in: TimeAmount(time)) { bound.value.0.play(rest, bound.value.1) }
        }
    }

    private static func find(_ needle: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (0...(bytes.count - needle.count)).first { bytes[$0..<($0 + needle.count)].elementsEqual(needle) }
    }
}
