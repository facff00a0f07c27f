// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import Logging

extension Site {
    /// Makes a router with the middleware that guards all addresses.
    func guardedRouter(_ logger: Logger) -> Router<WebContext> {
        let router = Router(context: WebContext.self)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: LastAnswers())
        router.add(middleware: ErrorResponses(pages: pages, logger: logger))
        router.add(middleware: HostGuard(allowed: pages.configuration.allowedNames))
        router.add(middleware: AccessGuard(access: pages.access))
        router.add(middleware: OriginGuard())
        router.add(middleware: FormGuard(access: pages.access, limit: pages.configuration.formLimit))
        return router
    }

    /// Every address of the app.
    func router(_ logger: Logger) -> Router<WebContext> {
        let router = guardedRouter(logger)
        for area in WebArea.all { area.addRoutes(router, self) }
        return router
    }
}
