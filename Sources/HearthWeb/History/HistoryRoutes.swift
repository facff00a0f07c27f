// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthChat
import HearthMemory
import Hummingbird

extension WebArea {
    /// Past conversations: found, put in order, deleted and brought back.
    static let history = WebArea(
        "History", features: [Feature("history", at: "/history", icon: "clock")]
    ) { router, site in
        let history = HistoryRoutes(
            pages: site.pages, conversations: site.conversations, curation: site.curation)
        router.get("/history", use: history.history)
        router.post("/history/undelete", use: history.undeleteSeveral)
        router.post("/history/keep", use: history.keepFacts)
        router.post("/chat/:session/delete", use: history.delete)
        router.post("/chat/:session/undelete", use: history.undelete)

        let chosen = ChosenChatRoutes(conversations: site.conversations)
        router.post("/history/pin") { try await chosen.pin(true, $0, $1) }
        router.post("/history/unpin") { try await chosen.pin(false, $0, $1) }
        router.post("/history/delete", use: chosen.delete)
        router.post("/chat/:session/pin", use: chosen.pinOne)

        let folders = FolderRoutes(history: history)
        router.get("/history/folders/new", use: folders.newFolder)
        router.post("/history/folders", use: folders.make)
        router.get("/history/folders/:folder", use: folders.folder)
        router.get("/history/folders/:folder/rename", use: folders.renaming)
        router.post("/history/folders/:folder/rename", use: folders.rename)
        router.post("/history/folders/:folder/delete", use: folders.delete)
        router.post("/history/folders/:folder/undelete", use: folders.undelete)
        router.post("/history/move", use: folders.move)
        router.get("/chat/:session/folder", use: folders.moveOne)
    }
}

struct HistoryRoutes: Sendable {
    let pages: Pages
    let conversations: Conversations
    /// `nil` where no facts are kept.
    let curation: FactCuration?
    /// Seconds since 2001, from 1901 until 2100.
    private static let moments = -3_155_760_000.0...3_124_137_600

    @Sendable func history(_ request: Request, _ context: WebContext) async throws -> Response {
        let locale = try await pages.locale(request)
        let query = request.query
        let sought = (query.get("q") ?? "").trimmed
        var place = try await place(at: "/history", query)
        let list: HistoryPage.List
        if sought.isEmpty {
            list = try await days(before: Self.moment(query), isOlder: place.isOlder)
            if !place.isOlder, !place.chooses { place.folders = try await conversations.folders() }
        } else {
            let shown = ShownRows(query, step: HistoryPage.length).count
            list = .found(
                try await conversations.search(String(sought.prefix(200)), limit: shown + 1), shown: shown)
        }
        let page = HistoryPage(list, at: place, query: sought, pages.clock, locale.text)
        return try await pages.response(page, locale, to: request, in: .history)
    }

    private func days(before: Date?, isOlder: Bool) async throws -> HistoryPage.List {
        // They stand above the newest ones alone.
        let pinned =
            isOlder ? [] : try await conversations.sessions(in: .pinned, limit: Conversations.mostPins)
        let sessions = try await conversations.sessions(in: .others, before: before, limit: HistoryPage.length + 1)
        let words = try await conversations.lastWords(of: pinned + sessions)
        return .days(sessions, pinned: pinned, words: words)
    }

    // MARK: The list

    /// Seconds as a date has them: others round, and the last conversation of a page would begin the next one, too.
    static func moment(_ query: Parameters) -> Date? {
        query.get("before")?.number(in: moments).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// How a list is to be shown that has pages by date.
    func place(at address: String, _ query: Parameters) async throws -> HistoryPage.Place {
        var place = HistoryPage.Place(address: address)
        if let before = Self.moment(query) {
            place.isOlder = true
            place.address += "?before=\(before.timeIntervalSinceReferenceDate)"
        }
        place.chooses = query.get("select") != nil
        place.choosesAll = query.get("all") != nil
        place.showsAllFolders = query.get("folders") == "all"
        place.deleted = (query.get("deleted") ?? "").split(separator: ",").map(String.init)
        if !place.deleted.isEmpty, let curation {
            place.confirmedFacts = try await curation.store.factsToKeep(of: place.deleted).count
        }
        place.keptFacts = query.number("kept", in: 1...1_000_000)
        place.deletedFolder = query.get("gone")
        if let count = query.number("moved", in: 1...FormReader.mostFields) {
            let folder = try await conversations.folder(query.get("to") ?? "")
            place.moved = HistoryPage.Moved(count: count, folder: folder)
        }
        return place
    }

    // MARK: Deleting

    @Sendable func delete(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        try await conversations.delete(session.id)
        if context.form["keep"] == "1" { _ = try await curation?.keepFacts(of: [session.id]) }
        return .redirect(to: Self.address(["deleted=\(session.id)"], context.form))
    }

    /// Keeps the confirmed facts of conversations that were deleted just now.
    @Sendable func keepFacts(_ request: Request, _ context: WebContext) async throws -> Response {
        let ids = (context.form["deleted"] ?? "").split(separator: ",").map(String.init)
        let kept = try await curation?.keepFacts(of: ids) ?? 0
        guard kept > 0 else {
            throw WebError(.gone, .gone, try await pages.locale(request).text("history.factsTooLate"))
        }
        return .redirect(to: Self.address(["deleted=\(ids.joined(separator: ","))", "kept=\(kept)"], context.form))
    }

    @Sendable func undelete(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = try context.parameters.require("session")
        try await undelete([id], request)
        // A chat that was cleared takes its place again.
        if let empty = context.form["instead"] {
            try await conversations.discardEmpty(empty)
            return .redirect(to: "/chat/\(id)")
        }
        return .redirect(to: Self.address([], context.form))
    }

    @Sendable func undeleteSeveral(_ request: Request, _ context: WebContext) async throws -> Response {
        let ids = (context.form["sessions"] ?? "").split(separator: ",").map(String.init)
        try await undelete(ids, request)
        return .redirect(to: "/history")
    }

    /// Those whose time is over stay deleted, and it is said so.
    private func undelete(_ ids: [Session.ID], _ request: Request) async throws {
        var isLate = false
        for id in ids {
            do { try await conversations.undelete(id) } catch let error as ConversationError
                where error.code == .notFound
            { isLate = true }
        }
        if isLate { throw WebError(.gone, .gone, try await pages.locale(request).text("history.tooLate")) }
    }

    /// The list, where something was sought what was found.
    private static func address(_ parts: [String], _ form: Form) -> String {
        let sought = (form["q"] ?? "").trimmed
        let all = parts + (sought.isEmpty ? [] : ["q=\(String(sought.prefix(200)).escapedForAddress)"])
        return all.isEmpty ? "/history" : "/history?\(all.joined(separator: "&"))"
    }
}
