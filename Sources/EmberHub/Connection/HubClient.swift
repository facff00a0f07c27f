// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Gets things from a hub, and from where it sends us, without taking its token there.
final class HubClient: Sendable {
    let endpoint: Endpoint
    private let http: HTTPClient
    private let stallTime: Duration
    private let isPrivate: @Sendable (String) async -> Bool

    private static let mostRedirects = 5

    /// - Parameter isPrivate: whether a host is of this machine or of a network that not everybody reaches.
    init(
        _ endpoint: Endpoint, limits: DownloadLimits,
        isPrivate: @escaping @Sendable (String) async -> Bool = PrivateNetwork.contains
    ) {
        self.endpoint = endpoint
        self.isPrivate = isPrivate
        stallTime = limits.stallTime
        var settings = HTTPClient.Configuration()
        // Followed here, where it can be seen to which host a token would go.
        settings.redirectConfiguration = .disallow
        // Several connections are to be several: one HTTP/2 connection has one window for all of its streams.
        settings.httpVersion = .http1Only
        settings.timeout = .init(connect: .seconds(15), read: .nanoseconds(limits.stallTime.inNanoseconds))
        // Tries again are counted and spaced by `Patience`.
        settings.connectionPool.retryConnectionEstablishment = false
        http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    deinit { http.shutdown { _ in } }

    var host: String { endpoint.origin.host }

    /// - Throws: `PassingFailure` for what may go better in a moment, `HubError`, `CancellationError`.
    func get(_ url: URL, headers: [(String, String)] = []) async throws -> HubAnswer {
        var url = url
        // A list names its next page itself.
        if let first = Origin(url) { try await requireMay(endpoint.origin, leadTo: first) }
        // Once away from the hub, its token stays away, even when the way leads back.
        var isTrusted = true
        for _ in 0...Self.mostRedirects {
            guard let origin = Origin(url) else {
                throw HubError(.brokenAnswer, host, "redirects to an address that is not http or https")
            }
            isTrusted = isTrusted && origin == endpoint.origin
            let response = try await send(to: url, headers, token: isTrusted ? endpoint.token : nil)
            guard [301, 302, 303, 307, 308].contains(response.status.code) else {
                return HubAnswer(response: response, url: url, host: origin.host, stallTime: stallTime)
            }
            url = try await target(of: response, from: url, origin)
        }
        throw HubError(.brokenAnswer, host, "redirects more than \(Self.mostRedirects) times")
    }

    private func send(to url: URL, _ headers: [(String, String)], token: String?) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers = HTTPHeaders(headers + [("User-Agent", "hearth"), ("Accept-Encoding", "identity")])
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        do {
            // The time until the answer begins; what follows is watched by the read timeout.
            return try await http.execute(request, timeout: .nanoseconds(stallTime.inNanoseconds + 15_000_000_000))
        } catch {
            throw ConnectionFailure.translated(error, host: url.host() ?? host, stallTime: stallTime)
        }
    }

    private func target(of response: HTTPClientResponse, from url: URL, _ origin: Origin) async throws -> URL {
        guard let location = response.headers.first(name: "Location"),
            let target = URL(string: location, relativeTo: url)?.absoluteURL, let next = Origin(target)
        else { throw HubError(.brokenAnswer, origin.host, "redirects to an address that is not http or https") }
        guard origin.scheme == "http" || next.scheme == "https" else {
            throw HubError(
                .brokenAnswer, origin.host, "sends us on to \(next.host) without encryption, which is refused")
        }
        try await requireMay(origin, leadTo: next)
        return target
    }
}

extension HubClient {
    /// What only this machine and its neighbours reach is none of a public server's business: behind such an address may be
    /// something that does what it is asked by whoever is near. Whoever has a hub nearby has said so in `HF_ENDPOINT`.
    private func requireMay(_ origin: Origin, leadTo next: Origin) async throws {
        guard next.host != endpoint.origin.host, await isPrivate(next.host), await !isPrivate(endpoint.origin.host)
        else {
            return
        }
        throw HubError(
            .brokenAnswer, origin.host, "sends us on to \(next.host), which is in a private network; that is refused")
    }
}

/// An answer whose body has yet to arrive. One that is let go of is not read on.
struct HubAnswer: Sendable {
    fileprivate let response: HTTPClientResponse
    /// Where it came from in the end.
    let url: URL
    let host: String
    fileprivate let stallTime: Duration

    var status: Int { Int(response.status.code) }
    var headers: HTTPHeaders { response.headers }

    /// Gives the body to `consume` as it arrives.
    /// - Throws: `PassingFailure` when the connection ends too early; what `consume` throws.
    func read(_ consume: (ByteBuffer) async throws -> Void) async throws {
        var body = response.body.makeAsyncIterator()
        while true {
            let next: ByteBuffer?
            do { next = try await body.next() } catch {
                throw ConnectionFailure.translated(error, host: host, stallTime: stallTime)
            }
            guard let next else { return }
            try await consume(next)
        }
    }

    /// The whole body, which may not be longer than `limit` bytes.
    func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await read { piece in
            guard bytes.count + piece.readableBytes <= limit else {
                throw HubError(.brokenAnswer, host, "answers with more than \(limit) bytes where a list was asked for")
            }
            bytes.append(contentsOf: piece.readableBytesView)
        }
        return bytes
    }

    /// - Parameter what: the model or file that was asked for.
    /// - Throws: `PassingFailure` or `HubError` for every status but 200 and 206.
    func requireSuccess(for what: String) throws {
        switch status {
        case 200, 206: return
        case 401, 403:
            throw HubError(
                .notAllowed, what,
                "\(host) does not hand it out (\(status)): it may not exist, or be private or gated. For a gated model accept its "
                    + "terms on its page, then set HF_TOKEN to a token that may read it")
        case 404, 410: throw HubError(.notFound, what, "is not on \(host)")
        case 408, 429, 500...599:
            throw PassingFailure(
                cause: HubError(.connection, what, "\(host) cannot answer now (status \(status)); try again later"),
                retryAfter: RetryAfter.duration(headers.first(name: "Retry-After"), now: Date()))
        default: throw HubError(.brokenAnswer, what, "\(host) answers with status \(status)")
        }
    }
}

/// Puts what goes wrong with a connection into words.
enum ConnectionFailure {
    static func translated(_ error: any Error, host: String, stallTime: Duration) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        return PassingFailure(cause: HubError(.connection, host, words(error, stallTime)))
    }

    private static func words(_ error: any Error, _ stallTime: Duration) -> String {
        if let error = error as? IOError {
            return "the connection failed: \(String(cString: strerror(error.errnoCode)))"
        }
        switch error as? HTTPClientError {
        case .readTimeout?, .deadlineExceeded?: return "sent nothing for \(stallTime.components.seconds) s"
        case .connectTimeout?, .getConnectionFromPoolTimeout?: return "cannot be reached: no answer"
        case .remoteConnectionClosed?: return "closed the connection in the middle"
        case .tlsHandshakeTimeout?: return "does not finish the encrypted greeting"
        default: return "the connection failed: \(String("\(error)".prefix(200)))"
        }
    }
}

extension Duration {
    var inNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
