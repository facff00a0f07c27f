// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// Services that all areas use to show a page: the reader's language, the frame and the templates.
struct Pages: Sendable {
    let configuration: WebConfiguration
    let access: Access
    let conversations: Conversations
    let models: any ModelHost
    let settings: any SettingsStore
    let clock: WallClock
    let assets: Assets
    let templates: PageTemplates
    let phrases: [Language: Phrases]

    var icons: String { "\(assets.base)/icons.svg" }

    // MARK: Words

    func phrases(for settings: AppSettings, _ request: Request) -> Phrases {
        let language = Language(rawValue: settings.appearance.language.rawValue)
        return phrases(language ?? Language(accepted: request.headers[.acceptLanguage]))
    }

    func phrases(_ language: Language) -> Phrases {
        guard let phrases = phrases[language] else { preconditionFailure("no phrases in \(language)") }
        return phrases
    }

    func locale(_ request: Request) async throws -> RequestLocale {
        let settings = try await settings.load()
        return RequestLocale(settings: settings, text: phrases(for: settings, request))
    }

    func markdown(_ say: Phrases) -> MarkdownHTML {
        let labels = MarkdownHTML.Labels(
            copyCode: say("turn.copyCode"), code: say("turn.code"), table: say("turn.table"), image: say("turn.image"),
            footnotes: say("turn.footnotes"), footnote: say("turn.footnote"), footnoteBack: say("turn.footnoteBack"),
            plain: say("turn.plain"))
        return MarkdownHTML(
            labels: labels, icons: icons, links: OutsideLinks(own: configuration.allowedNames))
    }

    // MARK: Answers

    /// A page in its frame.
    /// - Parameters:
    ///   - area: the area whose place is marked in the navigation.
    ///   - open: the session that it shows.
    func response(
        _ page: some Page, _ locale: RequestLocale, to request: Request, in area: WebArea? = nil,
        open: Session.ID? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let recent = try await conversations.sessions(before: nil, limit: 24)
        let frame = frame(locale, place: area?.place, model: await models.state, recent: recent, open: open)
        return try html(page, frame, to: request, status: status)
    }

    func html(
        _ page: some Page, _ frame: PageFrame, to request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let text = try templates.render(FramedPage(page: page, frame: frame), withTemplate: type(of: page).template)
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .vary: "Accept-Encoding"]
        let bytes = Array(text.utf8)
        if request.takesGzip, bytes.count > 1_000, let packed = gzip(bytes, level: 4) {
            headers[.contentEncoding] = "gzip"
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed)))
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// The settings and the phrases that a request is answered with.
struct RequestLocale: Sendable {
    let settings: AppSettings
    /// The phrases in the language of the settings or, where they leave it open, of the browser.
    let text: Phrases
}
