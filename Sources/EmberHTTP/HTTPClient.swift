// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Asks servers, each request by itself: no redirect is followed, no proxy, cookie or `.netrc` is used, and nothing is
/// unpacked.
///
/// ```swift
/// let client = HTTPClient()
/// let response = try await client.send(HTTPRequest("https://example.org/"))
/// for try await bytes in response.body { print(bytes.count) }
/// ```
///
/// Any number of requests run at the same time, on one thread of the client's own. The connections that it keeps are
/// closed with it.
public final class HTTPClient: Sendable {
    private let loop: TransferLoop

    /// - Parameter certificates: a file with the authorities to trust, in PEM's form, instead of the system's.
    public init(certificates: String? = nil) { loop = TransferLoop(certificates: certificates ?? Self.authorities) }

    deinit { loop.close() }

    /// Sends a request and waits for the head of its answer.
    /// - Throws: `HTTPFailure`; `CancellationError` after the task was cancelled, which closes the connection.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        try request.check()
        let transfer = Transfer(request, loop)
        loop.start(transfer)
        let reading = HTTPReading(transfer)
        let head = try await transfer.head()
        return HTTPResponse(status: head.status, fields: head.fields, body: HTTPBody(reading: reading))
    }

    /// File of the system's trusted certificate authorities, on Debian, Fedora, openSUSE, macOS or Alpine. A
    /// libcurl that was brought from another system would look in that system's place only.
    private static let authorities: String? = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ].first { FileManager.default.isReadableFile(atPath: $0) }
}

/// An answer whose body has yet to arrive. When the answer and its body are let go of, the rest is not read.
public struct HTTPResponse: Sendable {
    public let status: Int
    public let fields: HTTPFields
    public let body: HTTPBody
}

/// The bytes of an answer as they arrive, in pieces of any size. To be read once, by one reader; when that one stops,
/// the rest is not read.
///
/// A reader who is slow slows the server: no more than 272 KiB are kept for it. When the reader's task is cancelled,
/// the connection is closed.
public struct HTTPBody: AsyncSequence, Sendable {
    fileprivate let reading: HTTPReading

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let body: HTTPReading
        /// Its end is the reader's end, also where the body is still there.
        private let reading: HTTPReading

        fileprivate init(_ body: HTTPReading) { (self.body, reading) = (body, HTTPReading(body.transfer)) }

        /// - Throws: `HTTPFailure`, after all that had arrived before it; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? { try await reading.transfer.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading) }
}

/// Ends a transfer when nobody can read from it any more.
final class HTTPReading: Sendable {
    let transfer: Transfer

    init(_ transfer: Transfer) { self.transfer = transfer }

    deinit { transfer.cancel() }
}
