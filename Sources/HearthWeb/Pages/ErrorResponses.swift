// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird
import Logging

/// Makes a page of what goes wrong, or JSON for programs: the same for every route, and without what only the log
/// should know.
struct ErrorResponses: RouterMiddleware {
    let pages: Pages
    let logger: Logger

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch is CancellationError where Task.isCancelled {
            // Its client has gone: nobody reads this.
            return Response(status: .requestTimeout)
        } catch {
            let dialect = Dialect(of: request)
            if let error = error as? APIError { return (dialect ?? .openAI).response(error) }
            let known = WebError(error)
            if known.code == .unknown {
                logger.error("\(request.method) \(request.uri.path) failed", metadata: ["error": "\(error)"])
            }
            guard let dialect else { return try await page(known, request) }
            return dialect.response(APIError(known, pages.phrases(.english)))
        }
    }

    private func page(_ error: WebError, _ request: Request) async throws -> Response {
        // The settings themselves may be what cannot be read.
        let settings = (try? await pages.settings.load()) ?? AppSettings()
        let locale = RequestLocale(settings: settings, text: pages.phrases(for: settings, request))
        let frame = pages.bareFrame(locale)
        let isStranger = [.access, .host, .origin].contains(error.code)
        return isStranger
            ? try pages.html(
                SignInPage(error, typed: error.typed, launch: pages.configuration.launch, locale.text), frame,
                to: request, status: error.status)
            : try pages.html(
                ErrorPage(error, at: request.uri.path, locale.text), frame, to: request, status: error.status)
    }
}
