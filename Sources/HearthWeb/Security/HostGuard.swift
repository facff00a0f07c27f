// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Refuses requests that were sent to another name than one of ours. A site that points its own name at this machine (DNS
/// rebinding) is a stranger's site all the same, and its requests say so here.
struct HostGuard: RouterMiddleware {
    let allowed: Set<String>

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, allowed.contains(hostName(of: authority)) else {
            throw WebError(.misdirectedRequest, .host)
        }
        return try await next(request, context)
    }
}

/// The name in `name:port`, in lower case; an IPv6 address keeps its brackets.
func hostName(of authority: String) -> String {
    let end = authority.lastIndex(of: ":").flatMap { colon in
        authority[colon...].contains("]") ? nil : colon
    }
    return authority[..<(end ?? authority.endIndex)].lowercased()
}
