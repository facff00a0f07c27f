// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Refuses requests that were sent to another name than one of ours. A site that points its own name at this machine
/// (DNS rebinding) is a stranger's site all the same, and its requests say so here.
struct HostGuard: RouterMiddleware {
    let allowed: Set<String>

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let name = request.head.authority.flatMap(hostName), allowed.contains(name) else {
            throw WebError(.misdirectedRequest, .host)
        }
        return try await next(request, context)
    }
}

/// The name in `name` or `name:port`, in lower case; an IPv6 address keeps its brackets. `nil` for what is neither,
/// such as `name:port@other`: what this program takes for a port, others might take for something else.
func hostName(of authority: String) -> String? {
    authority.wholeMatch(of: nameAndPort)?.1.lowercased()
}

// Made once: every request is looked at. Regular expressions are not marked as sendable, and matching changes none.
private nonisolated(unsafe) let nameAndPort = /(\[[0-9A-Fa-f:.]+\]|[^\[\]:@,\/\\?#\s]+)(?::[0-9]{1,5})?/
