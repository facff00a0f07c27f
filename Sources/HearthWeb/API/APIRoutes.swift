// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import Hummingbird

/// The interface for programs, shaped like OpenAI's. What they ask is answered and not kept.
extension Site {
    @Sendable func listModels(_ request: Request, _ context: WebContext) async throws -> Response {
        let entries = await models.models().map { ModelList.Entry(id: $0.name, ownedBy: owner(of: $0.name)) }
        return try json(ModelList(data: entries))
    }

    /// Names have a slash, so they take up the rest of the address.
    @Sendable func showModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = context.parameters.getCatchAll().joined(separator: "/")
        guard await models.models().contains(where: { $0.name == name }) else { throw noModel(name) }
        return try json(ModelList.Entry(id: name, ownedBy: owner(of: name)))
    }

    @Sendable func completeChat(_ request: Request, _ context: WebContext) async throws -> Response {
        guard request.headers[.contentEncoding] == nil else { throw WebError(.unsupportedMediaType, .form) }
        let body = try await request.body.collect(upTo: configuration.requestLimit)
        let asked = try ChatRequest(Data(body.readableBytesView))
        let model = try await use(asked.model)
        let writer = AnswerWriter(
            id: "chatcmpl-\(UUID().uuidString.lowercased())", created: Int(clock.now().timeIntervalSince1970),
            model: model,
            request: asked)
        let events = try await models.complete(asked.completion)
        return asked.isStreamed ? writer.stream(events) : try json(try await writer.whole(events))
    }

    /// Makes the model that is asked for the one that answers.
    private func use(_ name: String) async throws -> String {
        let current = await models.state.name
        if let current, name.isEmpty || name == current { return current }
        guard await models.models().contains(where: { $0.name == name }) else { throw noModel(name) }
        try await models.choose(name)
        return name
    }

    private func noModel(_ name: String) -> APIError {
        APIError(
            .notFound, "The model '\(name.prefix(200))' is not here.", type: "invalid_request_error", param: "model",
            code: "model_not_found")
    }

    private func owner(of name: String) -> String { name.split(separator: "/").first.map(String.init) ?? "hearth" }

    private func json(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}

/// Writes an answer as a program wants it: whole, or as it comes.
struct AnswerWriter: Sendable {
    let id: String
    let created: Int
    let model: String
    let request: ChatRequest

    func whole(_ events: AsyncThrowingStream<CompletionEvent, any Error>) async throws -> ChatCompletion {
        var text = Text(role: "assistant", content: "")
        var filter = StopFilter(request.stop)
        for try await event in events {
            switch event {
            case .text(let piece): text.content! += filter.take(piece)
            case .thought(let piece): text.reasoning = (text.reasoning ?? "") + piece
            case .textWasThought:
                text.reasoning = (text.reasoning ?? "") + text.content! + filter.end()
                text.content = ""
            case .call, .token, .omitted: break
            case .finished(let summary):
                text.content! += filter.end()
                return completion(text, filter.hasStopped ? "stop" : summary.reason.finishReason, Usage(summary))
            }
            // Leaving the loop ends the work.
            if filter.hasStopped { return completion(text, "stop", nil) }
        }
        throw WebError(.serviceUnavailable, .model)
    }

    private func completion(_ text: Text, _ reason: String, _ usage: Usage?) -> ChatCompletion {
        ChatCompletion(
            id: id, created: created, model: model, choices: [.init(message: text, finishReason: reason)], usage: usage)
    }

    func stream(_ events: AsyncThrowingStream<CompletionEvent, any Error>) -> Response {
        let body = ResponseBody { output in
            try await output.write(line(chunk(Text(role: "assistant", content: ""))))
            do {
                var filter = StopFilter(request.stop)
                for try await event in events {
                    switch event {
                    case .text(let piece):
                        let text = filter.take(piece)
                        if !text.isEmpty { try await output.write(line(chunk(Text(content: text)))) }
                    case .thought(let piece): try await output.write(line(chunk(Text(reasoning: piece))))
                    // What was sent cannot be taken back; what follows is the answer.
                    case .textWasThought, .call, .token, .omitted: break
                    case .finished(let summary):
                        let rest = filter.end()
                        if !rest.isEmpty { try await output.write(line(chunk(Text(content: rest)))) }
                        try await output.write(line(chunk(Text(), summary.reason.finishReason)))
                        if request.includesUsage { try await output.write(line(usage(Usage(summary)))) }
                    }
                    if filter.hasStopped {
                        try await output.write(line(chunk(Text(), "stop")))
                        break
                    }
                }
            } catch {
                // The status has been sent long ago; the error goes where the next piece would.
                let known = WebError(error)
                try await output.write(
                    line(APIError(known.status, known.detail ?? "The answer broke off.", type: "server_error")))
            }
            try await output.write(ByteBuffer(string: "data: [DONE]\n\n"))
            try await output.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream; charset=utf-8"], body: body)
    }

    /// A value as an event without a name.
    private func line(_ value: some Encodable) throws -> ByteBuffer {
        ByteBuffer(string: "data: \(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))\n\n")
    }

    private func chunk(_ delta: Text, _ reason: String? = nil) -> ChatChunk {
        ChatChunk(id: id, created: created, model: model, choices: [.init(delta: delta, finishReason: reason)])
    }

    private func usage(_ usage: Usage) -> ChatChunk {
        ChatChunk(id: id, created: created, model: model, choices: [], usage: usage)
    }
}
