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
            guard Self.keys(request).contains(where: access.isProgramKey) else { throw WebError(.unauthorized, .key) }
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

    /// The keys that a program sends: as a bearer, as most do, or in a header of their own, as Anthropic's clients do.
    private static func keys(_ request: Request) -> [String] {
        let bearer = request.headers[.authorization].flatMap { value in
            value.lowercased().hasPrefix("bearer ") ? String(value.dropFirst(7)) : nil
        }
        return [bearer, request.headers[keyField]].compactMap(\.self)
    }

    private static let keyField = HTTPField.Name("x-api-key")!
}
