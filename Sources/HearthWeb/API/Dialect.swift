// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import Hummingbird

/// A wire format in which programs speak: how its streams and its errors look. Each has a folder of its own, in which
/// its requests are read and its answers written.
struct Dialect: Sendable {
    let streamFields: HTTPFields
    /// One value of a stream, with what stands around it.
    let line: @Sendable (JSON) -> String
    /// The last line of each stream; empty where there is none.
    var lastLine = ""
    /// An error as a whole answer.
    let body: @Sendable (APIError) -> JSON
    /// An error in a stream, behind this many values.
    let value: @Sendable (APIError, Int) -> JSON

    func response(_ error: APIError) -> Response { .json(body(error), status: error.status) }
}

extension Dialect {
    static let anthropicVersion = HTTPField.Name("anthropic-version")!

    /// The dialect of a request, by its address; Anthropic's clients have one address in common with OpenAI's, and say
    /// there with a header who they are. `nil` for what browsers ask.
    init?(of request: Request) {
        let path = request.uri.path
        guard isAPI(path) else { return nil }
        func isAt(_ address: String) -> Bool { path == address || path.hasPrefix(address + "/") }
        self =
            if isAt("/api") {
                .ollama
            } else if isAt("/v1/messages") || request.headers[Self.anthropicVersion] != nil {
                .anthropic
            } else if isAt("/v1/responses") {
                .responses
            } else {
                .openAI
            }
    }
}

/// Whether an address belongs to programs, which authenticate with a key and read errors as JSON.
func isAPI(_ path: String) -> Bool {
    ["/v1", "/api"].contains { path == $0 || path.hasPrefix($0 + "/") }
}

extension Response {
    static func json(_ value: JSON, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: value.text)))
    }
}
