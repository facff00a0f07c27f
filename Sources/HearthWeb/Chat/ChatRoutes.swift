// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthChat
import HearthMemory
import HearthModels
import Hummingbird

/// Conversations as they are read.
struct ChatRoutes: Sendable {
    let pages: Pages
    let conversations: Conversations
    let models: any ModelHost
    let remote: (any RemoteModels)?
    let library: (any ModelLibrary)?
    let memory: MemoryAccess?
    /// `nil` where no facts are kept.
    let curation: FactCuration?
    let reviews: TalkReviews

    init(_ site: Site) {
        (pages, conversations, models, remote) = (site.pages, site.conversations, site.models, site.remote)
        (library, memory, reviews) = (site.library, site.memory, TalkReviews(site))
        curation = site.curation
    }

    /// A sheet over a conversation.
    enum Sheet: Sendable, Equatable {
        case details, memory, mode
        /// The models, for the conversation or for another answer beside one.
        case model(answer: String?)
        case message(String)
        case edit(String)
    }

    /// The conversation that is going on, or a new one.
    @Sendable func currentChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let newest = try await conversations.sessions(before: nil, limit: 1).first
        guard let newest, newest.frozenAt == nil else { return .redirect(to: "/chat/new") }
        return .redirect(to: "/chat/\(newest.id)")
    }

    @Sendable func newChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let wishes = request.query
        var own: ModelState?
        if let name = wishes.get("model") { own = await models.state(of: name) }
        let usual = await models.state
        let model = own ?? usual
        let shown = try await chatMemory(of: nil, mode: wishes.get("mode"), locale, request)
        let choosesMode = wishes.get("choose") == "1"
        let isTemporary = wishes.get("temporary") != nil
        let folder = isTemporary ? nil : try await conversations.folder(wishes.get("folder") ?? "")
        let start = ChatPage.NewChatOptions(
            isTemporary: isTemporary, memoryIsOff: wishes.get("memory") == "off", model: own?.name, folder: folder,
            suggestion: wishes.get("suggestion")?.number(in: 0...9),
            modes: choosesMode ? memory?.modes.modes(in: locale.text.memoryLanguage) ?? [] : [])
        var page = ChatPage(
            start, model: model, pocket: await pocketNotice(model, locale.text), memory: shown, pages.clock, locale.text
        )
        page.offersAbout = shown.isThere && !isTemporary && locale.settings.memory.offersAboutYou
        if wishes.get("choose") == "model" {
            page.modelSheet = ModelSheetView(
                .new(start, mode: wishes.get("mode")), try await choice(own: model.name), locale.text)
        }
        return try await pages.response(page, locale, to: request, in: .chat)
    }

    /// The conversation; with `?q=words`, what of it has these.
    @Sendable func chat(_ request: Request, _ context: WebContext) async throws -> Response {
        if let sought = request.query.get("q") { return try await search(sought.trimmed, request, context) }
        return try await chat(request, context, with: nil)
    }

    @Sendable func chatDetails(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat(request, context, with: .details)
    }

    /// A message, to be changed: without script, and where it is long.
    @Sendable func editSheet(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat(request, context, with: .edit(context.parameters.require("message")))
    }

    func chat(_ request: Request, _ context: WebContext, with sheet: Sheet?) async throws -> Response {
        let locale = try await pages.locale(request)
        // Before anything is read, so that a change meanwhile is seen as one.
        let changes = conversations.changes(of: context.parameters.get("session") ?? "")
        let session = try await conversations.session(in: context)
        if session.isTemporary { await conversations.visit(session.id) }
        let turns = try await conversations.path(of: session.id)
        let shown = try await chatMemory(
            of: session, turns: turns, showsFacts: sheet != nil, locale, request)
        let model = await conversations.model(of: session)
        let thinks = if sheet == .details { await canThink(model, turns) } else { false }
        var page = ChatPage(
            session, changes: changes, turns: turns, after: try await conversations.former(of: session),
            draft: try await conversations.draft(of: session.id) ?? "", model: model,
            settings: sheet == .details ? locale.settings : nil, memory: shown, unfolded: request.query.get("open"),
            canThink: thinks, machine: pages.configuration.machine,
            pages.clock,
            pages.markdown(locale.text), locale.text)
        page.show(try await reviews.views(in: session, turns, shown.mode, locale))
        if request.query.get("unnamed") != nil { page.sheet?.nameNote = locale.text("session.unnamed") }
        if sheet == .details {
            let folder = try await conversations.folder(session.folder ?? "")
            let facts = try await curation?.store.confirmedFacts(onlyIn: [session.id]).count ?? 0
            if facts > 0 { page.sheet?.keepsFacts = locale.text.count("session.keepFacts", facts) }
            page.sheet?.folder = folder?.name ?? locale.text("folder.none")
        }
        if session.leaf == nil { page.cleared = request.query.get("cleared") }
        if case .model(let answer) = sheet {
            let purpose = try Self.purpose(of: answer, in: session, turns)
            page.modelSheet = ModelSheetView(purpose, try await choice(own: model.name), locale.text)
        }
        try show(sheet, session, turns, shown, locale, in: &page)
        return try await pages.response(page, locale, to: request, in: .chat, open: session.id)
    }

    private func show(
        _ sheet: Sheet?, _ session: Session, _ turns: [Turn], _ shown: ChatMemory, _ locale: RequestLocale,
        in page: inout ChatPage
    ) throws {
        switch sheet {
        case nil, .details, .model: return
        case .memory: page.memorySheet = MemorySheetView(session, shown, locale.text)
        case .mode:
            let modes = memory?.modes.modes(in: locale.text.memoryLanguage) ?? []
            page.modeSheet = ModeSheetView(modes, chosen: shown.mode?.id, session: session.id)
        case .edit(let id):
            guard session.frozenAt == nil else { throw WebError(.notFound, .gone) }
            page.editSheet = ChatPage.EditSheet(try Self.question(id, turns), locale.text)
        case .message(let id):
            let message = try Self.question(id, turns)
            let mayLearn = session.frozenAt == nil && !session.memoryIsOff && !session.isTemporary && !shown.isPaused
            page.messageSheet = MessageSheetView(
                message, shown, mayLearn: mayLearn, mayEdit: session.frozenAt == nil && !page.isAnswering, pages.clock,
                locale.text)
        }
    }

    /// Whether a model can think before it answers: as its files say, or as it has done.
    private func canThink(_ model: ModelState, _ turns: [Turn]) async -> Bool {
        if turns.contains(where: { $0.message.thoughts != nil && $0.message.model == model.name }) { return true }
        return await models.models().first { $0.name == model.name }?.thinks ?? false
    }

    private static func purpose(
        of answer: String?, in session: Session, _ turns: [Turn]
    ) throws -> ModelSheetView.Purpose {
        guard session.frozenAt == nil else { throw WebError(.notFound, .gone) }
        guard let answer else { return .chat(session.id) }
        guard turns.contains(where: { $0.id == answer && $0.message.role == .assistant }) else {
            throw WebError(.notFound, .gone)
        }
        return .answer(answer, in: session.id)
    }

    /// A message of the user's, by its identifier.
    private static func question(_ id: Message.ID, _ turns: [Turn]) throws -> Message {
        guard let message = turns.first(where: { $0.id == id })?.message, message.role == .user else {
            throw WebError(.notFound, .gone)
        }
        return message
    }

    @Sendable func exportChat(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let text = try await conversations.export(session.id)
        // The title stands in the text; a name of letters alone is safe on every system.
        let name = session.title.unicodeScalars.filter { $0.properties.isAlphabetic || $0 == " " }.prefix(60)
        let file = String(String.UnicodeScalarView(name)).trimmed.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/markdown; charset=utf-8",
                .contentDisposition:
                    "attachment; filename*=UTF-8''\(file.flatMap { $0.isEmpty ? nil : $0 } ?? "chat").md",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// `nil` where another model answers, or none can be fetched.
    private func pocketNotice(_ model: ModelState, _ say: Phrases) async -> PocketNotice? {
        guard model.isBuiltIn, let library else { return nil }
        return PocketNotice(
            suggested: await library.suggested(), room: await library.room(), downloads: await library.downloads(), say)
    }
}
