// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Lets in browsers with the cookie, programs with the key, and whoever opens the printed address; nobody else, on this
/// machine too.
struct AccessGuard: RouterMiddleware {
    let access: Access

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if isAPI(request.uri.path) {
            guard let key = request.headers[.authorization], key.lowercased().hasPrefix("bearer "),
                access.isProgramKey(String(key.dropFirst(7)))
            else { throw WebError(.unauthorized, .key) }
            context.isProgram = true
            try Connection.current?.admit(as: .program)
        } else if ![EntryRoutes.enterPath, EntryRoutes.signInSheet].contains(request.uri.path) {
            guard let cookie = request.cookies[Access.cookieName], access.isCookie(cookie.value) else {
                throw WebError(.unauthorized, .access)
            }
            context.isInside = true
            try Connection.current?.admit(as: .guest)
        }
        return try await next(request, context)
    }
}

/// Whether an address belongs to programs, which authenticate with a key and read errors as JSON.
func isAPI(_ path: String) -> Bool { path == "/v1" || path.hasPrefix("/v1/") }
