// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import Hummingbird
import Logging

extension Site {
    /// Every address while what is kept cannot be opened: behind the same guards as the app's.
    func recoveryRouter(_ recovery: RecoveryRoutes, _ logger: Logger) -> Router<WebContext> {
        let router = guardedRouter(logger)
        EntryRoutes(pages: pages, models: models, settings: settings, library: library).addSignIn(to: router)
        WebArea.files.addRoutes(router, self)
        router.get("/recovery/:way", use: recovery.page)
        router.post("/recovery/:way", use: recovery.act)
        router.get("/news", use: recovery.nothingHappens)
        router.get("/", use: recovery.page)
        router.get("**", use: recovery.page)
        // Whoever sends something keeps it and tries again: nothing can be taken now.
        router.post("**", use: recovery.refuse)
        return router
    }
}

/// The page that says why what is kept cannot be opened, and what it offers.
struct RecoveryRoutes: Sendable {
    let pages: Pages
    let sent: SentForms
    let desk: any Recovering
    let door: Door

    @Sendable func page(_ request: Request, _ context: WebContext) async throws -> Response {
        if context.isProgram { throw WebError(.serviceUnavailable, .recovery) }
        return try await page(request, fault: nil)
    }

    /// Pages ask how the model is; there is none, and no need to ask again.
    @Sendable func nothingHappens(_ request: Request, _ context: WebContext) async throws -> Response {
        Response(status: .noContent)
    }

    @Sendable func refuse(_ request: Request, _ context: WebContext) async throws -> Response {
        throw WebError(.serviceUnavailable, .recovery)
    }

    /// Takes one of the ways out.
    @Sendable func act(_ request: Request, _ context: WebContext) async throws -> Response {
        switch context.parameters.get("way") {
        case "restore": return try await act(request) { try await desk.restore() }
        case "afresh": return try await act(request) { try await desk.startAfresh() }
        case "again": return try await act(request) {}
        case "export":
            do { return try await desk.export().response(pages.clock) } catch {
                return try await page(request, fault: error)
            }
        default: throw WebError(.notFound, .gone)
        }
    }

    /// Does something about it and goes in, if the door opens then.
    private func act(
        _ request: Request, _ work: @escaping @Sendable () async throws -> Void
    ) async throws -> Response {
        do {
            // Whoever presses twice, or in another tab, waits for the first; behind an open door there is nothing more
            // to do.
            try await sent.once("recovery") { [door] in
                guard !door.isOpen else { return }
                try await work()
                try await door.open()
            }
            return .redirect(to: "/")
        } catch {
            return try await page(request, fault: error)
        }
    }

    private func page(_ request: Request, fault: (any Error)?) async throws -> Response {
        let locale = try await pages.locale(request)
        // Why it still cannot be opened is what the page says itself.
        let words = fault.map { _ in locale.text("recovery.stillNot") }
        let page = RecoveryPage(await desk.problem, fault: words, pages.clock, locale.text)
        return try pages.html(
            page, pages.bareFrame(locale), to: request, status: fault == nil ? .ok : .serviceUnavailable)
    }
}
