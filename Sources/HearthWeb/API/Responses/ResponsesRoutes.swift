// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import Hummingbird

/// OpenAI's responses. None is stored: what programs ask is answered and not kept.
struct ResponsesRoutes: Sendable {
    let answers: ProgramAnswers

    func add(to router: Router<WebContext>) {
        router.post("/v1/responses", use: respond)
        router.get("/v1/responses/:id", use: refuseStored)
        router.delete("/v1/responses/:id", use: refuseStored)
    }

    @Sendable private func respond(_ request: Request, _ context: WebContext) async throws -> Response {
        let created = Int(answers.pages.clock.now().timeIntervalSince1970)
        return try await answers.converse(request, in: .responses) { body in
            let asked = try ResponsesRequest(body)
            return (asked.asked, { model in ResponsesWriter(request: asked, model: model, created: created) })
        }
    }

    @Sendable private func refuseStored(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = context.parameters.get("id") ?? ""
        throw APIError(
            .notFound, "There is no response '\(id.prefix(100))': Hearth answers programs and stores no responses.",
            type: "invalid_request_error", code: "response_not_found")
    }
}

extension Dialect {
    /// OpenAI's responses. Source: OpenAI API reference, “Streaming events”; errors are those of OpenAI's other
    /// addresses, but for those in a stream.
    static let responses = Dialect(
        streamFields: .eventStream, line: { $0.namedEvent }, body: { $0.openAIBody },
        value: { error, count in
            [
                "type": "error", "sequence_number": .integer(count),
                "code": error.code.map { .string($0) } ?? "server_error", "message": .string(error.message),
                "param": error.param.map { .string($0) } ?? .null,
            ]
        })
}

extension JSON {
    /// As an event that has the value's type for its name.
    var namedEvent: String { "event: \(self["type"]?.string ?? "message")\ndata: \(text)\n\n" }
}
