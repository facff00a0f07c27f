// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import Hummingbird

/// Writes the values of a stream.
struct StreamWriter: Sendable {
    fileprivate let values: AsyncThrowingStream<JSON, any Error>.Continuation

    @concurrent mutating func write(_ value: JSON) async throws { try await write([value]) }

    @concurrent mutating func write(_ values: [JSON]) async throws {
        try Task.checkCancellation()
        for value in values { self.values.yield(value) }
    }
}

extension Response {
    /// A response that `body` writes value by value. It ends as those of the dialect do, also where something goes
    /// wrong on the way. When nobody reads any more, or the server ends, `body` is cancelled.
    /// - Parameter place: is held until then.
    static func stream(
        in dialect: Dialect, holding place: AnswerPlaces.Place,
        _ body: @escaping @Sendable @concurrent (inout StreamWriter) async throws -> Void
    ) -> Response {
        let connection = Connection.current
        let stream = ResponseBody { output in
            defer { withExtendedLifetime(place) {} }
            let (values, continuation) = AsyncThrowingStream.makeStream(of: JSON.self)
            let work = Task {
                var writer = StreamWriter(values: continuation)
                do {
                    try await body(&writer)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            defer { work.cancel() }
            connection?.whenOver {
                work.cancel()
                continuation.finish(throwing: CancellationError())
            }
            var count = 0
            do {
                for try await value in values {
                    try await output.write(ByteBuffer(string: dialect.line(value)))
                    count += 1
                }
            } catch {
                // The status has been sent long ago; the error goes where the next piece would.
                let value = dialect.value(APIError(inStream: error), count)
                try await output.write(ByteBuffer(string: dialect.line(value)))
            }
            if !dialect.lastLine.isEmpty { try await output.write(ByteBuffer(string: dialect.lastLine)) }
            try await output.finish(nil)
        }
        return Response(status: .ok, headers: dialect.streamFields, body: stream)
    }
}

extension APIError {
    fileprivate init(inStream error: any Error) {
        let known = WebError(error)
        self =
            error as? APIError
            ?? APIError(known.status, known.detail ?? "The answer broke off.", type: "server_error")
    }
}
