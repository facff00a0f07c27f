// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthMemory

/// The page for forgetting much at once: a person, a day, a chat, everything.
struct ForgetPage: Page {
    static let template = "you-forget"

    let title: String
    let back = "/you"
    let backLabel: String
    let people: [Choice]
    let chats: [Choice]
    let hasPeople: Bool
    let hasChats: Bool
    /// The last day that can be chosen.
    let today: String
    let dialog: ForgetDialog?

    struct Choice: Sendable {
        let address: String
        let label: String
    }

    init(
        people: [String], chats: [(id: String, title: String)], dialog: ForgetDialog? = nil, _ clock: WallClock,
        _ say: Phrases
    ) {
        title = say("you.forget")
        backLabel = say("you.back")
        self.people = people.map { Choice(address: "/you/forget?person=\($0.pathPart)", label: $0) }
        self.chats = chats.map { Choice(address: "/you/forget?chat=\($0.id.pathPart)", label: $0.title) }
        (hasPeople, hasChats) = (!people.isEmpty, !chats.isEmpty)
        let style = Date.ISO8601FormatStyle(timeZone: clock.zone).year().month().day()
        today = clock.now().formatted(style)
        self.dialog = dialog
    }
}

/// The last question: what is lost, in one sentence.
struct ForgetDialog: Sendable {
    let heading: String
    /// The fact's statement, as a quotation; `nil` if there are several.
    let statement: String?
    let lost: String
    let note: String
    /// Whether it can be said that it is never to be learned again.
    let mayRefuse: Bool
    let fields: [Field]
    let keep: String
    let isNothing: Bool

    struct Field: Sendable {
        let name: String
        let value: String
    }

    init(
        _ target: DeletionQuery, _ counts: ForgottenCounts, statement: String?, chat: String?, _ clock: WallClock,
        _ say: Phrases
    ) {
        func quoted(_ text: String) -> String { say("memory.quoted", ["text": text]) }
        let name = chat.map(quoted) ?? target.name(clock, say)
        heading = name.isEmpty ? say("you.forgetTitle") : say("you.forgetTitleOf", ["name": name])
        self.statement = statement.map(quoted)
        isNothing = counts.isEmpty
        lost = counts.isEmpty ? say("you.forgetNothing") : say("you.lost", ["list": say.list(counts)])
        note = say("you.forgetNote")
        mayRefuse = target.mayRefuse
        fields = [Field(name: target.field.name, value: target.field.value)]
        keep = target.keep
    }
}

/// The selection to delete, as a form or an address names it.
enum DeletionQuery: Sendable, Equatable {
    case fact(String)
    case line(String)
    case person(String)
    case day(String)
    case chat(String)
    case everything

    init?(_ value: (String) -> String?) {
        func text(_ name: String) -> String? {
            value(name).map { $0.trimmed(to: 300) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        if let id = text("fact") {
            self = .fact(id)
        } else if let id = text("line") {
            self = .line(id)
        } else if let name = text("person") {
            self = .person(name)
        } else if let day = text("day") {
            self = .day(day)
        } else if let id = text("chat") {
            self = .chat(id)
        } else if text("everything") != nil {
            self = .everything
        } else {
            return nil
        }
    }

    var field: (name: String, value: String) {
        switch self {
        case .fact(let id): ("fact", id)
        case .line(let id): ("line", id)
        case .person(let name): ("person", name)
        case .day(let day): ("day", day)
        case .chat(let id): ("chat", id)
        case .everything: ("everything", "1")
        }
    }

    /// Single facts can be refused for good; more are forgotten with what they were learned from.
    var mayRefuse: Bool {
        switch self {
        case .fact, .line, .person: true
        case .day, .chat, .everything: false
        }
    }

    var keep: String {
        switch self {
        case .fact(let id): "/you/facts/\(id.pathPart)"
        case .line(let id): "/you/lines/\(id.pathPart)"
        case .person, .day, .chat, .everything: "/you/forget"
        }
    }

    /// The name of what is forgotten; empty for a fact or a line, whose statement says it, and for a chat.
    func name(_ clock: WallClock, _ say: Phrases) -> String {
        switch self {
        case .fact, .line, .chat: ""
        case .person(let name): name
        case .day(let day): Self.range(day, clock).map { say.day($0.lowerBound, clock) } ?? day
        case .everything: say("you.everything")
        }
    }

    /// A day, such as 2026-11-21, where the machine is.
    static func range(_ day: String, _ clock: WallClock) -> Range<Date>? {
        let style = Date.ISO8601FormatStyle(timeZone: clock.zone).year().month().day()
        guard day.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, let start = try? style.parse(day) else { return nil }
        let first = clock.calendar.startOfDay(for: start)
        return clock.calendar.date(byAdding: .day, value: 1, to: first).map { first..<$0 }
    }
}

extension Phrases {
    /// 1 fact, 3 quotations and 2 passages.
    func list(_ counts: ForgottenCounts) -> String {
        let all = [
            ("you.countFacts", counts.facts), ("you.countWaiting", counts.waiting),
            ("you.countQuotations", counts.quotations), ("you.countLines", counts.lines),
            ("you.countPassages", counts.passages),
        ]
        let words = all.filter { $0.1 > 0 }.map { count($0.0, $0.1) }
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return self("you.listAnd", ["list": words.dropLast().joined(separator: ", "), "last": last])
    }
}

/// The result of forgetting, and whether anything is left of it.
struct ForgottenPage: Page {
    static let template = "you-forgotten"

    let title: String
    let gone: String
    let proof: String
    let isClean: Bool

    init(_ counts: ForgottenCounts, uncleanCopies: Int, _ say: Phrases) {
        title = say("you.forgotten")
        gone = counts.isEmpty ? say("you.forgetNothing") : say("you.goneList", ["list": say.list(counts)])
        isClean = uncleanCopies == 0
        proof = isClean ? say("you.clean") : say.count("you.unclean", uncleanCopies)
    }
}
