// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// Sets connections up and answers their requests.
///
/// The work begins with the connection. Were it left to the server's loop, one that is accepted in the moment in which
/// that loop ends would be let go of untouched, which NIO takes for a mistake and ends the program for.
struct CountedChannel: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let work: Task<Void, Never>
    }

    let connections: Connections
    let deadlines: WebConfiguration.Deadlines
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = connections.enter(channel)
        channel.closeFuture.whenComplete { _ in connection.forget() }
        let client = ConnectionClient()
        let http = http(connection, client)
        let counting = channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(WireCounter())
        }
        return counting.flatMap { http.setup(channel: channel, logger: logger) }.map { inner in
            let work = Task {
                await Connection.$current.withValue(connection) { await http.handle(value: inner, logger: logger) }
            }
            client.whenGone { work.cancel() }
            return Value(channel: channel, work: work)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            await value.work.value
        } onCancel: {
            value.channel.close(promise: nil)
        }
    }

    private func http(_ connection: Connection, _ client: ConnectionClient) -> HTTP1Channel {
        HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [ConnectionHandler(connection, client, deadlines)],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
    }
}
