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
    /// What was found, by conversation; the one that fits best is first.
    let found: [FoundView]
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
        let address: String
        let title: String
        /// What was said last, as HTML.
        let excerpt: String?
        let time: String
        let isFrozen: Bool
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
            found = FoundView.all(findings.prefix(shown), clock, say)
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
        id = session.id
        address = "/chat/\(session.id)"
        title = session.name(say)
        excerpt = words?.escapedForHTML
        time = say.time(session.lastMessageAt, clock)
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
    fileprivate var startingNearMark: String {
        guard let mark = firstIndex(of: "\u{E000}"), distance(from: startIndex, to: mark) > 24 else { return self }
        let near = index(mark, offsetBy: -20)
        let word = self[near..<mark].firstIndex(where: \.isWhitespace).map { index(after: $0) } ?? near
        return "…" + self[word...]
    }
}
