// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird

extension WebArea {
    /// Style sheets, modules and icons, and what makes an app of the pages.
    static let files = WebArea("Files") { router, site in
        let files = FileRoutes(pages: site.pages)
        router.get("/assets/:hash/**", use: files.asset)
        router.get("/manifest.webmanifest", use: files.manifest)
        router.get("/service-worker.js", use: files.serviceWorker)
    }
}

struct FileRoutes: Sendable {
    let pages: Pages

    private var assets: Assets { pages.assets }

    @Sendable func asset(_ request: Request, _ context: WebContext) async throws -> Response {
        let path = request.uri.path
        // Only names that were read at the start are known, so no path leads anywhere else.
        guard path.hasPrefix(assets.base + "/"),
            let response = assets.response(String(path.dropFirst(assets.base.count + 1)), to: request)
        else { throw WebError(.notFound, .gone) }
        return response
    }

    /// Stands at the root, because a worker rules only what lies below it.
    @Sendable func serviceWorker(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let response = assets.response("service-worker.js", to: request, keeps: false) else {
            throw WebError(.notFound, .gone)
        }
        return response
    }

    @Sendable func manifest(_ request: Request, _ context: WebContext) async throws -> Response {
        let say = try await pages.locale(request).text
        let manifest = AppManifest(
            name: "Hearth", shortName: "Hearth", description: say("frame.description"), lang: say.language.rawValue,
            id: "/", startUrl: "/", scope: "/", display: "standalone", backgroundColor: "#ffffff",
            themeColor: "#f9fafb",
            icons: [
                .init(src: "\(assets.base)/app.svg", sizes: "any", type: "image/svg+xml", purpose: "any"),
                .init(src: "\(assets.base)/app-192.png", sizes: "192x192", type: "image/png", purpose: "any"),
                .init(src: "\(assets.base)/app-512.png", sizes: "512x512", type: "image/png", purpose: "any"),
                .init(src: "\(assets.base)/app-512.png", sizes: "512x512", type: "image/png", purpose: "maskable"),
            ],
            shortcuts: [
                .init(name: say("chat.new"), url: "/chat/new"),
                .init(name: say("everything.temporary"), url: "/chat/new?temporary=1"),
            ])
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try encoder.encode(manifest)
        return Response(
            status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
}

/// The manifest that browsers need to install the app. Source: W3C, Web Application Manifest.
private struct AppManifest: Encodable {
    let name, shortName, description, lang, id, startUrl, scope, display, backgroundColor, themeColor: String
    let icons: [Icon]
    let shortcuts: [Shortcut]

    struct Icon: Encodable { let src, sizes, type, purpose: String }
    struct Shortcut: Encodable { let name, url: String }
}
