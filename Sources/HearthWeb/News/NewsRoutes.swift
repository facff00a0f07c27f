// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels
import Hummingbird

extension WebArea {
    /// Events from elsewhere that concern an open page.
    static let news = WebArea("News") { router, site in
        let news = NewsRoutes(
            pages: site.pages, models: site.models, conversations: site.conversations,
            backgroundJobs: site.backgroundJobs)
        router.get("/news", use: news.news)
    }
}

struct NewsRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost
    let conversations: Conversations
    let backgroundJobs: BackgroundJobs

    /// Streams the states of the chosen model and of the background jobs and, with `?session=ID`, the session's number
    /// of changes, whenever one of them changes. All share one connection, because browsers open no more than six to a
    /// server.
    @Sendable func news(_ request: Request, _ context: WebContext) async throws -> Response {
        let say = try await pages.locale(request).text
        let states = await models.states()
        let jobStates = backgroundJobs.states
        let session = request.query.get("session")
        let counts = session.map { conversations.allChanges(of: $0) }
        let chatStates: AsyncStream<ModelState>? = if session == nil { nil } else { await models.states() }
        let (all, reader) = AsyncStream.makeStream(of: News.Change.self)
        let forwarding = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await state in states { reader.yield(.model(state)) } }
                group.addTask { for await state in jobStates { reader.yield(.backgroundJobs(state)) } }
                if let session, let chatStates {
                    group.addTask { await follow(session, chatStates, reader) }
                }
                if let counts { group.addTask { for await count in counts { reader.yield(.session(count)) } } }
            }
            reader.finish()
        }
        reader.onTermination = { _ in forwarding.cancel() }
        return try eventStream(
            for: request, of: all, into: News(), pause: .milliseconds(250), apply: { $0.take($1) },
            event: { $0.event(say) })
    }

    /// Tells where the model of a session stands whenever one of the models changes.
    private func follow(
        _ id: Session.ID, _ states: AsyncStream<ModelState>, _ reader: AsyncStream<News.Change>.Continuation
    ) async {
        for await _ in states {
            // A session that cannot be read now is read at the next change.
            guard let session = try? await conversations.session(id) else { continue }
            reader.yield(.chat(await conversations.model(of: session)))
        }
    }
}

/// The model's state and the session's changes, and what a browser has of them.
struct News: Sendable {
    enum Change: Sendable {
        case model(ModelState)
        /// The model of the session.
        case chat(ModelState)
        case backgroundJobs(BackgroundJobState)
        case session(Int)
    }

    struct Model: Encodable, Sendable, Equatable {
        let ember: String
        let words: String
        let brief: String
        let progress: Int?
    }

    struct ChatModel: Encodable, Sendable, Equatable {
        let ember: String
        let brief: String
    }

    struct Session: Encodable, Sendable, Equatable {
        let changes: Int
    }

    private var state: ModelState?
    private var job: BackgroundJob.Kind?
    private var session: Session?
    private var chatState: ModelState?
    private var sentModel: Model?
    private var sentChatModel: ChatModel?
    private var sentSession: Session?

    mutating func take(_ change: Change) {
        switch change {
        case .model(let state): self.state = state
        case .chat(let state): chatState = state
        case .backgroundJobs(let state): job = state.running
        case .session(let count): session = Session(changes: count)
        }
    }

    /// One thing that is new; asked again, the next.
    mutating func event(_ say: Phrases) -> ServerEvent? {
        if let session, session != sentSession {
            sentSession = session
            return ServerEvent(name: "session", data: session)
        }
        if let view = chatState.map({ ModelView($0, say) }) {
            let model = ChatModel(ember: view.ember, brief: view.brief)
            if model != sentChatModel {
                sentChatModel = model
                return ServerEvent(name: "chat", data: model)
            }
        }
        guard let view = state.map({ ModelView($0, say) }) else { return nil }
        let words = [view.words] + (job.map { [say("errand.\($0.name)")] } ?? [])
        let model = Model(
            ember: view.ember, words: words.joined(separator: " · "), brief: view.brief, progress: view.progress)
        guard model != sentModel else { return nil }
        sentModel = model
        return ServerEvent(name: "model", data: model)
    }
}
