// SPDX-License-Identifier: Apache-2.0

import HearthChat
import Hummingbird

extension WebArea {
    /// Questions that are often asked, and the keys.
    static let help = WebArea(
        "Help", features: [Feature("help", at: "/help", icon: "help")],
        settings: [SettingsEntry("help", in: .thisApp, at: "/help", icon: "help")]
    ) { router, site in
        router.get("/help", use: HelpRoutes(pages: site.pages).help)
        router.get("/help/numbers", use: HelpRoutes(pages: site.pages).numbers)
    }
}

struct HelpRoutes: Sendable {
    let pages: Pages

    @Sendable func help(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let query = String((request.query.get("q") ?? "").prefix(200))
        let page = HelpPage(
            query: query, launch: pages.configuration.launch, isOpen: pages.configuration.isOpenToNetwork, locale.text)
        return try await pages.response(page, locale, to: request)
    }

    @Sendable func numbers(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let place = CareView.Place(request, locale, pages)
        return try await pages.response(NumbersPage(place, locale.text), locale, to: request)
    }
}
