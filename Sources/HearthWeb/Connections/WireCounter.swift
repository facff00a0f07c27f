// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore

/// Counts the bytes of a connection as they arrive, before anything is made of them. `ConnectionHandler` takes off what
/// became a head or a body; the rest is nothing that anybody asked for.
final class WireCounter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var bytes = 0

    func take(_ count: Int) { bytes = max(0, bytes - count) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}

extension HTTPField.Name {
    /// The first line of this name is not a field of the request, but its authority.
    static let host = HTTPField.Name("Host")!
}
