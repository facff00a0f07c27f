// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthModels

/// An error of a request, with all that a dialect may tell. Its types and codes are those of OpenAI.
struct APIError: Error, Sendable {
    let status: HTTPResponse.Status
    let message: String
    let type: String
    /// The parameter that is to blame.
    let param: String?
    let code: String?

    init(_ status: HTTPResponse.Status, _ message: String, type: String, param: String? = nil, code: String? = nil) {
        self.status = status
        self.message = message
        self.type = type
        self.param = param
        self.code = code
    }

    /// Maps an error of the app to the type and code that OpenAI has for it.
    init(_ error: WebError, _ say: Phrases) {
        let (type, code): (String, String?) =
            switch error.code {
            case .key, .access: ("invalid_request_error", "invalid_api_key")
            case .busy: ("rate_limit_error", "rate_limit_exceeded")
            case .crowded: ("server_error", "overloaded")
            case .model: ("server_error", "model_unavailable")
            case .unknown, .saving, .full: ("server_error", nil)
            case .large: ("invalid_request_error", "request_too_large")
            default: ("invalid_request_error", nil)
            }
        self.init(error.status, error.detail ?? say("error.\(error.code.rawValue)"), type: type, code: code)
    }

    /// Maps a model's error to the type and code that OpenAI has for it.
    init(_ error: ModelError, param: String?, _ say: Phrases) {
        switch error.code {
        case .tooLong:
            self.init(
                .badRequest, error.detail, type: "invalid_request_error", param: param, code: "context_length_exceeded")
        case .unsupported:
            self.init(.badRequest, error.detail, type: "invalid_request_error", param: param, code: "unsupported_value")
        case .noModel:
            self.init(.notFound, error.detail, type: "invalid_request_error", param: "model", code: "model_not_found")
        default: self.init(WebError(error), say)
        }
    }
}

extension APIError {
    /// The message with the parameter that is to blame, for dialects that have no other place for it.
    var sentence: String {
        guard status == .badRequest, let param, !message.contains("'\(param)'") else { return message }
        return "Invalid '\(param)': \(message)"
    }

    /// A value that cannot be, with the parameter that it stands under.
    static func invalid(_ param: String, _ reason: String) -> APIError {
        APIError(
            .badRequest, "Invalid '\(param)': \(reason).", type: "invalid_request_error", param: param,
            code: "invalid_value")
    }

    /// A parameter that the vendor's servers have and this one does not.
    static func unsupported(_ param: String, _ reason: String) -> APIError {
        APIError(
            .badRequest, "Unsupported parameter: '\(param)'; \(reason).", type: "invalid_request_error", param: param,
            code: "unsupported_parameter")
    }

    static func unknown(_ param: String) -> APIError {
        APIError(
            .badRequest, "Unknown parameter: '\(param)'.", type: "invalid_request_error", param: param,
            code: "unknown_parameter")
    }

    /// A body of which nothing can be made.
    static func unreadable(_ message: String) -> APIError {
        APIError(.badRequest, message, type: "invalid_request_error", code: "invalid_json")
    }

    static func missing(_ param: String) -> APIError {
        APIError(
            .badRequest, "Missing required parameter: '\(param)'.", type: "invalid_request_error", param: param,
            code: "missing_required_parameter")
    }

    static func noModel(_ name: String) -> APIError {
        APIError(
            .notFound, "The model '\(name.prefix(200))' is not here.", type: "invalid_request_error", param: "model",
            code: "model_not_found")
    }
}
