// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Tells browsers with every response what it may do: load from here and nowhere else, be framed by nobody, and say to
/// no other site where it was.
struct SecurityHeaders: RouterMiddleware {
    /// No script and no style stands in a page itself, so none that slipped into one would run.
    static let policy = [
        "default-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'",
        "img-src 'self'", "connect-src 'self'", "script-src 'self'", "style-src 'self'", "font-src 'self'",
    ].joined(separator: "; ")

    private static let fields: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, policy),
        (.xContentTypeOptions, "nosniff"),
        (HTTPField.Name("Referrer-Policy")!, "same-origin"),
        (HTTPField.Name("X-Frame-Options")!, "DENY"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
        (HTTPField.Name("Permissions-Policy")!, "camera=(), geolocation=(), microphone=()"),
    ]

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.fields { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
