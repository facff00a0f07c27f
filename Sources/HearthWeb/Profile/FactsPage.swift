// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// All facts, by kind and person, and those that a search has found.
struct FactsPage: Page {
    static let template = "you-facts"
    /// Facts on one page.
    static let length = 100

    let title: String
    let top: ProfileTop
    let waiting: WaitingView?
    let waitingCount: String
    /// The page to return to after confirming or refusing a fact.
    let confirmBack = "/you/facts"
    /// Keys answer only where nothing else is on the page.
    let hasKeys = false
    let query: String
    /// About whom the facts are; `nil` for all.
    let person: String?
    let forgetPerson: String
    let filters: [Filter]
    let facts: [FactView]
    let isEmpty: Bool
    let emptyTitle: String
    let emptyHint: String
    let before: String?
    let after: String?
    let sheet: EvidenceSheet?
    let notice: ActNotice?

    struct Filter: Sendable {
        let address: String
        let label: String
        let isOn: Bool
    }

    /// The part of the facts that an address asks for.
    struct Query: Sendable {
        enum Show: String, Sendable { case current, over, hidden }

        var kind: Fact.Kind?
        var show = Show.current
        var query = ""
        var person: String?
        var offset = 0

        /// - Parameter people: who is meant by the names that are known.
        func fits(_ fact: Fact, _ people: People) -> Bool {
            let isShown =
                switch show {
                case .current: fact.isCurrent && !fact.isHidden
                case .over: !fact.isCurrent
                case .hidden: fact.isHidden && fact.isCurrent
                }
            return isShown && (kind == nil || fact.kind == kind) && (person.map { people.isAbout($0, fact) } ?? true)
                && (query.isEmpty || finds(fact))
        }

        private func finds(_ fact: Fact) -> Bool {
            let text = FactPerson.key(
                ([fact.statement, fact.subject] + fact.evidence.map(\.quote)).joined(separator: " "))
            return FactPerson.key(query).split(separator: " ").allSatisfy { text.contains($0) }
        }

        func address(_ edit: (inout Query) -> Void) -> String {
            var search = self
            edit(&search)
            var parts: [String] = []
            if let kind = search.kind { parts.append("kind=\(kind.rawValue)") }
            if search.show != .current { parts.append("show=\(search.show.rawValue)") }
            if !search.query.isEmpty { parts.append("q=\(search.query.pathPart)") }
            if let person = search.person { parts.append("person=\(person.pathPart)") }
            if search.offset > 0 { parts.append("from=\(search.offset)") }
            return "/you/facts" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        }
    }

    /// The sheet and the notice over the list.
    struct Overlay: Sendable {
        var sheet: EvidenceSheet?
        var notice: ActNotice?
    }

    /// - Parameters:
    ///   - all: also those that no longer hold.
    ///   - waiting: the first that waits, and how many do.
    init(
        _ all: [Fact], _ search: Query, waiting: (first: WaitingView, count: Int)? = nil, over: Overlay = Overlay(),
        _ clock: WallClock, _ say: Phrases
    ) {
        title = say("you.title")
        top = ProfileTop(.facts, facts: all.filter(\.isCurrent).count, say)
        self.waiting = waiting?.first
        waitingCount = waiting.map { say("you.place", ["n": say.number(1), "all": say.number($0.count)]) } ?? ""
        (query, person) = (search.query, search.person)
        forgetPerson = search.person.map { "/you/forget?person=\($0.pathPart)" } ?? "/you/forget"
        filters = Self.filters(all, search, say)
        let people = People(search.person == nil ? [] : all)
        let found = all.reversed().filter { search.fits($0, people) }
        let sorted = found.filter(\.isPinned) + found.filter { !$0.isPinned }
        facts = sorted.dropFirst(search.offset).prefix(Self.length).map { fact in
            FactView(fact, replaced: all.filter { $0.supersededBy == fact.id }, clock, say)
        }
        isEmpty = facts.isEmpty
        emptyTitle = say(all.isEmpty ? "you.nothingKnown" : "you.nothingFound")
        emptyHint = say(all.isEmpty ? "you.nothingKnownHint" : "you.nothingFoundHint")
        before = search.offset > 0 ? search.address { $0.offset = max(0, search.offset - Self.length) } : nil
        after = search.offset + Self.length < sorted.count ? search.address { $0.offset += Self.length } : nil
        (sheet, notice) = (over.sheet, over.notice)
    }

    private static func filters(_ all: [Fact], _ search: Query, _ say: Phrases) -> [Filter] {
        let isAll = search.kind == nil && search.show == .current
        var filters = [
            Filter(
                address: search.address { ($0.kind, $0.show, $0.offset) = (nil, .current, 0) }, label: say("you.all"),
                isOn: isAll)
        ]
        for kind in Fact.Kind.allCases where all.contains(where: { $0.kind == kind }) {
            filters.append(
                Filter(
                    address: search.address { ($0.kind, $0.show, $0.offset) = (kind, .current, 0) },
                    label: say("you.kind_\(kind.rawValue)"), isOn: search.kind == kind && search.show == .current))
        }
        let others: [(Query.Show, Bool)] = [
            (.over, all.contains { !$0.isCurrent }), (.hidden, all.contains { $0.isHidden && $0.isCurrent }),
        ]
        for (show, isThere) in others where isThere {
            filters.append(
                Filter(
                    address: search.address { ($0.kind, $0.show, $0.offset) = (nil, show, 0) },
                    label: say("you.show_\(show.rawValue)"), isOn: search.show == show))
        }
        return filters
    }
}
