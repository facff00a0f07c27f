// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// Past conversations by day, of all or of one folder, or those that a search has found.
struct HistoryPage: Page {
    static let template = "history"
    /// How many conversations a page lists.
    static let length = 60

    let title: String
    /// The page that leads here, and what it is called.
    let back: String
    let backLabel: String
    /// The folder whose conversations are listed.
    let folder: FolderView?
    let folders: FoldersView?
    let query: String
    let isSearch: Bool
    let pinned: PinnedView?
    let days: [DayView]
    /// The acts on chosen conversations; `nil` while none are being chosen.
    let choosing: ChoosingView?
    /// The results of a search by conversation, the best match first.
    let found: [FoundView]
    let isEmpty: Bool
    let emptyTitle: String
    let emptyHint: String
    /// The address that shows more results; `nil` if there are no more.
    let more: String?
    /// Says that there are more results than can be shown.
    let tooMany: String?
    /// The address of older conversations.
    let older: String?
    let isOlder: Bool
    /// The sessions that were deleted just now, the folder that was, and what was moved.
    let deleted: DeletedView?
    let deletedFolder: String?
    let moved: MovedView?

    enum List {
        /// One more than a page has shows that there are older ones.
        /// With what was said last in them.
        case days([Session], pinned: [Session] = [], words: [Session.ID: String])
        /// One more than is shown tells that there are more.
        case found([Finding], shown: Int)
    }

    /// How a list is shown.
    struct Place: Sendable {
        /// Its address, without the choice.
        var address = "/history"
        /// The folder whose conversations it has.
        var folder: SessionFolder?
        /// All folders, where they are shown.
        var folders: [SessionFolder]?
        var showsAllFolders = false
        var isOlder = false
        /// Whether conversations are chosen in it, and whether all of them are to begin with.
        var chooses = false
        var choosesAll = false
        /// The sessions that were deleted just now.
        var deleted: [Session.ID] = []
        /// Facts that the user has confirmed and that go with them.
        var confirmedFacts = 0
        /// Facts of them that the user has just kept.
        var keptFacts: Int?
        var deletedFolder: SessionFolder.ID?
        var moved: Moved?

        /// The list from its beginning.
        fileprivate var list: String { folder.map { "/history/folders/\($0.id)" } ?? "/history" }

        /// The same list, in which conversations are chosen.
        fileprivate func choosing(_ more: String = "") -> String {
            let (path, query) = (address.prefix { $0 != "?" }, address.drop { $0 != "?" }.dropFirst())
            return "\(path)?select=1\(more)\(query.isEmpty ? "" : "&\(query)")"
        }
    }

    /// How many conversations were moved just now, and into which folder.
    struct Moved: Sendable {
        let count: Int
        let folder: SessionFolder?
    }

    struct MovedView: Sendable {
        let words: String
        /// The folder; `nil` where the conversations left theirs.
        let address: String?
    }

    struct FolderView: Sendable {
        let address: String
        let count: String
        let newChat: String
        let newChatLabel: String
    }

    struct FoldersView: Sendable {
        let rows: [FolderRow]
        /// The words of the link to all of them; `nil` if all are shown.
        let all: String?
    }

    struct FolderRow: Sendable {
        let id: String
        let address: String
        let name: String
        let count: String
        /// Whether it is where something is.
        var isChosen = false
    }

    struct PinnedView: Sendable {
        let rows: [RowView]
        /// The address for choosing conversations of the list; `nil` if another list has it.
        let selection: String?
    }

    struct DayView: Sendable {
        let day: String
        let rows: [RowView]
        let selection: String?
    }

    struct ChoosingView: Sendable {
        /// The list, in which nothing is chosen, and in which everything is.
        let list: String
        let all: String
        /// Whether any of it is pinned.
        let hasPinned: Bool
    }

    struct DeletedView: Sendable {
        let words: String
        let action: String
        /// Several, by their identifiers; `nil` for one, which the action names.
        let sessions: String?
        /// All of them.
        let deleted: String
        /// Says how many confirmed facts go with them, or were kept.
        let facts: String?
        let mayKeep: Bool
    }

    struct RowView: Sendable {
        let id: String
        let address: String
        let title: String
        /// Words of the last message, as HTML.
        let excerpt: String?
        let time: String
        let isFrozen: Bool
        /// Whether it is said that it is pinned, which no heading says.
        let showsPin: Bool
        let isChosen: Bool
        let deleteLabel: String
    }

    /// A conversation in which something was found.
    struct FoundView: Sendable {
        let id: String
        let address: String
        /// As HTML, with the found words marked where it was its title that was found.
        fileprivate(set) var marked: String
        /// The title's number among what was found.
        fileprivate(set) var titleHit: Int?
        fileprivate(set) var hits: [HitView]
        let time: String
        let isFrozen: Bool
        let deleteLabel: String
    }

    struct HitView: Sendable {
        /// Its number among what was found.
        let number: Int
        let address: String
        /// A few words around what was found, as HTML with the found words marked.
        let excerpt: String
    }

    init(_ list: List, at place: Place = Place(), query: String = "", _ clock: WallClock, _ say: Phrases) {
        title = place.chooses ? say("history.choose") : place.folder?.name ?? say("history.title")
        let isHistory = place.folder == nil && !place.chooses
        back = isHistory ? "/chat" : place.chooses ? place.address : "/history"
        let isInFolder = place.chooses && place.folder != nil
        backLabel = say(isHistory ? "history.backToChat" : isInFolder ? "folder.back" : "history.backTo")
        folder = place.folder.map { FolderView($0, say) }
        folders = place.folders.map { FoldersView($0, showsAll: place.showsAllFolders, say) }
        (deletedFolder, moved) = (place.deletedFolder, place.moved.map { MovedView($0, say) })
        self.query = query
        isOlder = place.isOlder
        deleted = DeletedView(place, say)
        switch list {
        case .days(let sessions, let pins, let words):
            let shown = sessions.prefix(Self.length)
            // The first list of conversations leads to where they are chosen.
            var selection = place.chooses ? nil : place.choosing()
            let row = { (session: Session, isDated: Bool) in
                RowView(
                    session, words: words[session.id], isPin: isDated, isChosen: place.choosesAll, clock, say)
            }
            if pins.isEmpty {
                pinned = nil
            } else {
                pinned = PinnedView(rows: pins.map { row($0, true) }, selection: selection)
                selection = nil
            }
            days = say.days(Array(shown), clock).map { day in
                defer { selection = nil }
                return DayView(day: day.title, rows: day.sessions.map { row($0, false) }, selection: selection)
            }
            let hasPinned = !pins.isEmpty || shown.contains(where: \.isPinned)
            choosing =
                place.chooses && !(pins.isEmpty && sessions.isEmpty)
                ? ChoosingView(list: place.address, all: place.choosing("&all=1"), hasPinned: hasPinned) : nil
            found = []
            older =
                sessions.count > shown.count
                ? shown.last.map { "\(place.list)?before=\($0.lastMessageAt.timeIntervalSinceReferenceDate)" } : nil
            (isSearch, more, tooMany) = (false, nil, nil)
            isEmpty = sessions.isEmpty && pins.isEmpty && place.folders?.isEmpty != false
        case .found(let findings, let shown):
            (days, pinned, choosing) = ([], nil, nil)
            found = FoundView.all(findings.prefix(shown), clock, say)
            older = nil
            let rest = ShownRows(shown, of: findings.count, step: Self.length)
            more = rest.next.map { "/history?q=\(query.escapedForAddress)&show=\($0)#hit-\(shown + 1)" }
            tooMany = rest.isEnd ? say("history.tooMany", ["n": say.number(shown)]) : nil
            isSearch = true
            isEmpty = findings.isEmpty
        }
        let isOfAll = place.folder == nil
        emptyTitle = say(isSearch ? "history.nothingFound" : isOfAll ? "history.empty" : "folder.empty")
        emptyHint = say(isSearch ? "history.nothingFoundHint" : isOfAll ? "history.emptyHint" : "folder.emptyHint")
    }
}

extension HistoryPage.DeletedView {
    init?(_ place: HistoryPage.Place, _ say: Phrases) {
        let sessions = place.deleted
        guard let first = sessions.first else { return nil }
        let isOne = sessions.count == 1
        words = isOne ? say("history.deleted") : say("history.deletedMany", ["n": say.number(sessions.count)])
        action = isOne ? "/chat/\(first)/undelete" : "/history/undelete"
        deleted = sessions.joined(separator: ",")
        self.sessions = isOne ? nil : deleted
        mayKeep = place.confirmedFacts > 0
        facts =
            mayKeep
            ? say.count("history.factsGo", place.confirmedFacts)
            : place.keptFacts.map { say.count("history.factsKept", $0) }
    }
}

extension HistoryPage.FolderView {
    init(_ folder: SessionFolder, _ say: Phrases) {
        address = "/history/folders/\(folder.id)"
        count = say.count("folder.chats", folder.count)
        newChat = "/chat/new?folder=\(folder.id)"
        newChatLabel = say("folder.newChat", ["name": folder.name])
    }
}

extension HistoryPage.FoldersView {
    /// Folders that stand above the days; the others are a step away.
    private static let most = 8

    init(_ folders: [SessionFolder], showsAll: Bool, _ say: Phrases) {
        let shown = showsAll ? folders : Array(folders.prefix(Self.most))
        rows = shown.map { HistoryPage.FolderRow($0, say) }
        all = shown.count < folders.count ? say("folder.all", ["n": say.number(folders.count)]) : nil
    }
}

extension HistoryPage.FolderRow {
    init(_ folder: SessionFolder, _ say: Phrases) {
        (id, address, name) = (folder.id, "/history/folders/\(folder.id)", folder.name)
        count = say.count("folder.chats", folder.count)
    }
}

extension HistoryPage.MovedView {
    init(_ moved: HistoryPage.Moved, _ say: Phrases) {
        let name = moved.folder?.name
        words =
            name.map { say.count("folder.moved", moved.count, ["name": $0]) }
            ?? say.count("folder.movedOut", moved.count)
        address = moved.folder.map { "/history/folders/\($0.id)" }
    }
}

extension HistoryPage.RowView {
    /// - Parameter isPin: whether it stands among the pinned ones, with its day, which does not stand above it.
    init(_ session: Session, words: String?, isPin: Bool, isChosen: Bool, _ clock: WallClock, _ say: Phrases) {
        id = session.id
        address = "/chat/\(session.id)"
        title = session.name(say)
        excerpt = words?.escapedForHTML
        let date = session.lastMessageAt
        time = isPin ? say.day(date, clock) : say.time(date, clock)
        showsPin = session.isPinned && !isPin
        self.isChosen = isChosen
        isFrozen = session.frozenAt != nil
        deleteLabel = say("history.deleteThis", ["title": title])
    }
}

extension HistoryPage.FoundView {
    /// Findings by conversation. Each keeps its number, by which the page goes on.
    static func all(_ findings: some Collection<Finding>, _ clock: WallClock, _ say: Phrases) -> [Self] {
        var places: [Session.ID: Int] = [:]
        var found: [Self] = []
        for (number, finding) in findings.enumerated() {
            let session = finding.session
            let place = places[session.id] ?? found.count
            if place == found.count { found.append(Self(session, clock, say)) }
            places[session.id] = place
            let excerpt = finding.excerpt.startingNearMark.markedHTML
            if let message = finding.message {
                let address = String.message(message, in: session.id)
                found[place].hits.append(HistoryPage.HitView(number: number + 1, address: address, excerpt: excerpt))
            } else {
                found[place].titleHit = number + 1
                found[place].marked = excerpt
            }
        }
        return found
    }

    private init(_ session: Session, _ clock: WallClock, _ say: Phrases) {
        let name = session.name(say)
        (id, marked, titleHit, hits) = (session.id, name.escapedForHTML, nil, [])
        address = "/chat/\(session.id)"
        time = say.day(session.lastMessageAt, clock)
        isFrozen = session.frozenAt != nil
        deleteLabel = say("history.deleteThis", ["title": name])
    }
}

extension String {
    /// An excerpt that begins a few words before what is marked in it, so that this is not cut off.
    var startingNearMark: String {
        guard let mark = firstIndex(of: "\u{E000}"), distance(from: startIndex, to: mark) > 24 else { return self }
        let near = index(mark, offsetBy: -20)
        let word = self[near..<mark].firstIndex(where: \.isWhitespace).map { index(after: $0) } ?? near
        return "…" + self[word...]
    }
}
