// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird

/// An error as OpenAI's interface shapes it: `{"error": {"message", "type", "param", "code"}}`.
struct APIError: Error, Encodable, Sendable {
    struct Body: Encodable, Sendable {
        let message: String
        let type: String
        let param: String?
        let code: String?

        private enum CodingKeys: CodingKey { case message, type, param, code }

        /// All four are always there; those that say nothing are `null`.
        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(message, forKey: .message)
            try fields.encode(type, forKey: .type)
            try fields.encode(param, forKey: .param)
            try fields.encode(code, forKey: .code)
        }
    }

    let error: Body
    let status: HTTPResponse.Status

    private enum CodingKeys: CodingKey { case error }

    init(_ status: HTTPResponse.Status, _ message: String, type: String, param: String? = nil, code: String? = nil) {
        self.status = status
        error = Body(message: message, type: type, param: param, code: code)
    }

    /// What programs are told of an error of the app.
    init(_ error: WebError, _ say: Phrases) {
        let (type, code): (String, String?) =
            switch error.code {
            case .key, .access: ("invalid_request_error", "invalid_api_key")
            case .busy: ("rate_limit_error", "rate_limit_exceeded")
            case .model: ("server_error", "model_unavailable")
            case .unknown, .saving: ("server_error", nil)
            case .large: ("invalid_request_error", "request_too_large")
            default: ("invalid_request_error", nil)
            }
        self.init(error.status, error.detail ?? say("error.\(error.code.rawValue)"), type: type, code: code)
    }

    func response() throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(self))))
    }
}
