// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HearthChat
package import HearthMemory

/// The memory's part of a conversation's page.
struct ChatMemory: Sendable {
    /// Whether there is a memory here at all.
    var isThere = false
    /// Whether it is paused everywhere.
    var isPaused = false
    /// Memories that models were given in the session.
    var recalled: [RecalledMemory] = []
    /// Facts that are known or wait, by identifier.
    var facts: [String: Fact] = [:]
    /// Identifiers of the facts that wait for confirmation.
    var waiting: Set<String> = []
    /// The session's mode, or the usual one.
    var mode: Mode?
    /// Whether it is another than that of a new Hearth, so that it is worth showing.
    var isOwnMode = false
    /// The country whose numbers are shown to somebody who may harm themselves.
    var country: String?
    /// In which help is offered: that of the conversation, whatever the app's is.
    var phrases: [Language: Phrases] = [:]
    var now = Date.distantPast

    init() {}

    /// Facts of a message, those that are known and those that wait.
    func facts(from message: String) -> [Fact] {
        facts.values.filter { fact in fact.isCurrent && fact.evidence.contains { $0.utterance == message } }
            .sorted { $0.id < $1.id }
    }

    /// How many facts were learned in a session.
    func count(in session: String) -> Int {
        facts.values.count { fact in
            fact.isCurrent && !waiting.contains(fact.id) && fact.evidence.contains { $0.session == session }
        }
    }
}

/// The memories that stood in the prompt of an answer, folded.
struct UsedView: Sendable {
    let label: String
    let memories: [MemoryView]

    struct MemoryView: Sendable {
        let words: String
        let note: String
        let address: String
    }

    /// - Parameter questions: those on the path to the answer.
    init?(_ answer: Message, questions: Set<String>, _ memory: ChatMemory, _ clock: WallClock, _ say: Phrases) {
        guard answer.usesMemory else { return nil }
        let used = memory.recalled.filter { $0.isAtBeginning || questions.contains($0.question) }
        guard !used.isEmpty else { return nil }
        label = say.count("memory.used", used.count)
        memories = used.map { recalled in
            let fact = recalled.kind == .fact ? memory.facts[recalled.source] : nil
            let isOfJournal = (fact?.evidence.first?.session ?? recalled.thread) == JournalEntry.thread
            let whose = say(isOfJournal ? "memory.fromJournal" : "memory.fromYou")
            return MemoryView(
                words: recalled.kind == .fact ? recalled.text : say("memory.quoted", ["text": recalled.text]),
                note: "\(whose), \(say.day(recalled.date, clock))", address: Self.address(recalled, fact))
        }
    }

    /// A fact with all that says it, or where something was said.
    private static func address(_ recalled: RecalledMemory, _ fact: Fact?) -> String {
        if let fact { return "/you/facts/\(fact.id.pathPart)" }
        return place(recalled.thread, recalled.kind == .fact ? nil : recalled.source)
    }

    private static func place(_ thread: String, _ source: String?) -> String {
        guard thread == JournalEntry.thread else { return chat(thread, source) }
        return source.map { "/journal/entries/\($0.escapedForAddress)" } ?? "/journal"
    }

    private static func chat(_ session: String, _ message: String?) -> String {
        message.map { .message($0, in: session) } ?? "/chat/\(session.escapedForAddress)"
    }
}

/// One line about what the memory did at the user's request.
struct KeptView: Sendable {
    let icon: String
    let headline: String
    let words: String
    /// The former statement, struck through.
    let was: String?
    /// The address that undoes it; `nil` when it can no longer be undone.
    let undo: String?
    /// A link to more about it.
    var link: LinkView?
    /// Ways to go on, of which the user chooses one.
    var choices: ChoicesView?

    struct ChoicesView: Sendable {
        let address: String
        let buttons: [ChoiceView]
    }

    struct LinkView: Sendable {
        let address: String
        let label: String
    }

    /// Actions that leave the memory as it was.
    private static let changesNothing: Set<MemoryAction.Kind> = [
        .nothingFound, .told, .forgettingAsked, .notCorrected, .choicesOffered,
    ]

    /// - Parameter question: the message that was answered.
    init?(_ answer: Message, to question: Message?, _ memory: ChatMemory, _ say: Phrases) {
        guard let deed = answer.deed.flatMap(MemoryAction.init(saved:)) else { return nil }
        let fact = deed.fact.flatMap { memory.facts[$0] }
        let former = deed.former.flatMap { memory.facts[$0] }
        let isLate = deed.undoUntil.map { Date(timeIntervalSinceReferenceDate: $0) <= memory.now } ?? false
        // Of what has been forgotten since, there is nothing to take back.
        let isGone = [.remembered, .corrected].contains(deed.kind) && fact == nil
        let isOver = deed.isUndone || isLate || isGone || Self.changesNothing.contains(deed.kind)
        undo = isOver ? nil : "/messages/\(answer.id)/undo"
        switch deed.kind {
        case _ where deed.isUndone:
            (icon, headline, words, was) = ("undo", say("memory.undone"), "", nil)
        case .remembered:
            (icon, was) = ("memory", nil)
            (headline, words) = Self.sentence("remembered", fact?.statement, say)
        case .corrected:
            (icon, was) = ("pencil", former?.statement)
            (headline, words) = Self.sentence("corrected", fact?.statement, say)
        case .forgotten:
            let count = deed.count ?? 0
            (icon, headline) = ("trash", count == 0 ? say("memory.unlearned") : say.count("memory.forgotten", count))
            words = count == 0 ? say("memory.forgottenNote") : say.count("memory.forgottenNote", count)
            was = nil
        case .nothingFound:
            (icon, headline, words, was) = ("memory", say("memory.nothing"), say("memory.nothingNote"), nil)
        case .told:
            let count = deed.count ?? 0
            (icon, headline) = ("memory", count == 0 ? say("memory.knownNone") : say.count("memory.known", count))
            (words, was) = (count == 0 ? "" : say.count("memory.knownNote", count), nil)
            link = count == 0 ? nil : LinkView(address: "/you/facts", label: say("memory.seeFacts"))
        case .choicesOffered:
            // A message that was edited since may ask nothing any more.
            guard let offered = question.flatMap({ MemoryChoices($0.content) }) else { return nil }
            (icon, headline, words, was) = ("memory", say("memory.choose"), "", nil)
            choices = ChoicesView(offered, under: answer, say)
        case .forgettingAsked:
            (icon, headline, was) = ("trash", say("memory.forgetAllAsked"), nil)
            words = say("memory.forgetAllNote")
            link = LinkView(address: "/you/forget", label: say("memory.forgetAll"))
        case .notCorrected:
            (icon, headline, was) = ("memory", say("memory.notCorrected"), nil)
            words = say("memory.notCorrectedNote")
            link = LinkView(address: "/you/facts", label: say("memory.seeFacts"))
        }
    }

    /// Names the fact after a colon, in quotation marks; of one that is gone, that it is.
    private static func sentence(_ key: String, _ fact: String?, _ say: Phrases) -> (headline: String, words: String) {
        guard let fact else { return (say("memory.\(key)"), say("memory.goneSince")) }
        return (say("memory.\(key)Fact"), say("memory.quoted", ["text": fact]))
    }
}

extension KeptView.ChoicesView {
    init(_ offered: MemoryChoices, under answer: Message, _ say: Phrases) {
        address = "/messages/\(answer.id)/choose"
        let topic = String(offered.topic.prefix(60))
        buttons =
            offered.choices.map { choice in
                ChoiceView(
                    value: choice.rawValue, label: say("memory.choose_\(choice.rawValue)", ["topic": topic]),
                    isChosen: false)
            } + [ChoiceView(value: "nothing", label: say("memory.choose_nothing"), isChosen: false)]
    }
}

extension Utterance {
    /// A message of a conversation as the memory reads it.
    package init(_ message: Message) {
        self.init(
            id: message.id, session: message.session, speaker: message.role == .user ? .user : .assistant,
            text: message.content, date: message.createdAt, isPrivate: message.isUnremembered)
    }
}
