// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Refuses what another site made the browser ask for.
///
/// Browsers say with every request who asks (`Sec-Fetch-Site`), and with every write from where (`Origin`). A write
/// that says neither comes from no browser that carries our cookie, and is refused as well.
struct OriginGuard: RouterMiddleware {
    static let site = HTTPField.Name("Sec-Fetch-Site")!
    static let mode = HTTPField.Name("Sec-Fetch-Mode")!

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard isAllowed(request, context) else { throw WebError(.forbidden, .origin) }
        return try await next(request, context)
    }

    private func isAllowed(_ request: Request, _ context: WebContext) -> Bool {
        let site = request.headers[Self.site]
        // A page that may tell nobody where it was, which is what ours are told, sends its forms with the origin `null`
        // (Fetch, section 3.1); then who asks has to be said.
        let origin = request.headers[.origin].flatMap { $0 == "null" ? nil : $0 }
        if let origin, !isOurs(origin, request.head.authority) { return false }
        if request.isRead {
            // A link on another site may open a page, but nothing of ours is embedded anywhere.
            return site == nil || site == "same-origin" || site == "none" || request.headers[Self.mode] == "navigate"
        }
        // Programs authenticate with a key that no browser sends by itself.
        if context.isProgram { return site == nil || site == "same-origin" || site == "none" }
        return (site ?? "same-origin") == "same-origin" && (site != nil || origin != nil)
    }

    private func isOurs(_ origin: String, _ authority: String?) -> Bool {
        guard let authority else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}

extension Request {
    /// Whether the request changes nothing.
    var isRead: Bool { method == .get || method == .head }
}
