// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import Hummingbird

extension WebArea {
    /// The list of all features.
    static let everything = WebArea("Everything") { router, site in
        router.get("/everything", use: EverythingRoutes(pages: site.pages, models: site.models).everything)
    }
}

struct EverythingRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost

    @Sendable func everything(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = EverythingPage(model: ModelView(await models.state, locale.text), locale.text)
        return try await pages.response(page, locale, to: request, in: .everything)
    }
}
