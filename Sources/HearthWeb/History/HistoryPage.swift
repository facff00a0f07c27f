// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// Past conversations by day, or those that a search has found.
struct HistoryPage: Page {
    static let template = "history"
    /// How many conversations a page lists.
    static let length = 60

    let title: String
    let query: String
    let isSearch: Bool
    let days: [DayView]
    let found: [RowView]
    let isEmpty: Bool
    let emptyTitle: String
    let emptyHint: String
    /// Where more of what was found is; `nil` where there is no more.
    let more: String?
    /// That there is more than can be shown.
    let tooMany: String?
    /// Where the older ones are.
    let older: String?
    let isOlder: Bool
    /// The session that was deleted just now.
    let deleted: String?

    enum List {
        /// One more than a page has shows that there are older ones.
        /// With what was said last in them.
        case days([Session], words: [Session.ID: String])
        /// One more than is shown tells that there are more.
        case found([Finding], shown: Int)
    }

    struct DayView: Sendable {
        let day: String
        let rows: [RowView]
    }

    struct RowView: Sendable {
        let id: String
        /// Its number among what was found.
        let hit: Int?
        let address: String
        let title: String
        /// What was said last, or a few words around what was found, as HTML with the found words marked.
        let excerpt: String?
        let time: String
        let isFrozen: Bool
        let deleteLabel: String
    }

    init(_ list: List, query: String, isOlder: Bool, deleted: String?, _ clock: WallClock, _ say: Phrases) {
        title = say("history.title")
        self.query = query
        self.isOlder = isOlder
        self.deleted = deleted
        switch list {
        case .days(let sessions, let words):
            let shown = sessions.prefix(Self.length)
            days = say.days(Array(shown), clock).map { day in
                DayView(day: day.title, rows: day.sessions.map { RowView($0, words: words[$0.id], clock, say) })
            }
            found = []
            older =
                sessions.count > shown.count
                ? shown.last.map { "/history?before=\($0.lastMessageAt.timeIntervalSinceReferenceDate)" } : nil
            (isSearch, more, tooMany) = (false, nil, nil)
            isEmpty = sessions.isEmpty
        case .found(let findings, let shown):
            days = []
            found = findings.prefix(shown).enumerated().map { RowView($1, number: $0 + 1, clock, say) }
            older = nil
            let rest = ShownRows(shown, of: findings.count, step: Self.length)
            more = rest.next.map { "/history?q=\(query.escapedForAddress)&show=\($0)#hit-\(shown + 1)" }
            tooMany = rest.isEnd ? say("history.tooMany", ["n": say.number(shown)]) : nil
            isSearch = true
            isEmpty = findings.isEmpty
        }
        emptyTitle = say(isSearch ? "history.nothingFound" : "history.empty")
        emptyHint = say(isSearch ? "history.nothingFoundHint" : "history.emptyHint")
    }
}

extension HistoryPage.RowView {
    init(_ session: Session, words: String?, _ clock: WallClock, _ say: Phrases) {
        (id, hit) = (session.id, nil)
        address = "/chat/\(session.id)"
        title = session.name(say)
        excerpt = words?.escapedForHTML
        time = say.time(session.lastMessageAt, clock)
        isFrozen = session.frozenAt != nil
        deleteLabel = say("history.deleteThis", ["title": title])
    }

    init(_ finding: Finding, number: Int = 1, _ clock: WallClock, _ say: Phrases) {
        let session = finding.session
        (id, hit) = (session.id, number)
        address = "/chat/\(session.id)" + (finding.message.map { "#m-\($0)" } ?? "")
        title = session.name(say)
        excerpt = finding.excerpt.markedHTML
        time = say.day(session.lastMessageAt, clock)
        isFrozen = session.frozenAt != nil
        deleteLabel = say("history.deleteThis", ["title": title])
    }
}
