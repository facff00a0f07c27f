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
        let voice = try await pages.voice(request)
        let query = String((request.query.get("q") ?? "").prefix(200))
        let page = HelpPage(
            query: query, launch: pages.configuration.launch, isOpen: pages.configuration.isOpenToNetwork, voice.say)
        return try await pages.response(page, voice, to: request)
    }

    @Sendable func numbers(_ request: Request, _ context: WebContext) async throws -> Response {
        let voice = try await pages.voice(request)
        let place = CareView.Place(request, voice, pages)
        return try await pages.response(NumbersPage(place, voice.say), voice, to: request)
    }
}
