// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import Hummingbird

/// Writes values as events without names, as OpenAI's streams have them.
struct EventLineWriter: Sendable {
    fileprivate let lines: AsyncThrowingStream<ByteBuffer, any Error>.Continuation

    @concurrent mutating func write(_ value: JSON) async throws {
        try Task.checkCancellation()
        lines.yield(ByteBuffer(string: "data: \(value.text)\n\n"))
    }
}

/// A response that `body` writes value by value. It ends as OpenAI's do, also where something goes wrong on the way.
/// When nobody reads any more, or the server ends, `body` is cancelled.
/// - Parameter place: is held until then.
func eventLines(
    holding place: AnswerPlaces.Place,
    _ body: @escaping @Sendable @concurrent (inout EventLineWriter) async throws -> Void
) -> Response {
    let connection = Connection.current
    let stream = ResponseBody { output in
        defer { withExtendedLifetime(place) {} }
        let (lines, line) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        let work = Task {
            var writer = EventLineWriter(lines: line)
            do {
                try await body(&writer)
                line.finish()
            } catch {
                line.finish(throwing: error)
            }
        }
        defer { work.cancel() }
        connection?.whenOver {
            work.cancel()
            line.finish(throwing: CancellationError())
        }
        do {
            for try await line in lines { try await output.write(line) }
        } catch {
            // The status has been sent long ago; the error goes where the next piece would.
            let known = WebError(error)
            let fault =
                error as? APIError
                ?? APIError(known.status, known.detail ?? "The answer broke off.", type: "server_error")
            try await output.write(ByteBuffer(string: "data: \(fault.json.text)\n\n"))
        }
        try await output.write(ByteBuffer(string: "data: [DONE]\n\n"))
        try await output.finish(nil)
    }
    return Response(
        status: .ok, headers: .eventStream,
        body: stream)
}
