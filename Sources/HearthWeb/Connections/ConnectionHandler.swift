// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches one connection: how long its client takes, and whether it may stay when it has its answer.
///
/// A time counts for the whole of a head or a body, so sending a byte now and then does not prolong it. Files may be
/// far larger than what a line takes in that time: while one is sent, the time begins anew with each so many bytes.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connection: Connection
    private let client: ConnectionClient
    private var wire: WireCounter?
    private let deadlines: WebConfiguration.Deadlines
    private var receiving: Scheduled<Void>?
    private var reading: Scheduled<Void>?
    /// A head has come, and the end of its body has not.
    private var isReceiving = false
    /// Whether files are sent, which may take longer.
    private var isUpload = false
    /// Bytes of a body since its time began.
    private var received = 0
    /// Requests whose answer has not been written to its end.
    private var unanswered = 0
    /// Whether all of these only read: nothing is lost when they end early.
    private var onlyReads = true
    /// Waits whether a client that says no more has gone.
    private var leftAlone: Scheduled<Void>?
    private var hasAnswered = false
    /// Nothing is read after the answer that is being given.
    private var isLast = false
    private var isLeaving = false

    /// The most bytes that lead to no head and no body: names of chunks may be followed by any number of them.
    private static let mostIdleBytes = 256 << 10

    init(_ connection: Connection, _ client: ConnectionClient, _ deadlines: WebConfiguration.Deadlines) {
        self.connection = connection
        self.client = client
        self.deadlines = deadlines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        wire = try? context.pipeline.syncOperations.handler(type: WireCounter.self)  // Tests have none.
        if context.channel.isActive { receive(within: deadlines.head, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        receive(within: deadlines.head, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        receiving?.cancel()
        reading?.cancel()
        leftAlone?.cancel()
        if unanswered > 0, onlyReads { client.isGone() }
        context.fireChannelInactive()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes after the last answer is for nobody.
        guard !isLeaving else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            wire?.bytes = 0
            // The first line is the authority. Of several, others might take another one.
            if head.headerFields.contains(.host) { return refuseHead(context) }
            (unanswered, isReceiving) = (unanswered + 1, true)
            onlyReads = (onlyReads || unanswered == 1) && [.get, .head].contains(head.method)
            (isUpload, received) = (FormGuard.isUpload(head), 0)
            connection.setIdle(false)
            receive(within: deadlines.body, context)
        case .body(let bytes):
            // A chunk of one byte takes six.
            wire?.take(8 * bytes.readableBytes)
            count(bytes.readableBytes, context)
        case .end:
            isReceiving = false
            receiving?.cancel()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let wire, wire.bytes > Self.mostIdleBytes, !isLeaving {
            wire.bytes = 0
            errorCaught(context: context, error: WebError(.badRequest, .input))
        }
        context.fireChannelReadComplete()
    }

    private func refuseHead(_ context: ChannelHandlerContext) {
        isLast = true
        if unanswered == 0 { refuse(.badRequest, context) } else { context.close(promise: nil) }
    }

    private func count(_ bytes: Int, _ context: ChannelHandlerContext) {
        received += bytes
        guard isUpload, received >= deadlines.uploadBytes else { return }
        received = 0
        receive(within: deadlines.body, context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isLast = true
        guard unanswered == 0 else { return context.fireErrorCaught(WebError(.badRequest, .input)) }
        if !isLeaving { refuse(.badRequest, context) }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isLeaving else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            // Who is answered before the end of the request has its answer, and need not be listened to.
            let isAsked = head.headerFields[.connection]?.lowercased() == "close"
            if isReceiving || isAsked || !connection.mayStay { isLast = true }
            if isLast { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            context.write(data, promise: promise)
            endAnswer(context)
        default: context.write(data, promise: promise)
        }
    }

    private func endAnswer(_ context: ChannelHandlerContext) {
        (unanswered, hasAnswered) = (unanswered - 1, true)
        if isLast {
            context.flush()
            leave(context)
        } else if unanswered == 0 {
            connection.setIdle(true)
            receive(within: deadlines.idle, context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        reading?.cancel()
        if !context.channel.isWritable { reading = close(after: deadlines.reading, context) }
        context.fireChannelWritabilityChanged()
    }

    // MARK: Leaving

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ConnectionEvent.full: makeRoom(context)
        case ConnectionEvent.ending, is ChannelShouldQuiesceEvent: end(context)
        case ChannelEvent.inputClosed:
            connection.finishStream()
            waitForAnswer(context)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// A client that says no more has mostly gone. One that only ends its half of the connection, as programs may, has
    /// its answer if that comes soon.
    private func waitForAnswer(_ context: ChannelHandlerContext) {
        leftAlone?.cancel()
        leftAlone = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(deadlines.leaving)) {
            if self.unanswered > 0, self.onlyReads { self.client.isGone() }
        }
    }

    private func makeRoom(_ context: ChannelHandlerContext) {
        isLast = true
        guard unanswered == 0, !isLeaving else { return }
        // Between two requests a connection may end at any time: browsers then ask again over another.
        if hasAnswered { context.close(promise: nil) } else { refuse(.serviceUnavailable, context) }
    }

    private func end(_ context: ChannelHandlerContext) {
        isLast = true
        connection.finishStream()
        if unanswered == 0 { return context.close(promise: nil) }
        _ = close(after: deadlines.ending, context)
    }

    /// Answers a request that nobody has seen.
    private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
        let head = HTTPResponse(status: status, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        leave(context)
    }

    /// Says that nothing more comes, and gives the other side a moment to read it: a connection that is closed while
    /// bytes wait in it takes the answer with it.
    private func leave(_ context: ChannelHandlerContext) {
        isLeaving = true
        connection.leave()
        receive(within: deadlines.reading, context)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in self.receive(within: self.deadlines.leaving, context)
        }
        context.close(mode: .output, promise: written)
    }

    // MARK: Times

    private func receive(within time: Duration, _ context: ChannelHandlerContext) {
        receiving?.cancel()
        receiving = close(after: time, context)
    }

    private func close(after time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }
}
