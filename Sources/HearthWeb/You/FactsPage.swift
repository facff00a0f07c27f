// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// All facts, by kind and person, and those that a search has found.
struct FactsPage: Page {
    static let template = "you-facts"
    /// Facts on one page.
    static let length = 100

    let title: String
    let top: YouTop
    let waiting: WaitingView?
    let waitingCount: String
    /// Where an answer leads back to.
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

    /// What was asked for.
    struct Wish: Sendable {
        enum Show: String, Sendable { case current, over, hidden }

        var kind: Fact.Kind?
        var show = Show.current
        var query = ""
        var person: String?
        var offset = 0

        func fits(_ fact: Fact) -> Bool {
            let isShown =
                switch show {
                case .current: fact.isCurrent && !fact.isHidden
                case .over: !fact.isCurrent
                case .hidden: fact.isHidden && fact.isCurrent
                }
            return isShown && (kind == nil || fact.kind == kind) && (person.map(fact.isAbout) ?? true)
                && (query.isEmpty || finds(fact))
        }

        private func finds(_ fact: Fact) -> Bool {
            let text = FactPerson.key(
                ([fact.statement, fact.subject] + fact.evidence.map(\.quote)).joined(separator: " "))
            return FactPerson.key(query).split(separator: " ").allSatisfy { text.contains($0) }
        }

        func address(_ edit: (inout Wish) -> Void) -> String {
            var wish = self
            edit(&wish)
            var parts: [String] = []
            if let kind = wish.kind { parts.append("kind=\(kind.rawValue)") }
            if wish.show != .current { parts.append("show=\(wish.show.rawValue)") }
            if !wish.query.isEmpty { parts.append("q=\(wish.query.pathPart)") }
            if let person = wish.person { parts.append("person=\(person.pathPart)") }
            if wish.offset > 0 { parts.append("from=\(wish.offset)") }
            return "/you/facts" + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
        }
    }

    /// What lies over the list.
    struct Over: Sendable {
        var sheet: EvidenceSheet?
        var notice: ActNotice?
    }

    /// - Parameters:
    ///   - all: also those that no longer hold.
    ///   - waiting: the first that waits, and how many do.
    init(
        _ all: [Fact], _ wish: Wish, waiting: (first: WaitingView, count: Int)? = nil, over: Over = Over(),
        _ clock: WallClock, _ say: Phrases
    ) {
        title = say("you.title")
        top = YouTop(.facts, facts: all.filter(\.isCurrent).count, say)
        self.waiting = waiting?.first
        waitingCount = waiting.map { say("you.place", ["n": say.number(1), "all": say.number($0.count)]) } ?? ""
        (query, person) = (wish.query, wish.person)
        forgetPerson = wish.person.map { "/you/forget?person=\($0.pathPart)" } ?? "/you/forget"
        filters = Self.filters(all, wish, say)
        let found = all.reversed().filter(wish.fits)
        let sorted = found.filter(\.isPinned) + found.filter { !$0.isPinned }
        facts = sorted.dropFirst(wish.offset).prefix(Self.length).map { fact in
            FactView(fact, replaced: all.filter { $0.supersededBy == fact.id }, clock, say)
        }
        isEmpty = facts.isEmpty
        emptyTitle = say(all.isEmpty ? "you.nothingKnown" : "you.nothingFound")
        emptyHint = say(all.isEmpty ? "you.nothingKnownHint" : "you.nothingFoundHint")
        before = wish.offset > 0 ? wish.address { $0.offset = max(0, wish.offset - Self.length) } : nil
        after = wish.offset + Self.length < sorted.count ? wish.address { $0.offset += Self.length } : nil
        (sheet, notice) = (over.sheet, over.notice)
    }

    private static func filters(_ all: [Fact], _ wish: Wish, _ say: Phrases) -> [Filter] {
        let isAll = wish.kind == nil && wish.show == .current
        var filters = [
            Filter(
                address: wish.address { ($0.kind, $0.show, $0.offset) = (nil, .current, 0) }, label: say("you.all"),
                isOn: isAll)
        ]
        for kind in Fact.Kind.allCases where all.contains(where: { $0.kind == kind }) {
            filters.append(
                Filter(
                    address: wish.address { ($0.kind, $0.show, $0.offset) = (kind, .current, 0) },
                    label: say("you.kind_\(kind.rawValue)"), isOn: wish.kind == kind && wish.show == .current))
        }
        let others: [(Wish.Show, Bool)] = [
            (.over, all.contains { !$0.isCurrent }), (.hidden, all.contains { $0.isHidden && $0.isCurrent }),
        ]
        for (show, isThere) in others where isThere {
            filters.append(
                Filter(
                    address: wish.address { ($0.kind, $0.show, $0.offset) = (nil, show, 0) },
                    label: say("you.show_\(show.rawValue)"), isOn: wish.show == show))
        }
        return filters
    }
}
