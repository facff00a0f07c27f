// SPDX-License-Identifier: Apache-2.0

import EmberHTTP
import EmberJSON
import Foundation
public import HearthModels

/// Asks endpoints that speak OpenAI's protocol: vLLM, SGLang, llama.cpp's server, Ollama and their like.
///
/// It connects to the address that it is given and to no other: where a server sends on, neither the conversation nor
/// the key goes.
public final class RemoteClient: Sendable {
    private let http = HTTPClient()
    private let limits: RemoteLimits
    /// Bytes of an answer that are looked at together.
    private static let part = 4096

    public init(limits: RemoteLimits = RemoteLimits()) { self.limits = limits }

    // MARK: Asking

    /// The models that an endpoint says it has, in its order.
    public func models(at address: RemoteAddress, key: String?) async throws(ModelError) -> [String] {
        do {
            var request = try request(address.place("models"), key, accepting: "application/json")
            // Somebody waits at a form for this.
            (request.limits.silence, request.limits.answer) = (limits.listSilence, limits.listSilence)
            let response = try await http.send(request)
            try await requireSuccess(response, of: address)
            let body = try await collect(response, upTo: limits.list, of: address)
            guard let entries = (try? JSON(parsing: body))?["data"]?.array else { throw Self.unreadable(address) }
            return entries.compactMap { $0["id"]?.string }.filter { !$0.isEmpty && $0.utf8.count <= 300 }
        } catch {
            throw RemoteFailure.words(error, address, limits.listSilence)
        }
    }

    /// An answer as it comes. When its reader stops, the connection is closed.
    /// - Throws: `ModelError` `.unsupported` for what cannot be asked of an endpoint; nothing is sent then.
    public func complete(
        _ request: CompletionRequest, model: String, at address: RemoteAddress, key: String?
    ) throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        try RemoteQuestion.check(request)
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await self.answer(request, model, address, key) { continuation.yield($0) }
                    continuation.finish()
                } catch  where Task.isCancelled {
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: RemoteFailure.words(error, address, self.limits.silence))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func answer(
        _ request: CompletionRequest, _ model: String, _ address: RemoteAddress, _ key: String?,
        _ tell: (CompletionEvent) -> Void
    ) async throws {
        var response = try await ask(RemoteQuestion.body(of: request, model: model), address, key)
        // To think or not is said in a way of vLLM's, SGLang's and llama.cpp's own, which others refuse.
        if !request.thinks, [400, 422].contains(response.status) {
            var plain = request
            plain.thinks = true
            response = try await ask(RemoteQuestion.body(of: plain, model: model), address, key)
        }
        try await requireSuccess(response, of: address)
        let type = response.fields.first("Content-Type")?.lowercased() ?? ""
        guard type.hasPrefix("text/event-stream") else { throw Self.unreadable(address) }
        var lines = EventLines(longest: limits.line)
        var answer = RemoteAnswer(maxTokens: request.maxTokens, maxBytes: limits.text)
        var size = 0
        for try await bytes in response.body {
            // In parts, so that an answer is not taken for too long because of what follows its end.
            for start in stride(from: 0, to: bytes.count, by: Self.part) where !answer.isDone {
                let part = bytes[start..<min(start + Self.part, bytes.count)]
                size += part.count
                guard size <= limits.answer else { throw Self.unreadable(address) }
                for data in try lines.take(part, or: Self.unreadable(address)) where !answer.isDone {
                    for event in try answer.take(data, from: address) { tell(event) }
                }
            }
            if answer.isDone { break }
        }
        for event in try answer.end(from: address) { tell(event) }
    }

    private func ask(_ body: JSON, _ address: RemoteAddress, _ key: String?) async throws -> HTTPResponse {
        var request = try request(address.place("chat/completions"), key, accepting: "text/event-stream")
        request.method = .post(Array(body.text.utf8))
        request.fields.add("Content-Type", "application/json")
        return try await http.send(request)
    }

    private func request(
        _ address: String, _ key: String?, accepting type: String
    ) throws(ModelError) -> HTTPRequest {
        var request = HTTPRequest(address)
        request.fields = [
            "Connection": "close", "User-Agent": "hearth", "Accept": type, "Accept-Encoding": "identity",
        ]
        request.allowsHTTP2 = true
        // A question is asked once: who wants it asked again says so. A connection that was kept may be closed on the
        // other side just now, and nobody could tell that from an answer that breaks off.
        request.sharesConnections = false
        (request.limits.connecting, request.limits.silence) = (limits.connecting, limits.silence)
        request.limits.answer = limits.connecting + limits.silence
        if let key {
            guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw ModelError(.keyRefused, "This API key has invalid characters. Enter it again.")
            }
            request.fields.add("Authorization", "Bearer \(key)")
        }
        return request
    }

    // MARK: Reading

    private func requireSuccess(_ response: HTTPResponse, of address: RemoteAddress) async throws {
        guard response.status != 200 else { return }
        // What it says is worth a sentence, and reading it is worth no error of its own.
        let body = try? await collect(response, upTo: 64 << 10, of: address)
        throw RemoteFailure.words(for: response.status, said: body.flatMap(RemoteFailure.message), address)
    }

    private func collect(
        _ response: HTTPResponse, upTo limit: Int, of address: RemoteAddress
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in response.body {
            guard bytes.count + piece.count <= limit else { throw Self.unreadable(address) }
            bytes += piece
        }
        return bytes
    }

    private static func unreadable(_ address: RemoteAddress) -> ModelError { RemoteFailure.unreadable(address) }
}
