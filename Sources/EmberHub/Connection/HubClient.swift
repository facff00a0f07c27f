// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import Foundation

/// Gets things from a hub, and from where it sends us, without taking its token there.
final class HubClient: Sendable {
    let endpoint: Endpoint
    private let http = HTTPClient()
    private let stallTime: Duration
    private let isPrivate: @Sendable (String) async -> Bool

    private static let mostRedirects = 5
    private static let connectTime = Duration.seconds(15)

    /// - Parameter isPrivate: whether a host is of this machine or of a network that not everybody reaches.
    init(
        _ endpoint: Endpoint, limits: DownloadLimits,
        isPrivate: @escaping @Sendable (String) async -> Bool = PrivateNetwork.contains
    ) {
        self.endpoint = endpoint
        self.isPrivate = isPrivate
        stallTime = limits.stallTime
    }

    var host: String { endpoint.origin.host }

    /// - Throws: `PassingFailure` for what may go better in a moment, `HubError`, `CancellationError`.
    func get(_ url: URL, headers: [(String, String)] = []) async throws -> HubAnswer {
        var url = url
        // A list names its next page itself.
        var isForeign = false
        if let first = Origin(url) { isForeign = try await mustBePublic(first, from: endpoint.origin) }
        // Once away from the hub, its token stays away, even when the way leads back.
        var isTrusted = true
        for _ in 0...Self.mostRedirects {
            guard let origin = Origin(url) else {
                throw HubError(.brokenAnswer, host, "redirects to an address that is not http or https")
            }
            isTrusted = isTrusted && origin == endpoint.origin
            let response = try await send(
                to: url, headers, token: isTrusted ? endpoint.token : nil, isForeign: isForeign)
            guard [301, 302, 303, 307, 308].contains(response.status) else {
                return HubAnswer(response: response, url: url, host: origin.host, stallTime: stallTime)
            }
            (url, isForeign) = try await target(of: response, from: url, origin)
        }
        throw HubError(.brokenAnswer, host, "redirects more than \(Self.mostRedirects) times")
    }

    private func send(
        to url: URL, _ headers: [(String, String)], token: String?, isForeign: Bool
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(url.absoluteString)
        for (name, value) in headers { request.fields.add(name, value) }
        request.fields.add("User-Agent", "hearth")
        request.fields.add("Accept-Encoding", "identity")
        if let token { request.fields.add("Authorization", "Bearer \(token)") }
        (request.limits.connecting, request.limits.silence) = (Self.connectTime, stallTime)
        request.limits.answer = Self.connectTime + stallTime
        // A name can lead elsewhere by the time it is connected to.
        if isForeign { request.mayConnect = { !PrivateNetwork.isPrivate($0) } }
        let host = url.host() ?? host
        do { return try await http.send(request) } catch {
            if let failure = error as? HTTPFailure, failure.code == .refusedAddress {
                throw Self.refusal(endpoint.origin.host, host)
            }
            throw ConnectionFailure.translated(error, host: host, stallTime: stallTime)
        }
    }

    /// - Returns: where it sends us on to, and whether only public addresses may be connected to there.
    private func target(
        of response: HTTPResponse, from url: URL, _ origin: Origin
    ) async throws -> (url: URL, isForeign: Bool) {
        guard let location = response.fields.first("Location"),
            let target = URL(string: location, relativeTo: url)?.absoluteURL, let next = Origin(target)
        else { throw HubError(.brokenAnswer, origin.host, "redirects to an address that is not http or https") }
        guard origin.scheme == "http" || next.scheme == "https" else {
            throw HubError(
                .brokenAnswer, origin.host, "sends us on to \(next.host) without encryption, which is refused")
        }
        return (target, try await mustBePublic(next, from: origin))
    }
}

extension HubClient {
    /// Whether an address that a server gave us has to be one that everybody reaches. What only this machine and its
    /// neighbours reach is none of a public server's business: behind such an address may be something that does what
    /// it is asked by whoever is near. Whoever has a hub nearby has said so in `HF_ENDPOINT`.
    /// - Throws: `HubError` `.brokenAnswer` where it has to be and is not.
    private func mustBePublic(_ next: Origin, from origin: Origin) async throws(HubError) -> Bool {
        if next.host == endpoint.origin.host { return false }
        if await isPrivate(endpoint.origin.host) { return false }
        if await isPrivate(next.host) { throw Self.refusal(origin.host, next.host) }
        return true
    }

    private static func refusal(_ host: String, _ next: String) -> HubError {
        HubError(.brokenAnswer, host, "sends us on to \(next), which is in a private network; that is refused")
    }
}

/// An answer whose body has yet to arrive. One that is let go of is not read on.
struct HubAnswer: Sendable {
    fileprivate let response: HTTPResponse
    /// Address of the answer, after redirects.
    let url: URL
    let host: String
    fileprivate let stallTime: Duration

    var status: Int { response.status }
    var headers: HTTPFields { response.fields }

    /// The body as it arrives, to be read once.
    var body: HubBody { HubBody(bytes: response.body.makeAsyncIterator(), host: host, stallTime: stallTime) }

    /// The whole body, which may not be longer than `limit` bytes.
    func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        var body = body
        while let piece = try await body.next() {
            guard bytes.count + piece.count <= limit else {
                throw HubError(.brokenAnswer, host, "answers with more than \(limit) bytes where a list was asked for")
            }
            bytes += piece
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
                "\(host) does not hand it out (\(status)): it may not exist, or be private or gated. "
                    + "For a gated model accept its terms on its page, then set HF_TOKEN to a token that may read it")
        case 404, 410: throw HubError(.notFound, what, "is not on \(host)")
        case 408, 429, 500...599:
            throw PassingFailure(
                cause: HubError(.connection, what, "\(host) cannot answer now (status \(status)); try again later"),
                retryAfter: RetryAfterHeader.duration(headers.first("Retry-After"), now: Date()))
        default: throw HubError(.brokenAnswer, what, "\(host) answers with status \(status)")
        }
    }
}

/// The bytes of an answer that have yet to be read.
struct HubBody {
    fileprivate var bytes: HTTPBody.AsyncIterator
    fileprivate let host: String
    fileprivate let stallTime: Duration

    /// - Throws: `PassingFailure` when the connection ends too early; `CancellationError`.
    mutating func next() async throws -> [UInt8]? {
        do { return try await bytes.next() } catch {
            throw ConnectionFailure.translated(error, host: host, stallTime: stallTime)
        }
    }
}

/// Puts what goes wrong with a connection into words.
enum ConnectionFailure {
    static func translated(_ error: any Error, host: String, stallTime: Duration) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        guard let failure = error as? HTTPFailure else {
            return PassingFailure(cause: HubError(.connection, host, "the connection failed: \(error)"))
        }
        if failure.code == .badRequest {
            return HubError(.brokenAnswer, host, "gives an address that cannot be used: \(failure)")
        }
        return PassingFailure(cause: HubError(.connection, host, words(failure, stallTime)))
    }

    private static func words(_ failure: HTTPFailure, _ stallTime: Duration) -> String {
        if let number = failure.systemError { return "the connection failed: \(String(cString: strerror(number)))" }
        switch failure.code {
        case .silent, .slow: return "sent nothing for \(stallTime.components.seconds) s"
        case .connectTimeout: return "cannot be reached: no answer"
        case .closedEarly: return "closed the connection in the middle"
        case .handshakeTimeout: return "does not finish the encrypted greeting"
        default: return "the connection failed: \(failure.detail.prefix(200))"
        }
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
