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
    private let turns: RemoteTurns
    private let abilities = KnownAbilities()
    /// Bytes of an answer that are looked at together.
    private static let part = 4096

    public init(limits: RemoteLimits = RemoteLimits()) {
        self.limits = limits
        turns = RemoteTurns(first: limits.firstAtOnce, most: limits.mostAtOnce)
    }

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
    /// - Parameter permit: is asked before each time that the request is sent, which may be long after this call. Where
    ///   it throws, nothing is sent.
    /// - Throws: `ModelError` `.unsupported` for what cannot be asked of an endpoint; nothing is sent then.
    public func complete(
        _ request: CompletionRequest, model: String, at address: RemoteAddress, key: String?,
        permit: @escaping @Sendable () async throws -> Void = {}
    ) throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        try RemoteQuestion.check(request)
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let question = Question(request: request, model: model, address: address, key: key, permit: permit)
                    try await self.answer(question) { continuation.yield($0) }
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

    private struct Question: Sendable {
        let request: CompletionRequest
        let model: String
        let address: RemoteAddress
        let key: String?
        let permit: @Sendable () async throws -> Void
    }

    private func answer(_ question: Question, _ tell: (CompletionEvent) -> Void) async throws {
        let (request, model, address) = (question.request, question.model, question.address)
        // The place is kept until the answer's end: that long the endpoint is at work.
        try await turns.take(at: address) {
            let (response, taken) = try await ask(question)
            var form: FormedAnswer?
            if case .schema(let schema) = request.form {
                form = FormedAnswer(schema, isEnforced: taken.takes(.schema))
            }
            // An endpoint that took the form and paid no heed to it is asked for it in words next time.
            defer {
                if taken.takes(.schema), form?.passes == false { abilities.note(.schema, by: model, at: address) }
            }
            try await read(response, request, address) { event in
                if case .finished(let summary) = event, let form {
                    try (summary.reason == .stop ? form.end(from: address) : form.cut).forEach(tell)
                }
                (form?.take(event) ?? [event]).forEach(tell)
            }
        }
    }

    /// Asks until the endpoint takes the request: without a part that it refuses, and again where it has too much to
    /// do. What it has refused it is not asked again.
    /// - Returns: the answer's beginning, and what the endpoint was taken to take.
    private func ask(_ question: Question) async throws -> (HTTPResponse, RemoteAbilities) {
        let address = question.address
        var taken = abilities[address, question.model]
        var left: RemoteAbilities.Part?
        while true {
            let body = RemoteQuestion.body(of: question.request, model: question.model, taken)
            let response = try await post(
                body, to: address.place("chat/completions"), address, question.key, "text/event-stream",
                question.permit)
            guard [400, 422].contains(response.status) else {
                try await requireSuccess(response, of: address)
                if let left { abilities.note(left, by: question.model, at: address) }
                return (response, taken)
            }
            let said = await said(response, address)
            guard let suspect = taken.suspect(in: question.request, said: said) else {
                throw RemoteFailure.words(for: response.status, said: said, address)
            }
            taken.refuse(suspect)
            // One schema that it does not like says nothing of others.
            left = suspect == .schema && said?.lowercased().contains("invalid schema") == true ? left : suspect
        }
    }

    /// Sends a request, again where the endpoint says that it has too much to do.
    private func post(
        _ body: JSON, to place: String, _ address: RemoteAddress, _ key: String?, _ type: String,
        _ permit: @Sendable () async throws -> Void = {}
    ) async throws -> HTTPResponse {
        var request = try request(place, key, accepting: type)
        request.method = .post(Array(body.text.utf8))
        request.fields.add("Content-Type", "application/json")
        var wait = limits.firstWait
        for _ in 0..<limits.retries {
            try await permit()
            let response = try await http.send(request)
            let asked = RetryAfter.duration(response.fields.first("Retry-After"), at: .now)
            // A server that only fails is left alone, unless it says when it will be well.
            guard response.status == 429 || response.status == 503 && asked != nil else {
                if response.status == 200 { turns.wentWell(at: address) }
                return response
            }
            turns.wasTooMuch(at: address)
            let body = (try? await collect(response, upTo: 64 << 10, of: address)).flatMap { try? JSON(parsing: $0) }
            // An account without money has no more of it in a second.
            guard body?["error"]?["code"]?.string != "insufficient_quota", (asked ?? wait) <= limits.longestWait else {
                throw RemoteFailure.words(for: 429, said: nil, address)
            }
            try await Task.sleep(for: asked ?? wait)
            wait *= 2
        }
        try await permit()
        return try await http.send(request)
    }

    private func read(
        _ response: HTTPResponse, _ request: CompletionRequest, _ address: RemoteAddress,
        _ tell: (CompletionEvent) throws -> Void
    ) async throws {
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
                    for event in try answer.take(data, from: address) { try tell(event) }
                }
            }
            if answer.isDone { break }
        }
        for event in try answer.end(from: address) { try tell(event) }
    }

    // MARK: Vectors

    /// A vector of length 1 for each text. Source: OpenAI API reference, Embeddings, "Create embeddings".
    public func embed(
        _ texts: [String], model: String, at address: RemoteAddress, key: String?
    ) async throws(ModelError) -> Embeddings {
        var found = Embeddings(vectors: [], tokens: 0)
        do {
            for start in stride(from: 0, to: texts.count, by: max(1, limits.textsAtOnce)) {
                let part = texts[start..<min(start + limits.textsAtOnce, texts.count)]
                let body: JSON = [
                    "model": .string(model), "input": .array(part.map(JSON.string)), "encoding_format": "float",
                ]
                let answer = try await turns.take(at: address) {
                    let place = address.place("embeddings")
                    let response = try await post(body, to: place, address, key, "application/json")
                    try await requireSuccess(response, of: address)
                    return try await collect(response, upTo: limits.answer, of: address)
                }
                guard let read = RemoteVectors.read(answer, count: part.count) else { throw Self.unreadable(address) }
                guard found.vectors.first.map({ $0.count == read.vectors[0].count }) ?? true else {
                    throw Self.unreadable(address)
                }
                found.vectors += read.vectors
                found.tokens += read.tokens
            }
            return found
        } catch {
            throw RemoteFailure.words(error, address, limits.silence)
        }
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
        throw RemoteFailure.words(for: response.status, said: await said(response, address), address)
    }

    /// The endpoint's own error message. It is worth a sentence, and reading it is worth no error of its own.
    private func said(_ response: HTTPResponse, _ address: RemoteAddress) async -> String? {
        (try? await collect(response, upTo: 64 << 10, of: address)).flatMap(RemoteFailure.message)
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
