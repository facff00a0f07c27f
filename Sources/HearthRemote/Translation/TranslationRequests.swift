// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import EmberJSON
import Foundation
import HearthModels
import HearthWords

/// How much is taken from a translation service, and how long it is waited for.
public struct ServiceLimits: Sendable {
    /// Until a connection stands.
    public var connecting: Duration = .seconds(10)
    /// Without a byte.
    public var silence: Duration = .seconds(30)
    /// Until the answer's last byte: one that trickles must not hold a place for ever.
    public var whole: Duration = .seconds(120)
    /// Bytes of an answer. 50 texts of 128 KiB in all, doubled by escapes, are far below.
    public var answer = 4 << 20

    public init() {}
}

/// An answer of a translation service, read to its end.
struct ServiceAnswer: Sendable {
    let status: Int
    /// `nil` where it is none.
    let json: JSON?
    let retryAfter: Duration?

    /// The service's own error message, on one line.
    var said: String? { json.flatMap(RemoteFailure.message(in:)) }
}

/// Asks translation services over HTTP. No redirect is followed, so texts and keys go to one address only.
struct TranslationRequests: Sendable {
    let http = HTTPClient()
    let limits: ServiceLimits
    let now: @Sendable () -> Date

    func get(_ address: String, _ fields: [(String, String)] = []) async throws -> ServiceAnswer {
        try await send(HTTPRequest(address), fields)
    }

    func post(_ body: JSON, to address: String, _ fields: [(String, String)] = []) async throws -> ServiceAnswer {
        var request = HTTPRequest(address)
        request.method = .post(Array(body.text.utf8))
        return try await send(request, fields + [("Content-Type", "application/json")])
    }

    private func send(_ request: HTTPRequest, _ fields: [(String, String)]) async throws -> ServiceAnswer {
        var request = request
        request.fields = ["User-Agent": "hearth", "Accept": "application/json", "Accept-Encoding": "identity"]
        for (name, value) in fields { request.fields.add(name, value) }
        request.allowsHTTP2 = true
        // A request on a kept connection may be sent twice, and be paid for twice.
        request.sharesConnections = false
        (request.limits.connecting, request.limits.silence) = (limits.connecting, limits.silence)
        request.limits.whole = limits.whole
        do {
            let response = try await http.send(request)
            let body = try await collect(response)
            return ServiceAnswer(
                status: response.status, json: try? JSON(parsing: body),
                retryAfter: RetryAfter.duration(response.fields.first("Retry-After"), at: now()))
        } catch let failure as HTTPFailure {
            throw TranslationError(failure)
        }
    }

    private func collect(_ response: HTTPResponse) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in response.body {
            guard bytes.count + piece.count <= limits.answer else { throw TranslationError(.nonsense) }
            bytes += piece
        }
        return bytes
    }
}

extension TranslationError {
    init(_ failure: HTTPFailure) {
        switch failure.code {
        case .silent, .slow: self.init(.silent)
        case .closedEarly, .connection: self.init(.brokeOff)
        case .untrusted, .handshakeTimeout: self.init(.untrusted)
        case .brokenAnswer, .headTooLarge: self.init(.nonsense)
        case .badRequest: self.init(.keyRefused)
        case .unknownHost, .unreachable, .refusedAddress, .connectTimeout: self.init(.unreachable)
        }
    }

    /// Meaning of statuses that all services share; `nil` for those that each service uses in its own way.
    init?(status: Int, _ answer: ServiceAnswer) {
        switch status {
        case 300..<400: self.init(.sentElsewhere)
        case 401: self.init(.keyRefused, said: answer.said)
        case 413: self.init(.tooLong)
        case 408: self.init(.silent, retryAfter: answer.retryAfter)
        case 429: self.init(.slowDown, retryAfter: answer.retryAfter)
        case 500...: self.init(.failedThere, retryAfter: answer.retryAfter)
        default: return nil
        }
    }
}
