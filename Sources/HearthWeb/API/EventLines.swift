// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import Hummingbird

/// Writes values as events without names, as OpenAI's streams have them.
struct EventLineWriter {
    fileprivate var output: any ResponseBodyWriter

    @concurrent mutating func write(_ value: JSON) async throws {
        try await output.write(ByteBuffer(string: "data: \(value.text)\n\n"))
    }
}

/// A response that `body` writes value by value. It ends as OpenAI's do, also where something goes wrong on the way.
/// - Parameter place: is held until then.
func eventLines(
    holding place: AnswerPlaces.Place,
    _ body: @escaping @Sendable @concurrent (inout EventLineWriter) async throws -> Void
) -> Response {
    let stream = ResponseBody { output in
        defer { withExtendedLifetime(place) {} }
        var writer = EventLineWriter(output: output)
        do {
            try await body(&writer)
        } catch {
            // The status has been sent long ago; the error goes where the next piece would.
            let known = WebError(error)
            let fault =
                error as? APIError
                ?? APIError(known.status, known.detail ?? "The answer broke off.", type: "server_error")
            try await writer.write(fault.json)
        }
        try await writer.output.write(ByteBuffer(string: "data: [DONE]\n\n"))
        try await writer.output.finish(nil)
    }
    return Response(
        status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"],
        body: stream)
}
