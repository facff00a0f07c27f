// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird
import Logging
import Mustache

/// The pages and what they are made from; every route is a method of it.
struct Site: Sendable {
    static let enterPath = "/enter"
    static let signInSheet = "/sign-in.css"

    let configuration: WebConfiguration
    let access: Access
    let conversations: Conversations
    let models: any ModelHost
    let settings: any SettingsStore
    /// `nil` where texts cannot be made vectors.
    let embedder: (any Embedding)?
    let places: AnswerPlaces
    /// `nil` where models cannot be fetched.
    let library: (any ModelLibrary)?
    /// `nil` where no model can be elsewhere.
    let remote: (any RemoteModels)?
    /// `nil` where what is kept cannot be handled as a whole.
    let keeping: (any DataKeeping)?
    let work = DataWork()
    /// What was sent and is to be done once.
    let sent = SentForms()
    let clock: WallClock
    let assets: Assets
    let templates: MustacheLibrary
    let phrases: [Language: Phrases]

    /// What to open in a browser; whoever has this address comes in.
    /// - Parameter host: the name or address by which the browser reaches this machine; `nil` for the one that it listens on.
    func startAddress(port: Int, host: String?) -> String {
        let host = host ?? configuration.host
        let name = host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)\(Self.enterPath)?token=\(access.startToken)"
    }

    var icons: String { "\(assets.base)/icons.svg" }

    // MARK: Words

    func phrases(for settings: AppSettings, _ request: Request) -> Phrases {
        let language = Language(rawValue: settings.language.rawValue)
        return phrases(language ?? Language(accepted: request.headers[.acceptLanguage]))
    }

    func phrases(_ language: Language) -> Phrases {
        guard let phrases = phrases[language] else { preconditionFailure("no phrases in \(language)") }
        return phrases
    }

    func markdown(_ say: Phrases) -> MarkdownHTML {
        let labels = MarkdownHTML.Labels(
            copyCode: say("turn.copyCode"), code: say("turn.code"), table: say("turn.table"), image: say("turn.image"),
            footnotes: say("turn.footnotes"), footnote: say("turn.footnote"), footnoteBack: say("turn.footnoteBack"),
            plain: say("turn.plain"))
        return MarkdownHTML(labels: labels, icons: icons)
    }

    // MARK: Answers

    /// What a handler needs to say: the settings as they are, and the phrases that they ask for.
    struct Voice: Sendable {
        let settings: AppSettings
        let say: Phrases
    }

    func voice(_ request: Request) async throws -> Voice {
        let settings = try await settings.load()
        return Voice(settings: settings, say: phrases(for: settings, request))
    }

    /// A page in its frame.
    /// - Parameters:
    ///   - place: the place that it belongs to.
    ///   - open: the session that it shows.
    func response(
        _ page: some Page, _ voice: Voice, to request: Request, in place: Place? = nil, open: Session.ID? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let frame = try await frame(voice, place: place, open: open)
        return try html(page, frame, to: request, status: status)
    }

    func html(
        _ page: some Page, _ frame: PageFrame, to request: Request, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        guard let text = templates.render(FramedPage(page: page, frame: frame), withTemplate: type(of: page).template)
        else { preconditionFailure("no template \(type(of: page).template)") }
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .vary: "Accept-Encoding"]
        let bytes = Array(text.utf8)
        if request.takesGzip, bytes.count > 1_000, let packed = gzip(bytes, level: 4) {
            headers[.contentEncoding] = "gzip"
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: packed)))
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: Frame

    private func frame(_ voice: Voice, place: Place?, open: Session.ID?) async throws -> PageFrame {
        let recent = try await conversations.sessions(before: nil, limit: 24)
        return frame(voice, place: place, model: await models.state, recent: recent, open: open)
    }

    /// A frame that asks nobody, for pages that stand alone.
    func bareFrame(_ voice: Voice, model: ModelState = ModelState(name: nil, phase: .none)) -> PageFrame {
        frame(voice, place: nil, model: model, recent: [], open: nil)
    }

    private func frame(
        _ voice: Voice, place: Place?, model: ModelState, recent: [Session], open: Session.ID?
    ) -> PageFrame {
        let (settings, say) = (voice.settings, voice.say)
        return PageFrame(
            say: say, lang: say.language.rawValue,
            theme: settings.theme == .automatic ? nil : settings.theme.rawValue,
            textSize: settings.textSize == .standard ? nil : settings.textSize.rawValue,
            motion: settings.reducesMotion ? "reduce" : nil, glass: settings.reducesTransparency ? "solid" : nil,
            vibrates: settings.vibrates, assets: assets.base, icons: icons, formToken: access.formToken,
            machine: configuration.machine, version: configuration.version, model: ModelView(model, say),
            places: Place.allCases.map { PageFrame.PlaceView($0, isCurrent: $0 == place, say) },
            recent: days(recent, say).map { day in
                PageFrame.RecentDay(
                    day: day.title, sessions: day.sessions.map { PageFrame.RecentSession($0, open: open, say) })
            })
    }

    /// Sessions by the day when something was last said in them, in the order in which they come.
    func days(_ sessions: [Session], _ say: Phrases) -> [(title: String, sessions: [Session])] {
        var days: [(title: String, sessions: [Session])] = []
        for session in sessions {
            let title = say.dayTitle(session.lastMessageAt, clock)
            if days.last?.title == title {
                days[days.count - 1].sessions.append(session)
            } else {
                days.append((title, [session]))
            }
        }
        return days
    }
}

extension PageFrame.PlaceView {
    init(_ place: Place, isCurrent: Bool, _ say: Phrases) {
        self.init(name: say("place.\(place.rawValue)"), address: place.address, icon: place.icon, isCurrent: isCurrent)
    }
}

extension PageFrame.RecentSession {
    init(_ session: Session, open: Session.ID?, _ say: Phrases) {
        self.init(address: "/chat/\(session.id)", title: session.name(say), isOpen: session.id == open)
    }
}

extension Session {
    /// Its title, or what stands in for one.
    func name(_ say: Phrases) -> String {
        isTemporary ? say("chat.temporaryChat") : title.isEmpty ? say("chat.new") : title
    }
}
