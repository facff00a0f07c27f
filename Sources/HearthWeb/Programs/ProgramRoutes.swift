// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import Hummingbird

extension WebArea {
    /// The key with which other programs use the models of this machine.
    static let programs = WebArea(
        "Programs", features: [Feature("programs", at: "/settings/programs", icon: "key")],
        settings: [SettingsEntry("programs", in: .chat, at: "/settings/programs", icon: "key", hasNote: true)]
    ) { router, site in
        let programs = ProgramRoutes(pages: site.pages)
        router.get("/settings/programs", use: programs.programs)
        router.post("/settings/programs/renew", use: programs.renewProgramKey)
    }
}

struct ProgramRoutes: Sendable {
    let pages: Pages

    @Sendable func programs(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let authority = request.head.authority ?? pages.configuration.host
        let asked = request.query
        let page = ProgramsPage(
            base: "http://\(authority)", key: pages.access.programs.text, isShown: asked.get("shown") != nil,
            isRenewed: asked.get("renewed") != nil, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings)
    }

    @Sendable func renewProgramKey(_ request: Request, _ context: WebContext) async throws -> Response {
        do {
            try pages.access.programs.renew()
        } catch {
            throw WebError(.insufficientStorage, .saving)
        }
        // Those that came in with the old key get no more of their answers either.
        Connection.current?.all.cutPrograms()
        return .redirect(to: "/settings/programs?renewed=1")
    }
}
