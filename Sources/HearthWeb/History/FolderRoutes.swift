// SPDX-License-Identifier: Apache-2.0

import HearthChat
import Hummingbird

/// Folders of conversations, and what is moved into them and out of them.
struct FolderRoutes: Sendable {
    let history: HistoryRoutes

    private var pages: Pages { history.pages }
    private var conversations: Conversations { history.conversations }

    private func folder(in context: WebContext) async throws -> SessionFolder {
        guard let folder = try await conversations.folder(context.parameters.require("folder")) else {
            throw WebError(.notFound, .gone)
        }
        return folder
    }

    @Sendable func folder(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let (folder, query) = (try await folder(in: context), request.query)
        var place = try await history.place(at: "/history/folders/\(folder.id)", query)
        place.folder = folder
        let sessions = try await conversations.sessions(
            in: .folder(folder.id), before: HistoryRoutes.moment(query), limit: HistoryPage.length + 1)
        let words = try await conversations.lastWords(of: sessions)
        let page = HistoryPage(.days(sessions, words: words), at: place, pages.clock, locale.text)
        return try await pages.response(page, locale, to: request, in: .history)
    }

    // MARK: Making and naming

    @Sendable func newFolder(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        return try await pages.response(FolderNamePage(nil, locale.text), locale, to: request, in: .history)
    }

    @Sendable func make(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let name = context.form.folderName else { return try await refuse(nil, request) }
        let folder = try await conversations.makeFolder(name)
        return .redirect(to: "/history/folders/\(folder.id)")
    }

    @Sendable func renaming(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = FolderNamePage(try await folder(in: context), locale.text)
        return try await pages.response(page, locale, to: request, in: .history)
    }

    @Sendable func rename(_ request: Request, _ context: WebContext) async throws -> Response {
        let folder = try await folder(in: context)
        guard let name = context.form.folderName else { return try await refuse(folder, request) }
        try await conversations.rename(folder: folder.id, to: name)
        return .redirect(to: "/history/folders/\(folder.id)")
    }

    /// Says that a folder needs a name.
    private func refuse(_ folder: SessionFolder?, _ request: Request) async throws -> Response {
        let locale = try await pages.locale(request)
        let page = FolderNamePage(folder, isRefused: true, locale.text)
        return try await pages.response(page, locale, to: request, in: .history, status: .badRequest)
    }

    // MARK: Deleting

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let folder = try await folder(in: context)
        try await conversations.delete(folder: folder.id)
        return .redirect(to: "/history?gone=\(folder.id)")
    }

    @Sendable func undelete(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = try context.parameters.require("folder")
        do { try await conversations.undelete(folder: id) } catch let error as ConversationError
            where error.code == .notFound
        { throw WebError(.gone, .gone, try await pages.locale(request).text("folder.tooLate")) }
        return .redirect(to: "/history/folders/\(id)")
    }

    // MARK: Moving

    /// The choice of a folder for a conversation, from its menu.
    @Sendable func moveOne(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        guard !session.isTemporary else { throw WebError(.notFound, .gone) }
        return try await choose(for: [session.id], back: "/chat/\(session.id)", request)
    }

    /// Moves chosen conversations, or asks where to while that is not said.
    @Sendable func move(_ request: Request, _ context: WebContext) async throws -> Response {
        let (form, list) = (context.form, context.form.list)
        let chosen = form.chosenSessions
        guard !chosen.isEmpty else { return .redirect(to: list) }
        let target: SessionFolder.ID?
        switch form["to"] {
        case nil: return try await choose(for: chosen, back: list, request)
        case "none": target = nil
        case "new":
            guard let name = form.folderName else {
                return try await choose(for: chosen, back: list, isRefused: true, request)
            }
            target = try await conversations.makeFolder(name).id
        case let id: target = id
        }
        try await conversations.move(chosen, to: target)
        guard list.hasPrefix("/history") else { return .redirect(to: list) }
        let parts = "moved=\(chosen.count)\(target.map { "&to=\($0.escapedForAddress)" } ?? "")"
        return .redirect(to: list + (list.contains("?") ? "&" : "?") + parts)
    }

    private func choose(
        for chosen: [Session.ID], back: String, isRefused: Bool = false, _ request: Request
    ) async throws -> Response {
        let locale = try await pages.locale(request)
        var places: Set<SessionFolder.ID?> = []
        for id in chosen { places.insert(try await conversations.session(id)?.folder) }
        let page = MoveChatsPage(
            chosen, from: places, to: try await conversations.folders(), back: back, isRefused: isRefused, locale.text)
        return try await pages.response(
            page, locale, to: request, in: .history, status: isRefused ? .badRequest : .ok)
    }
}

extension Form {
    /// The typed name of a folder; `nil` for none.
    fileprivate var folderName: String? {
        let name = (self["name"] ?? "").trimmed
        return name.isEmpty ? nil : name
    }
}
