// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

extension WebArea {
    /// Coming in: the printed address, the splash, and the welcome of a first start.
    static let entry = WebArea("Entry") { router, site in
        let entry = EntryRoutes(
            pages: site.pages, models: site.models, settings: site.settings, library: site.library)
        entry.addSignIn(to: router)
        router.get("/", use: entry.splash)
        router.get("/welcome", use: entry.welcome)
        router.post("/welcome", use: entry.begin)
        router.get("/welcome/model", use: entry.chooseFirstModel)
        router.get("/offline", use: entry.offline)
    }
}

struct EntryRoutes: Sendable {
    static let enterPath = "/enter"
    static let signInSheet = "/sign-in.css"

    let pages: Pages
    let models: any ModelHost
    let settings: any SettingsStore
    let library: (any ModelLibrary)?

    /// The addresses that strangers may open.
    func addSignIn(to router: Router<WebContext>) {
        router.get(RouterPath(Self.enterPath), use: enter)
        router.get(RouterPath(Self.signInSheet), use: signInStyle)
    }

    /// Gives the browser its cookie, and takes the token out of the address.
    @Sendable func enter(_ request: Request, _ context: WebContext) async throws -> Response {
        let typed = String(request.query.get("token") ?? "")
        guard pages.access.isStartToken(Self.key(in: typed)) else {
            var error = WebError(.unauthorized, .access)
            error.typed = typed
            throw error
        }
        var response = Response.redirect(to: "/")
        // Not `Secure`: on the own machine there is no TLS, and browsers drop such cookies there.
        response.setCookie(
            Cookie(
                name: Access.cookieName, value: pages.access.cookie, maxAge: 400 * 86_400, path: "/", httpOnly: true,
                sameSite: .strict))
        return response
    }

    /// The key in what was typed: by itself, or at the end of the printed address.
    static func key(in typed: String) -> String {
        let rest = typed.range(of: "token=").map { typed[$0.upperBound...] } ?? typed[...]
        return String(rest.prefix { $0 != "&" && $0 != "#" }).trimmed
    }

    /// Serves the style of the sign-in page, the only style sheet that strangers get.
    @Sendable func signInStyle(_ request: Request, _ context: WebContext) async throws -> Response {
        let sheets = ["tokens.css", "sign-in.css"].compactMap { pages.assets.files[$0]?.plain }
        let bytes = sheets.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        return Response(
            status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: bytes))
    }

    /// The splash, which begins to load the model; whoever is new is welcomed.
    @Sendable func splash(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        guard locale.settings.appearance.hasBegun else { return .redirect(to: "/welcome") }
        let state = await models.state
        if state.phase == .none { return .redirect(to: library == nil ? "/settings/models" : "/welcome/model") }
        await models.wake()
        return try pages.html(SplashPage(), pages.bareFrame(locale, model: state), to: request)
    }

    @Sendable func welcome(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await locale(request)
        return try pages.html(WelcomePage(locale.text), pages.bareFrame(locale), to: request)
    }

    /// Keeps the language, and goes on to the first model, where there is none yet but the one that comes with Hearth.
    @Sendable func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        let language = context.form["language"].flatMap(AppearanceSettings.Language.init(rawValue:)) ?? .automatic
        try await settings.change { ($0.appearance.language, $0.appearance.hasBegun) = (language, true) }
        let state = await models.state
        let hasOwn = state.name != nil && !state.isBuiltIn
        return .redirect(to: hasOwn || library == nil ? "/" : "/welcome/model")
    }

    @Sendable func chooseFirstModel(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let library else { throw WebError(.notFound, .gone) }
        let locale = try await pages.locale(request)
        let page = FirstModelPage(
            offers: await library.offers(), builtIn: await models.models().first(where: \.isBuiltIn),
            room: await library.room(), startsAtOnce: await models.state.isBuiltIn, locale.text)
        return try pages.html(page, pages.bareFrame(locale), to: request)
    }

    /// Serves the page that the service worker keeps for when the machine cannot be reached.
    @Sendable func offline(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await locale(request)
        let host = request.head.authority.flatMap(hostName)
        let page = OfflinePage(
            locale.text, machine: pages.configuration.machine, launch: pages.configuration.launch,
            isHere: host.map(["127.0.0.1", "localhost", "[::1]"].contains) ?? false)
        return try pages.html(page, pages.bareFrame(locale), to: request)
    }

    /// In the language that the address names, where it names one.
    private func locale(_ request: Request) async throws -> RequestLocale {
        let locale = try await pages.locale(request)
        guard let named = request.query.get("language").flatMap(Language.init(rawValue:)) else { return locale }
        return RequestLocale(settings: locale.settings, text: pages.phrases(named))
    }
}
