// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Closes connections that take longer than they may: with a head, with a body, between requests, or with reading an answer.
///
/// A time counts for the whole of a head or a body, so sending a byte now and then does not prolong it.
final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let deadlines: WebConfiguration.Deadlines
    private var receiving: Scheduled<Void>?
    private var reading: Scheduled<Void>?

    init(_ deadlines: WebConfiguration.Deadlines) {
        self.deadlines = deadlines
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { receive(within: deadlines.head, context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        receive(within: deadlines.head, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        receiving?.cancel()
        reading?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: receive(within: deadlines.body, context)
        case .body: break
        case .end: receiving?.cancel()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { receive(within: deadlines.idle, context) }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        reading?.cancel()
        if !context.channel.isWritable { reading = close(after: deadlines.reading, context) }
        context.fireChannelWritabilityChanged()
    }

    private func receive(within time: Duration, _ context: ChannelHandlerContext) {
        receiving?.cancel()
        receiving = close(after: time, context)
    }

    private func close(after time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }
}
