// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthModels
import Hummingbird

extension WebArea {
    /// The models: which one answers, where it stands, and how more of them come.
    static let models = WebArea(
        "Models", features: [Feature("models", at: "/settings/models", icon: "chip")],
        settings: [
            SettingsEntry("models", in: .chat, at: "/settings/models", icon: "chip") { _, model in model.pieces }
        ]
    ) { router, site in
        let models = ModelRoutes(
            pages: site.pages, models: site.models, library: site.library, remote: site.remote)
        router.get("/settings/models", use: models.modelSettings)
        router.post("/models/choose", use: models.chooseModel)
        router.post("/models/unload", use: models.unloadModel)
        router.post("/models/fetch", use: models.fetchModel)
        router.post("/models/link", use: models.linkModel)
        router.post("/models/pause", use: models.pauseDownload)
        router.post("/models/cancel", use: models.cancelDownload)
        router.post("/models/remove", use: models.removeModel)
        router.post("/models/token", use: models.keepHubToken)
        router.post("/models/token/forget", use: models.forgetHubToken)
        router.get("/models/download", use: models.download)
        router.get("/models/download/events", use: models.downloadEvents)
    }
}

struct ModelRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost
    let library: (any ModelLibrary)?
    let remote: (any RemoteModels)?

    // MARK: Use

    @Sendable func modelSettings(_ request: Request, _ context: WebContext) async throws -> Response {
        try await modelSettings(request)
    }

    private func modelSettings(
        _ request: Request, hub: ModelsPage.TypedView = .init(), folder: ModelsPage.TypedView = .init(),
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let locale = try await pages.locale(request)
        let elsewhere = try await remote?.remoteModels()
        let tried = elsewhere?.first { $0.name == request.query.get("name") }
        let check = tried.flatMap { CheckView(request.query.get("checked") ?? "", $0, locale.text) }
        let page = ModelsPage(
            installed: await models.models(), embedding: await library?.embeddingModels() ?? [],
            state: await models.state, room: await library?.room(), offers: await library?.offers() ?? [],
            downloads: await library?.downloads() ?? [], access: await library?.access(), remote: elsewhere,
            purposes: locale.settings.models.remotePurposes, check: check, hub: hub, folder: folder, locale.text)
        return try await pages.response(page, locale, to: request, in: .settings, status: status)
    }

    @Sendable func chooseModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = context.form["name"] ?? ""
        if let consent = try await remote?.consentAddress(beforeChoosing: name, at: pages.clock.now()) {
            return .redirect(to: consent)
        }
        try await models.choose(name)
        return .redirect(to: back(context, or: "/settings/models"))
    }

    @Sendable func unloadModel(_ request: Request, _ context: WebContext) async throws -> Response {
        await models.unload()
        return .redirect(to: "/settings/models")
    }

    // MARK: Fetching

    @Sendable func fetchModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = context.form["name"]?.trimmed ?? ""
        // The welcome and the chat fetch the model that is to answer; the list of models fetches one more.
        let isToAnswer = context.form["back"] != "/settings/models"
        if isToAnswer, await isInstalled(name) {
            try await models.choose(name)
            return .redirect(to: "/chat")
        }
        do {
            try await downloading { try await $0.fetch(name) }
        } catch let error as LibraryError where context.form["typed"] != nil {
            let fault = try await pages.locale(request).text.fault(of: error)
            let typed = ModelsPage.TypedView(typed: name, fault: fault)
            return try await modelSettings(request, hub: typed, status: WebError(error).status)
        }
        if isToAnswer { try await models.chooseOnceHere(name) }
        return .redirect(to: back(context, or: "/models/download?name=\(name.escapedForAddress)"))
    }

    @Sendable func pauseDownload(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = context.form["name"] ?? ""
        try await downloading { await $0.pause(name) }
        return .redirect(to: back(context, or: "/models/download?name=\(name.escapedForAddress)"))
    }

    @Sendable func cancelDownload(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = context.form["name"] ?? ""
        try await downloading { try await $0.cancel(name) }
        return .redirect(to: back(context, or: "/welcome/model"))
    }

    @Sendable func removeModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let name = context.form["name"] ?? ""
        try await downloading { try await $0.remove(name) }
        return .redirect(to: "/settings/models")
    }

    @Sendable func linkModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let path = context.form["path"]?.trimmed ?? ""
        do { try await downloading { try await $0.link(path) } } catch let error as LibraryError {
            let fault = try await pages.locale(request).text.fault(of: error)
            let typed = ModelsPage.TypedView(typed: path, fault: fault)
            return try await modelSettings(request, folder: typed, status: WebError(error).status)
        }
        return .redirect(to: "/settings/models")
    }

    @Sendable func keepHubToken(_ request: Request, _ context: WebContext) async throws -> Response {
        let token = context.form["secret"]?.trimmed ?? ""
        // Nothing typed is no mistake, and forgets nothing.
        if !token.isEmpty { try await downloading { try await $0.keep(token: token) } }
        return .redirect(to: "/settings/models#access")
    }

    @Sendable func forgetHubToken(_ request: Request, _ context: WebContext) async throws -> Response {
        try await downloading { try await $0.keep(token: nil) }
        return .redirect(to: "/settings/models#access")
    }

    /// A download by itself: on its way, paused, or stopped by an error. When it is done, the chat opens.
    @Sendable func download(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let library else { throw WebError(.notFound, .gone) }
        let name = request.query.get("name") ?? ""
        let locale = try await pages.locale(request)
        if var download = await library.downloads().first(where: { $0.name == name }), download.phase != .done {
            // Before its list of files has arrived, its size is what the list of models says.
            if download.total == 0, let offer = await library.offers().first(where: { $0.name == name }) {
                download.total = offer.bytes
            }
            let page = DownloadPage(download, canChat: await models.state.name != nil, locale.text)
            return try pages.html(page, pages.bareFrame(locale), to: request)
        }
        guard await models.models().contains(where: { $0.name == name }) else { return .redirect(to: "/welcome/model") }
        return .redirect(to: "/")
    }

    @Sendable func downloadEvents(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let library else { throw WebError(.notFound, .gone) }
        let say = try await pages.locale(request).text
        let changes: AsyncStream<[ModelDownload]> = await library.downloadChanges()
        return try eventStream(
            for: request, of: changes, into: DownloadWatch(), pause: .milliseconds(500), apply: { $0.downloads = $1 },
            event: { $0.event(say) })
    }

    private func isInstalled(_ name: String) async -> Bool {
        await models.models().contains { $0.name == name && $0.remoteHost == nil }
    }

    private func downloading(_ act: (any ModelLibrary) async throws -> Void) async throws {
        guard let library else { throw WebError(.notFound, .gone) }
        try await act(library)
    }

    /// The page that a form asks to go on to, if it is one of those allowed; otherwise `address`.
    private func back(_ context: WebContext, or address: String) -> String {
        guard let wish = context.form["back"], ["/settings/models", "/chat", "/chat/new"].contains(wish) else {
            return address
        }
        return wish
    }
}

/// The downloads, and what a browser has of them.
struct DownloadWatch: Sendable {
    var downloads: [ModelDownload]?
    private var sent: [DownloadView]?

    mutating func event(_ say: Phrases) -> ServerEvent? {
        guard let views = downloads?.map({ DownloadView($0, say) }), views != sent else { return nil }
        sent = views
        return ServerEvent(name: "downloads", data: views)
    }
}
