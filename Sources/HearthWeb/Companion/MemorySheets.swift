// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthMemory

/// Whether the memory is on in a conversation, as a sheet over it.
struct MemorySheetView: Sendable {
    let isOn: Bool
    let isPaused: Bool
    /// How many facts were learned in this conversation, as a sentence; `nil` for none.
    let learned: String?

    init(_ session: Session, _ memory: ChatMemory, _ say: Phrases) {
        isOn = !session.memoryIsOff
        isPaused = memory.isPaused
        let count = memory.count(in: session.id)
        learned = count == 0 ? nil : say.count("memory.learnedHere", count)
    }
}

/// How Hearth talks in a conversation, as a sheet over it.
struct ModeSheetView: Sendable {
    let modes: [ChosenMode]
    /// The address that takes the choice; `nil` for a new conversation, where each mode has an address of its own.
    let action: String?

    struct ChosenMode: Sendable {
        let id: String
        let name: String
        let about: String
        let isChosen: Bool
        let address: String
    }

    init(_ modes: [Mode], chosen: String?, session: String?) {
        action = session.map { "/chat/\($0)/mode" }
        self.modes = modes.map {
            ChosenMode(
                id: $0.id, name: $0.text.name, about: $0.text.about, isChosen: $0.id == chosen,
                address: "/chat/new?mode=\($0.id)")
        }
    }
}

/// The actions on one of the user's messages, as a sheet over the conversation.
struct MessageSheetView: Sendable {
    let id: String
    let headline: String
    let words: String
    /// The whole message, to be copied.
    let whole: String
    /// The same on one line, to be shortened to what is to be remembered.
    let draft: String
    let facts: [LearnedView]
    let hasFacts: Bool
    /// Facts of the message that wait for confirmation.
    let waiting: [LearnedView]
    let waits: Bool
    /// Whether something was learned that can be forgotten.
    let hasLearned: Bool
    /// The page that edits the message and sends it again; `nil` in a frozen conversation.
    let editAddress: String?
    /// Whether it can be asked for something; not in a frozen conversation, nor while the memory is off.
    let mayLearn: Bool

    struct LearnedView: Sendable {
        /// The field of its correction.
        let field: String
        let words: String
        /// The words that a correction begins with.
        let correction: String
    }

    init(
        _ message: Message, _ memory: ChatMemory, mayLearn: Bool, mayEdit: Bool, _ clock: WallClock, _ say: Phrases
    ) {
        id = message.id
        headline = say("memory.yourMessage", ["time": say.time(message.createdAt, clock)])
        words = say("memory.quoted", ["text": String(message.content.prefix(280))])
        whole = message.content
        draft = String(message.content.prefix(500)).split(whereSeparator: \.isNewline).joined(separator: " ")
        let all = memory.facts(from: message.id)
        let views = all.enumerated().map { number, fact in
            LearnedView(
                field: "correct-\(number)", words: fact.statement,
                correction: say("memory.correctionOf", ["fact": fact.statement]))
        }
        facts = zip(all, views).filter { !memory.waiting.contains($0.0.id) }.map { $0.1 }
        waiting = zip(all, views).filter { memory.waiting.contains($0.0.id) }.map { $0.1 }
        (hasFacts, waits, hasLearned) = (!facts.isEmpty, !waiting.isEmpty, !all.isEmpty)
        editAddress = mayEdit ? "/chat/\(message.session)/message/\(message.id)/edit" : nil
        self.mayLearn = mayLearn
    }
}

/// A strip under the header while nothing is remembered.
struct MemoryStrip: Sendable {
    let words: String
    let turnOn: String
    let action: String
    /// Whether turning it on changes something that is kept; before the first message there is nothing.
    let isForm: Bool

    init?(_ session: Session?, isOff: Bool, _ memory: ChatMemory, _ say: Phrases) {
        guard memory.isThere, session?.isTemporary != true, isOff || memory.isPaused else { return nil }
        let isPaused = memory.isPaused
        isForm = isPaused || session != nil
        words = say(isPaused ? "memory.pausedStrip" : "memory.offStrip")
        turnOn = say(isPaused ? "memory.resume" : "memory.turnOn")
        action = isPaused ? "/settings/companion/pause" : session.map { "/chat/\($0.id)/memory" } ?? "/chat/new"
    }
}
