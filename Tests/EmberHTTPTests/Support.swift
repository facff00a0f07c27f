// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation
import HearthTesting
import Testing

/// A request with limits of time that a busy machine does not reach.
func request(_ address: String, _ change: (inout HTTPRequest) -> Void = { _ in }) -> HTTPRequest {
    var request = HTTPRequest(address)
    (request.limits.connecting, request.limits.silence) = (.seconds(60), .seconds(60))
    change(&request)
    return request
}

extension HTTPClient {
    /// The whole body, with the head before it.
    func fetch(_ request: HTTPRequest) async throws -> (response: HTTPResponse, body: [UInt8]) {
        let response = try await send(request)
        var body: [UInt8] = []
        for try await bytes in response.body { body += bytes }
        return (response, body)
    }

    /// Returns the error of a request that has to fail, and the bytes that arrived before.
    func failure(_ request: HTTPRequest) async throws -> (failure: HTTPFailure, body: [UInt8]) {
        var body: [UInt8] = []
        do {
            for try await bytes in try await send(request).body { body += bytes }
            Issue.record("nothing went wrong; \(body.count) bytes came")
            return (try #require(nil as HTTPFailure?), body)
        } catch {
            return (try #require(error as? HTTPFailure, "\(error)"), body)
        }
    }
}

/// Files, sockets and pipes that this process has open.
var openDescriptors: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
}

extension LoopbackServer.Step {
    static func whole(_ body: String, _ fields: String = "", status: Int = 200) -> Self {
        .send("HTTP/1.1 \(status) Said\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)")
    }
    static let chunked = Self.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    /// A body that ends with the connection.
    static let open = Self.send("HTTP/1.1 200 OK\r\n\r\n")
}
