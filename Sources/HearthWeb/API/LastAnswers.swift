// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// Says with each answer to a program, errors included, that it is the last of its connection.
///
/// While an answer is made, the connection is listened to for its end, and nobody can read a further request from it
/// then.
struct LastAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if isAPI(request.uri.path), request.method == .post { response.headers[.connection] = "close" }
        return response
    }
}
