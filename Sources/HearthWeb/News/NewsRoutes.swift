// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import Hummingbird

extension WebArea {
    /// What happens elsewhere and concerns a page that is open.
    static let news = WebArea("News") { router, site in
        let news = NewsRoutes(
            pages: site.pages, models: site.models, conversations: site.conversations, errands: site.errands)
        router.get("/news", use: news.news)
    }
}

struct NewsRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost
    let conversations: Conversations
    let errands: Errands

    /// Where the chosen model and the background work stand and, with `?session=ID`, how often that session was
    /// changed; whenever one of them changes. One connection for all, because browsers open six to a server and no
    /// more.
    @Sendable func news(_ request: Request, _ context: WebContext) async throws -> Response {
        let say = try await pages.voice(request).say
        let states = await models.states()
        let errandStates = errands.states
        let counts = request.query.get("session").map { conversations.allChanges(of: $0) }
        let (all, reader) = AsyncStream.makeStream(of: News.Change.self)
        let forwarding = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await state in states { reader.yield(.model(state)) } }
                group.addTask { for await state in errandStates { reader.yield(.errands(state)) } }
                if let counts { group.addTask { for await count in counts { reader.yield(.session(count)) } } }
            }
            reader.finish()
        }
        reader.onTermination = { _ in forwarding.cancel() }
        return try eventStream(
            for: request, of: all, into: News(), pause: .milliseconds(250), apply: { $0.take($1) },
            event: { $0.event(say) })
    }
}

/// The model's state and the session's changes, and what a browser has of them.
struct News: Sendable {
    enum Change: Sendable {
        case model(ModelState)
        case errands(ErrandState)
        case session(Int)
    }

    struct Model: Encodable, Sendable, Equatable {
        let ember: String
        let words: String
        let brief: String
        let progress: Int?
    }

    struct Session: Encodable, Sendable, Equatable {
        let changes: Int
    }

    private var state: ModelState?
    private var errand: Errand.Kind?
    private var session: Session?
    private var sentModel: Model?
    private var sentSession: Session?

    mutating func take(_ change: Change) {
        switch change {
        case .model(let state): self.state = state
        case .errands(let state): errand = state.running
        case .session(let count): session = Session(changes: count)
        }
    }

    /// One thing that is new; asked again, the next.
    mutating func event(_ say: Phrases) -> ServerEvent? {
        if let session, session != sentSession {
            sentSession = session
            return ServerEvent(name: "session", data: session)
        }
        guard let view = state.map({ ModelView($0, say) }) else { return nil }
        let words = [view.words] + (errand.map { [say("errand.\($0.name)")] } ?? [])
        let model = Model(
            ember: view.ember, words: words.joined(separator: " · "), brief: view.brief, progress: view.progress)
        guard model != sentModel else { return nil }
        sentModel = model
        return ServerEvent(name: "model", data: model)
    }
}
